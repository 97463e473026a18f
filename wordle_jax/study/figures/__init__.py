"""A figure a module: `draw(directory, path)` draws it from the tables of a study, as path.svg and path.png.

`TABLES` names the tables that it reads: `TABLE` of the study itself, `PART/TABLE` of a study that it consists of,
which may be missing if `PARTS_ARE_OPTIONAL`.
`IS_TIMING = True` says that it shows times, which no two machines have in common.
"""

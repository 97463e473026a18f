"""A figure a module: `draw(directory, path)` draws it from the tables of a study, as path.svg and path.png.

`IS_TIMING = True` says that it shows times, which no two machines have in common.
"""

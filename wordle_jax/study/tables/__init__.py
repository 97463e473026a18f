"""A table a module: `make_table(results)` returns what the cells of a study say about one question.

`check(results)`, if there is one, raises UserError for cells that it cannot be made of; it is asked before any game is
played, too, of cells whose games are known but not how they went. Without it, there must be a cell.
"""

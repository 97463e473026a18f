"""A table a module: `make_table(results)` returns what the cells of a study say about one question."""

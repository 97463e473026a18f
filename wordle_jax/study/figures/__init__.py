"""A figure a module: `draw(directory, path)` draws it from the tables of a study, as path.svg and path.png."""

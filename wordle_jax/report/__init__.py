"""A directory of results as one page: for a browser, and the same in Markdown."""

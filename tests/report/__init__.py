"""Reports on directories of results."""

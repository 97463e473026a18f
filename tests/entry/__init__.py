"""Entry points, tried on a task that plays no games."""

"""A laboratory for Wordle-like guessing games."""

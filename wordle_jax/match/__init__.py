"""Games that a person plays: what is hidden, what is shown, and nothing kept in between."""

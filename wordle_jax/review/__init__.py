"""Games looked back on: how lucky and how skilful each guess was, and what a grid of squares gives away."""

"""Studies: several solvers under several conditions on the same words, their games, one table and one figure."""

"""Samples whose results are printed in textbooks and manuals."""

import numpy as np

# Student (1908): hours of sleep gained by ten patients under either drug.
SLEEP_1 = np.array([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0])
SLEEP_2 = np.array([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])

# Darwin (1876), as Fisher gives it: cross-fertilised less self-fertilised maize, in eighths of an inch.
MAIZE = np.array([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48])

# Hollander and Wolfe (1973): lightness of canned tuna, and what a panel thought of it.
TUNA_LIGHTNESS = np.array([44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1])
TUNA_PANEL = np.array([2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8])

# Anscombe (1973), the first of four sets.
ANSCOMBE_X = np.array([10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5])
ANSCOMBE_Y = np.array([8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68])

# Weights of eleven men, the example of Shapiro and Wilk (1965).
WEIGHTS = np.array([148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236])

"""The audit: every checkable claim of the four sources, what is found instead, and a verdict."""

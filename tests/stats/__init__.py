"""Tests of wordle_jax.stats."""

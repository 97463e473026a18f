"""Compiles the loops of the search: they branch on tiny sets, which suits Numba and not XLA."""

import inspect
from collections.abc import Callable
from typing import Any

import numba

from wordle_jax.platform import cache_folder

# What is compiled once is kept beside the kernels of JAX. Must be set before the first function is made.
numba.config.CACHE_DIR = str(cache_folder("numba"))  # type: ignore[attr-defined]


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, when it first does so, and keep it on disk; it holds no lock."""
    return _compile(function, cache=True)


def inner(function: Callable[..., Any]) -> Any:
    """Compile a function that compiled functions alone call, as part of them."""
    return _compile(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _compile(function: Callable[..., Any], **options: Any) -> Any:
    # Tests wrap functions in checks of their argument types, which are no business of a compiler.
    return numba.njit(nogil=True, **options)(inspect.unwrap(function))

"""Compiles the loops of the search: they branch on tiny sets, which suits Numba and not XLA."""

import inspect
from collections.abc import Callable
from typing import Any

import numba

from wordle_jax.platform import cache_folder
from wordle_jax.tree.archive import hash_program

# What is compiled once is kept beside the kernels of JAX, apart for every version of the program: numba sees changes of
# the file that it compiles, but not of constants from others. Must be set before the first function is made.
numba.config.CACHE_DIR = str(cache_folder("numba") / hash_program()[:16])  # type: ignore[attr-defined]
# As good for these loops as the level 3 that is the default, and compiled a tenth sooner.
numba.config.OPT = type(numba.config.OPT)(1)  # type: ignore[attr-defined]


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, when it first does so, and keep it on disk; it holds no lock."""
    return _compile(function, cache=True)


def inner(function: Callable[..., Any]) -> Any:
    """Compile a function that compiled functions alone call, as part of them."""
    return _compile(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def inlined(function: Callable[..., Any]) -> Any:
    """Make a small function part of the text of compiled functions that call it; it alone may return an array."""
    return _compile(function, inline="always")


def _compile(function: Callable[..., Any], **options: Any) -> Any:
    # No function makes an array, so none needs the runtime that counts references to arrays (nrt). A call would count
    # some thirty, and all that takes a sixth of the time to compile.
    options |= {"nogil": True, "_nrt": False}
    # Tests wrap functions in checks of their argument types, which are no business of a compiler.
    return numba.njit(**options)(inspect.unwrap(function))

"""Decision trees: found by search, built from solvers, proved, checked, saved and played; see docs/trees.md.

The names below are loaded when they are first used, so that the command line need not wait for JAX.
"""

from importlib import import_module
from typing import Any

_HOME = {
    "Certificate": "certificate",
    "Family": "families",
    "Found": "best",
    "Node": "tree",
    "SearchConfig": "search",
    "Tree": "tree",
    "build_tree": "build",
    "find_families": "families",
    "load_certificate": "certificate",
    "load_tree": "store",
    "make_certificate": "certificate",
    "prepare_search": "openers",
    "save_certificate": "certificate",
    "save_tree": "store",
    "search_tree": "best",
    "to_graphviz": "export",
    "to_html": "export",
    "to_text": "export",
    "verify_certificate": "check",
    "verify_tree": "verify",
    "walk": "tree",
}

__all__ = sorted(_HOME)


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"wordle_jax.tree.{_HOME[name]}"), name)
    raise AttributeError(f"module 'wordle_jax.tree' has no attribute {name!r}")

"""Tables and figures by name: each is a module of its own, in the package of its kind."""

import pkgutil
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Literal

from wordle_jax.errors import UserError
from wordle_jax.schema import did_you_mean, find_close

Kind = Literal["tables", "figures"]


def load_parts(kind: Kind, names: Sequence[str]) -> dict[str, Any]:
    """Return the modules of these names: of a table `make_table(results)`, of a figure `draw(directory, path)`.

    Raises UserError for an unknown name.
    """
    check_parts(kind, names)
    return {name: import_module(f"wordle_jax.study.{kind}.{name}") for name in names}


def check_parts(kind: Kind, names: Sequence[str]) -> None:
    """Raise UserError for a name that there is not. Nothing is loaded, for tables and figures need large libraries."""
    known = list_parts(kind)
    for name in names:
        if name not in known:
            close = did_you_mean(find_close(name, known))
            raise UserError(f"study.{kind}: there is no {name!r}{close}; choose among {', '.join(known)}")


def list_parts(kind: Kind) -> list[str]:
    """Return the names of all tables or figures."""
    found = pkgutil.iter_modules(import_module(f"wordle_jax.study.{kind}").__path__)
    return sorted(module.name for module in found if not module.name.startswith("_"))

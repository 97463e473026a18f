"""Finds the configuration and the word lists, in an installed package or in a checkout."""

from pathlib import Path

from wordle_jax.errors import UserError

_PACKAGE = Path(__file__).resolve().parent


def conf_dir() -> Path:
    """Return the folder of the Hydra configuration."""
    return _find("conf")


def data_dir() -> Path:
    """Return the folder of the word lists."""
    return _find("data")


def _find(name: str) -> Path:
    # A wheel carries both folders inside the package; an editable install leaves them at the top of the checkout.
    for folder in (_PACKAGE / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise UserError(f"the folder {name!r} is neither in {_PACKAGE} nor beside it: install wordle_jax again")

"""Figures looked at instead of read back from a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from matplotlib.figure import Figure

from wordle_jax.study.draw import drawing


def draw_captured(monkeypatch: pytest.MonkeyPatch, module: ModuleType, directory: Path) -> Figure:
    """Draw a figure of a study, and return it. It is laid out, as for a file, but its pixels are not worked out."""
    figures: list[Figure] = []

    @contextmanager
    def capture(*arguments: Any) -> Iterator[Figure]:
        with drawing(*arguments) as figure:
            figures.append(figure)
            yield figure

    def lay_out(figure: Figure, path: Path, **_: Any) -> None:
        figure.draw_without_rendering()
        path.touch()

    with monkeypatch.context() as patch:
        patch.setattr(module, "drawing", capture)
        patch.setattr(Figure, "savefig", lay_out)
        module.draw(directory, directory / "figure")
    return figures[0]


def write_tables(directory: Path, **tables: str) -> None:
    """Write tables of a study as CSV."""
    (directory / "tables").mkdir()
    for name, text in tables.items():
        (directory / "tables" / f"{name}.csv").write_text(text, encoding="utf-8")


def read_bars(axes: Any) -> list[tuple[str, list[float]]]:
    """The label and the heights of each series of bars."""
    return [
        (bars.get_label(), [bar.get_height() for bar in bars]) for bars in axes.containers if hasattr(bars, "patches")
    ]

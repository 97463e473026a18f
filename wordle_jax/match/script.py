"""A game for another program: it writes a guess a line and reads a line of JSON for each."""

import json
import sys

from wordle_jax.match.position import Position


class Script:
    """Lines of JSON on the standard output: positions, and objects with the one key error, code or help."""

    def show(self, position: Position) -> None:
        """Write a position."""
        self._write(position.to_json())

    def tell(self, key: str, text: str) -> None:
        """Write one text under its key."""
        self._write({key: text})

    def read(self, _: Position) -> str | None:
        """Return the next line that is not blank."""
        while line := sys.stdin.readline():
            if line.strip():
                return line.strip()
        return None

    def end(self, _: Position, share: str) -> None:
        """Write the squares of a game that is over."""
        if share:
            self._write({"share": share})

    def _write(self, content: object) -> None:
        print(json.dumps(content, ensure_ascii=False), flush=True)

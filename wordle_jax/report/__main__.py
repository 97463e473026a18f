"""Writes a page about results: `python -m wordle_jax.report outputs/DATE/TIME`."""

from wordle_jax.interrupts import ending_at_once

with ending_at_once():
    import argparse
    import sys
    from collections.abc import Sequence
    from pathlib import Path
    from typing import NoReturn

    from wordle_jax.errors import UserError

SUCCESS, BAD_INPUT = 0, 2


class _Parser(argparse.ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}; see --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Write the report that a command line asks for; return the exit status."""
    parser = _Parser(
        prog="python -m wordle_jax.report",
        description="Writes DIR/report.html, a page that needs nothing else, and DIR/report.md, the same in Markdown.",
        epilog="With a second directory: DIR/comparison.html and .md, of two runs of the same games or of two studies.",
    )
    parser.add_argument("directory", metavar="DIR", type=Path, help="of a run, sweep, study, tree or audit")
    parser.add_argument("other", metavar="OTHER", type=Path, nargs="?", help="another one, to compare it with")
    try:
        arguments = parser.parse_args(argv)
        # As in run.py: --help and complaints need not wait for libraries.
        from wordle_jax.report.write import write_report

        for path in write_report(arguments.directory, arguments.other):
            print(f"report   {path}", flush=True)
    except UserError as error:
        print("error:", " ".join(str(error).splitlines()), file=sys.stderr, flush=True)
        return BAD_INPUT
    return SUCCESS


if __name__ == "__main__":
    with ending_at_once():
        sys.exit(main())

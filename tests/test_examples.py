"""The examples of the documents run as they are printed, with the commands before them."""

import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from wordle_jax.entry import run_entry_point
from wordle_jax.report.__main__ import main as report
from wordle_jax.run import task

ROOT = Path(__file__).resolve().parent.parent
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Of README.md, whose commands are many and long, the Python alone is run.
DOCUMENTS = {"README.md": False, "docs/api.md": True}


def read_blocks(document: str) -> list[tuple[str, str]]:
    """Language and content of every fenced block, in order."""
    return FENCED.findall((ROOT / document).read_text(encoding="utf-8"))


def run_commands(block: str) -> Iterator[int]:
    """Yield the status of each line."""
    for line in block.splitlines():
        program, _, arguments = line.removeprefix("python -m wordle_jax.").partition(" ")
        argv = shlex.split(arguments, comments=True)
        assert program in ("run", "report"), line
        yield report(argv) if program == "report" else run_entry_point(task, "run", argv)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_examples_run(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said, complained, examples = io.StringIO(), io.StringIO(), 0
    with redirect_stdout(said), redirect_stderr(complained):
        for language, content in read_blocks(document):
            if language == "python":
                exec(compile(content, f"{document}, example {examples + 1}", "exec"), {})
                examples += 1
            elif DOCUMENTS[document]:
                assert set(run_commands(content)) == {0}
    assert complained.getvalue() == ""
    assert examples == (ROOT / document).read_text(encoding="utf-8").count("```python") > 0
    assert said.getvalue() != ""


def test_what_the_comments_promise_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = io.StringIO()
    first = next(content for language, content in read_blocks("docs/api.md") if language == "python")
    with redirect_stdout(said):
        exec(first, {})
    assert [line.split()[1] for line in said.getvalue().splitlines()[1:4]] == ["soare", "roate", "raise"]

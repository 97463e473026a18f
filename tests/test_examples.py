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
from wordle_jax.study.__main__ import check as study_check
from wordle_jax.study.__main__ import task as study_task

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


def test_a_study_of_ones_own_is_played_as_it_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = read_blocks("docs/studies.md")
    place = next(at for at, (language, content) in enumerate(blocks) if content.startswith("# @package _global_"))
    (_, settings), (_, commands) = blocks[place : place + 2]
    (tmp_path / "mine" / "study").mkdir(parents=True)
    (tmp_path / "mine" / "study" / "two_openers.yaml").write_text(settings, encoding="utf-8")
    play, tell = (shlex.split(line) for line in commands.splitlines())
    said = io.StringIO()
    with redirect_stdout(said):
        assert play[:3] == ["python", "-m", "wordle_jax.study"]
        assert run_entry_point(study_task, "study", play[3:], "study", check=study_check) == 0
        assert tell[:3] == ["python", "-m", "wordle_jax.report"]
        assert report(tell[3:]) == 0
    page = (tmp_path / tell[3] / "report.md").read_text(encoding="utf-8")
    assert page.startswith("# Study two_openers\n")
    assert all(f"| {variant} |" in page for variant in ("salet", "crane"))


def test_what_the_comments_promise_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = io.StringIO()
    first = next(content for language, content in read_blocks("docs/api.md") if language == "python")
    with redirect_stdout(said):
        exec(first, {})
    assert [line.split()[1] for line in said.getvalue().splitlines()[1:4]] == ["soare", "roate", "raise"]

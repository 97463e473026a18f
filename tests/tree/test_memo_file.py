"""What is kept on disk of a search changes nothing but the time that it takes."""

from dataclasses import replace

import numpy as np
import pytest
from worlds import WORLD_NAMES, tiny_world

from tests.tree.test_archive import edit_arrays
from tests.tree.test_openers import EXACT, WORST, facts_of
from wordle_jax.rules import Rules
from wordle_jax.tree import memo_file
from wordle_jax.tree.openers import OpenerJob, make_job, prepare_search
from wordle_jax.tree.search import SearchConfig, Searcher

TOP = SearchConfig("few", top=3)
ALL = np.arange(27)
FEW = ALL[:5]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(memo_file, "cache_folder", lambda name: tmp_path / "cache" / name)
    return tmp_path / "cache" / "trees"


def job_of(config, *, mode="normal", limit=6, to_beat=None, keeps_memo=True) -> OpenerJob:
    job = make_job(tiny_world("three"), Rules(limit, mode), replace(config, memo=keeps_memo))
    return replace(job, to_beat=to_beat)


def outcomes_of(job, openers=ALL):
    return [facts_of(outcome) for outcome in job.start(tiny_world("three"))(openers)]


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def searched(monkeypatch):
    """How many sets each search went through, in the order of the searches."""
    nodes, search = [], Searcher.search

    def counting(searcher, *arguments):
        before = searcher.nodes
        cost = search(searcher, *arguments)
        nodes.append(searcher.nodes - before)
        return cost

    monkeypatch.setattr(Searcher, "search", counting)
    return nodes


CASES = [
    {"config": EXACT},
    {"config": EXACT, "mode": "hard"},
    {"config": EXACT, "mode": "hard", "limit": 4},
    {"config": EXACT, "to_beat": (40, 26)},
    {"config": TOP, "mode": "ultra_hard"},
    {"config": WORST, "limit": 4},
    {"config": WORST, "limit": 4, "mode": "hard"},
]


@pytest.mark.parametrize("case", CASES)
def test_outcomes_are_the_same_with_and_without_a_memo(case, folder, searched):
    without = outcomes_of(job_of(**case, keeps_memo=False))
    assert not folder.exists()
    assert outcomes_of(job_of(**case)) == without
    files = contents(folder)
    assert len(files) == sum(outcome["nodes"] > 0 for outcome in without) > 0
    assert sum(searched) > 0
    searched.clear()
    assert outcomes_of(job_of(**case)) == without
    assert not any(searched)
    assert contents(folder) == files


def test_one_searcher_goes_on_from_limit_to_limit(folder, searched):
    """What it knows at the beginning is part of the question."""

    def deepen(*, keeps_memo):
        searcher = Searcher(tiny_world("three"), "normal", job_of(WORST).weight, **job_of(WORST).choices)
        jobs = [job_of(WORST, limit=limit, keeps_memo=keeps_memo) for limit in (2, 3, 4, 5)]
        return [facts_of(job.search(searcher, guess)) for guess in (3, 9) for job in jobs]

    without = deepen(keeps_memo=False)
    assert deepen(keeps_memo=True) == without
    assert sum(searched) > 0
    searched.clear()
    assert deepen(keeps_memo=True) == without
    assert not any(searched)


def test_another_question_is_another_file(folder):
    jobs = [
        job_of(EXACT),
        job_of(EXACT, mode="hard"),
        job_of(EXACT, limit=7),
        job_of(EXACT, to_beat=(60, 3)),
        job_of(TOP),
        job_of(replace(EXACT, prior="frequency")),
    ]
    for number, job in enumerate(jobs, 1):
        outcomes_of(job, ALL[:1])
        assert len(contents(folder)) == number
    outcomes_of(jobs[0], ALL[1:2])
    assert len(contents(folder)) == len(jobs) + 1
    digests = {prepare_search(tiny_world(name), Rules(), EXACT).digest for name in WORLD_NAMES}
    assert len(digests) == len(WORLD_NAMES)


@pytest.mark.parametrize("damage", [lambda whole: whole[: len(whole) // 2], lambda whole: b"", lambda whole: b"x" * 99])
def test_damaged_files_are_written_anew(damage, folder):
    without = outcomes_of(job_of(EXACT), FEW)
    whole = contents(folder)
    for name, content in whole.items():
        (folder / name).write_bytes(damage(content))
    assert outcomes_of(job_of(EXACT), FEW) == without
    assert contents(folder) == whole


def test_edited_files_are_written_anew(folder):
    """Also those that any reader takes for whole: places of members that there are not would end the program."""
    without = outcomes_of(job_of(EXACT), FEW)
    whole = contents(folder)

    def drop(parts):
        del parts["legal_counter"]

    def point_nowhere(parts):
        parts["memo_entry"] = parts["memo_entry"].copy()
        parts["memo_entry"][1:, 0] = 2**30

    def count_fewer(parts):
        parts["memo_counter"] = parts["memo_counter"] - 1

    for edit in (drop, point_nowhere, count_fewer):
        for name in whole:
            edit_arrays(folder / name, edit)
        assert contents(folder) != whole
        assert outcomes_of(job_of(EXACT), FEW) == without
        assert contents(folder) == whole


def test_files_under_names_of_others_are_written_anew(folder):
    without = outcomes_of(job_of(EXACT), FEW)
    whole = contents(folder)
    names = sorted(whole)
    assert len(names) > 1
    for name, other in zip(names, [*names[1:], names[0]], strict=True):
        (folder / name).write_bytes(whole[other])
    assert outcomes_of(job_of(EXACT), FEW) == without
    assert contents(folder) == whole


def test_a_folder_that_cannot_be_written_ends_nothing(folder, monkeypatch):
    without = outcomes_of(job_of(EXACT, keeps_memo=False), FEW)
    folder.parent.parent.joinpath("file").write_text("")
    for path in ("file", "file/below"):
        monkeypatch.setattr(memo_file, "cache_folder", lambda name, path=path: folder.parent.parent / path / name)
        assert outcomes_of(job_of(EXACT), FEW) == without


def test_other_text_of_the_program_is_another_question(folder, monkeypatch):
    outcomes_of(job_of(EXACT), FEW)
    before = set(contents(folder))
    monkeypatch.setattr(memo_file, "hash_program", lambda: "another")
    outcomes_of(job_of(EXACT), FEW)
    assert len(contents(folder)) == 2 * len(before)

"""An interrupted search goes on where it stopped, and comes to the same."""

import json

import numpy as np
import pytest
from worlds import tiny_world

from tests.tree.test_archive import edit_arrays
from tests.tree.test_search import EXACT, facts_of, find_tree
from tests.tree.test_store import shape
from wordle_jax.rules import Rules
from wordle_jax.tree import best, resume
from wordle_jax.tree.best import Found, search_tree
from wordle_jax.tree.openers import OpenerJob, prepare_search
from wordle_jax.tree.resume import load_unfinished, question_of, save_unfinished
from wordle_jax.tree.search import SearchConfig, SearchStopped

WORST = SearchConfig("worst_case", "worst_case", exact=True)
COSTS_ALL = SearchConfig("ranked", exact=True, ranks=27)


class Interruption(Exception):
    """What stands for Ctrl-C."""


def interrupt_after(openers, world, rules, path, config=EXACT, limit=1):
    """Search until so many openers are done within a limit of guesses, save, and stop."""
    searcher, found = prepare_search(world, rules, config), Found()

    def poll():
        if found.limit >= limit and len(found.done) >= openers:
            save_unfinished(path, question_of(searcher, rules, config, None), searcher, found)
            raise Interruption

    with pytest.raises(Interruption):
        search_tree(searcher, rules, config, None, found, on_poll=poll)
    assert found.root is not None
    assert not found.is_optimal
    return found


@pytest.mark.parametrize("config", [EXACT, COSTS_ALL, WORST], ids=lambda config: config.name)
@pytest.mark.parametrize("mode", ["normal", "hard"])
@pytest.mark.parametrize("openers", [1, 9, 26])
def test_search_goes_on(config, mode, openers, tmp_path, monkeypatch):
    monkeypatch.setattr(best, "_LINES", 1 << 16)  # one opener a chunk
    world, rules, path = tiny_world("three"), Rules(6, mode), tmp_path / "unfinished.npz"
    whole = find_tree(world, rules, config)
    stopped = interrupt_after(openers, world, rules, path, config)

    searcher, found = prepare_search(world, rules, config), Found()
    assert load_unfinished(path, question_of(searcher, rules, config, None), searcher, found)
    assert facts_of(found) == facts_of(stopped)
    search_tree(searcher, rules, config, None, found)
    assert found.is_optimal
    assert facts_of(found) == facts_of(whole)


def test_opener_goes_on_in_the_middle(english, english_world, tmp_path, monkeypatch):
    rules, path, salet = Rules(), tmp_path / "unfinished.npz", english.guess_index["salet"]
    whole = find_tree(english_world, rules, EXACT, salet)
    searcher, found = prepare_search(english_world, rules, EXACT), Found()
    search = OpenerJob.search

    def stop_once(job, searcher, guess):
        # With less to beat the search learns part of what it will need.
        searcher.turn_to(guess)
        searcher.search(guess, 100, 7910)
        raise SearchStopped

    monkeypatch.setattr(OpenerJob, "search", stop_once)
    with pytest.raises(SearchStopped):
        search_tree(searcher, rules, EXACT, salet, found)
    question = question_of(searcher, rules, EXACT, salet)
    save_unfinished(path, question, searcher, found)

    monkeypatch.setattr(OpenerJob, "search", search)
    again, found = prepare_search(english_world, rules, EXACT), Found()
    assert load_unfinished(path, question, again, found)
    assert again.ratings == searcher.ratings > 0
    learned = again.ratings
    search_tree(again, rules, EXACT, salet, found)
    assert found.ratings == again.ratings > learned
    assert (found.cost, shape(found.root)) == (whole.cost, shape(whole.root))


def test_another_question_starts_anew(tmp_path, capsys):
    world, rules, path = tiny_world("three"), Rules(), tmp_path / "unfinished.npz"
    interrupt_after(3, world, rules, path)
    asked = [
        (tiny_world("five"), rules, EXACT, None),
        (world, Rules(7), EXACT, None),
        (world, Rules(6, "hard"), EXACT, None),
        (world, rules, SearchConfig("total", prior="frequency", exact=True), None),
        (world, rules, SearchConfig("total", top=4), None),
        (world, rules, EXACT, 3),
    ]
    for other, other_rules, config, opener in asked:
        searcher, found = prepare_search(other, other_rules, config), Found()
        assert not load_unfinished(path, question_of(searcher, other_rules, config, opener), searcher, found)
        assert found == Found()
    searcher, found = prepare_search(world, rules, EXACT), Found()
    question = question_of(searcher, rules, EXACT, None)
    assert not load_unfinished(tmp_path / "none.npz", question, searcher, found)
    assert capsys.readouterr().out == f"{path} is about another question: starting anew\n" * len(asked)
    path.write_bytes(path.read_bytes()[:-100])
    assert not load_unfinished(path, question, searcher, found)
    assert capsys.readouterr().out == f"{path} is damaged: starting anew\n"
    assert not np.any(searcher.memo.counter)


def edit_found(**facts):
    """Say other things of what was found."""

    def edit(parts):
        head = json.loads(parts["head"].tobytes())
        head["found"] = {name: facts.get(name, fact) for name, fact in head["found"].items()}
        parts["head"] = np.frombuffer(json.dumps(head).encode(), np.uint8)

    return edit


def drop_claims(parts):
    for name in [name for name in parts if name.startswith("claims_")]:
        del parts[name]


@pytest.mark.parametrize(
    "edit",
    [
        drop_claims,
        edit_found(scouted=[]),
        edit_found(root=[99999, []]),
        edit_found(done=list(range(27))),
        edit_found(cost=1),
        lambda parts: parts.update(head=parts["head"][:-1]),
    ],
)
def test_edited_files_start_anew(edit, tmp_path, capsys):
    world, rules, path = tiny_world("three"), Rules(), tmp_path / "unfinished.npz"
    interrupt_after(3, world, rules, path)
    question = question_of(prepare_search(world, rules, EXACT), rules, EXACT, None)
    edit_arrays(path, lambda parts: None)
    assert load_unfinished(path, question, prepare_search(world, rules, EXACT), Found())
    edit_arrays(path, edit)
    searcher, found = prepare_search(world, rules, EXACT), Found()
    assert not load_unfinished(path, question, searcher, found)
    assert found == Found()
    assert capsys.readouterr().out == f"{path} is damaged: starting anew\n"
    search_tree(searcher, rules, EXACT, None, found)
    assert facts_of(found) == facts_of(find_tree(world, rules, EXACT))


def test_another_version_of_the_program_starts_anew(tmp_path, monkeypatch):
    world, rules, path = tiny_world("three"), Rules(), tmp_path / "unfinished.npz"
    interrupt_after(3, world, rules, path)
    searcher, found = prepare_search(world, rules, EXACT), Found()
    monkeypatch.setattr(resume, "hash_program", lambda: "another")
    assert not load_unfinished(path, question_of(searcher, rules, EXACT, None), searcher, found)

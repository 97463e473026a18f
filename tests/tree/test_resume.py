"""An interrupted search goes on where it stopped, and comes to the same."""

import numpy as np
import pytest
from worlds import tiny_world

from tests.tree.test_search import EXACT, find_tree
from tests.tree.test_store import shape
from wordle_jax.rules import Rules
from wordle_jax.tree import search
from wordle_jax.tree.resume import load_unfinished, question_of, save_unfinished
from wordle_jax.tree.search import Found, SearchConfig, prepare_search, search_tree


class Interruption(Exception):
    """What stands for Ctrl-C."""


def interrupt_after(openers, world, rules, path):
    """Search until so many openers are done, save, and stop."""
    searcher, found = prepare_search(world, rules, EXACT), Found()

    def keep():
        if found.done == openers:
            save_unfinished(path, question_of(searcher, rules, EXACT, None), searcher, found)
            raise Interruption

    with pytest.raises(Interruption):
        search_tree(searcher, rules, EXACT, None, found, keep=keep)
    assert found.root is not None
    assert not found.is_optimal


@pytest.mark.parametrize("mode", ["normal", "hard"])
@pytest.mark.parametrize("openers", [1, 9, 26])
def test_search_goes_on(mode, openers, tmp_path, monkeypatch):
    monkeypatch.setattr(search, "_KEEP_SECONDS", -1.0)
    world, rules, path = tiny_world("three"), Rules(6, mode), tmp_path / "unfinished.npz"
    whole = find_tree(world, rules, EXACT)
    interrupt_after(openers, world, rules, path)

    searcher, found = prepare_search(world, rules, EXACT), Found()
    assert load_unfinished(path, question_of(searcher, rules, EXACT, None), searcher, found)
    assert found.done == openers
    assert searcher.memo.counter[searcher.kernel.ENTRIES] > 0
    search_tree(searcher, rules, EXACT, None, found)
    assert found.is_optimal
    assert shape(found.root) == shape(whole.root)
    assert (found.cost, found.lower_bound, found.excluded) == (whole.cost, whole.lower_bound, whole.excluded)


def test_another_question_starts_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(search, "_KEEP_SECONDS", -1.0)
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
    path.write_bytes(path.read_bytes()[:-100])
    assert not load_unfinished(path, question, searcher, found)
    assert not load_unfinished(tmp_path / "none.npz", question, searcher, found)
    assert not np.any(searcher.memo.counter)

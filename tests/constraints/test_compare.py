"""Tables of propagation against games played one by one in plain Python; some histories repeat, some lie."""

from collections import defaultdict
from dataclasses import replace
from statistics import fmean

import numpy as np
import pytest

from wordle_jax.constraints import PROPAGATORS, PropagationRow, compare, compare_propagators
from wordle_jax.errors import UserError

from . import oracle

WORDS = [word for word in oracle.all_words(3, 4) if len(set(word)) > 1]
ANSWERS = WORDS[::2]
LETTERS, ANSWER_LETTERS = np.array(WORDS, np.uint8), np.array(ANSWERS, np.uint8)
ORACLES = {"forward_checking": oracle.forward_checking, "mac": oracle.mac, "gcc_light": oracle.gcc_light}


def play_games(num_games, flip_rate, seed):
    """Games of random guesses, up to five each; the first guess is one of two, so that histories repeat."""
    rng = np.random.default_rng(seed)
    guesses = np.full((num_games, 5), -1, np.int32)
    observed = np.full((num_games, 5), -1, np.int32)
    for game in range(num_games):
        answer = ANSWERS[rng.integers(len(ANSWERS))]
        for turn in range(5):
            guess = int(rng.integers(2 if turn == 0 else len(WORDS)))
            tiles = np.array(oracle.score(WORDS[guess], answer))
            lies = rng.random(4) < flip_rate
            guesses[game, turn] = guess
            observed[game, turn] = oracle.encode(np.where(lies, (tiles + 1) % 3, tiles).tolist())
            if WORDS[guess] == answer:
                break
    return guesses, observed


def tabulate(guesses, observed, propagator):
    """The rows, one game after the other."""
    rows = oracle.all_tiles(4)
    by_turn = defaultdict(list)
    for game_guesses, game_observed in zip(guesses.tolist(), observed.tolist(), strict=True):
        state, history = oracle.start(3, 4), ()
        for turn, (guess, code) in enumerate(zip(game_guesses, game_observed, strict=True), start=1):
            if guess < 0:
                break
            history += ((guess, code),)
            before = state
            constraints = oracle.extract(WORDS[guess], rows[code], 3)
            state, contradiction = ORACLES[propagator](before, constraints)
            left = sum(oracle.allows(state, answer) for answer in ANSWERS)
            sizes = [len(domain) for domain in state.domains]
            measured = {
                "sizes": sizes,
                "product": np.prod(sizes),
                "removed": sum(map(len, before.domains)) - sum(sizes),
                "revisions": oracle.count_revisions(before, constraints, propagator),
                "fit": sum(
                    all(x in domain for x, domain in zip(answer, state.domains, strict=True)) for answer in ANSWERS
                ),
                "left": left,
            }
            by_turn[turn].append((history, contradiction, measured if left else None))
            if not left:
                state, history = oracle.start(3, 4), ()
    return tuple(summarise(propagator, turn, games) for turn, games in sorted(by_turn.items()))


def summarise(propagator, turn, games):
    consistent = [measured for _, _, measured in games if measured is not None]

    def mean(key):
        return fmean(measured[key] for measured in consistent)

    return PropagationRow(
        propagator=propagator,
        turn=turn,
        games=len(games),
        histories=len({history for history, _, _ in games}),
        exhausted=len(games) - len(consistent),
        contradictions=sum(contradiction for _, contradiction, _ in games),
        mean_domain_sizes=tuple(fmean(measured["sizes"][i] for measured in consistent) for i in range(4)),
        mean_domain_product=mean("product"),
        mean_values_removed=mean("removed"),
        mean_revisions=mean("revisions"),
        mean_answers_in_domains=mean("fit"),
        mean_answers_left=mean("left"),
    )


@pytest.mark.parametrize("flip_rate", [0.0, 0.05])
@pytest.mark.parametrize("propagator", PROPAGATORS)
def test_rows_equal_those_of_games_played_one_by_one(propagator, flip_rate):
    guesses, observed = play_games(250, flip_rate, seed=1)
    comparison = compare_propagators(LETTERS, guesses, observed, ANSWER_LETTERS, (propagator,))
    expected = tabulate(guesses, observed, propagator)
    assert [round_means(row) for row in comparison.rows] == [round_means(row) for row in expected]
    assert any(row.exhausted for row in expected) == (flip_rate > 0)
    assert all(row.contradictions <= row.exhausted <= row.games for row in comparison.rows)


def round_means(row):
    """The row with its means to nine digits: sums of the plain table are taken in another order."""
    means = {name: round(value, 9) for name, value in vars(row).items() if isinstance(value, float)}
    return replace(row, **means, mean_domain_sizes=tuple(round(size, 9) for size in row.mean_domain_sizes))


def test_games_without_lies():
    """Three games of known histories, of which two are the same at first."""
    words = {name: index for index, name in enumerate(["aab", "abc", "bca"])}
    letters = np.array([[0, 0, 1], [0, 1, 2], [1, 2, 0]], np.uint8)
    guesses = np.array([[words["aab"], words["abc"]], [words["aab"], words["bca"]], [words["abc"], -1]])
    observed = np.array(
        [
            [oracle.encode((2, 0, 1)), oracle.encode((2, 2, 2))],
            [oracle.encode((1, 0, 1)), oracle.encode((2, 2, 2))],
            [oracle.encode((2, 2, 2)), -1],
        ]
    )
    comparison = compare_propagators(letters, guesses, observed, letters, ["forward_checking", "gcc_light"])
    table = [
        (row.propagator, row.turn, row.games, row.histories, row.mean_domain_sizes, row.mean_answers_left)
        for row in comparison.rows
    ]
    assert table == [
        ("forward_checking", 1, 3, 3, (4 / 3, 5 / 3, 5 / 3), 1.0),
        ("forward_checking", 2, 2, 2, (1.0, 1.0, 1.0), 1.0),
        # Exactly one a: found at position 1 it leaves position 3, and otherwise only position 3 can hold it.
        ("gcc_light", 1, 3, 3, (4 / 3, 4 / 3, 1.0), 1.0),
        ("gcc_light", 2, 2, 2, (1.0, 1.0, 1.0), 1.0),
    ]


def test_the_order_of_games_does_not_matter_and_copies_are_propagated_once():
    guesses, observed = play_games(100, 0.05, seed=2)
    once = compare_propagators(LETTERS, guesses, observed, ANSWER_LETTERS)
    order = np.random.default_rng(0).permutation(np.repeat(np.arange(100), 7))
    often = compare_propagators(LETTERS, guesses[order], observed[order], ANSWER_LETTERS)
    assert [row.histories for row in often.rows] == [row.histories for row in once.rows]
    assert [row.games for row in often.rows] == [7 * row.games for row in once.rows]
    assert [row.mean_domain_sizes for row in often.rows] == [row.mean_domain_sizes for row in once.rows]
    shuffled = np.random.default_rng(1).permutation(100)
    again = compare_propagators(LETTERS, guesses[shuffled], observed[shuffled], ANSWER_LETTERS)
    assert again.rows == once.rows


def test_parts_of_the_games_leave_no_trace(monkeypatch):
    guesses, observed = play_games(250, 0.05, seed=3)
    guesses[:2], observed[:2] = -1, -1  # nothing was guessed
    at_once = compare_propagators(LETTERS, guesses, observed, ANSWER_LETTERS)
    parts = []
    split_games = compare._split_games
    monkeypatch.setattr(compare, "_GAMES_AT_ONCE", 40)
    monkeypatch.setattr(
        compare, "_split_games", lambda *games: [parts.append(part) or part for part in split_games(*games)]
    )
    comparison = compare_propagators(LETTERS, guesses, observed, ANSWER_LETTERS)
    assert comparison.rows == at_once.rows
    assert len(parts) > 3
    assert sorted(np.concatenate(parts).tolist()) == list(range(250))
    assert [len(spent) for spent in comparison.seconds.values()] == [len(spent) for spent in at_once.seconds.values()]


def test_more_histories_than_a_chunk_holds(english):
    """A thousand answers, each guessed after tares: more than 512 distinct histories at the second turn."""
    from wordle_jax.pattern import build_pattern_matrix

    first = english.guess_index["tares"]
    answers = english.letters[english.answer_guess]
    codes = build_pattern_matrix(english.letters[[first]], answers).codes[0]
    guesses = np.stack([np.full(1000, first), english.answer_guess[:1000]], axis=1)
    observed = np.stack([codes[:1000].astype(np.int32), np.full(1000, 242, np.int32)], axis=1)
    comparison = compare_propagators(english.letters, guesses, observed, answers)
    counts = np.bincount(codes)
    for row in comparison.rows:
        if row.turn == 1:
            assert (row.games, row.histories) == (1000, len(np.unique(codes[:1000])))
            assert row.mean_answers_left == counts[codes[:1000]].mean()
        else:
            assert (row.games, row.histories) == (1000, 1000)
            assert row.mean_domain_sizes == (1.0,) * 5
            assert row.mean_answers_in_domains == row.mean_answers_left == 1.0


def test_seconds_stand_apart_from_the_rows():
    guesses, observed = play_games(20, 0.0, seed=3)
    comparison = compare_propagators(LETTERS, guesses, observed, ANSWER_LETTERS)
    num_turns = int((guesses >= 0).any(axis=0).sum())
    assert {name: len(spent) for name, spent in comparison.seconds.items()} == dict.fromkeys(PROPAGATORS, num_turns)
    assert all(seconds > 0 for spent in comparison.seconds.values() for seconds in spent)
    assert [(row.propagator, row.turn) for row in comparison.rows] == [
        (name, turn) for name in PROPAGATORS for turn in range(1, num_turns + 1)
    ]


def test_a_turn_that_leaves_no_game_an_answer_has_no_means():
    impossible = oracle.encode((2, 2, 2, 1))
    comparison = compare_propagators(LETTERS, np.array([[1]]), np.array([[impossible]]), ANSWER_LETTERS, ("mac",))
    (row,) = comparison.rows
    assert (row.games, row.exhausted, row.contradictions) == (1, 1, 1)
    assert np.isnan([*row.mean_domain_sizes, row.mean_domain_product, row.mean_answers_left]).all()


def test_games_that_were_not_played_have_no_rows():
    nothing = np.full((3, 5), -1)
    assert compare_propagators(LETTERS, nothing, nothing, ANSWER_LETTERS).rows == ()


def test_an_unknown_propagator_is_named():
    nothing = np.full((3, 5), -1)
    with pytest.raises(UserError, match=r"unknown propagator 'ac4': .* forward_checking, mac, gcc_light"):
        compare_propagators(LETTERS, nothing, nothing, ANSWER_LETTERS, ("mac", "ac4"))

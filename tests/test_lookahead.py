"""Look-ahead: the two-step value of every guess, counted once more in plain Python, and what it changes."""

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
from worlds import read_recipe, set_match, tiny_lexicon, tiny_world

from wordle_jax import lookahead
from wordle_jax.batch import Rows
from wordle_jax.belief import join_sets
from wordle_jax.lookahead import rate_two_steps, split_beliefs
from wordle_jax.player import Player
from wordle_jax.rules import build_allowed_after
from wordle_jax.schema import to_dataclass
from wordle_jax.scores import part_table
from wordle_jax.solver import PART_SCORES, Recipe
from wordle_jax.tree.build import build_tree
from wordle_jax.tree.verify import verify_tree

NUM_GUESSES, NUM_ANSWERS = 27, 16


def split(world, guess, members):
    """The parts of a set of answers by their pattern."""
    parts = defaultdict(list)
    for answer in members:
        parts[int(world.matrix.codes[guess, answer])].append(answer)
    return parts


def score_once(world, score, guess, members):
    """The integer score of a guess for a set of answers."""
    table = part_table(score, NUM_ANSWERS)
    terms = [int(table.of_part[len(part)]) for part in split(world, guess, members).values()]
    won = score == "least_guesses" and any(world.answer_guess[answer] == guess for answer in members)
    return max(terms) if score == "largest_part" else sum(terms) - won


def score_twice(world, score, guess, members, legal, allowed_after):
    """The two-step value: the best that any legal second guess leaves of each part, put together."""
    left = []
    for pattern, part in split(world, guess, members).items():
        if score == "least_guesses" and len(part) == 1:
            left.append(0 if world.answer_guess[part[0]] == guess else 1)
            continue
        next_legal = legal
        if allowed_after is not None:
            allowed = allowed_after(guess, pattern)
            next_legal = [g for g in legal if allowed[g] and g != guess] or range(NUM_GUESSES)
        left.append(min(score_once(world, score, g, part) for g in next_legal))
    return max(left) if score == "largest_part" else sum(left)


def draw_sets(number, seed=0):
    generator = np.random.default_rng(seed)
    sizes = generator.integers(1, NUM_ANSWERS + 1, number)
    return [np.sort(generator.choice(NUM_ANSWERS, size, replace=False)).astype(np.int32) for size in sizes]


def seat(world, score, mode):
    recipe = to_dataclass(Recipe, read_recipe("lookahead", score=score, lookahead=0, candidate_at=0))
    return Player(recipe, world, np.zeros(0, np.int32), mode)


def rate_all(world, score, mode, sets, legal=None):
    """The two-step values of all guesses for all sets."""
    beliefs, player = join_sets(sets), seat(world, score, mode)
    rows = Rows(
        np.repeat(np.arange(len(sets)), NUM_GUESSES), np.tile(np.arange(NUM_GUESSES), len(sets)).astype(np.int32)
    )

    def rate_next(parts, masks):
        guess = player.decide(parts, 2, masks)
        return np.array(
            [score_once(world, score, g, parts[b].tolist()) for b, g in enumerate(guess.tolist())], np.int32
        )

    table, allowed_after = part_table(score, NUM_ANSWERS), build_allowed_after(world.letters, mode)
    values = rate_two_steps(world, beliefs, rows, table, rate_next, legal, allowed_after)
    return values.reshape(len(sets), NUM_GUESSES)


@pytest.mark.parametrize("mode", ["normal", "hard", "ultra_hard"])
@pytest.mark.parametrize("score", PART_SCORES)
def test_values_are_those_of_plain_python(score, mode):
    world, sets = tiny_world("five"), draw_sets(12)
    legal = None
    if mode != "normal":
        legal = np.random.default_rng(1).random((len(sets), NUM_GUESSES)) < 0.5
        legal[:, 0] = True
    values = rate_all(world, score, mode, sets, legal)
    allowed_after = build_allowed_after(world.letters, mode)
    for b, members in enumerate(sets):
        some = list(range(NUM_GUESSES)) if legal is None else np.flatnonzero(legal[b]).tolist()
        expected = [score_twice(world, score, g, members.tolist(), some, allowed_after) for g in range(NUM_GUESSES)]
        assert values[b].tolist() == expected


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_values_do_not_depend_on_how_much_is_held_at_a_time(mode, monkeypatch):
    world, sets = tiny_world("five"), draw_sets(20, seed=2)
    expected = rate_all(world, "entropy", mode, sets)
    monkeypatch.setattr(lookahead, "_MEMBERS_AT_ONCE", 23)
    monkeypatch.setattr(lookahead, "_MASKS_AT_ONCE", 5)
    np.testing.assert_array_equal(rate_all(world, "entropy", mode, sets), expected)


def test_parts_are_those_of_the_patterns():
    world, sets = tiny_world("accented"), draw_sets(5, seed=3)
    belief = np.repeat(np.arange(5), 9)
    rows = Rows(belief, (np.arange(45) * 4 % NUM_GUESSES).astype(np.int32))
    parts = split_beliefs(world, join_sets(sets), rows)
    found = [
        (row, pattern, parts.sets[p].tolist())
        for p, (row, pattern) in enumerate(zip(parts.row.tolist(), parts.pattern.tolist(), strict=True))
    ]
    expected = [
        (row, pattern, part)
        for row in range(45)
        for pattern, part in sorted(split(world, int(rows.guess[row]), sets[belief[row]].tolist()).items())
    ]
    assert found == expected


@pytest.mark.parametrize("score", PART_SCORES)
def test_looking_ahead_never_leaves_more_after_two_guesses(score):
    """The shortlist holds the one-step choice, and where all guesses are rated, no guess is better."""
    world, sets = tiny_world("three"), draw_sets(12, seed=4)
    values = rate_all(world, score, "normal", sets)
    greedy = seat(world, score, "normal")
    chosen = {0: greedy.decide(join_sets(sets), 1)}
    for width in (1, 4, NUM_GUESSES):
        player = Player(replace(greedy.recipe, lookahead=width), world, greedy.explorers)
        chosen[width] = player.decide(join_sets(sets), 1)
    several = [b for b, members in enumerate(sets) if len(members) > 1]
    best = {width: values[several, guesses[several]] for width, guesses in chosen.items()}
    np.testing.assert_array_equal(chosen[1], chosen[0])
    assert (best[4] <= best[1]).all()
    np.testing.assert_array_equal(best[NUM_GUESSES], values[several].min(axis=1))


@pytest.mark.parametrize("mode", ["hard", "ultra_hard"])
def test_an_opener_expects_the_rules_of_the_second_guess(mode):
    recipe = read_recipe("lookahead", lookahead=NUM_GUESSES)
    match = set_match(tiny_lexicon("five"), tiny_world("five"), recipe, mode=mode)
    everything = list(match.lexicon.guesses)
    expected = match.oracle.choose(match.lexicon.answers, 1, everything)
    assert match.lexicon.guesses[match.table.setup.opener] == expected


def test_fewest_guesses_looked_ahead_come_near_the_best_tree(english, english_world):
    """The best of all trees takes 7,920 guesses; without looking ahead, the same score takes 7,952."""
    recipe = read_recipe("lookahead", score="least_guesses", lookahead=3, opener="trace")
    tree = build_tree(set_match(english, english_world, recipe).table.setup, english_world)
    verify_tree(tree, english)
    assert 7_920 <= tree.total_guesses < 7_952

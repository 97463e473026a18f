"""The adversary against plain Python that tries every lie, and the player who counts its lies."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from oracle import all_tiles, decode, encode, feedback
from test_game import all_ids, assert_same_records
from worlds import read_recipe, set_match, shrink, tiny_lexicon, tiny_world

from wordle_jax import game as game_module
from wordle_jax.adversary import check_adversary, check_choices, count_scripts, list_scripts
from wordle_jax.channel import Adversary, ChannelConfig, dense_matrix, make_channel, tile_flip
from wordle_jax.errors import UserError
from wordle_jax.experiment import make_setup
from wordle_jax.game import play_games, set_table
from wordle_jax.records import concatenate_records
from wordle_jax.rules import Rules
from wordle_jax.schema import to_dataclass
from wordle_jax.soft_player import SoftPlayer
from wordle_jax.solver import Recipe


def hard_match(world_name, name, budget, turns, mode="normal"):
    """A match whose table has an adversary."""
    match = set_match(
        tiny_lexicon(world_name), tiny_world(world_name), shrink(read_recipe(name)), mode=mode, max_guesses=turns
    )
    adversary = Adversary(budget, match.lexicon.word_length)
    return replace(match, table=set_table(replace(match.table.setup, channel=adversary), tiny_world(world_name)))


def soft_table(world_name, channel, turns, mode="normal", **changes):
    recipe = to_dataclass(Recipe, read_recipe("noise_aware") | {"shortlist": 8, "likeliest": 4} | changes)
    lexicon, world = tiny_lexicon(world_name), tiny_world(world_name)
    channel = make_channel(channel, lexicon.word_length)
    rules = Rules(max_guesses=turns, mode=mode)
    return lexicon, set_table(make_setup(recipe, lexicon, world, rules, channel, 42, say=lambda line: None), world)


# --- every lie in plain Python -----------------------------------------------------------------------------


def find_worst(answer, choose, budget, turns, shown=()):
    """The worst game that goes on from what was shown: (badness, lies to add, all lies so far, patterns shown).

    `choose` returns the guess after rows were shown. A row but the last may be any that lies in few enough tiles.
    """
    guess, tiles = choose(shown), len(answer)
    truth = feedback(guess, answer)
    if guess == answer:
        return len(shown) + 1, 0, (), (*shown, encode(truth))
    if len(shown) + 1 == turns:
        return turns + 1, 0, (), (*shown, encode(truth))
    found = []
    for row in all_tiles(tiles):
        lies = tuple((s - t) % 3 for s, t in zip(row, truth, strict=True))
        told = sum(lie > 0 for lie in lies)
        if told <= budget:
            badness, more, later, game = find_worst(answer, choose, budget - told, turns, (*shown, encode(row)))
            found.append((badness, told + more, lies + later, game))
    none = (0,) * tiles * turns
    return min(found, key=lambda f: (-f[0], f[1], (f[2] + none)[: len(none)]))


@pytest.mark.parametrize(
    ("world_name", "name", "budget", "turns", "mode"),
    [
        ("three", "csp_aware", 1, 4, "normal"),
        ("three", "csp_aware", 2, 4, "normal"),
        ("three", "entropy", 1, 6, "normal"),
        ("three", "entropy", 2, 4, "ultra_hard"),
        ("three", "frequency", 1, 5, "hard"),
        ("three", "probabilistic_csp", 3, 3, "normal"),
        ("three", "minimax", 1, 1, "normal"),
        ("three", "minimax", 2, 2, "normal"),
        ("five", "bayes_entropy", 1, 4, "normal"),
        ("five", "most_parts", 2, 3, "hard"),
    ],
)
def test_hard_beliefs_meet_their_worst_game(world_name, name, budget, turns, mode):
    match = hard_match(world_name, name, budget, turns, mode)
    records = play_games(match.table, all_ids(match.lexicon))
    known = {}

    def choose(shown):
        if shown not in known:
            # No answer is needed to know what is guessed next; no word of these worlds has these letters.
            known[shown] = match.oracle.play("@" * match.lexicon.word_length, [*shown, *[0] * turns]).guesses[
                len(shown)
            ]
        return known[shown]

    for i, answer in enumerate(match.lexicon.answers):
        badness, _, _, shown = find_worst(answer, choose, budget, turns)
        game = match.oracle.play(answer, [*shown, *[None] * turns])
        played = len(shown)
        assert (records.num_guesses[i], records.solved[i]) == (played, badness <= turns), answer
        assert records.observed_patterns[i, :played].tolist() == list(shown), answer
        assert [match.lexicon.guesses[g] for g in records.guesses[i, :played]] == game.guesses, answer
        assert records.true_patterns[i, :played].tolist() == game.true_codes, answer
        assert records.candidates[i, :played].tolist() == game.candidates, answer
        assert (records.recoveries[i], records.waivers[i]) == (game.recoveries, game.waivers), answer
        assert (records.guesses[i, played:] == -1).all()


@pytest.mark.parametrize(("budget", "turns", "mode"), [(1, 4, "normal"), (2, 3, "normal"), (1, 3, "hard")])
def test_soft_beliefs_meet_their_worst_game(budget, turns, mode):
    lexicon, table = soft_table("three", ChannelConfig("adversary", budget=budget), turns, mode)
    records = play_games(table, all_ids(lexicon))
    known = {}

    def choose(shown):
        """The guess, worked out alone, row by row from the start."""
        if shown not in known:
            belief, legal, guess = table.player.start(), None, table.setup.opener
            for turn, row in enumerate(shown, start=1):
                after = None if table.allowed_after is None else table.allowed_after(guess, row)
                if after is not None:
                    legal = after if legal is None else legal & after
                    legal[guess] = False
                belief = table.player.observe(belief, np.array([guess], np.int32), np.array([row], np.int32), turn)
                allowed = None if legal is None else (legal if legal.any() else ~legal)[None]
                guess = int(table.player.decide(belief, turn + 1, allowed).guess[0])
            known[shown] = lexicon.guesses[guess]
        return known[shown]

    for i in range(0, lexicon.num_answers, 5):
        answer = lexicon.answers[i]
        badness, _, _, shown = find_worst(answer, choose, budget, turns)
        assert (records.num_guesses[i], records.solved[i]) == (len(shown), badness <= turns), answer
        assert records.observed_patterns[i, : len(shown)].tolist() == list(shown), answer


def test_every_script_is_listed_once_and_in_order():
    for budget, turns, length in ((0, 6, 5), (1, 6, 5), (2, 6, 5), (2, 3, 3), (3, 2, 3), (3, 1, 4)):
        adversary = Adversary(budget, length)
        scripts = list_scripts(adversary, turns)
        assert not scripts[:, -1].any()
        assert len(scripts) == count_scripts(adversary, Rules(max_guesses=turns))
        rows = [tuple(script.ravel().tolist()) for script in scripts]
        assert rows == sorted(set(rows), key=lambda row: (sum(tile > 0 for tile in row), row))
    assert len(list_scripts(Adversary(1, 5), 6)) == 51
    assert len(list_scripts(Adversary(2, 5), 6)) == 1251
    every = {row for row in product(range(3), repeat=6) if sum(tile > 0 for tile in row) <= 2}
    assert {tuple(s[:2].ravel().tolist()) for s in list_scripts(Adversary(2, 3), 3)} == every


# --- games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["csp_aware", "noise_aware"])
def test_games_do_not_depend_on_their_company(name, monkeypatch):
    def new_table():
        if name == "noise_aware":
            return soft_table("three", ChannelConfig("adversary", budget=1), 3)[1]
        return hard_match("three", name, 1, 5).table

    game_id = all_ids(tiny_lexicon("three"), replicates=2)
    together = play_games(new_table(), game_id)
    assert together.replicate.tolist() == [0] * 16 + [1] * 16
    assert not np.array_equal(together.true_patterns, together.observed_patterns)
    for at_once, parts in ((1, 1), (100, 1), (100, 5), (1000, 5)):
        monkeypatch.setattr(game_module, "LINES_AT_ONCE", at_once)
        table = new_table()
        played = [play_games(table, part) for part in np.array_split(game_id, parts)]
        assert_same_records(concatenate_records(played), together)


@pytest.mark.parametrize("name", ["csp_aware", "entropy"])
def test_no_lies_are_the_clean_game(name):
    table = hard_match("five", name, 0, 6).table
    clean = set_table(replace(table.setup, channel=tile_flip(0.0, 5)), tiny_world("five"))
    game_id = all_ids(tiny_lexicon("five"))
    assert_same_records(play_games(table, game_id), play_games(clean, game_id))
    assert make_channel(ChannelConfig("adversary", budget=0), 5) == tile_flip(0.0, 5)


def test_more_lies_hurt_no_less():
    def outcome(budget):
        records = play_games(hard_match("five", "csp_aware", budget, 5).table, all_ids(tiny_lexicon("five")))
        lies = sum(
            (records.observed_patterns // 3**tile % 3 != records.true_patterns // 3**tile % 3).sum(1)
            for tile in range(5)
        )
        assert lies.max() <= budget
        return np.where(records.solved, records.num_guesses, 6)

    outcomes = [outcome(budget) for budget in range(3)]
    assert (outcomes[0] <= outcomes[1]).all()
    assert (outcomes[1] <= outcomes[2]).all()
    assert outcomes[0].sum() < outcomes[1].sum() < outcomes[2].sum()


def test_who_draws_cannot_be_foreseen():
    recipe = to_dataclass(Recipe, read_recipe("random"))
    check_adversary(tile_flip(0.1, 5), recipe, Rules(), 10**9)
    with pytest.raises(UserError, match=r"^solver.score: is random, which channel=adversary cannot foresee; give ano"):
        check_adversary(Adversary(1, 5), recipe, Rules(), 1)


def test_too_much_to_search():
    recipe = to_dataclass(Recipe, read_recipe("entropy"))
    for budget, num_games in ((1, 2315), (1, 78_431), (2, 2315), (3, 100), (4, 1)):
        check_adversary(Adversary(budget, 5), recipe, Rules(), num_games)
    with pytest.raises(UserError) as caught:
        check_adversary(Adversary(2, 5), recipe, Rules(), 3198)
    assert str(caught.value) == (
        "channel.budget: is 2; 1,251 ways to lie times 3,198 games are 4,000,698; "
        "give less, or fewer games: 4,000,000 at most"
    )
    soft = to_dataclass(Recipe, read_recipe("noise_aware"))
    check_adversary(Adversary(1, 5), soft, Rules(), 2315)
    with pytest.raises(UserError, match="give less, or fewer games: 150,000 at most"):
        check_adversary(Adversary(2, 5), soft, Rules(), 120)


def test_too_much_to_weigh():
    for budget, length in ((5, 5), (6, 6), (2, 8)):
        check_choices(Adversary(budget, length), "channel")
    with pytest.raises(UserError) as caught:
        check_choices(Adversary(3, 8), "solver.assumes")
    assert str(caught.value) == (
        "solver.assumes.budget: is 3, which has 93 choices of lying tiles in a word of 8 letters; "
        "with belief=soft give less"
    )


# --- the player who counts lies ----------------------------------------------------------------------------


def count_pairs(words, history, budget, turns):
    """For each word and each number of lies told, the scripts that agree with a history; none for guessed words."""
    length, rows = len(words[0]), turns - 1
    scripts = [s for s in product(range(3), repeat=length * rows) if sum(lie > 0 for lie in s) <= budget]
    counts = np.zeros((budget + 1, len(words)))
    for answer, word in enumerate(words):
        for script in scripts:
            agrees = all(
                guess != word and [(s + lie) % 3 for s, lie in zip(feedback(guess, word), row, strict=True)] == tiles
                for guess, tiles, row in (
                    (guess, decode(shown, length), (*script, *[0] * length)[turn * length : (turn + 1) * length])
                    for turn, (guess, shown) in enumerate(history)
                )
            )
            if agrees:
                counts[sum(lie > 0 for lie in script[: len(history) * length]), answer] += 1
    return counts


@pytest.mark.parametrize("budget", [1, 2])
def test_belief_counts_answers_and_scripts(budget):
    turns, lexicon, world = 4, tiny_lexicon("three"), tiny_world("three")
    player = SoftPlayer(to_dataclass(Recipe, read_recipe("noise_aware")), world, Adversary(budget, 3), turns)
    generator = np.random.default_rng(budget)
    for answer in (0, 3, 9):
        script = generator.permutation([1, 2][:budget] + [0] * (9 - budget))
        belief, history = player.start(), []
        for turn in range(1, turns + 1):
            guess = int(generator.choice(np.flatnonzero(world.guess_answer != answer)))
            word = lexicon.guesses[guess]
            truth = feedback(word, lexicon.answers[answer])
            lies = [*script.tolist(), 0, 0, 0][3 * turn - 3 : 3 * turn]
            shown = encode([(tile + lie) % 3 for tile, lie in zip(truth, lies, strict=True)])
            history.append((word, shown))
            belief = player.observe(belief, np.array([guess], np.int32), np.array([shown], np.int32), turn)
            counts = count_pairs(lexicon.answers, history, budget, turns)
            np.testing.assert_allclose(belief.joint[0], counts / counts.sum(), rtol=1e-9, atol=1e-15)
            assert counts[:, answer].sum() > 0


def test_next_row_if_all_scripts_are_alike_likely():
    for budget, rows, told in ((1, 3, 0), (2, 3, 0), (2, 2, 1), (2, 1, 0), (1, 2, 1), (3, 1, 0)):
        expected = np.zeros((9, 9))
        for script in product(range(3), repeat=2 * rows):
            if sum(lie > 0 for lie in script) <= budget - told:
                for true in range(9):
                    shown = [(t + lie) % 3 for t, lie in zip(decode(true, 2), script, strict=False)]
                    expected[true, encode(shown)] += 1
        channel = Adversary(budget, 2).row(rows, told)
        np.testing.assert_allclose(dense_matrix(channel), expected / expected.sum(1, keepdims=True), atol=1e-15)


def test_impossible_feedback_leaves_the_words_that_need_fewest_lies():
    world, turns = tiny_world("three"), 6
    player = SoftPlayer(to_dataclass(Recipe, read_recipe("noise_aware")), world, Adversary(1, 3), turns)
    belief, lies = player.start(), np.zeros(world.num_answers, int)
    guesses = np.flatnonzero(world.guess_answer < 0)[:4].tolist()
    for turn, guess in enumerate(guesses, start=1):
        shown = (0, 26, 13, 4)[turn - 1]
        belief = player.observe(belief, np.array([guess], np.int32), np.array([shown], np.int32), turn)
        codes = world.matrix.codes[guess].tolist()
        lies += [sum(a != b for a, b in zip(decode(c, 3), decode(shown, 3), strict=True)) for c in codes]
    assert lies.min() > 1
    assert np.flatnonzero(belief.probabilities[0]).tolist() == np.flatnonzero(lies == lies.min()).tolist()
    assert belief.probabilities[0].sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("channel", "assumes"),
    [
        (ChannelConfig("adversary", budget=1), "unknown"),
        (ChannelConfig("adversary", budget=1), {"kind": "adversary", "budget": 2}),
        (ChannelConfig("adversary", budget=2), {"kind": "tile_flip", "rate": 0.05}),
        (ChannelConfig(rate=0.2), {"kind": "adversary", "budget": 2}),
        (ChannelConfig("lies", k=1), {"kind": "adversary", "budget": 1}),
        (ChannelConfig("adversary", budget=0), "truth"),
    ],
)
def test_what_is_played_need_not_be_what_is_assumed(channel, assumes):
    lexicon, table = soft_table("three", channel, 5, assumes=assumes)
    records = play_games(table, all_ids(lexicon))
    assert len(records) == 16
    assert records.solved.sum() > 0
    assert (records.lost_mass <= 1e-4).all()


def test_whoever_expects_the_lies_is_hurt_less():
    outcomes = {}
    for assumes in ("truth", {"kind": "tile_flip", "rate": 0.0}):
        lexicon, table = soft_table("three", ChannelConfig("adversary", budget=2), 5, assumes=assumes)
        outcomes[str(assumes)] = play_games(table, all_ids(lexicon)).solved.sum()
    expecting, trusting = outcomes.values()
    assert expecting > trusting

"""Choices under a channel against plain Python, and the same in any company, form and place."""

import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from oracle import encode, feedback
from worlds import read_recipe, tiny_lexicon, tiny_world

from wordle_jax import soft_kernel, soft_player
from wordle_jax.channel import Adversary, ChannelConfig, dense_matrix, make_channel, tile_flip
from wordle_jax.schema import to_dataclass
from wordle_jax.soft_belief import SoftBeliefs
from wordle_jax.soft_kernel import SoftBatch, score_soft
from wordle_jax.soft_player import SoftPlayer, aggregate
from wordle_jax.soft_score import Goal, Outlook, channel_arrays, score_aggregates
from wordle_jax.solver import Recipe

CONFIGS = [
    ChannelConfig(rate=0.1),
    ChannelConfig("lies", k=1),
    ChannelConfig("lies", k=2),
    ChannelConfig("confusion", matrix=((0.9, 0.08, 0.02), (0.3, 0.65, 0.05), (0.0, 0.04, 0.96))),
    ChannelConfig(rate=0.0),
]
# An adversary of three lies, whose row lies the less the more are told.
ADVERSARY = [Adversary(3, 5).row(2, told) for told in range(4)]
OUTLOOK = Outlook(7.0, 0.6)
SCORES = ["entropy", "posterior_mass", "win_chance", "last_turns"]


def goal_of(score):
    return Goal(score, OUTLOOK if score == "win_chance" else None)


def xlog2x(p):
    return p * math.log2(p) if p > 0 else 0.0


def oracle_score(name, rows, weights, own):
    """The score of a guess in plain Python: `rows` of K, one a member, whose place `own` is that of the guess."""
    win = 0.0 if own is None else weights[own]
    others = [(w, row) for i, (w, row) in enumerate(zip(weights, rows, strict=True)) if i != own]
    num = len(rows[0])
    if name == "last_turns":
        return win + sum(max((w * row[o] for w, row in others), default=0.0) for o in range(num))
    chance = [sum(w * row[o] for w, row in others) for o in range(num)]
    if name == "win_chance":
        for o in range(num):
            if chance[o] > 0:
                odds = OUTLOOK.even * sum((w * row[o] / chance[o]) ** 2 for w, row in others) ** OUTLOOK.power
                win += chance[o] * odds / (1 + odds)
        return win
    if name == "posterior_mass":
        return -sum(c * c for c in chance) - win * win
    added = -sum(w * sum(xlog2x(k) for k in row) for w, row in others)
    return -sum(map(xlog2x, chance)) - xlog2x(win) - added


def random_belief(generator, num_answers, size):
    members = np.sort(generator.choice(num_answers, size, replace=False))
    weights = generator.random(size) ** 3
    return members, weights / weights.sum()


def rate_all(weights, codes, told, score, arrays):
    """The scores in float64 of rows of true patterns."""
    num_patterns = len(arrays.entropy) // len(arrays.tiles)
    wins, parts = codes == num_patterns - 1, codes + told * num_patterns
    return score_aggregates(aggregate(wins, parts, weights, len(arrays.entropy), score), arrays, *goal_of(score))


@pytest.mark.parametrize("config", [*CONFIGS, "adversary"])
@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("scatters", [True, False])
@pytest.mark.parametrize("world_name", ["three", "five"])
def test_scores_in_plain_python(world_name, config, score, scatters, monkeypatch):
    monkeypatch.setattr(soft_kernel, "scatters_well", lambda: scatters)
    score_soft.clear_cache()
    lexicon, world = tiny_lexicon(world_name), tiny_world(world_name)
    if config == "adversary":
        channels = [Adversary(3, lexicon.word_length).row(2, lies) for lies in range(4)]
    else:
        channels = [make_channel(config, lexicon.word_length)]
    arrays, matrices = channel_arrays(*channels), [dense_matrix(channel).tolist() for channel in channels]
    generator = np.random.default_rng(len(score))
    guesses = np.arange(world.num_guesses, dtype=np.int32)
    sizes = [1, 2, world.num_answers // 2, world.num_answers]
    members = np.zeros((4, 64), np.int32)
    weights = np.zeros((4, 64), np.float32)
    told = generator.integers(0, len(channels), (4, 64)).astype(np.int32)
    expected = []
    for b, size in enumerate(sizes):
        chosen, own_weights = random_belief(generator, world.num_answers, size)
        members[b, :size], weights[b, :size] = chosen, own_weights
        rows = []
        for word in lexicon.guesses:
            codes = [encode(feedback(word, lexicon.answers[a])) for a in chosen.tolist()]
            own = [lexicon.answers[a] for a in chosen.tolist()]
            place = own.index(word) if word in own else None
            of_members = [matrices[lies][p] for lies, p in zip(told[b].tolist(), codes, strict=False)]
            rows.append(oracle_score(score, of_members, own_weights.tolist(), place))
        expected.append(rows)
        codes = world.matrix.codes[:, chosen].astype(np.int64)
        exact = rate_all(own_weights, codes, told[b, :size], score, arrays)
        np.testing.assert_allclose(exact, rows, rtol=1e-9, atol=1e-9)
    arrays = jax.tree.map(lambda x: jnp.asarray(x, jnp.float32), arrays)
    batch = SoftBatch(members, told, weights, np.tile(guesses, (4, 1)))
    rated = np.asarray(score_soft(world.matrix.replicated, batch, arrays, world.matrix.num_patterns, *goal_of(score)))
    np.testing.assert_allclose(rated, expected, rtol=1e-5, atol=1e-5)
    score_soft.clear_cache()


@pytest.mark.parametrize("channels", [*([make_channel(config, 5)] for config in CONFIGS), ADVERSARY])
@pytest.mark.parametrize("score", SCORES)
def test_long_words_go_through_the_tiles(channels, score):
    """Without the dense matrix the same comes out."""
    world, generator = tiny_world("five"), np.random.default_rng(1)
    chosen, weights = random_belief(generator, world.num_answers, 12)
    codes, told = world.matrix.codes[:, chosen].astype(np.int64), generator.integers(0, len(channels), 12)
    dense = channel_arrays(*channels)
    np.testing.assert_allclose(
        rate_all(weights, codes, told, score, dense._replace(dense=None)),
        rate_all(weights, codes, told, score, dense),
        atol=1e-12,
    )


def make_player(world_name="five", channels=None, turns=6, **changes) -> SoftPlayer:
    recipe = to_dataclass(Recipe, read_recipe("noise_aware") | {"likeliest": 4} | changes)
    return SoftPlayer(recipe, tiny_world(world_name), channels or [tile_flip(0.1, 5)], turns)


def random_beliefs(player: SoftPlayer, number: int, seed: int = 0) -> SoftBeliefs:
    """Beliefs after one to three random rows."""
    generator = np.random.default_rng(seed)
    beliefs = player.start().take(np.zeros(number, np.int64))
    for turn in (1, 2, 3):
        guess = generator.integers(0, player.world.num_guesses, number).astype(np.int32)
        secret = generator.integers(0, player.world.num_answers, number)
        shown = player.world.matrix.codes[guess, secret].astype(np.int32)
        after = player.observe(beliefs, guess, shown, turn)
        keep = generator.random(number) < 0.3
        beliefs = SoftBeliefs(
            np.where(keep[:, None, None], beliefs.log_weights, after.log_weights),
            np.where(keep[:, None], beliefs.is_out, after.is_out),
        )
    return beliefs


TURN_AND_SCORE = [(3, "entropy"), (3, "posterior_mass"), (3, "win_chance"), (5, "last_turns"), (6, "mode")]


@pytest.mark.parametrize(("turn", "score"), TURN_AND_SCORE)
def test_whole_decisions_in_plain_python(turn, score, monkeypatch):
    monkeypatch.setattr(soft_player, "find_outlook", lambda table, channel, left: OUTLOOK)
    recipe_score = score if score in ("entropy", "posterior_mass") else "win_chance"
    player = make_player(score=recipe_score, shortlist=10_000, support_bound=0.0)
    lexicon, world = tiny_lexicon("five"), player.world
    matrix = dense_matrix(player.channels[0]).tolist()
    beliefs = random_beliefs(player, 12)
    chosen = player.decide(beliefs, turn).guess
    for b, p in enumerate(beliefs.probabilities.tolist()):
        if score == "mode":
            assert lexicon.guesses[chosen[b]] == lexicon.answers[int(np.argmax(p))]
            continue
        rated = []
        for word in lexicon.guesses:
            codes = [encode(feedback(word, answer)) for answer in lexicon.answers]
            own = lexicon.answers.index(word) if word in lexicon.answers else None
            rated.append(oracle_score(score, [matrix[code] for code in codes], p, own))
        best = [g for g in range(len(rated)) if rated[g] >= max(rated) - 1e-9]
        live = [g for g in best if world.guess_answer[g] >= 0 and p[world.guess_answer[g]] > 0]
        assert chosen[b] == (live or best)[0]


@pytest.mark.parametrize("turn", [1, 2, 4, 5, 6])
def test_beliefs_are_decided_alike_in_any_company(turn):
    channels = [tile_flip(rate, 5) for rate in (0.05, 0.2)]
    player = make_player(channels=channels, shortlist=5)
    beliefs = random_beliefs(player, 40)
    generator = np.random.default_rng(3)
    mask = generator.random((40, player.world.num_guesses)) < 0.4
    mask[:, 0] = True
    for legal in (None, mask):
        together = player.decide(beliefs, turn, legal)
        order = generator.permutation(40)
        shuffled = make_player(channels=channels, shortlist=5).decide(
            beliefs.take(order), turn, None if legal is None else legal[order]
        )
        np.testing.assert_array_equal(shuffled.guess, together.guess[order])
        np.testing.assert_array_equal(shuffled.lost_mass, together.lost_mass[order])
        if legal is not None:
            assert legal[np.arange(40), together.guess].all()


def test_support_leaves_out_no_more_than_the_bound():
    for bound in (0.0, 1e-4, 0.05):
        player = make_player(support_bound=bound, shortlist=5)
        beliefs = random_beliefs(player, 30)
        lost = player.decide(beliefs, 4).lost_mass
        assert (lost <= bound + 1e-12).all()
        assert bound == 0 or lost.max() > 0


def test_what_is_prepared_changes_no_choice():
    player = make_player()
    player.prepare()
    beliefs = random_beliefs(player, 10)
    np.testing.assert_array_equal(player.decide(beliefs, 3).guess, make_player().decide(beliefs, 3).guess)


def test_channel_to_plan_with_is_in_the_middle():
    player = make_player(channels=[tile_flip(rate, 5) for rate in (0.01, 0.1, 0.3)])
    start = player.start()
    assert player._middle_channel(start).tolist() == [1]
    # Rows that fit no word tell that tiles are often wrong.
    beliefs = start
    for turn, guess in enumerate((0, 1, 2, 3), start=1):
        beliefs = player.observe(beliefs, np.array([guess], np.int32), np.array([121], np.int32), turn)
    assert player._middle_channel(beliefs).tolist() == [2]

"""The engine against the oracle: every recipe, complete small worlds, clean and noisy, all rules."""

import json
import os
import subprocess
import sys
from dataclasses import fields, replace

import numpy as np
import pytest
from oracle import decode
from worlds import hard_recipe_names, read_recipe, set_match, shrink, tiny_lexicon, tiny_world

from wordle_jax import chance, kernel
from wordle_jax import game as game_module
from wordle_jax.chance import draw_bits
from wordle_jax.channel import ChannelConfig, TileChannel, make_channel, tile_flip
from wordle_jax.compile_log import compile_log
from wordle_jax.experiment import make_setup
from wordle_jax.game import play_games, set_table
from wordle_jax.lexicon import build_lexicon
from wordle_jax.records import GameRecords, concatenate_records
from wordle_jax.rules import Rules
from wordle_jax.schema import to_dataclass
from wordle_jax.solver import Recipe
from wordle_jax.world import build_world

MODES = ("normal", "hard", "ultra_hard")


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    """Bits are drawn for thousands of games at once; most tests here need a few dozen."""
    monkeypatch.setattr(chance, "_BATCH", 128)


def all_ids(lexicon, replicates=1):
    return np.arange(replicates * lexicon.num_answers, dtype=np.int64)


def assert_same_records(one: GameRecords, two: GameRecords):
    for field in fields(GameRecords):
        a, b = getattr(one, field.name), getattr(two, field.name)
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b, err_msg=field.name)


def assert_plays_like_oracle(match, game_id):
    records = play_games(match.table, game_id)
    bits = match.bits(game_id)
    words = match.lexicon.guesses
    is_noisy = not match.table.setup.channel.is_clean
    for i in range(len(records)):
        played = int(records.num_guesses[i])
        shown = records.observed_patterns[i, :played].tolist()
        game = match.oracle.play(
            match.lexicon.answers[records.answer[i]],
            shown=shown + [None] * 100 if is_noisy else None,
            bits=None if bits is None else [int(b) for b in bits[i]],
        )
        context = f"game {game_id[i]}, answer {match.lexicon.answers[records.answer[i]]}"
        assert [words[g] for g in records.guesses[i, :played]] == game.guesses, context
        assert records.true_patterns[i, :played].tolist() == game.true_codes, context
        assert shown == game.observed_codes, context
        assert records.candidates[i, :played].tolist() == game.candidates, context
        assert bool(records.solved[i]) == game.solved, context
        assert int(records.recoveries[i]) == game.recoveries, context
        assert int(records.waivers[i]) == game.waivers, context
        for column in (records.guesses, records.true_patterns, records.observed_patterns, records.candidates):
            assert (column[i, played:] == -1).all(), context
    return records


ROUNDS = [
    (name, world_name, mode)
    for name in hard_recipe_names()
    for world_name, mode in (("five", "normal"), ("five", "hard"), ("five", "ultra_hard"), ("accented", "hard"))
] + [
    (name, "three", "normal")
    for name in ("csp_aware", "csp_tolerant", "entropy", "hybrid", "probabilistic_csp", "random")
]


@pytest.mark.parametrize(("name", "world_name", "mode"), ROUNDS)
def test_every_recipe_plays_like_the_oracle(name, world_name, mode):
    lexicon, world = tiny_lexicon(world_name), tiny_world(world_name)
    recipe = shrink(read_recipe(name))
    clean = assert_plays_like_oracle(set_match(lexicon, world, recipe, mode=mode), all_ids(lexicon))
    assert clean.recoveries.sum() == clean.waivers.sum() == 0
    noisy = set_match(lexicon, world, recipe, mode=mode, noise=0.25)
    assert_plays_like_oracle(noisy, all_ids(lexicon))


def test_games_with_noise_recover_and_waive():
    """The worlds above see what they are there to show."""
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    for mode in MODES:
        match = set_match(lexicon, world, shrink(read_recipe("csp_aware")), mode=mode, noise=0.25)
        records = play_games(match.table, all_ids(lexicon, replicates=2))
        assert records.recoveries.max() >= 2
        assert 0 < records.solved.sum() < len(records)
        assert (records.waivers.max() >= 2) == (mode != "normal")


@pytest.mark.parametrize("mode", ["hard", "ultra_hard"])
def test_hard_modes_never_repeat_a_word_that_was_not_waived(mode):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    match = set_match(lexicon, world, shrink(read_recipe("entropy")), mode=mode, noise=0.25)
    records = play_games(match.table, all_ids(lexicon, replicates=3))
    for guesses, waivers in zip(records.guesses.tolist(), records.waivers.tolist(), strict=True):
        made = [guess for guess in guesses if guess >= 0]
        assert len(made) - len(set(made)) <= waivers


@pytest.mark.parametrize("name", ["csp_aware", "bayes_entropy", "random"])
def test_the_whole_list_comes_back_after_a_recovery_from_more_words_than_there_are(name):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    match = set_match(lexicon, world, read_recipe(name), noise=0.4)
    records = assert_plays_like_oracle(match, all_ids(lexicon, replicates=3))
    assert records.candidates.max() >= 14


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("name", "world_name"), [("entropy", "five"), ("random", "three"), ("bayes_entropy", "six")])
def test_the_answers_that_the_fewest_tiles_contradict_go_on(name, world_name, mode):
    """In games that are long enough to recover more than once."""
    lexicon, world = tiny_lexicon(world_name), tiny_world(world_name)
    recipe = shrink(read_recipe(name, recovery="fewest_lies"))
    match = set_match(lexicon, world, recipe, mode=mode, noise=0.4, max_guesses=9)
    records = assert_plays_like_oracle(match, all_ids(lexicon, replicates=3))
    assert records.recoveries.max() >= 3


def test_with_fewest_lies_the_candidates_are_the_least_contradicted_answers_at_every_turn():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    match = set_match(lexicon, world, shrink(read_recipe("csp_tolerant")), noise=0.3)
    records = play_games(match.table, all_ids(lexicon, replicates=2))
    assert records.recoveries.max() >= 2
    for i in range(len(records)):
        history = []
        for turn in range(min(records.num_guesses[i] - records.solved[i], 5)):
            history.append((lexicon.guesses[records.guesses[i, turn]], int(records.observed_patterns[i, turn])))
            assert records.candidates[i, turn] == len(match.oracle.recover(history))


def test_games_that_share_a_node_recover_each_from_its_own_rows(monkeypatch):
    """The same words guessed and the same candidates left, but other tiles shown on the way."""
    lexicon, world = tiny_lexicon("three"), tiny_world("three")
    match = set_match(lexicon, world, shrink(read_recipe("csp_tolerant")), noise=0.4, max_guesses=8)
    game_id = all_ids(lexicon, replicates=12)
    records = assert_plays_like_oracle(match, game_id)

    def sort_words(world, recovery, guessed, shown):
        return np.sort(guessed, axis=1)

    monkeypatch.setattr(game_module, "sort_rows", sort_words)
    assert (play_games(match.table, game_id).candidates != records.candidates).any()


@pytest.mark.parametrize(("name", "max_guesses"), [("probabilistic_csp", 1), ("csp_aware", 2), ("frequency", 12)])
def test_games_of_other_lengths(name, max_guesses):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    match = set_match(lexicon, world, shrink(read_recipe(name)), max_guesses=max_guesses)
    records = assert_plays_like_oracle(match, all_ids(lexicon))
    assert records.guesses.shape == (16, max_guesses)
    assert records.solved.all() == (max_guesses == 12)


@pytest.mark.parametrize("name", ["entropy", "probabilistic_csp"])
def test_words_of_six_letters(name):
    lexicon, world = tiny_lexicon("six"), tiny_world("six")
    match = set_match(lexicon, world, shrink(read_recipe(name)), mode="ultra_hard")
    assert_plays_like_oracle(match, all_ids(lexicon))


@pytest.mark.parametrize("name", ["entropy", "classical_entropy", "bayes_entropy"])
def test_the_form_without_scatter_plays_the_same(name, monkeypatch):
    """A world of a shape of its own, so that no kernel compiled in the other form is met."""
    monkeypatch.setattr(kernel, "scatters_well", lambda: False)
    words = tiny_lexicon("five")
    frequency = dict(zip(words.guesses, words.frequency_per_million.tolist(), strict=True))
    lexicon = build_lexicon(words.answers[:13], [*words.answers[:13], "soare", "crate"], frequency)
    match = set_match(lexicon, build_world(lexicon, 0.02), shrink(read_recipe(name)), noise=0.1)
    assert_plays_like_oracle(match, all_ids(lexicon, replicates=2))


# --- what belongs to a game alone --------------------------------------------------------------------------


def select(records, rows):
    return GameRecords(**{field.name: getattr(records, field.name)[rows] for field in fields(GameRecords)})


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["csp_aware", "csp_tolerant", "entropy", "random"])
def test_a_game_is_the_same_alone_and_in_any_chunk(name, mode):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    table = set_match(lexicon, world, shrink(read_recipe(name)), mode=mode, noise=0.2).table
    game_id = all_ids(lexicon, replicates=3)
    together = play_games(table, game_id)
    assert together.answer.tolist() == (game_id % 16).tolist()
    assert together.replicate.tolist() == (game_id // 16).tolist()
    for size in (7, 31):
        chunks = [game_id[first : first + size] for first in range(0, len(game_id), size)]
        assert_same_records(concatenate_records([play_games(table, chunk) for chunk in chunks]), together)
    for game in (0, 17, 47):
        assert_same_records(play_games(table, game_id[game : game + 1]), select(together, [game]))
    order = np.random.default_rng(0).permutation(len(game_id))
    assert_same_records(play_games(table, game_id[order]), select(together, order))


def test_replicates_differ_by_chance_alone():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    table = set_match(lexicon, world, read_recipe("csp_aware")).table
    records = play_games(table, all_ids(lexicon, replicates=2))
    first, second = select(records, slice(0, 16)), select(records, slice(16, 32))
    assert_same_records(replace(second, replicate=first.replicate), first)
    noisy = set_match(lexicon, world, read_recipe("csp_aware"), noise=0.3).table
    records = play_games(noisy, all_ids(lexicon, replicates=2))
    assert (records.observed_patterns[:16] != records.observed_patterns[16:]).any()


def test_another_seed_is_another_chance():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    for recipe, noise in ((read_recipe("random"), 0.0), (read_recipe("csp_aware"), 0.3)):
        one, two, again = (
            play_games(set_match(lexicon, world, recipe, noise=noise, seed=seed).table, all_ids(lexicon))
            for seed in (1, 2, 1)
        )
        assert_same_records(one, again)
        assert (one.guesses != two.guesses).any()


# --- the channel -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["csp_aware", "entropy", "probabilistic_csp", "random"])
@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_no_noise_is_the_clean_game_to_the_bit(name, mode):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    table = set_match(lexicon, world, read_recipe(name), mode=mode).table
    clean = play_games(table, all_ids(lexicon))
    np.testing.assert_array_equal(clean.observed_patterns, clean.true_patterns)
    # A rate so small that no tile flips goes through the channel all the same.
    through = replace(table, setup=replace(table.setup, channel=tile_flip(1e-12, lexicon.word_length)))
    assert_same_records(play_games(through, all_ids(lexicon)), clean)


def test_the_observed_rows_are_the_true_ones_with_the_tiles_flipped_that_the_bits_say():
    lexicon, world = tiny_lexicon("three"), tiny_world("three")
    rate = 0.25
    match = set_match(lexicon, world, shrink(read_recipe("csp_aware")), noise=rate, seed=7)
    game_id = all_ids(lexicon, replicates=3)
    records = play_games(match.table, game_id)
    bits = draw_bits("noise", 7, game_id, 6, 2 * 3).reshape(len(game_id), 6, 3, 2)
    for i in range(len(game_id)):
        for turn in range(records.num_guesses[i]):
            shown = []
            tiles = decode(int(records.true_patterns[i, turn]), 3)
            for tile, (first, second) in zip(tiles, bits[i, turn].tolist(), strict=True):
                shown.append((tile + 1 + second % 2) % 3 if first / 2**32 < rate else tile)
            assert decode(int(records.observed_patterns[i, turn]), 3) == shown


def show_always(monkeypatch, code):
    """Let the channel show one pattern whatever is true."""
    monkeypatch.setattr(TileChannel, "corrupt", lambda self, pattern, random_bits: np.full_like(pattern, code))


def test_a_correct_guess_wins_whatever_is_shown(monkeypatch):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    show_always(monkeypatch, 0)
    match = set_match(lexicon, world, read_recipe("classical_entropy", opener="abide"), noise=1.0)
    records = assert_plays_like_oracle(match, all_ids(lexicon))
    first = select(records, [lexicon.answers.index("abide")])
    assert first.solved.all()
    assert first.num_guesses.tolist() == [1]
    assert first.true_patterns[0, 0] == 242
    assert first.observed_patterns[0, 0] == 0
    assert first.candidates[0].tolist() == [1, -1, -1, -1, -1, -1]


def test_a_wrong_guess_shown_all_green_is_just_feedback(monkeypatch):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    show_always(monkeypatch, 242)
    match = set_match(lexicon, world, shrink(read_recipe("classical_entropy", opener="abide")), noise=0.1)
    records = assert_plays_like_oracle(match, all_ids(lexicon))
    wrong = np.flatnonzero(records.answer != lexicon.answers.index("abide"))
    assert (records.num_guesses[wrong] > 1).all()
    assert (records.observed_patterns[wrong, 0] == 242).all()
    # Nothing but the guessed word agrees, and that one is out: five of the most frequent come back.
    assert (records.recoveries[wrong] >= 1).all()
    assert (records.candidates[wrong, 0] == 5).all()
    assert (records.guesses[wrong, 1] != records.guesses[wrong, 0]).all()
    # A guess that no answer agrees with after the last turn is no recovery.
    lost = wrong[~records.solved[wrong]]
    assert (records.recoveries[lost] == 5).all()
    assert (records.candidates[lost, 5] == 0).all()


def test_recovered_words_are_the_most_frequent_not_yet_guessed(monkeypatch):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    show_always(monkeypatch, 242)

    def draw_zeros(stream, seed, game_id, turns, per_turn):
        return np.zeros((len(game_id), turns, per_turn), np.uint32)

    monkeypatch.setattr(game_module, "draw_bits", draw_zeros)
    recipe = read_recipe("random", recovery=1)
    records = play_games(set_match(lexicon, world, recipe, noise=0.1, max_guesses=17).table, all_ids(lexicon))
    by_frequency = [lexicon.answers[a] for a in world.frequency_order]
    assert records.solved.all()
    for i, answer in enumerate(lexicon.answers):
        words = [lexicon.guesses[g] for g in records.guesses[i, : records.num_guesses[i]]]
        rest = [word for word in by_frequency if word != words[0]]
        assert words[1:] == ([] if words[0] == answer else rest[: rest.index(answer) + 1])
        assert records.recoveries[i] == records.num_guesses[i] - 1


def test_a_row_that_leaves_no_legal_guess_is_waived(monkeypatch):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    show_always(monkeypatch, 121)  # all yellow: no other word has these letters
    match = set_match(lexicon, world, read_recipe("csp_aware", opener="jibed"), mode="ultra_hard", noise=0.1)
    records = assert_plays_like_oracle(match, all_ids(lexicon))
    assert records.waivers.tolist() == (records.num_guesses - 1).tolist()
    clean = play_games(set_match(lexicon, world, read_recipe("csp_aware"), mode="ultra_hard").table, all_ids(lexicon))
    assert not clean.waivers.any()


# --- the turns as they are timed ---------------------------------------------------------------------------


def test_every_decision_is_reported():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    seen = []
    table = set_match(lexicon, world, read_recipe("entropy")).table
    records = play_games(table, all_ids(lexicon), lambda turn, seconds: seen.append((turn, seconds >= 0)))
    assert seen == [(turn, True) for turn in range(1, records.num_guesses.max() + 1)]


def test_the_engine_draws_no_bits_that_nobody_needs(monkeypatch):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    drawn = []

    def draw(stream, *rest):
        drawn.append(stream)
        return draw_bits(stream, *rest)

    monkeypatch.setattr(game_module, "draw_bits", draw)
    for name, noise, streams in (
        ("entropy", 0.0, []),
        ("entropy", 0.1, ["noise"]),
        ("random", 0.0, ["choice"]),
        ("random", 0.1, ["noise", "choice"]),
    ):
        play_games(set_match(lexicon, world, read_recipe(name), noise=noise).table, all_ids(lexicon))
        assert drawn == streams
        drawn.clear()


# --- the real world ----------------------------------------------------------------------------------------


def play_english(english, world, recipe, **rules):
    match = set_match(english, world, recipe, **rules)
    return match.table, play_games(match.table, all_ids(english))


def count_guesses(records, max_guesses=6):
    """The total, in which a failure counts one more than there are guesses."""
    return int(np.where(records.solved, records.num_guesses, max_guesses + 1).sum())


def test_entropy_over_all_answers(english, english_world):
    table, records = play_english(english, english_world, read_recipe("entropy"))
    assert english.guesses[table.setup.opener] == "soare"
    assert records.solved.all()
    assert abs(count_guesses(records) - 8_018) <= 5
    assert np.bincount(records.num_guesses)[6] <= 1
    assert (records.candidates[:, 0] <= 183).all()

    compiled = compile_log().count
    again = play_games(table, all_ids(english)[1::3] + english.num_answers)
    assert compile_log().count == compiled
    assert_same_records(again, replace(select(records, slice(1, None, 3)), replicate=again.replicate))

    _, salet = play_english(english, english_world, read_recipe("entropy", opener="salet"))
    assert count_guesses(salet) / 2_315 == pytest.approx(3.433, abs=0.002)


def test_csp_aware_over_all_answers(english, english_world):
    table, records = play_english(english, english_world, read_recipe("csp_aware"))
    assert english.guesses[table.setup.opener] == "salet"
    assert 3.50 <= records.num_guesses[records.solved].mean() <= 3.57
    assert records.solved.mean() > 0.99

    noisy = replace(table, setup=replace(table.setup, channel=tile_flip(0.1, 5)))
    half = play_games(noisy, all_ids(english)[:1_000])
    compiled = compile_log().count
    other = play_games(noisy, all_ids(english)[1_500:2_300])
    assert compile_log().count == compiled
    assert half.recoveries.any()
    assert 0.1 < other.solved.mean() < 0.6


def test_random_over_all_answers(english, english_world):
    _, records = play_english(english, english_world, read_recipe("random"))
    assert records.num_guesses[records.solved].mean() == pytest.approx(4.0, abs=0.06)
    # Every game opens with a word of its own.
    assert len(np.unique(records.guesses[:, 0])) > 1_000


COUNT_COMPILATIONS = """
import json, sys
from wordle_jax.compile_log import compile_log
from wordle_jax.platform import configure_jax
log = compile_log()
configure_jax("cpu")
import numpy as np
from wordle_jax.catalog import load_recipe, load_shipped_lexicon
from wordle_jax.channel import tile_flip
from wordle_jax.game import Setup, play_games, set_table
from wordle_jax.opening import OpeningBook, find_explorers, find_opener
from wordle_jax.player import Player
from wordle_jax.rules import Rules
from wordle_jax.world import build_world
world = build_world(load_shipped_lexicon("english"), 0.02)
recipe = load_recipe("entropy")
explorers = find_explorers(world, recipe, OpeningBook())
opener = find_opener(Player(recipe, world, explorers), "normal", OpeningBook())
clean = tile_flip(0.0, 5)
table = set_table(Setup(recipe, opener, explorers, Rules(), clean, (clean,), 42), world)
records = play_games(table, np.arange(2315, dtype=np.int64))
print(json.dumps({"solved": int(records.solved.sum()), "compilations": log.count}))
"""


def test_few_kernels_are_compiled(tmp_path):
    """In a process of its own and without a cache; the opener is computed too."""
    environment = os.environ | {"JAX_COMPILATION_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", COUNT_COMPILATIONS], capture_output=True, text=True, check=True, env=environment
    )
    result = json.loads(done.stdout)
    assert result["solved"] == 2_315
    assert result["compilations"] <= 15


# --- soft beliefs ------------------------------------------------------------------------------------------


def soft_table(*, mode="normal", config=None, max_guesses=6, **changes):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    recipe = to_dataclass(Recipe, read_recipe("noise_aware") | {"shortlist": 8, "likeliest": 4} | changes)
    channel = make_channel(config or ChannelConfig(rate=0.1), lexicon.word_length)
    rules = to_dataclass(Rules, {"max_guesses": max_guesses, "mode": mode})
    return lexicon, set_table(make_setup(recipe, lexicon, world, rules, channel, 42, say=lambda line: None), world)


@pytest.mark.parametrize("mode", ["normal", "hard", "ultra_hard"])
@pytest.mark.parametrize(
    ("config", "assumes"),
    [
        (ChannelConfig(rate=0.2), "truth"),
        (ChannelConfig("lies", k=1), "truth"),
        (ChannelConfig(rate=0.2), "unknown"),
        (ChannelConfig(rate=0.2), {"kind": "lies", "k": 2}),
    ],
)
def test_soft_games_do_not_depend_on_their_company(mode, config, assumes):
    lexicon, table = soft_table(mode=mode, config=config, assumes=assumes)
    game_id = all_ids(lexicon, replicates=3)
    together = play_games(table, game_id)
    _, other = soft_table(mode=mode, config=config, assumes=assumes)
    parts = [play_games(other, part) for part in np.array_split(game_id, 7)]
    assert_same_records(concatenate_records(parts), together)
    assert together.recoveries.max() == 0
    assert (together.lost_mass <= 1e-4).all()
    assert together.solved.mean() > (0.2 if isinstance(assumes, dict) else 0.5)


def test_soft_belief_without_noise_leaves_what_a_hard_one_leaves():
    lexicon, table = soft_table(config=ChannelConfig(rate=0.0), support_bound=0.0)
    records = play_games(table, all_ids(lexicon))
    assert records.solved.all()
    for i in range(len(records)):
        left = set(range(lexicon.num_answers))
        for turn in range(records.num_guesses[i] - 1):
            guess, shown = records.guesses[i, turn], records.true_patterns[i, turn]
            left = {a for a in left if table.player.world.matrix.codes[guess, a] == shown}
            left -= {int(table.player.world.guess_answer[guess])}
            assert records.candidates[i, turn] == pytest.approx(len(left))

"""The engine against the oracle: every recipe, complete small worlds, clean and noisy, all rules."""

from dataclasses import fields, replace

import numpy as np
import pytest
from worlds import WORLD_NAMES, read_recipe, recipe_names, set_match, shrink, tiny_lexicon, tiny_world

from wordle_jax.game import play_games
from wordle_jax.records import GameRecords, concatenate_records

MODES = ("normal", "hard", "ultra_hard")


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
    is_noisy = match.table.setup.channel.rate > 0
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


@pytest.mark.parametrize(
    ("world_name", "mode"),
    [("five", "normal"), ("five", "hard"), ("five", "ultra_hard"), ("three", "normal"), ("accented", "hard")],
)
@pytest.mark.parametrize("name", recipe_names())
def test_every_recipe_plays_like_the_oracle(name, mode, world_name):
    lexicon, world = tiny_lexicon(world_name), tiny_world(world_name)
    recipe = shrink(read_recipe(name))
    clean = assert_plays_like_oracle(set_match(lexicon, world, recipe, mode=mode), all_ids(lexicon))
    assert clean.recoveries.sum() == clean.waivers.sum() == 0
    noisy = set_match(lexicon, world, recipe, mode=mode, noise=0.15)
    assert_plays_like_oracle(noisy, all_ids(lexicon, replicates=2))

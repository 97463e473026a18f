"""Outlooks: what is shipped, and where a channel stands between the rates that were fitted."""

import numpy as np
import pytest

from wordle_jax.channel import ChannelConfig, make_channel, tile_flip
from wordle_jax.outlook import OutlookTable, find_outlook, load_outlooks

TABLE = OutlookTable((0.1, 0.2), {"2": [[4.0, 1.0], [1.0, 0.5]]})


def test_fitted_rates_have_their_own_outlook() -> None:
    assert find_outlook(TABLE, tile_flip(0.1, 5), 2) == pytest.approx((4.0, 1.0))
    assert find_outlook(TABLE, tile_flip(0.2, 7), 2) == pytest.approx((1.0, 0.5))


def test_rates_between_and_above() -> None:
    between = find_outlook(TABLE, tile_flip(0.15, 5), 2)
    assert between is not None
    # What a tile's colour adds: H(0.9, 0.05, 0.05) = 0.569, H(0.85, ...) = 0.760, H(0.8, ...) = 0.922 bits.
    share = (0.7598 - 0.5690) / (0.9219 - 0.5690)
    assert between == pytest.approx((4.0 ** (1 - share), 1 - 0.5 * share), rel=1e-3)
    assert find_outlook(TABLE, tile_flip(0.5, 5), 2) == pytest.approx((1.0, 0.5))


def test_without_an_outlook_information_counts() -> None:
    assert find_outlook(TABLE, tile_flip(0.05, 5), 2) is None
    assert find_outlook(TABLE, tile_flip(0.1, 5), 3) is None


def test_other_channels_stand_where_their_noise_does() -> None:
    same = make_channel(ChannelConfig("position", rates=(0.1,) * 5), 5)
    assert find_outlook(TABLE, same, 2) == pytest.approx((4.0, 1.0))
    # One lie in five tiles, each of two kinds, is log2(10) / 5 = 0.664 bits a tile.
    lies = find_outlook(TABLE, make_channel(ChannelConfig("lies", k=1), 5), 2)
    assert lies is not None
    share = (np.log2(10) / 5 - 0.5690) / (0.9219 - 0.5690)
    assert lies == pytest.approx((4.0 ** (1 - share), 1 - 0.5 * share), rel=1e-3)


def test_shipped_table_is_sound() -> None:
    """Nearer to the end the odds fall, and breadth costs more."""
    table = load_outlooks()
    assert list(table.by_turns_left) == ["2", "3", "4"]
    assert list(table.rates) == sorted(table.rates)
    for fitted in table.by_turns_left.values():
        even, power = np.array(fitted).T
        assert len(fitted) == len(table.rates)
        assert (even > 0).all()
        assert (power > 0).all()
    one_answer = {left: even / (1 + even) for left, rows in table.by_turns_left.items() for even, _ in rows[:1]}
    assert min(one_answer.values()) > 0.9

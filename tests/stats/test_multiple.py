import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_jax.errors import UserError
from wordle_jax.stats import CorrectedP, correct_p_values


def holm_by_hand(p_values: list[float]) -> list[float]:
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, highest = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(order):
        highest = max(highest, (len(p_values) - rank) * p_values[index])
        corrected[index] = min(1.0, highest)
    return corrected


def test_raw_and_corrected_p_stand_side_by_side():
    # Powers of two, so that every product is exact.
    assert correct_p_values({"a": 1 / 128, "b": 1 / 16, "c": 3 / 64, "d": 1 / 2}) == (
        CorrectedP("a", 1 / 128, 4 / 128, 4 / 128),
        CorrectedP("b", 1 / 16, 4 / 16, 9 / 64),
        CorrectedP("c", 3 / 64, 12 / 64, 9 / 64),
        CorrectedP("d", 1 / 2, 1.0, 1 / 2),
    )


@settings(max_examples=20)  # each takes 0.1 s: statsmodels collects garbage
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_corrections_agree_with_their_definitions(p_values):
    found = correct_p_values({str(i): p for i, p in enumerate(p_values)})
    assert [row.p for row in found] == p_values
    assert [row.bonferroni for row in found] == pytest.approx([min(1, p * len(p_values)) for p in p_values])
    assert [row.holm for row in found] == pytest.approx(holm_by_hand(p_values))


def test_no_tests_and_no_probabilities():
    assert correct_p_values({}) == ()
    for p in (-0.1, 1.1, float("nan")):
        with pytest.raises(UserError, match=r"b: p = .*, but p lies from 0 to 1"):
            correct_p_values({"a": 0.5, "b": p})

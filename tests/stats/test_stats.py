from contextlib import suppress
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_jax import stats
from wordle_jax.errors import UserError
from wordle_jax.stats import (
    Subject,
    kendall,
    levene,
    mann_whitney,
    paired_t,
    pearson,
    pooled_t,
    shapiro_wilk,
    spearman,
    welch_t,
    wilcoxon,
)

SECONDS = st.floats(1e-9, 1e6) | st.sampled_from([0.1, 0.2, 0.1 + 0.2, 0.3, 0.0, 1e-200, 1e6 + 1e-9, 1e6])


@settings(max_examples=30)
@given(st.lists(st.tuples(SECONDS, SECONDS), max_size=10))
def test_any_numbers_give_a_result_or_a_user_error(pairs):
    # Warnings are errors here, and a result refuses nan.
    x, y = np.array(pairs, dtype=np.float64).reshape(-1, 2).T
    subject = Subject(("a", "b"), "seconds")
    calls = [
        lambda: levene((x, y), subject),
        lambda: shapiro_wilk(x, Subject(("a",), "seconds")),
        *(
            lambda test=test: test(x, y, subject)
            for test in (paired_t, pooled_t, welch_t, wilcoxon, mann_whitney, pearson, spearman, kendall)
        ),
    ]
    for call in calls:
        with suppress(UserError):
            assert 0 <= call().p <= 1


def test_public_names_are_where_they_are_said_to_be():
    for name, home in stats._HOME.items():
        assert getattr(stats, name) is getattr(import_module(f"wordle_jax.stats.{home}"), name)
    assert dir(stats) == sorted(stats._HOME)
    with pytest.raises(AttributeError, match="no attribute 'anova'"):
        stats.anova  # noqa: B018

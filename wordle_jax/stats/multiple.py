"""Many tests at once: p as it is and corrected, side by side."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from statsmodels.stats.multitest import multipletests

from wordle_jax.errors import UserError


@dataclass(frozen=True)
class CorrectedP:
    """The p of a test, and what it becomes beside the others it was made with; each at most 1."""

    test: str
    p: float
    bonferroni: float
    holm: float


def correct_p_values(p_values: Mapping[str, float]) -> tuple[CorrectedP, ...]:
    """Return each p (by name of its test) with Bonferroni's and Holm's corrections, in the order given.

    Either keeps the chance of any false discovery below the level; Holm's rejects no less. Comparing a corrected p
    with 0.05 is the same as comparing p with the paper's alpha / k. No p values give none. Raises UserError for a p
    outside 0 to 1.
    """
    for test, p in p_values.items():
        if not 0 <= p <= 1:
            raise UserError(f"{test}: p = {p:g}, but p lies from 0 to 1")
    if not p_values:
        return ()
    raw = np.array(list(p_values.values()), dtype=np.float64)
    bonferroni, holm = (multipletests(raw, method=method)[1].tolist() for method in ("bonferroni", "holm"))
    return tuple(map(CorrectedP, p_values, raw.tolist(), bonferroni, holm))

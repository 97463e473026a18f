"""Tests, effect sizes, intervals and power for studies of solvers, on scipy and statsmodels.

The names below are loaded when they are first used, so that nobody waits for libraries of statistics in vain.
"""

from importlib import import_module
from typing import Any

_HOME = {
    "Comparison": "comparison",
    "CorrectedP": "multiple",
    "Effect": "result",
    "HypothesisTest": "result",
    "Interval": "result",
    "QuantilePlot": "assumptions",
    "Subject": "result",
    "bootstrap_interval": "bootstrap",
    "census_note": "result",
    "chi_square": "proportions",
    "cochran_q": "proportions",
    "cohens_d": "means",
    "cohens_d_z": "means",
    "compare_independent": "comparison",
    "compare_paired": "comparison",
    "correct_p_values": "multiple",
    "cramers_v": "proportions",
    "fisher_exact": "proportions",
    "kendall": "correlation",
    "levene": "assumptions",
    "mann_whitney": "ranks",
    "mcnemar": "proportions",
    "num_for_independent_t": "power",
    "num_for_paired_t": "power",
    "num_for_proportions": "power",
    "p_of_chi_square": "summaries",
    "p_of_variance_ratio": "summaries",
    "paired_t": "means",
    "paired_table": "proportions",
    "pearson": "correlation",
    "pooled_t": "means",
    "power_of_independent_t": "power",
    "power_of_paired_t": "power",
    "power_of_proportions": "power",
    "quantile_plot": "assumptions",
    "shapiro_wilk": "assumptions",
    "share_interval": "summaries",
    "spearman": "correlation",
    "welch_t": "means",
    "welch_t_of_summaries": "summaries",
    "wilcoxon": "ranks",
}

__all__ = sorted(_HOME)


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"wordle_jax.stats.{_HOME[name]}"), name)
    raise AttributeError(f"module 'wordle_jax.stats' has no attribute {name!r}")

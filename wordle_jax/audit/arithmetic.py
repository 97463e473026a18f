"""The sources' own numbers put together: what an expression of rounded numbers can be."""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, Literal

import numpy as np

from wordle_jax import stats
from wordle_jax.audit.claims import Claim
from wordle_jax.audit.finding import Finding, Limit, Number, Truth
from wordle_jax.audit.value import half_unit, parse_value
from wordle_jax.stats.result import HypothesisTest

_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
}


def find_arithmetic(claim: Claim) -> Finding:
    """Return what the expression of a claim can be, or what it cannot exceed or fall short of."""
    low, middle, high = evaluate(claim.check.subject)
    if claim.check.family == "at_most":
        return Limit(high=high)
    if claim.check.family == "at_least":
        return Limit(low=low)
    return Number(middle) if low == high else Number(middle, low, high)


def find_share(claim: Claim) -> Finding:
    """Return the share, in %, of so many games that is nearest to the claimed one."""
    games, claimed = int(claim.check.subject), claim.value.number
    assert claimed is not None
    return Number(100 * round(claimed * games / 100) / games)


def find_agreement(claim: Claim) -> Finding:
    """Return whether the source says the same elsewhere."""
    other = claim.check.subject
    one, two = claim.value.number, parse_value(other).number
    is_same = claim.value.text == other if one is None or two is None else one == two
    return Truth(is_same, f"elsewhere: {other}")


def evaluate(expression: str) -> tuple[float, float, float]:
    """Return the least, the printed and the greatest value of an expression of rounded numbers.

    A number with a decimal point lies up to half a unit of its last digit off; the same number is the same quantity
    wherever it stands. Within so little every expression rises or falls with each of its numbers, so that its extremes
    are at the ends of all of them.
    """
    tree = ast.parse(expression, mode="eval").body
    printed = _find_rounded(tree, expression)
    ends = [(float(text) - half_unit(text), float(text) + half_unit(text)) for text in printed]
    middle = _compute(tree, expression, {})
    corners = [_compute(tree, expression, dict(zip(printed, corner, strict=True))) for corner in product(*ends)]
    return min([*corners, middle]), middle, max([*corners, middle])


def _find_rounded(tree: ast.expr, source: str) -> list[str]:
    texts = [ast.get_source_segment(source, node) or "" for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return sorted({text for text in texts if "." in text})


def _compute(node: ast.expr, source: str, given: Mapping[str, float]) -> float:
    if isinstance(node, ast.Constant):
        assert isinstance(node.value, int | float), source
        return given.get(ast.get_source_segment(source, node) or "", float(node.value))
    if isinstance(node, ast.BinOp):
        return _OPERATORS[type(node.op)](_compute(node.left, source, given), _compute(node.right, source, given))
    if isinstance(node, ast.UnaryOp):
        return _OPERATORS[type(node.op)](_compute(node.operand, source, given))
    assert isinstance(node, ast.Call), source
    assert isinstance(node.func, ast.Name), source
    return float(FUNCTIONS[node.func.id](*(_compute(argument, source, given) for argument in node.args)))


def _dist_mean(*weights: float) -> float:
    return float(np.average(np.arange(1, len(weights) + 1), weights=weights))


def _dist_std(*weights: float) -> float:
    mean = _dist_mean(*weights)
    return math.sqrt(np.average((np.arange(1, len(weights) + 1) - mean) ** 2, weights=weights))


def _dist_median(*weights: float) -> float:
    return 1.0 + int(np.searchsorted(np.cumsum(weights), sum(weights) / 2))


def _chi_square(solved: float, failed: float, other_solved: float, other_failed: float) -> float:
    counts = _success(solved, failed, other_solved, other_failed)
    return _statistic(stats.chi_square(*counts, _SUBJECT, corrected=False))


def _odds_ratio(solved: float, failed: float, other_solved: float, other_failed: float) -> float:
    effect = stats.fisher_exact(*_success(solved, failed, other_solved, other_failed), _SUBJECT).effect
    assert effect is not None
    return effect.value


def _fisher_p(solved: float, failed: float, other_solved: float, other_failed: float) -> float:
    return stats.fisher_exact(*_success(solved, failed, other_solved, other_failed), _SUBJECT).p


def _mcnemar(only_first: float, only_second: float, method: Literal["exact", "chi-square"]) -> HypothesisTest:
    return stats.mcnemar(np.array([[0, only_first], [only_second, 0]], np.int64), _SUBJECT, method)


def _success(solved: float, failed: float, other_solved: float, other_failed: float) -> tuple[np.ndarray, np.ndarray]:
    won, lost = np.array([[solved, other_solved], [failed, other_failed]], np.int64)
    return won, won + lost


def _statistic(test: HypothesisTest) -> float:
    assert test.statistic is not None
    return test.statistic


_SUBJECT = stats.Subject(("one", "other"), "success")

FUNCTIONS: dict[str, Callable[..., float]] = {
    "dist_mean": _dist_mean,
    "dist_std": _dist_std,
    "dist_median": _dist_median,
    "chi2": _chi_square,
    "chi2_p": stats.p_of_chi_square,
    "cramers_v": lambda statistic, games: math.sqrt(statistic / games),
    "mcnemar": lambda first, second: _statistic(_mcnemar(first, second, "chi-square")),
    "binomial_p": lambda k, n: _mcnemar(k, n - k, "exact").p,
    "odds_ratio": _odds_ratio,
    "fisher_p": _fisher_p,
    "pooled_d": lambda difference, std, other_std: difference / math.sqrt((std**2 + other_std**2) / 2),
    "welch_t": stats.welch_t_of_summaries,
    "levene_p": stats.p_of_variance_ratio,
    "power": lambda rate, other_rate, games: stats.power_of_proportions(rate, other_rate, int(games), int(games)),
    "log2": math.log2,
    "sqrt": math.sqrt,
    "min": min,
    "round": round,
}

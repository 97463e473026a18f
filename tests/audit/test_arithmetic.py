"""Expressions of rounded numbers, against many random numbers that round to the printed ones."""

import ast
import math
import random

import pytest

from audit.claims_by_hand import make_claim, number
from wordle_jax.audit.arithmetic import FUNCTIONS, evaluate, find_agreement, find_arithmetic, find_share
from wordle_jax.audit.claims import select_claims
from wordle_jax.audit.finding import Limit, Number, Truth

EXPRESSIONS = sorted(
    claim.check.subject
    for claim in select_claims((), ("arithmetic",), ())
    if claim.check.family in ("arithmetic", "at_most", "at_least")
)


def sample(expression: str, generator: random.Random) -> float:
    """Python's own value of an expression with each decimal replaced, wherever it stands, by one that rounds to it."""
    tree = ast.parse(expression, mode="eval")
    texts = {ast.get_source_segment(expression, n) or "" for n in ast.walk(tree) if isinstance(n, ast.Constant)}
    drawn = {}
    for text in sorted(text for text in texts if "." in text):
        half = 0.5 / 10 ** len(text.partition(".")[2])
        drawn[text] = float(text) + generator.uniform(-half, half)

    class Replace(ast.NodeTransformer):
        def visit_Constant(self, node: ast.Constant) -> ast.Constant:
            return ast.Constant(drawn.get(ast.get_source_segment(expression, node) or "", float(node.value)))

    code = compile(ast.fix_missing_locations(Replace().visit(tree)), "claim", "eval")
    return float(eval(code, {"__builtins__": {}}, FUNCTIONS))


@pytest.mark.parametrize("part", range(8))
def test_no_numbers_that_round_to_the_printed_ones_leave_the_bounds(part: int) -> None:
    generator = random.Random(part)
    for expression in EXPRESSIONS[part::8]:
        low, middle, high = evaluate(expression)
        assert low <= middle <= high, expression
        slack = 1e-9 * max(1, abs(low), abs(high))
        for _ in range(20):
            assert low - slack <= sample(expression, generator) <= high + slack, expression


def test_bounds_are_reached() -> None:
    assert evaluate("3.54 - 3.60") == tuple(pytest.approx(x) for x in (-0.07, -0.06, -0.05))
    assert evaluate("2*0.5 - 0.5") == tuple(pytest.approx(x) for x in (0.45, 0.5, 0.55))  # the same number twice
    assert evaluate("0.5*0.50") == tuple(pytest.approx(x) for x in (0.45 * 0.495, 0.25, 0.55 * 0.505))
    assert evaluate("38/7") == (38 / 7,) * 3
    assert evaluate("-2**3") == (-8.0,) * 3


def call(name: str, *numbers: float) -> float:
    return FUNCTIONS[name](*(float(number) for number in numbers))


def test_functions_by_hand() -> None:
    assert call("dist_mean", 1, 1, 2) == pytest.approx(9 / 4)
    assert call("dist_std", 1, 0, 1) == pytest.approx(1)
    assert [call("dist_median", *w) for w in ((1, 1, 3), (1, 3, 1), (3, 1, 1))] == [3, 2, 1]
    assert call("chi2", 10, 20, 20, 10) == pytest.approx(60 * 300**2 / 30**4)
    assert call("chi2_p", 3.841458820694124) == pytest.approx(0.05)
    assert call("cramers_v", 6.0, 600) == pytest.approx(0.1)
    assert call("mcnemar", 9, 2) == pytest.approx(49 / 11)
    assert call("binomial_p", 2, 11) == pytest.approx(2 * (1 + 11 + 55) / 2**11)
    assert call("odds_ratio", 3, 1, 1, 2) == pytest.approx(6)
    assert call("fisher_p", 3, 0, 0, 3) == pytest.approx(0.1)
    assert call("pooled_d", 1, 3, 4) == pytest.approx(1 / math.sqrt(12.5))
    assert call("welch_t", 1, 3, 9, 4, 8) == pytest.approx(1 / math.sqrt(1 + 2))
    assert call("levene_p", 1, 10, 1, 10) == pytest.approx(0.5)
    assert call("levene_p", 1, 5, 2, 20) == call("levene_p", 2, 20, 1, 5) < 0.5
    assert call("power", 0.5, 0.5, 300) == pytest.approx(0.05)
    assert call("power", 0.2, 0.8, 300) > 0.999


def test_limits_take_the_side_that_leaves_most_room() -> None:
    at_most, at_least = (find_arithmetic(make_claim(f"{side}: 3.42", "3.54")) for side in ("at_most", "at_least"))
    assert isinstance(at_most, Limit)
    assert isinstance(at_least, Limit)
    assert (at_most.low, at_most.high) == (-math.inf, pytest.approx(3.425))
    assert (at_least.low, at_least.high) == (pytest.approx(3.415), math.inf)
    assert find_arithmetic(make_claim("arithmetic: 34 - 7", "27")) == Number(27.0)


def test_a_share_is_a_whole_number_of_games() -> None:
    assert number(find_share(make_claim("share_of: 300", "99.3"))) == pytest.approx(100 * 298 / 300)
    assert number(find_share(make_claim("share_of: 2315", "99.97"))) == pytest.approx(100 * 2314 / 2315)


def test_the_same_elsewhere() -> None:
    assert find_agreement(make_claim("agree: 29.0", "29")) == Truth(True, "elsewhere: 29.0")
    assert find_agreement(make_claim("agree: 29.0", "30.3")) == Truth(False, "elsewhere: 29.0")
    assert find_agreement(make_claim("agree: trace", "aerie")) == Truth(False, "elsewhere: trace")
    assert find_agreement(make_claim("agree: trace", "trace")) == Truth(True, "elsewhere: trace")

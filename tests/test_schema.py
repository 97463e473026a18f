"""Plain dicts become dataclasses; every misfit names its full key and what would be right."""

from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from wordle_jax.errors import UserError
from wordle_jax.schema import did_you_mean, find_close, to_dataclass


@dataclass(frozen=True)
class Pool:
    size: int | Literal["all"]
    order: Literal["frequency", "entropy"] = "frequency"


@dataclass(frozen=True)
class Recipe:
    name: str
    score: Literal["entropy", "expected_size", "minimax"]
    pool: Pool
    weights: tuple[float, ...] = ()
    window: tuple[int, int] = (0, 0)
    limit: int | None = None
    prior: float = 1.0
    strict: bool = False
    note: Any = None
    stages: tuple[Pool, ...] | Literal["none"] = "none"
    alias: int | str = 0
    cache: dict[str, int] = field(init=False, default_factory=dict, repr=False)


BASE: dict[str, Any] = {"name": "csp", "score": "entropy", "pool": {"size": 50}}


def read(**changes: Any) -> Recipe:
    return to_dataclass(Recipe, BASE | changes, "solver")


def test_defaults_fill_what_is_not_given() -> None:
    assert read() == Recipe("csp", "entropy", Pool(50))


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("pool", {"size": "all", "order": "entropy"}, Pool("all", "entropy")),
        ("weights", [0.6, 1], (0.6, 1.0)),
        ("weights", [], ()),
        ("window", [2, 3], (2, 3)),
        ("limit", None, None),
        ("limit", 1e3, 1000),
        ("limit", 10**400, 10**400),
        ("prior", 3, 3.0),
        ("strict", True, True),
        ("note", {"any": ["thing"]}, {"any": ["thing"]}),
        ("stages", [{"size": 1}, {"size": "all"}], (Pool(1), Pool("all"))),
        ("alias", 3, 3),
        ("alias", "three", "three"),
        ("name", False, "false"),
        ("name", 7, "7"),
    ],
)
def test_value_is_converted(key: str, value: object, expected: object) -> None:
    converted = getattr(read(**{key: value}), key)
    assert converted == expected
    assert type(converted) is type(expected)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        (
            "score",
            "entrpy",
            "solver.score: 'entrpy' is not a score (did you mean entropy?); "
            "choose one of entropy, expected_size, minimax",
        ),
        ("score", 3, "solver.score: 3 is not a score; choose one of entropy, expected_size, minimax"),
        ("score", None, "solver.score: null is not a score; choose one of entropy, expected_size, minimax"),
        (
            "pool",
            {"size": 1, "order": "x"},
            "solver.pool.order: 'x' is not an order; choose one of frequency, entropy",
        ),
        (
            "pool",
            {"size": "al"},
            "solver.pool.size: 'al' does not fit (did you mean all?); give a whole number or all",
        ),
        ("pool", {"size": True}, "solver.pool.size: true does not fit; give a whole number or all"),
        ("pool", {"size": 2.5}, "solver.pool.size: 2.5 does not fit; give a whole number or all"),
        ("pool", {}, "solver.pool.size has no value; give a whole number or all"),
        (
            "pool",
            {"size": 1, "ordr": 2},
            "solver.pool.ordr: no such key (did you mean order?); valid: size, order",
        ),
        ("pool", 50, "solver.pool: 50 is not a group of keys size, order"),
        ("weights", 3, "solver.weights: 3 is not a list, each element a finite number"),
        ("weights", [1, "x"], "solver.weights[1]: 'x' is not a finite number"),
        ("window", [1], "solver.window: [1] is not a list of 2: a whole number, a whole number"),
        ("limit", "x", "solver.limit: 'x' does not fit; give a whole number or null"),
        ("prior", float("nan"), "solver.prior: nan is not a finite number"),
        ("prior", float("inf"), "solver.prior: inf is not a finite number"),
        ("prior", True, "solver.prior: true is not a finite number"),
        ("strict", 1, "solver.strict: 1 is not true or false"),
        ("strict", "yes", "solver.strict: 'yes' is not true or false"),
        ("name", None, "solver.name: null is not a word"),
        ("name", ["a"], "solver.name: ['a'] is not a word"),
        ("stages", [{"size": "x"}], "solver.stages[0].size: 'x' does not fit; give a whole number or all"),
        (
            "stages",
            3,
            "solver.stages: 3 does not fit; give a list, each element a group of keys size, order or none",
        ),
        (
            "cache",
            {},
            "solver.cache: no such key; "
            "valid: name, score, pool, weights, window, limit, prior, strict, note, stages, alias",
        ),
    ],
)
def test_misfit_names_the_key_and_what_would_be_right(key: str, value: object, message: str) -> None:
    with pytest.raises(UserError) as caught:
        read(**{key: value})
    assert str(caught.value) == message


def test_long_value_is_cut_in_the_message() -> None:
    with pytest.raises(UserError) as caught:
        read(prior=list(range(1000)))
    assert str(caught.value).startswith("solver.prior: [0, 1, 2,")
    assert len(str(caught.value)) < 140


def test_missing_key_says_what_to_give() -> None:
    with pytest.raises(UserError, match=r"^pool has no value; give a group of keys size, order$"):
        to_dataclass(Recipe, {"name": "csp", "score": "entropy"})


def test_top_level_has_no_prefix() -> None:
    with pytest.raises(UserError, match=r"^scor: no such key \(did you mean score\?\)"):
        to_dataclass(Recipe, BASE | {"scor": 1})
    with pytest.raises(UserError, match=r"^the configuration: null is not a group of keys"):
        to_dataclass(Recipe, None)


@dataclass(frozen=True)
class Rate:
    flip_rate: float

    def __post_init__(self) -> None:
        if not 0 <= self.flip_rate <= 1:
            raise ValueError(f"flip_rate {self.flip_rate} is not between 0 and 1")


def test_refusal_of_the_dataclass_itself_becomes_a_user_error() -> None:
    assert to_dataclass(Rate, {"flip_rate": 1}, "noise") == Rate(1.0)
    with pytest.raises(UserError, match=r"^noise: flip_rate 2.0 is not between 0 and 1$"):
        to_dataclass(Rate, {"flip_rate": 2}, "noise")
    with pytest.raises(UserError, match=r"^flip_rate 2.0"):
        to_dataclass(Rate, {"flip_rate": 2})


@dataclass(frozen=True)
class Single:
    mode: Literal[False, 1, "true"]


def test_choices_keep_their_types() -> None:
    assert to_dataclass(Single, {"mode": False}).mode is False
    assert to_dataclass(Single, {"mode": True}).mode == "true"
    with pytest.raises(UserError, match=r"mode: 1\.0 is not a mode; choose one of false, 1, true"):
        to_dataclass(Single, {"mode": 1.0})


@dataclass(frozen=True)
class Unreadable:
    when: set[str]


def test_unreadable_annotation_is_the_programmers_mistake() -> None:
    with pytest.raises(TypeError, match="when: fields of type"):
        to_dataclass(Unreadable, {"when": "now"})


def test_suggestions() -> None:
    assert find_close("entrpy", ["random", "entropy", "entropy"]) == ["entropy"]
    assert find_close("zzz", ["entropy", "random"]) == []
    assert did_you_mean(["a", "b"]) == " (did you mean a or b?)"
    assert did_you_mean([]) == ""


def test_half_a_character_is_no_word() -> None:
    @dataclass(frozen=True)
    class Named:
        name: str

    with pytest.raises(UserError, match=r"^name: .* is not a word"):
        to_dataclass(Named, {"name": "n\ud800"})

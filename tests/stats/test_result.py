import math
from dataclasses import replace

import pytest

from wordle_jax.errors import UserError
from wordle_jax.stats import Effect, HypothesisTest, Interval, Subject, census_note

RESULT = HypothesisTest(
    name="paired t test",
    subject=Subject(("csp_aware", "entropy"), games="words solved by both"),
    null="equal means",
    measure="mean guesses",
    values=(3.5, 3.625),
    statistic_name="t",
    statistic=-4.82,
    df=2302.0,
    p=1e-6,
    effect=Effect("Cohen's d_z", -0.1),
    interval=Interval("mean difference", -0.2, -0.05),
    n=(2303,),
)


def test_sentence_says_what_in_which_direction_by_how_much_and_whether_it_is_significant():
    assert RESULT.sentence == (
        "Paired t test on 2,303 pairs (words solved by both): mean guesses: csp_aware 3.5, entropy 3.625, "
        "so csp_aware is lower by 0.125 (95% interval of the mean difference: -0.2 to -0.05). "
        "t = -4.82, df = 2,302, p < 0.001, Cohen's d_z = -0.1: "
        "significant at 5%, so the data speak against equal means."
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"values": (3.625, 3.5)}, "csp_aware 3.625, entropy 3.5, so csp_aware is higher by 0.125"),
        ({"values": (3.5, 3.5)}, "csp_aware 3.5, entropy 3.5, so there is no difference"),
        ({"values": (0.25,)}, "mean guesses of csp_aware and entropy 0.25, positive"),
        ({"values": (-0.25,)}, "mean guesses of csp_aware and entropy -0.25, negative"),
        ({"values": (0.0,)}, "mean guesses of csp_aware and entropy 0, neither positive nor negative"),
        ({"values": ()}, "mean guesses of csp_aware and entropy ("),
        ({"n": (1000, 999)}, "test on 1,000 and 999 (words solved by both)"),
        ({"p": 0.04996}, "p = 0.05, Cohen's d_z = -0.1: significant at 5%, so the data speak against equal means."),
        ({"p": 0.05}, "p = 0.05, Cohen's d_z = -0.1: not significant at 5%, so the data do not speak against equal"),
        ({"df": (1.0, 98.0)}, "df = 1 and 98, p"),
        ({"df": None, "statistic": None}, "-0.05). p < 0.001"),
        ({"interval": None}, "by 0.125. t = -4.82"),
        ({"effect": None}, "p < 0.001: significant"),
        ({"effect": Effect("odds ratio", math.inf)}, "odds ratio = infinity:"),
        ({"effect": Effect("t", -4.82)}, "p < 0.001: significant"),
        ({"name": "χ² test"}, "χ² test on"),
    ],
)
def test_sentence_follows_the_fields(changes, words):
    assert words in replace(RESULT, **changes).sentence


def test_sentence_of_several_groups_names_all_at_the_ends():
    several = replace(RESULT, subject=Subject(("a", "b", "c")), values=(0.5, 0.25, 0.5))
    assert "on 2,303 matched sets (all games): mean guesses: a 0.5, b 0.25, c 0.5; lowest b, highest a and c" in (
        several.sentence
    )


def test_a_census_says_what_p_means():
    census = replace(RESULT, subject=replace(RESULT.subject, is_census=True))
    assert census.sentence == f"{RESULT.sentence} {census_note(True)}"
    assert "census" in census_note(True)
    assert "hypothetical larger population" in census_note(True)
    assert census_note(False) == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"p": math.nan},
        {"statistic": math.nan},
        {"values": (3.5, math.nan)},
        {"effect": Effect("d", math.nan)},
        {"interval": Interval("d", math.nan, 1.0)},
    ],
)
def test_no_number_is_nan(changes):
    with pytest.raises(UserError, match="paired t test: these numbers leave it undefined"):
        replace(RESULT, **changes)

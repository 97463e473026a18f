import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_jax.errors import UserError
from wordle_jax.stats import (
    chi_square,
    cohens_d,
    compare_independent,
    compare_paired,
    fisher_exact,
    mann_whitney,
    mcnemar,
    paired_t,
    paired_table,
    pooled_t,
    welch_t,
    wilcoxon,
)

NAMES = ("csp_aware", "entropy")


def records(guesses: list[int], replicates: int = 1) -> pd.DataFrame:
    """Games of the words a, b, c, ..., each replicate in turn; 7 guesses are a failure."""
    return pd.DataFrame(
        {
            "answer": [chr(ord("a") + game // replicates) for game in range(len(guesses))],
            "replicate": [game % replicates for game in range(len(guesses))],
            "solved": [number < 7 for number in guesses],
            "guesses": [min(number, 6) for number in guesses],
        }
    )


FIRST = [3, 4, 7, 2, 3, 4, 5, 3, 7, 4]
SECOND = [4, 4, 5, 3, 7, 4, 6, 2, 7, 5]
# Words solved by both, and all that either solved.
BOTH = np.array([3, 4, 2, 4, 5, 3, 4]), np.array([4, 4, 3, 4, 6, 2, 5])
EACH = np.array([3, 4, 2, 3, 4, 5, 3, 4]), np.array([4, 4, 5, 3, 4, 6, 2, 5])


def test_paired_comparison_makes_its_tests_of_the_games_it_names():
    found = compare_paired(records(FIRST), records(SECOND), NAMES)
    t, rank, *failures = found.tests
    assert t == paired_t(*BOTH, t.subject)
    assert rank == wilcoxon(*BOTH, rank.subject)
    assert t.subject == rank.subject
    assert (t.subject.groups, t.subject.games, t.n) == (NAMES, "words solved by both", (7,))
    table = paired_table(np.array(FIRST) < 7, np.array(SECOND) < 7)
    assert table.tolist() == [[7, 1], [1, 1]]
    assert failures == [mcnemar(table, failures[0].subject, m) for m in ("exact", "chi-square", "corrected")]
    assert (failures[0].subject.games, failures[0].n) == ("all words", (10,))
    assert found.cohens_d == cohens_d(*BOTH)
    assert found.undefined == ()
    assert found.pairing == "Paired: both solvers played the same 10 words, so each word is compared with itself."


def test_independent_comparison_leaves_the_pairs_out():
    found = compare_independent(records(FIRST), records(SECOND), NAMES)
    guesses, success = found.tests[0].subject, found.tests[-1].subject
    counts = np.array([8, 8]), np.array([10, 10])
    assert found.tests == (
        pooled_t(*EACH, guesses),
        welch_t(*EACH, guesses),
        mann_whitney(*EACH, guesses),
        chi_square(*counts, success, corrected=False),
        chi_square(*counts, success, corrected=True),
        fisher_exact(*counts, success),
    )
    assert (guesses.games, success.games) == ("games solved by each", "all games")
    assert found.cohens_d == cohens_d(*EACH)
    assert found.pairing.startswith("Unpaired: that both solvers played the same words is left out")


@pytest.mark.parametrize("compare", [compare_paired, compare_independent])
def test_the_order_of_rows_does_not_matter(compare):
    shuffled = records(SECOND).sample(frac=1, random_state=0)
    assert compare(records(FIRST), shuffled, NAMES) == compare(records(FIRST), records(SECOND), NAMES)


@pytest.mark.parametrize("compare", [compare_paired, compare_independent])
def test_a_census_is_said_to_be_one(compare):
    found = compare(records(FIRST), records(SECOND), NAMES, is_census=True)
    assert all("census" in test.sentence for test in found.tests)
    assert not any("census" in test.sentence for test in compare(records(FIRST), records(SECOND), NAMES).tests)


def test_replicates_of_a_word_are_one_number():
    first, second = records([3, 7, 4, 4, 5, 5, 7, 7], replicates=2), records([4, 4, 6, 3, 7, 4, 2, 2], replicates=2)
    found = compare_paired(first, second, NAMES)
    # Word a by its first replicate alone, c by its second; d was never solved by both.
    t = found.tests[0]
    assert t == paired_t(np.array([3, 4, 5]), np.array([4, 4.5, 4]), t.subject)
    assert t.subject.games == "words solved by both, mean over their replicates"
    exact = found.tests[2]
    assert exact.n == (8,)
    assert exact.subject.games == "all games, replicates of a word counted apart"
    assert "the same 4 words" in found.pairing


def test_solvers_that_play_alike_do_not_differ():
    found = compare_paired(records(FIRST), records(FIRST), NAMES)
    assert [test.p for test in found.tests] == [1] * 5
    assert all("there is no difference" in test.sentence for test in found.tests)
    assert (found.cohens_d, found.undefined) == (0, ())


def test_tests_that_the_games_do_not_support_are_named():
    # Every word takes one guess more: no spread of the differences.
    found = compare_paired(records([2, 3, 4]), records([3, 4, 5]), NAMES)
    assert found.tests[0].name == "Wilcoxon signed-rank test"
    (line,) = found.undefined
    assert line.startswith("paired t test: the difference is -1 without any spread")
    # Nothing was solved by both.
    found = compare_paired(records([7, 3]), records([3, 7]), NAMES)
    assert [test.name.partition(" ")[0] for test in found.tests] == ["McNemar's"] * 3
    assert [line.partition(":")[0] for line in found.undefined] == [
        "paired t test",
        "Wilcoxon signed-rank test",
        "Cohen's d (eq. 29)",
    ]
    assert found.cohens_d is None


@pytest.mark.parametrize("compare", [compare_paired, compare_independent])
@pytest.mark.parametrize(
    ("first", "second", "complaint"),
    [
        (records(FIRST), records(SECOND)[1:], "csp_aware and entropy: 1 games have no partner"),
        (records([]), records([]), "0 games have no partner; both must have played"),
        (records(FIRST), pd.concat([records(SECOND)] * 2), "entropy: holds a game of the same answer and replicate"),
        (records(FIRST).drop(columns="solved"), records(SECOND), "csp_aware: lacks the columns solved of answer,"),
        (records(FIRST), records(SECOND).astype(object).where(lambda x: x != 6), "entropy: has empty cells"),
    ],
    ids=["partner", "empty", "twice", "column", "cell"],
)
def test_records_that_cannot_be_compared(compare, first, second, complaint):
    with pytest.raises(UserError, match=complaint):
        compare(first, second, NAMES)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(1, 7), st.integers(1, 7)), min_size=1, max_size=8), st.integers(1, 2))
def test_any_games_have_each_test_or_a_reason(pairs, replicates):
    first, second = (records([pair[which] for pair in pairs], replicates) for which in (0, 1))
    for compare, number in ((compare_paired, 5), (compare_independent, 6)):
        found = compare(first, second, NAMES)
        reasons = [line for line in found.undefined if not line.startswith("Cohen's d")]
        assert len(found.tests) + len(reasons) == number
        assert (found.cohens_d is None) == (len(reasons) < len(found.undefined))
        assert all(0 <= test.p <= 1 and "nan" not in test.sentence for test in found.tests)

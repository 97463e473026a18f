"""What the tables of the parts say of the paper's questions."""

from dataclasses import replace
from pathlib import Path

import pytest

from study.games import make_cell, make_records, make_results
from wordle_jax.errors import UserError
from wordle_jax.study.results import StudyResults
from wordle_jax.study.tables.research_questions import HEADER, judge, make_table

COMPARISONS = """\
first,second,test,measure,value_first,value_second,statistic_name,statistic,df,p,effect_name,effect,is_census
csp_aware,forward_checking,paired t test,mean guesses,3.5,3.6,t,-4.0,2000.0,0.004,Cohen's d_z,-0.1,True
csp_aware,forward_checking,Welch's t test,mean guesses,3.5,3.6,t,-3.0,1000.5,0.003,Cohen's d,-0.1,True
csp_aware,random,McNemar's exact test,success rate,0.99,0.98,smaller,3.0,,0.03,,,False
probabilistic_csp,forward_checking,McNemar's exact test,success rate,0.9,0.95,smaller,2,,0.001,Cohen's g,-0.4,True
"""
RATES = """\
noise,first,second,success_first,success_second,chi2,chi2_p,cramers_v,only_first,only_second,mcnemar_p,mcnemar_g
0.05,csp_aware,forward_checking,0.5,0.5,0.0,1.0,0.0,0,0,1.0,
0.1,csp_aware,forward_checking,0.33,0.31,0.4,0.5,0.02,9,7,0.04,0.25
"""
CROSS_LEXICON = """\
first,second,test,measure,value_first,value_second,statistic_name,statistic,df,p,effect_name,effect,is_census
english_sample,spanish_sample,Fisher's exact test,success rate,0.99,0.91,,,,0.0001,odds ratio,inf,False
english_sample,spanish_sample,independent t test,mean guesses,3.5,3.6,t,-1.0,954.0,0.3,Cohen's d,-0.1,False
"""


def make_study(directory: Path, *parts: str) -> StudyResults:
    for part, name, text in (
        ("main", "comparisons", COMPARISONS),
        ("noise", "rates", RATES),
        ("lexicon", "cross_lexicon", CROSS_LEXICON),
    ):
        (directory / part / "tables").mkdir(parents=True)
        (directory / part / "tables" / f"{name}.csv").write_text(text, encoding="utf-8")
    results = make_results(make_cell("any", 0.0, make_records([(0, 3, 0)])))
    config = replace(results.config, study=replace(results.config.study, studies=parts))
    return StudyResults(config, [], directory)


def test_questions_are_answered_from_the_tables_of_the_parts(tmp_path: Path) -> None:
    table = make_table(make_study(tmp_path, "main", "noise", "lexicon"))
    assert [(row.question, row.first, row.test, row.p, row.verdict, row.verdict_corrected) for row in table.rows] == [
        ("RQ1", "csp_aware", "paired t test", 0.004, "supported", "supported"),
        ("RQ2", "csp_aware", "McNemar's exact test", 0.03, "supported", "undecided"),
        ("RQ3", "probabilistic_csp", "McNemar's exact test", 0.001, "refuted", "refuted"),
        ("RQ4", "csp_aware", "χ² test", 0.5, "undecided", "undecided"),
        ("RQ4", "csp_aware", "McNemar's exact test", 0.04, "supported", "undecided"),
        ("RQ5", "english_sample", "Fisher's exact test", 0.0001, "refuted", "refuted"),
        ("RQ5", "english_sample", "independent t test", 0.3, "undecided", "undecided"),
    ]
    # Holm: 0.0001 · 7, 0.001 · 6, 0.004 · 5, 0.03 · 4, 0.04 · 3 but no less than the one before, 0.3 · 2, 0.5.
    assert [row.holm for row in table.rows] == pytest.approx([0.02, 0.12, 0.006, 0.6, 0.12, 0.0007, 0.6])
    assert [row.bonferroni for row in table.rows] == pytest.approx([0.028, 0.21, 0.007, 1.0, 0.28, 0.0007, 1.0])
    chi2, exact = table.rows[3:5]
    assert (chi2.statistic, chi2.df, chi2.effect_name, chi2.effect) == (0.4, 1.0, "Cramér's V", 0.02)
    assert (exact.statistic, exact.df, exact.effect_name, exact.effect) == (7.0, None, "Cohen's g", 0.25)
    assert all(len(shown) == len(HEADER) for shown in table.shown)
    assert table.shown[0][1] == "csp_aware needs fewer guesses than forward_checking"


def test_a_part_that_is_left_out_is_not_asked(tmp_path: Path) -> None:
    assert {row.question for row in make_table(make_study(tmp_path, "noise")).rows} == {"RQ4"}


def test_without_any_part_there_is_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"it has nothing to read; name main, noise or lexicon in study\.studies"):
        make_table(make_study(tmp_path, "datasets"))


@pytest.mark.parametrize(
    ("expected", "difference", "p", "verdict"),
    [
        ("less", -0.1, 0.049, "supported"),
        ("less", 0.1, 0.049, "refuted"),
        ("more", 0.1, 0.049, "supported"),
        ("more", -0.1, 0.049, "refuted"),
        ("none", 0.1, 0.049, "refuted"),
        ("none", 0.1, 0.05, "undecided"),
        ("less", -0.1, 0.05, "undecided"),
    ],
)
def test_verdicts(expected, difference: float, p: float, verdict: str) -> None:
    assert judge(expected, difference, p) == verdict

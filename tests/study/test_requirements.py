"""What cannot be made of a study is told before its games are played."""

import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from wordle_jax.catalog import load_recipe
from wordle_jax.errors import UserError
from wordle_jax.lexicon import LexiconConfig, load_lexicon
from wordle_jax.rules import Rules
from wordle_jax.selection import GameSelection, select_games
from wordle_jax.study import figures, tables
from wordle_jax.study.config import Cell, Plan, StudyConfig, StudyGrid
from wordle_jax.study.parts import list_parts
from wordle_jax.study.requirements import check_plan, foresee

LEXICON = LexiconConfig(name="three", title="Three words", answers="three.txt")


@pytest.fixture(autouse=True)
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three words in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("three.txt").write_text("crane\nslate\nsoare\n", encoding="utf-8")


def make_plan(
    *cells: tuple[dict[str, str], dict[str, object]],
    tables: tuple[str, ...] = (),
    figures: tuple[str, ...] = (),
    parts: tuple[Plan, ...] = (),
    name: str = "mine",
) -> Plan:
    """A study of cells with these labels and settings."""
    names = tuple(part.name for part in parts)
    study = StudyGrid(name, {}, {}, tables=tables, figures=figures, studies=names)
    config = StudyConfig(study=study, lexicon=LEXICON, solver=load_recipe("csp_aware"))
    return Plan(
        config,
        [Cell(labels, replace(config, **settings), False) for labels, settings in cells],  # type: ignore[arg-type]
        parts,
    )


FIRST = ({"variant": "csp_aware"}, {})
SECOND = ({"variant": "csp_aware-opener"}, {"solver": load_recipe("csp_aware", opener="computed")})
FEWER = ({"variant": "csp_aware-fewer"}, {"games": GameSelection(sample=2)})
OTHER = ({"variant": "other"}, {"games": GameSelection(sample=2)})
LONGER = ({"variant": "longer"}, {"rules": Rules(max_guesses=8)})
RANDOM = ({"solver": "random", "noise": "0"}, {"solver": load_recipe("random")})
FORWARD = ({"solver": "forward_checking"}, {"solver": load_recipe("forward_checking"), "seed": 7})
FORWARD_FEWER = (FORWARD[0], FORWARD[1] | {"games": GameSelection(sample=2)})


@pytest.mark.parametrize(
    ("table", "cells", "problem"),
    [
        (
            "comparisons",
            [FIRST, SECOND],
            "csp_aware plays more than one cell, variant=csp_aware and variant=csp_aware-op",
        ),
        ("assumptions", [FIRST, SECOND], "csp_aware plays more than one cell"),
        ("quantiles", [FIRST, SECOND], "csp_aware plays more than one cell"),
        ("guess_pairs", [FIRST, SECOND], "csp_aware plays more than one cell"),
        ("difficulty", [FIRST, SECOND], "csp_aware plays more than one cell"),
        ("comparisons", [RANDOM, FORWARD_FEWER], "solver=forward_checking and solver=random,noise=0 play other words"),
        ("difficulty", [RANDOM, FORWARD_FEWER], "solver=forward_checking and solver=random,noise=0 play other words"),
        (
            "frequency_quartiles",
            [RANDOM, FORWARD_FEWER],
            "solver=random,noise=0 and solver=forward_checking play other",
        ),
        ("rates", [FIRST, FEWER], "variant=csp_aware-fewer and variant=csp_aware play other words"),
        ("strategies", [FIRST, OTHER], "variant=other and variant=csp_aware play other words"),
        ("weights", [FIRST, OTHER], "variant=other and variant=csp_aware play other words"),
        ("ablation", [FIRST, FEWER], "variant=csp_aware-fewer and variant=csp_aware play other words"),
        ("ablation", [SECOND], "variant=csp_aware-opener is compared with csp_aware; name that too in study.variants"),
        (
            "equal_openers",
            [(RANDOM[0], {}), ({"solver": "x", "noise": "0"}, OTHER[1])],
            "solver=x,noise=0 and solver=r",
        ),
        (
            "rules",
            [({"rules.mode": "normal"}, {}), ({"rules.mode": "hard"}, OTHER[1])],
            "rules.mode=hard and rules.mode",
        ),
        ("distribution", [FIRST, LONGER], "variant=longer and variant=csp_aware allow other numbers of guesses"),
        ("lexicon", [FIRST, LONGER], "variant=longer and variant=csp_aware allow other numbers of guesses"),
        ("rules", [FIRST, LONGER], "variant=longer and variant=csp_aware allow other numbers of guesses"),
        ("performance", [], "the study plays nothing, and this table tells of games; fill study.vary"),
        ("research_questions", [FIRST], "it has nothing to read; name main, noise or lexicon in study.studies"),
    ],
)
def test_a_table_names_the_cells_that_it_cannot_be_made_of(table: str, cells: list, problem: str) -> None:
    with pytest.raises(UserError, match=f"^study.tables: {table}: {re.escape(problem)}"):
        check_plan(make_plan(*cells, tables=(table,)), Path())


@pytest.mark.parametrize("table", ["datasets", "letters", "named_words"])
def test_tables_of_words_need_no_cells(table: str) -> None:
    check_plan(make_plan(tables=(table,)), Path())


def test_the_same_games_may_be_asked_for_in_other_words() -> None:
    all_named = GameSelection(answers=("soare", "slate", "crane"))
    check_plan(make_plan(FIRST, ({"variant": "named"}, {"games": all_named}), tables=("strategies",)), Path())


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        (
            make_plan(FIRST, tables=("performance",), figures=("performance",)),
            "study.figures: performance: it needs the table distribution; name that in study.tables, or leave it out",
        ),
        (
            make_plan(FIRST, figures=("four_dimensions",)),
            "study.figures: four_dimensions: it needs the study main; name that in study.studies, or leave it out",
        ),
        (
            make_plan(tables=("research_questions",), parts=(make_plan(RANDOM, name="main"),)),
            "study.tables: research_questions: it needs the table comparisons of the study main; name that in study.",
        ),
        (
            make_plan(parts=(make_plan(FIRST, SECOND, tables=("comparisons",), name="main"),)),
            "study.studies: main: study.tables: comparisons: csp_aware plays more than one cell",
        ),
    ],
)
def test_what_is_read_must_be_made(plan: Plan, problem: str) -> None:
    with pytest.raises(UserError, match=f"^{re.escape(problem)}"):
        check_plan(plan, Path())


def test_games_that_cannot_be_chosen_name_their_cell() -> None:
    cell = ({"variant": "many"}, {"games": GameSelection(sample=4)})
    with pytest.raises(UserError, match=r"^study: variant=many: games\.sample: is 4; give 1 to 3"):
        check_plan(make_plan(cell), Path())


def test_games_are_foreseen_as_they_are_chosen() -> None:
    games = GameSelection(sample=2, replicates=3)
    (cell,) = foresee(make_plan(({"solver": "x"}, {"games": games, "seed": 3})), Path()).cells
    lexicon = load_lexicon(LEXICON)
    game_id = cell.records.replicate.astype(np.int64) * lexicon.num_answers + cell.records.answer
    np.testing.assert_array_equal(game_id, select_games(games, lexicon, 3))
    assert cell.records.guesses.shape == (6, 6)


@pytest.mark.parametrize(
    ("kind", "name"), [("figures", n) for n in list_parts("figures")] + [("tables", n) for n in list_parts("tables")]
)
def test_tables_that_are_read_are_named(kind: str, name: str) -> None:
    package = Path((figures if kind == "figures" else tables).__path__[0])
    text = (package / f"{name}.py").read_text(encoding="utf-8")
    read = re.findall(r'read_table\(\w+(?: / "(\w+)")?, "(\w+)"\)', text)
    if name != "research_questions":  # which reads what it names
        assert len(read) == text.count("read_table(")
        named = getattr(import_module(f"wordle_jax.study.{kind}.{name}"), "TABLES", ())
        assert set(named) == {f"{part}/{table}" if part else table for part, table in read}

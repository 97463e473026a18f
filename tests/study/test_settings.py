"""A directory holds one study, and says in one line which."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from wordle_jax.catalog import load_recipe
from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutorConfig
from wordle_jax.lexicon import LexiconConfig, load_lexicon
from wordle_jax.question import describe_question
from wordle_jax.rules import Rules
from wordle_jax.selection import GameSelection
from wordle_jax.study.config import Cell, Plan, StudyConfig, StudyGrid
from wordle_jax.study.settings import describe_settings, refuse_other_study


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    """A study of two solvers on two words."""
    words = tmp_path / "two.txt"
    words.write_text("crane\nslate\n", encoding="utf-8")
    study = StudyGrid("tiny", {"solver": ["random", "csp_aware"]}, {})
    lexicon = LexiconConfig(name="two", title="Two words", answers=str(words))
    config = StudyConfig(study=study, lexicon=lexicon, solver=load_recipe("csp_aware"))
    cells = [Cell({"solver": name}, replace(config, solver=load_recipe(name)), False) for name in study.vary["solver"]]
    return Plan(config, cells)


def change(plan: Plan, **changes: Any) -> Plan:
    """The same study with other settings in all its cells, and a study of its own if that is changed."""
    study = {"study": changes.pop("study")} if "study" in changes else {}
    cells = [replace(cell, config=replace(cell.config, **changes)) for cell in plan.cells]
    return Plan(replace(plan.config, **changes, **study), cells)


@pytest.fixture
def made(tmp_path: Path, plan: Plan) -> Path:
    """The directory of that study."""
    directory = tmp_path / "made"
    (directory / "cells").mkdir(parents=True)
    (directory / "study.json").write_text(json.dumps(describe_settings(plan)), encoding="utf-8")
    return directory


def test_same_settings_are_let_in(made: Path, plan: Plan) -> None:
    refuse_other_study(made, plan)


def test_a_folder_without_a_study(tmp_path: Path, plan: Plan) -> None:
    (tmp_path / "run.log").touch()
    refuse_other_study(tmp_path, plan)


def test_where_it_is_played_is_no_setting(made: Path, plan: Plan) -> None:
    refuse_other_study(made, change(plan, executor=ExecutorConfig("ray", workers=2), platform="cpu"))


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"seed": 7}, "seed=42, not 7"),
        ({"rules": Rules(max_guesses=8)}, "rules.max_guesses=6, not 8"),
        ({"games": GameSelection(sample=1)}, "games.sample=null, not 1"),
        ({"games": GameSelection(answers=("crane",))}, "games.answers=all, not [crane]"),
        ({"study": StudyGrid("other", {"solver": ["random", "csp_aware"]}, {})}, "study.name=tiny, not other"),
        (
            {"study": StudyGrid("tiny", {"solver": ["random"]}, {})},
            "study.vary.solver=[random,csp_aware], not [random]",
        ),
    ],
)
def test_other_settings_are_refused(made: Path, plan: Plan, changes: dict[str, Any], difference: str) -> None:
    with pytest.raises(UserError) as refusal:
        refuse_other_study(made, change(plan, **changes))
    advice = "repeat its settings, or name another folder with hydra.run.dir=FOLDER"
    assert str(refusal.value) == f"{made} holds a study with {difference}; {advice}"


def test_a_changed_recipe_of_one_cell_is_refused(made: Path, plan: Plan) -> None:
    other = replace(
        plan.cells[1], config=replace(plan.cells[1].config, solver=load_recipe("csp_aware", opener="crane"))
    )
    with pytest.raises(UserError, match=r"with cells\.solver=csp_aware\.solver\.opener=salet, not crane; "):
        refuse_other_study(made, replace(plan, cells=[plan.cells[0], other]))


def test_changed_words_under_the_same_name_are_refused(made: Path, plan: Plan) -> None:
    Path(plan.config.lexicon.answers).write_text("crane\nsoare\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"holds a study with lexicon\.sha256="):
        refuse_other_study(made, plan)


def test_studies_within_a_study_are_looked_at(made: Path, plan: Plan) -> None:
    whole = replace(plan, cells=[], parts=[replace(change(plan, seed=7), cells=[])])
    (made.parent / "tiny").symlink_to(made)
    with pytest.raises(UserError, match=r"tiny holds a study with seed=42, not 7"):
        refuse_other_study(made.parent, whole)


def test_tables_and_figures_are_no_setting(made: Path, plan: Plan) -> None:
    study = replace(plan.config.study, tables=("performance",), figures=("performance",))
    refuse_other_study(made, change(plan, study=study))


@pytest.fixture(params=[None, "{", "[1,2]", "{}", '{"study": 1, "base": 2, "cells": 3}', "\udcff"])
def lost(request: pytest.FixtureRequest, made: Path, plan: Plan) -> Path:
    """That directory with the games of one cell and a file of settings that says nothing."""
    cell = plan.cells[1]
    lexicon = load_lexicon(cell.config.lexicon)
    question = describe_question(asdict(cell.config), {"title": lexicon.title, "sha256": lexicon.digest})
    question.pop("study")  # as a run has none
    (made / "cells" / cell.name).mkdir()
    (made / "cells" / cell.name / "question.json").write_text(json.dumps(question), encoding="utf-8")
    if request.param is None:
        (made / "study.json").unlink()
    else:
        (made / "study.json").write_text(request.param, encoding="utf-8", errors="surrogateescape")
    return made


def test_without_the_settings_the_cells_tell(lost: Path, plan: Plan) -> None:
    refuse_other_study(lost, plan)
    with pytest.raises(
        UserError, match=r"study\.json, .*, is missing or damaged, and .* holds games with seed=42, not 7"
    ):
        refuse_other_study(lost, change(plan, seed=7))
    with pytest.raises(UserError, match=r"and the cell solver=csp_aware is none of this study; repeat"):
        refuse_other_study(lost, replace(plan, cells=plan.cells[:1]))


def test_games_of_nobody_knows_what_are_refused(lost: Path, plan: Plan) -> None:
    place = lost / "cells" / plan.cells[1].name
    (place / "question.json").write_text("[]", encoding="utf-8")
    with pytest.raises(UserError, match=r"question\.json; remove that cell, or name another folder"):
        refuse_other_study(lost, plan)
    (place / "question.json").rename(place / "games.parquet")
    with pytest.raises(UserError, match=r"question\.json; remove that cell, or name another folder"):
        refuse_other_study(lost, plan)
    (place / "games.parquet").unlink()
    refuse_other_study(lost, plan)

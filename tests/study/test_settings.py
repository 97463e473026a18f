"""A directory holds one study, and says in one line which."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from wordle_jax.catalog import load_recipe
from wordle_jax.errors import UserError
from wordle_jax.executor import ExecutorConfig
from wordle_jax.lexicon import LexiconConfig, build_lexicon
from wordle_jax.rules import Rules
from wordle_jax.selection import GameSelection
from wordle_jax.study.config import StudyConfig, StudyGrid
from wordle_jax.study.settings import describe_settings, holds_study, refuse_other_study

LEXICON = build_lexicon(["crane", "slate"], ["crane", "slate", "soare"], title="Two words")
CONFIG = StudyConfig(
    study=StudyGrid("tiny", ("random", "csp_aware"), (0.0, 0.1)),
    lexicon=LexiconConfig(name="two", title="Two words", answers="two.txt"),
)
RECIPES = {name: load_recipe(name) for name in CONFIG.study.solvers}


def describe(config: StudyConfig = CONFIG, **changes: Any) -> dict[str, Any]:
    return describe_settings(replace(config, **changes), RECIPES, LEXICON)


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """The directory of a study with those settings."""
    (tmp_path / "study.json").write_text(json.dumps(describe()), encoding="utf-8")
    (tmp_path / "solver=random,noise=0").mkdir()
    return tmp_path


def test_same_settings_are_let_in(made: Path) -> None:
    refuse_other_study(made, describe())


def test_a_folder_without_a_study(tmp_path: Path) -> None:
    (tmp_path / "run.log").touch()
    assert not holds_study(tmp_path)


def test_where_it_is_played_is_no_setting(made: Path) -> None:
    refuse_other_study(made, describe(executor=ExecutorConfig("ray", workers=2), platform="cpu"))


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"seed": 7}, "seed=42, not 7"),
        ({"rules": Rules(max_guesses=8)}, "rules.max_guesses=6, not 8"),
        ({"games": GameSelection(sample=1)}, "games.sample=null, not 1"),
        ({"games": GameSelection(answers=("crane",))}, "games.answers=all, not [crane]"),
        ({"study": StudyGrid("other", ("random", "csp_aware"), (0.0, 0.1))}, "study.name=tiny, not other"),
        ({"study": StudyGrid("tiny", ("random", "csp_aware"), (0.0, 0.2))}, "study.noise=[0,0.1], not [0,0.2]"),
        ({"study": StudyGrid("tiny", ("random",), (0.0, 0.1))}, "study.solvers=[random,csp_aware], not [random]"),
    ],
)
def test_other_settings_are_refused(made: Path, changes: dict[str, Any], difference: str) -> None:
    with pytest.raises(UserError) as refusal:
        refuse_other_study(made, describe(**changes))
    advice = "repeat its settings, or name another folder with hydra.run.dir=FOLDER"
    assert str(refusal.value) == f"{made} holds a study with {difference}; {advice}"


def test_a_changed_recipe_is_refused(made: Path) -> None:
    recipes = RECIPES | {"csp_aware": load_recipe("csp_aware", opener="crane")}
    with pytest.raises(UserError, match=r"holds a study with solver\.csp_aware\.opener=salet, not crane; "):
        refuse_other_study(made, describe_settings(CONFIG, recipes, LEXICON))


def test_changed_words_under_the_same_name_are_refused(made: Path) -> None:
    other = build_lexicon(["crane", "soare"], ["crane", "slate", "soare"], title="Two words")
    with pytest.raises(UserError, match=r"holds a study with lexicon\.sha256="):
        refuse_other_study(made, describe_settings(CONFIG, RECIPES, other))


def test_games_of_nobody_knows_what_are_refused(made: Path) -> None:
    for text in ("{", "[1,2]", "{}", "\udcff"):
        (made / "study.json").write_text(text, encoding="utf-8", errors="surrogateescape")
        assert holds_study(made)
        with pytest.raises(UserError, match=r"study\.json, which tells what was played there, cannot be read; repeat"):
            refuse_other_study(made, describe())
    (made / "study.json").unlink()
    assert holds_study(made)
    with pytest.raises(UserError, match=r"study\.json, which tells what was played there, is missing; repeat"):
        refuse_other_study(made, describe())

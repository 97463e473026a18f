"""Every option of every group of the configuration composes, and becomes the dataclasses that a run is made of."""

import re
import shlex
from dataclasses import MISSING, asdict, fields, replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf

from wordle_jax.assist.config import AssistConfig
from wordle_jax.audit.config import AuditConfig
from wordle_jax.entry import run_entry_point
from wordle_jax.executor import ExecutorConfig
from wordle_jax.experiment import PriorConfig, RunConfig
from wordle_jax.match.config import MatchConfig
from wordle_jax.resources import conf_dir, data_dir
from wordle_jax.review.config import ReviewConfig
from wordle_jax.rules import Rules
from wordle_jax.schema import to_dataclass
from wordle_jax.selection import GameSelection
from wordle_jax.solver import Recipe
from wordle_jax.study.__main__ import make_plan
from wordle_jax.study.config import Plan, StudyConfig
from wordle_jax.study.parts import load_parts
from wordle_jax.tree.experiment import TreeConfig
from wordle_jax.tree.search import SearchConfig

CONF = conf_dir()
OPTIONS = sorted(
    (path.parent.relative_to(CONF).as_posix(), path.stem)
    for path in CONF.glob("*/*.yaml")
    if path.parent.name not in ("hydra", "recipe")
)
STUDIES = [name for group, name in OPTIONS if group == "study"]


def composed(*overrides: str, config_name: str = "config") -> dict[str, Any]:
    """The configuration as plain values."""
    with initialize_config_dir(str(CONF), version_base="1.3"):
        config = compose(config_name, [*overrides])
    return OmegaConf.to_container(config, resolve=True)  # type: ignore[return-value]


def read(group: str, name: str) -> dict[str, Any]:
    return yaml.safe_load((CONF / group / f"{name}.yaml").read_text(encoding="utf-8"))


def test_groups_are_those_of_the_house() -> None:
    groups = {"channel", "executor", "lexicon", "rules", "search", "solver", "study"}
    assert {group for group, _ in OPTIONS} == groups


@pytest.mark.parametrize(("group", "name"), [option for option in OPTIONS if option[0] != "study"])
def test_option_becomes_part_of_a_run(group: str, name: str) -> None:
    overrides = [f"{group}={name}"]
    if (group, name) == ("lexicon", "custom"):
        overrides.append("lexicon.answers=words.txt")
    if (group, name) == ("channel", "position"):
        overrides.append("channel.rates=[0,0.1,0.1,0.1,0.2]")
    if (group, name) == ("solver", "tree"):
        overrides.append("solver.path=tree.json")
    config: RunConfig | TreeConfig
    if group == "search":
        config = to_dataclass(TreeConfig, composed(*overrides, config_name="tree"))
    else:
        config = to_dataclass(RunConfig, composed(*overrides))
    part = getattr(config, group)
    given = read(group, name)
    for field in fields(part):
        # A file of conf says everything, and nothing else; a recipe says what differs from the neutral one.
        if group != "solver":
            assert field.name in given
    assert set(given) <= {field.name for field in fields(part)}
    if group in ("executor", "channel"):
        assert part.kind == name
    elif group in ("search", "solver", "lexicon"):
        assert part.name == name


def test_defaults_of_the_configuration_are_those_of_the_dataclasses() -> None:
    config = to_dataclass(RunConfig, composed())
    assert config.solver.name == "csp_aware"
    assert config.lexicon.name == "english"
    plain = RunConfig(solver=config.solver, lexicon=config.lexicon)
    assert config == plain
    parts = (config.rules, config.executor, config.games, config.prior)
    assert parts == (Rules(), ExecutorConfig(), GameSelection(), PriorConfig())


def plan_of(*overrides: str) -> Plan:
    """The study that a command line asks for."""
    plans: list[Plan] = []

    def keep(*_: Any) -> None:
        plans.append(make_plan())

    assert run_entry_point(keep, "study", [*overrides], config_name="study") == 0
    return plans[0]


def test_a_study_has_the_defaults_of_a_run() -> None:
    study, run = composed(config_name="study"), composed()
    assert {key for key in study if study[key] != run.get(key)} == {"study", "games"}
    assert study["games"] == run["games"] | {"sample": 300}


@pytest.mark.parametrize("name", STUDIES)
def test_the_cells_of_a_study_can_be_composed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    config = to_dataclass(StudyConfig, composed(f"study={name}", config_name="study"))
    assert config.study.name == name
    assert set(config.study.studies) <= set(STUDIES)
    load_parts("tables", config.study.tables)
    load_parts("figures", config.study.figures)
    # Two parts tell that there are any; each is a study of its own here.
    parts = config.study.studies[:2]
    plan = plan_of(f"study={name}", *([f"study.studies=[{','.join(parts)}]"] if parts else []))
    assert len(plan.cells) == len(config.study.list_settings())
    assert [part.name for part in plan.parts] == list(parts)


def test_the_studies_of_noise_differ_in_their_games_alone() -> None:
    sample, full = (
        to_dataclass(StudyConfig, composed(f"study={name}", config_name="study")) for name in ("noise", "noise_full")
    )
    assert sample.study == replace(full.study, name="noise")
    assert sample.study.vary["noise"] == [0, 0.05, 0.1, 0.15, 0.2]
    assert (sample.games, full.games) == (GameSelection(sample=300), GameSelection(replicates=10))


def test_defaults_of_the_tree_command_are_those_of_the_dataclasses() -> None:
    config = to_dataclass(TreeConfig, composed(config_name="tree"))
    assert (config.solver.name, config.lexicon.name) == ("entropy", "english")
    assert config == TreeConfig(solver=config.solver, lexicon=config.lexicon, search=SearchConfig("total"))


def test_defaults_of_the_assistant_are_those_of_the_dataclasses() -> None:
    config = to_dataclass(AssistConfig, composed(config_name="assist"))
    assert (config.solver.name, config.lexicon.name) == ("entropy", "english")
    assert config == AssistConfig(solver=config.solver, lexicon=config.lexicon)


def test_neutral_recipe_holds_the_defaults_of_a_recipe() -> None:
    neutral = read("recipe", "neutral")
    assert list(neutral) == [field.name for field in fields(Recipe)]
    for field in fields(Recipe):
        assert neutral[field.name] == ("???" if field.default is MISSING else field.default), field.name


def test_recipes_name_only_what_differs_from_the_neutral_one_or_is_the_point() -> None:
    explained = {"mass_power", "entropy_weight", "frequency_weight", "letter_source"}
    neutral = read("recipe", "neutral")
    for group, name in OPTIONS:
        if group == "solver":
            same = {key for key, value in read(group, name).items() if value == neutral[key]}
            assert same <= explained, name


def test_recipe_of_a_group_leaves_nothing_of_another_behind() -> None:
    one = to_dataclass(RunConfig, composed("solver=csp_aware")).solver
    two = to_dataclass(RunConfig, composed("solver=entropy")).solver
    assert len(one.pool) == 3
    assert asdict(two)["pool"] == ({"candidates": 0, "explorers": "all", "until": None},)
    assert two.opener == "computed"


@pytest.mark.parametrize("name", sorted(path.stem for path in (CONF / "solver").glob("*.yaml")))
def test_every_solver_says_where_it_comes_from(name: str) -> None:
    first = (CONF / "solver" / f"{name}.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert re.match("# [A-Z]", first)


@pytest.mark.parametrize("name", sorted(path.stem for path in (CONF / "lexicon").glob("*.yaml")))
def test_lists_of_a_shipped_lexicon_are_below_the_data_folder(name: str) -> None:
    given = read("lexicon", name)
    named = {given[key] for key in ("answers", "guesses", "frequency")} - {None, "???"}
    assert named == {file["path"] for file in given["shipped"]}
    assert all((data_dir() / path).is_file() for path in named)


def test_channel_follows_the_noise() -> None:
    assert to_dataclass(RunConfig, composed("noise=0.25")).channel.rate == 0.25
    assert yaml.safe_load(Path(CONF / "config.yaml").read_text(encoding="utf-8"))["noise"] == 0


# --- what the documentation promises

TOP = CONF.parent
PAGES = [
    TOP / "README.md",
    TOP / "Makefile",
    *sorted((TOP / "docs").glob("*.md")),
    *sorted((TOP / "jobs").glob("*.*")),
]


def commands_of(text: str, module: str = "run") -> list[list[str]]:
    """The arguments of every command of a module in a text."""
    ways = [f"-m wordle_jax.{module} ", f"make {module} ARGS="]
    lines = [line for line in text.splitlines() if any(way in line for way in ways)]
    found = []
    for line in lines:
        typed = re.split("|".join(map(re.escape, ways)), line)[1].partition("`")[0]
        arguments = shlex.split(typed, comments=True)
        if len(arguments) == 1 and " " in arguments[0]:  # ARGS="..."
            arguments = shlex.split(arguments[0])
        found.append(arguments)
    return found


def test_commands_are_found_in_a_text() -> None:
    text = 'a\npython -m wordle_jax.run -m noise=0,0.1 # a sweep\n`make run ARGS="solver=random noise=0.1"` does\n'
    assert commands_of(text) == [["-m", "noise=0,0.1"], ["solver=random", "noise=0.1"]]
    assert commands_of("`python -m wordle_jax.study study=noise`", "study") == [["study=noise"]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documented_commands_compose(page: Path) -> None:
    for arguments in commands_of(page.read_text(encoding="utf-8")):
        if {"--config-dir", "--help", "--cfg"} & set(arguments) or any(t.startswith("resume=") for t in arguments):
            continue
        is_sweep = "-m" in arguments
        settings = [text for text in arguments if "=" in text and not text.startswith("resume=")]
        overrides = [text.partition(",")[0] if is_sweep else text for text in settings]
        if any(text.startswith("lexicon=custom") for text in overrides):
            assert any(text.startswith("lexicon.answers=") for text in overrides)
        to_dataclass(RunConfig, composed(*overrides))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documented_studies_compose(page: Path) -> None:
    for arguments in commands_of(page.read_text(encoding="utf-8"), "study"):
        if "--config-dir" in arguments:  # see test_examples.py
            continue
        overrides = [text for text in arguments if "=" in text and not text.startswith("hydra.")]
        to_dataclass(StudyConfig, composed(*overrides, config_name="study"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documented_audits_compose(page: Path) -> None:
    for arguments in commands_of(page.read_text(encoding="utf-8"), "audit"):
        overrides = [text for text in arguments if "=" in text and not text.startswith("hydra.")]
        to_dataclass(AuditConfig, composed(*overrides, config_name="audit"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
@pytest.mark.parametrize(("module", "config"), [("play", MatchConfig), ("review", ReviewConfig)])
def test_documented_games_compose(page: Path, module: str, config: type) -> None:
    for arguments in commands_of(page.read_text(encoding="utf-8"), module):
        overrides = [text for text in arguments if "=" in text and not text.startswith("hydra.")]
        to_dataclass(config, composed(*overrides, config_name=module))


def test_defaults_of_games_are_those_of_the_dataclasses() -> None:
    match = to_dataclass(MatchConfig, composed(config_name="play"))
    assert match == MatchConfig(lexicon=match.lexicon)
    review = to_dataclass(ReviewConfig, composed(config_name="review"))
    assert review == ReviewConfig(lexicon=review.lexicon)


def test_readme_names_every_solver_and_lexicon() -> None:
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    assert len(commands_of(readme)) >= 4
    for group, name in OPTIONS:
        if group in ("lexicon", "executor"):
            assert f"`{name}`" in readme

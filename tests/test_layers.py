"""The house has floors: which module may import what."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import wordle_jax

PACKAGE = Path(wordle_jax.__file__).parent
MODULES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}


def may_know_configuration(name: str) -> bool:
    """Whether a module may import Hydra or OmegaConf: entry points, and the catalogue of what is shipped."""
    return name.startswith("entry/") or name.endswith("__main__.py") or name in ("run.py", "catalog.py")


def imported(path: Path, *, also_inside_functions: bool = True) -> set[str]:
    """The full names of all modules, and names of modules, that a file imports."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = ast.walk(tree) if also_inside_functions else iter(tree.body)
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports name the package"
            names |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def packages(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imported(path)}


@pytest.mark.parametrize("name", MODULES)
def test_configuration_is_known_to_entry_points_alone(name: str) -> None:
    if not may_know_configuration(name):
        assert not packages(MODULES[name]) & {"hydra", "omegaconf"}


@pytest.mark.parametrize("name", MODULES)
def test_ray_is_known_to_a_part_of_the_executor_alone(name: str) -> None:
    parts = ("connection", "crew", "metrics", "on_ray", "pool", "staff", "start", "worker")
    assert ("ray" in packages(MODULES[name])) == (name in {f"executor/{part}.py" for part in parts})
    assert "ray" not in {p.partition(".")[0] for p in imported(MODULES[name], also_inside_functions=False)}


@pytest.mark.parametrize("name", MODULES)
def test_numba_is_known_to_one_module_alone(name: str) -> None:
    assert ("numba" in packages(MODULES[name])) == (name == "tree/compiled.py")


@pytest.mark.parametrize("name", MODULES)
def test_the_sat_solver_is_known_to_one_module_which_loads_it_when_asked(name: str) -> None:
    assert ("pysat" in packages(MODULES[name])) == (name == "constraints/sat.py")
    assert "pysat" not in {p.partition(".")[0] for p in imported(MODULES[name], also_inside_functions=False)}


def reached(module: str) -> set[str]:
    """The modules of the package that a module imports, and those that they import, and so on."""
    known, new = set[str](), {module}
    while new:
        known |= new
        places = [name.replace(".", "/").removeprefix("wordle_jax/") for name in new]
        paths = [MODULES.get(f"{place}.py", MODULES.get(f"{place}/__init__.py")) for place in places]
        new = {name for path in paths if path for name in imported(path)} - known
    return known


@pytest.mark.parametrize("name", ["tree/verify.py", "tree/check_kernel.py", "tree/check.py"])
def test_checks_share_no_code_with_the_search(name: str) -> None:
    searching = {f"wordle_jax.tree.{module}" for module in ("kernel", "memory", "recall", "search", "openers", "best")}
    assert not reached(f"wordle_jax.{name.removesuffix('.py').replace('/', '.')}") & searching


@pytest.mark.parametrize("name", MODULES)
def test_jax_is_set_up_in_one_place(name: str) -> None:
    text = MODULES[name].read_text(encoding="utf-8")
    assert ("jax.config" in text) == (name == "platform.py")


@pytest.mark.parametrize(
    "name",
    [
        "belief",
        "scores",
        "lookahead",
        "kernel",
        "batch",
        "chance",
        "channel",
        "adversary",
        "player",
        "recovery",
        "game",
    ],
)
def test_play_knows_outcomes_and_no_words(name: str) -> None:
    below = {"lexicon", "word_file", "words", "constraints", "selection", "results", "experiment", "executor"}
    above = {".".join(module.split(".")[:2]) for module in imported(MODULES[f"{name}.py"])}
    assert not above & {f"wordle_jax.{module}" for module in below}


@pytest.mark.parametrize(
    "name", ["pattern", "rules", "belief", "scores", "lookahead", "solver", "player", "kernel", "batch", "recovery"]
)
def test_player_holds_no_secrets_and_no_random_keys(name: str) -> None:
    names = imported(MODULES[f"{name}.py"])
    assert not names & {"wordle_jax.chance", "wordle_jax.game", "wordle_jax.records", "jax.random"}
    assert "jax.random" not in MODULES[f"{name}.py"].read_text(encoding="utf-8")


def test_nothing_imports_an_entry_point() -> None:
    mains = {
        f"wordle_jax.{name}"
        for name in (
            "run",
            "assist.__main__",
            "audit.__main__",
            "play",
            "report.__main__",
            "review.__main__",
            "study.__main__",
            "tree.__main__",
            "web.__main__",
            "derive_data",
            "derive_openings",
            "derive_outlooks",
        )
    }
    assert [name for name, path in MODULES.items() if imported(path) & mains] == []


def told(code: str) -> str:
    """What a new interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_run_loads_only_what_it_needs() -> None:
    unneeded = {"ray", "pandas", "scipy", "numba", "matplotlib", "statsmodels", "wordle_jax.study", "wordle_jax.stats"}
    code = f"import sys, wordle_jax.run, wordle_jax.experiment; print({unneeded} & set(sys.modules))"
    assert told(code) == "set()\n"


def test_a_study_draws_when_it_has_played() -> None:
    code = "import sys, wordle_jax.study.play; print('matplotlib' in sys.modules)"
    assert told(code) == "False\n"


@pytest.mark.parametrize("name", MODULES)
def test_lines_are_edited_by_conversations_alone(name: str) -> None:
    assert "prompt_toolkit" not in packages(MODULES[name]) or name.endswith("terminal.py")


def test_the_assistant_waits_for_nothing_that_it_does_not_need() -> None:
    unneeded = {"ray", "pandas", "scipy", "numba", "matplotlib", "pyarrow", "wordle_jax.experiment"}
    code = f"import sys, wordle_jax.assist.config; print({unneeded} & set(sys.modules))"
    assert told(code) == "set()\n"
    code = "import sys, wordle_jax.assist.__main__; print('jax' in sys.modules)"
    assert told(code) == "False\n"


@pytest.mark.parametrize("name", MODULES)
def test_figures_are_drawn_in_one_place(name: str) -> None:
    assert ("matplotlib" in packages(MODULES[name])) == (name == "study/draw.py")


@pytest.mark.parametrize("name", MODULES)
def test_statistics_are_known_to_one_package_alone(name: str) -> None:
    # Ranks are no statistics yet.
    found = {other for other in imported(MODULES[name]) if other.startswith(("scipy.stats", "statsmodels"))}
    assert name.startswith("stats/") or found <= {"scipy.stats", "scipy.stats.rankdata"}


def test_names_of_statistics_are_loaded_when_they_are_used() -> None:
    code = "import sys, wordle_jax.stats; print({'scipy', 'statsmodels', 'pandas', 'numpy'} & set(sys.modules))"
    assert told(code) == "set()\n"


@pytest.mark.parametrize(
    "main",
    [
        "run",
        "play",
        "audit.__main__",
        "report.__main__",
        "review.__main__",
        "study.__main__",
        "tree.__main__",
        "web.__main__",
    ],
)
def test_complaints_of_the_command_line_do_not_wait_for_jax(main: str) -> None:
    assert told(f"import sys, wordle_jax.{main}; print('jax' in sys.modules)") == "False\n"


def test_names_of_the_package_are_loaded_when_they_are_used() -> None:
    code = "import sys, wordle_jax; print([name for name in sys.modules if name.startswith('wordle_jax.')])"
    assert told(code) == "[]\n"

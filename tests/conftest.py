"""What holds in every test: array shapes are checked, and dtypes never promote silently."""

import gc
import os

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import hypothesis
import jax
import pytest
from jaxtyping import install_import_hook
from omegaconf import OmegaConf

# The same examples every time, on a slow machine too: what fails is the fault of a change.
hypothesis.settings.register_profile("steady", deadline=None, derandomize=True)
hypothesis.settings.load_profile("steady")

jax.config.update("jax_numpy_dtype_promotion", "strict")
# Guesses are split over devices, and that is tested on whatever machine this is.
jax.config.update("jax_num_cpu_devices", 2)

# Before the package is imported anywhere: modules imported earlier would go unchecked.
install_import_hook("wordle_jax", "beartype.beartype")

from wordle_jax.platform import keep_kernels  # noqa: E402

# Kernels are compiled once for all processes: those of pytest-xdist, and programs that tests start.
keep_kernels()

# Each file goes to one process of pytest-xdist as a whole, and no long one may be the last. These are taken in turn, so
# that one process computes while the other waits for Ray or a browser.
_FIRST = (
    "/tree/test_search.py",
    "/test_jobs.py",
    "/test_game.py",
    "/test_faults.py",
    "/test_determinism.py",
    "/executor/test_connection.py",
    "/test_conf.py",
    "/tree/test_certificate.py",
    "/test_resume.py",
    "/test_run.py",
)


def _find_place(item: pytest.Item) -> int:
    path = item.path.as_posix()
    return next((place for place, name in enumerate(_FIRST) if path.endswith(name)), len(_FIRST))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_find_place)


def pytest_collection_finish() -> None:
    # What was imported stays. Nobody need look through it again for garbage, which costs much in tests of statistics.
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def english():
    """The lexicon of 2,315 answers and 12,972 guesses."""
    from wordle_jax.lexicon import LexiconConfig, load_lexicon
    from wordle_jax.resources import conf_dir
    from wordle_jax.schema import to_dataclass

    node = OmegaConf.to_container(OmegaConf.load(conf_dir() / "lexicon" / "english.yaml"))
    return load_lexicon(to_dataclass(LexiconConfig, node))


@pytest.fixture(scope="session")
def english_world(english):
    """The world of that lexicon, with the default smoothing of its prior."""
    from wordle_jax.world import build_world

    return build_world(english, 0.02)


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium."""
    from browser import launch_browser

    with launch_browser() as launched:
        yield launched

"""What holds in every test: array shapes are checked, and dtypes never promote silently."""

import gc
import os

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import jax
import pytest
from jaxtyping import install_import_hook
from omegaconf import OmegaConf

jax.config.update("jax_numpy_dtype_promotion", "strict")
# Guesses are split over devices, and that is tested on whatever machine this is.
jax.config.update("jax_num_cpu_devices", 2)

# Before the package is imported anywhere: modules imported earlier would go unchecked.
install_import_hook("wordle_jax", "beartype.beartype")

from wordle_jax.platform import cache_folder  # noqa: E402

# Kernels are compiled once for all processes: those of pytest-xdist, and programs that tests start.
jax.config.update("jax_compilation_cache_dir", str(cache_folder("xla")))
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)

# Files that take long, and mostly by few tests. Each goes to one process as a whole: the sooner the better.
_LONG = (
    "test_faults.py",
    "test_jobs.py",
    "test_executor.py",
    "web/test_browser.py",
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.path.as_posix().endswith(_LONG))


def pytest_collection_finish() -> None:
    # What was imported stays. Nobody need look through it again for garbage, which took a tenth of the time.
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

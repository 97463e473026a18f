"""What holds in every test: array shapes are checked, and dtypes never promote silently."""

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

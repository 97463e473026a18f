"""What holds in every test: array shapes are checked, and dtypes never promote silently."""

import os

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import jax
import pytest
from jaxtyping import install_import_hook
from omegaconf import OmegaConf

jax.config.update("jax_numpy_dtype_promotion", "strict")

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

"""Further configurations within a job, composed as a command line that asks for them would compose them."""

from collections.abc import Sequence
from typing import Any, cast

from hydra.core.global_hydra import GlobalHydra
from hydra.types import RunMode
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from wordle_jax.entry.explain import explain_composition, explain_value
from wordle_jax.errors import UserError


def compose_values(config_name: str, overrides: Sequence[str]) -> dict[str, Any]:
    """Return the configuration with these overrides, resolved to plain values.

    Must be called within a job: options of the folders that its command line names count too.
    Raises UserError for what cannot be composed.
    """
    loader = GlobalHydra.instance().config_loader()
    try:
        config = loader.load_configuration(config_name, list(overrides), RunMode.RUN)
        # What Hydra itself is told is no business of a job.
        OmegaConf.set_struct(config, False)
        config.pop("hydra", None)
    except Exception as error:
        raise UserError(explain_composition(error, loader, config_name, list(overrides))) from error
    try:
        return cast(dict[str, Any], OmegaConf.to_container(config, resolve=True, throw_on_missing=True))
    except OmegaConfBaseException as error:
        raise UserError(explain_value(error)) from error

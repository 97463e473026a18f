"""One option of a group, composed as a command line that names it would compose it."""

from typing import Any, cast

from hydra.core.global_hydra import GlobalHydra
from hydra.types import RunMode
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from wordle_jax.entry.explain import explain_composition, explain_value
from wordle_jax.errors import UserError
from wordle_jax.schema import did_you_mean, find_close


def compose_option(group: str, name: str) -> dict[str, Any]:
    """Return what the group holds in the configuration of a run with `group=name`, resolved to plain values.

    Must be called within a job: options of the folders that its command line names count too.
    Raises UserError for an unknown name, or a file that cannot be composed.
    """
    loader = GlobalHydra.instance().config_loader()
    options = loader.get_group_options(group)
    if name not in options:
        close = did_you_mean(find_close(name, options))
        raise UserError(f"{name!r} is not in the group {group}{close}; choose among {', '.join(options)}")
    overrides = [f"{group}={name}"]
    try:
        config = loader.load_configuration("config", overrides, RunMode.RUN)
    except Exception as error:
        raise UserError(explain_composition(error, loader, "config", overrides)) from error
    try:
        return cast(dict[str, Any], OmegaConf.to_container(config[group], resolve=True, throw_on_missing=True))
    except OmegaConfBaseException as error:
        raise UserError(explain_value(error)) from error

"""Where kernels run: devices, the compilation cache, and the form of each kernel that suits the platform."""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Literal

import jax
import numpy as np
from platformdirs import user_cache_dir

from wordle_jax.errors import UserError

Platform = Literal["auto", "cpu", "gpu"]

# More shards than this leave each too few guesses to be worth the wait for the slowest.
_MAX_CPU_DEVICES = 8


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cache_folder(name: str) -> Path:
    """Return the folder in which a compiler, or the search, keeps what it need not work out again."""
    return Path(user_cache_dir("wordle_jax")) / name


def keep_kernels() -> None:
    """Let JAX keep what it compiles on disk, for this process and others."""
    # By default only what takes a second to compile is kept, and no kernel here does.
    if jax.config.values["jax_compilation_cache_dir"] is None:
        jax.config.update("jax_compilation_cache_dir", str(cache_folder("xla")))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)


def configure_jax(platform: Platform = "auto") -> None:
    """Set JAX up for this process: platform, one CPU device a core, and a compilation cache on disk.

    Must be called before the first computation; afterwards only a call that asks for the same platform succeeds.
    Raises UserError if a GPU is asked for and there is none.
    """
    before = jax.config.values["jax_platforms"]
    if platform != "auto":
        jax.config.update("jax_platforms", {"cpu": "cpu", "gpu": "cuda"}[platform])
    # Fails once a computation has started the devices, which then stay as they are.
    with suppress(RuntimeError):
        jax.config.update("jax_num_cpu_devices", min(available_cores(), _MAX_CPU_DEVICES))
    keep_kernels()
    try:
        found = jax.default_backend()
    except (RuntimeError, AssertionError) as error:
        # Another run of this process, in a sweep, may ask for what there is.
        jax.config.update("jax_platforms", before)
        raise UserError(f"platform={platform}: JAX finds no such device here; use platform=cpu or auto") from error
    if platform != "auto" and found != platform:
        raise UserError(f"platform={platform}: this process already runs on {found}; use platform={found} or auto")


@cache
def guess_mesh() -> jax.sharding.Mesh:
    """Return the devices of this process in a row, over which guesses are split."""
    return jax.sharding.Mesh(np.array(jax.local_devices()), ("guess",))


def scatters_well() -> bool:
    """Tell whether histograms are built by scattering into bins (CPU) or by comparing with every bin.

    Scatter-add into few bins is the fastest form on a CPU and up to thousands of times slower than comparing on a GPU.
    """
    return jax.default_backend() == "cpu"

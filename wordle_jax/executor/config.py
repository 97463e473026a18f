"""Where to play, as it is asked for."""

import os
from dataclasses import dataclass
from typing import Literal

from wordle_jax.errors import UserError

ANY_HERE = "auto"  # as an address: the Ray that was started on this machine


@dataclass(frozen=True)
class ExecutorConfig:
    """Where to play; see conf/executor."""

    kind: Literal["auto", "local", "ray"] = "auto"
    workers: int | None = None
    chunk: int | None = None
    address: str | None = None
    gpus_per_worker: float | None = None

    def __post_init__(self) -> None:
        for key in ("workers", "chunk"):
            value = getattr(self, key)
            if value is not None and value < 1:
                raise UserError(f"executor.{key}: is {value}; give 1 or more, or null")
        share = self.gpus_per_worker
        if share is not None and not 0 < share <= 1:
            raise UserError(f"executor.gpus_per_worker: is {share}; give more than 0 and at most 1, or null")
        if self.kind == "local":
            for key in ("workers", "address", "gpus_per_worker"):
                value = getattr(self, key)
                if value not in (None, 1):
                    raise UserError(f"executor.{key}: is {value}, but executor=local plays in this process; give null")

    @property
    def cluster(self) -> str | None:
        """The address of the cluster to play on, None being a Ray of this machine's own.

        RAY_ADDRESS, which Ray sets in the jobs of a cluster, counts where no address is given.
        """
        address = self.address or os.environ.get("RAY_ADDRESS")
        return None if address in ("", "local") else address

    @property
    def cluster_is_named_by(self) -> str:
        """The name of the setting that `cluster` comes from."""
        return "executor.address" if self.address else "RAY_ADDRESS"

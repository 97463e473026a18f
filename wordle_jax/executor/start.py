"""The start of Ray on this machine, or the way into a cluster."""

import atexit
import os
import signal
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from wordle_jax.address import check_address
from wordle_jax.errors import UserError, first_line
from wordle_jax.executor.config import ANY_HERE, ExecutorConfig
from wordle_jax.interrupts import holding_stops
from wordle_jax.platform import available_cores
from wordle_jax.ray_token import show_ray_token


def start_ray(config: ExecutorConfig) -> str | None:
    """Start or join Ray, unless that was done; return where its dashboard is, if it has one."""
    show_ray_token()
    # A driver started by `uv run` would make every worker build its environment anew.
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Once a second it asks a Ray that does not let it in.
    os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "3")
    # It would print what its other parts complain of, with their logs, among our results.
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", "^")
    import ray

    if ray.is_initialized():
        return None
    # Who imports Ray earlier makes it read the environment too early.
    ray._raylet.Config.initialize("")  # type: ignore[attr-defined]
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if config.cluster is None:
        # "local" is a Ray of its own, whatever else runs on this machine.
        options |= {"address": "local", "num_cpus": available_cores(), "include_dashboard": False}
    else:
        check_cluster(config.cluster, config.cluster_is_named_by)
        options["address"] = config.cluster
    try:
        # Cut short, it would leave processes behind.
        with holding_stops(), _silencing_stderr():
            started: Future[str | None] = Future()
            threading.Thread(target=_init_ray, args=(options, started), daemon=True).start()
            dashboard = started.result()
    except Exception as error:  # of many kinds, all about this machine or that cluster
        reason = first_line(error)
        if config.cluster is None:
            raise UserError(f"cannot start Ray: {reason}") from error
        hint = "if it asks for a token, put that into RAY_AUTH_TOKEN; RAY_AUTH_MODE=disabled is for one without"
        where = config.cluster_is_named_by
        raise UserError(f"{where}: Ray at {config.cluster} turns us away ({reason}); {hint}") from error
    atexit.register(ray.shutdown)
    return dashboard


def check_cluster(cluster: str, where: str) -> None:
    """Raise UserError unless something that may be a Ray listens there; `where` names the setting.

    "auto" is where Ray then looks: at the last one that `ray start` made here, which may have ended since.
    """
    if cluster != ANY_HERE:
        check_address(cluster, where)
        return
    from ray._private.services import get_ray_address_from_environment

    try:
        with _silencing_stderr():  # it warns where there are several
            here = get_ray_address_from_environment(ANY_HERE, None)
    except ConnectionError as error:
        raise UserError(f"{where}: auto is the Ray that `ray start` made on this machine; there is none") from error
    check_address(here, f"{where}: auto")


@contextmanager
def _silencing_stderr() -> Iterator[None]:
    """Keep the C++ of Ray from writing to the terminal what is raised as an exception too."""
    kept = os.dup(2)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _init_ray(options: dict[str, Any], started: "Future[str | None]") -> None:
    """Call ray.init, and tell where the dashboard is.

    That is not done in the main thread, whose answer to SIGTERM it would replace; the thread stays as long as the
    process: Linux ends the processes that a thread has started with the thread.
    """
    import ray

    if hasattr(signal, "pthread_sigmask"):
        # The processes that it starts inherit this: Ctrl-C or the end of the terminal is for this one to answer.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        with warnings.catch_warnings():
            # Ray starts its processes by fork and exec at once, which threads of JAX do not disturb.
            warnings.filterwarnings("ignore", message="os.fork", category=RuntimeWarning)
            dashboard = ray.init(**options).dashboard_url or None
    except Exception as error:
        started.set_exception(error)
    else:
        started.set_result(dashboard)
        threading.Event().wait()

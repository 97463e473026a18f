"""The choice between this process and Ray, before the first chunk or after a few of them."""

import time
from collections.abc import Generator
from contextlib import closing
from typing import Any

from wordle_jax.chunks import ChunkQueue
from wordle_jax.executor.config import ExecutorConfig
from wordle_jax.executor.connection import is_task_of_ray
from wordle_jax.executor.job import Job
from wordle_jax.executor.log import ExecutionLog
from wordle_jax.executor.on_ray import work_on_ray
from wordle_jax.platform import available_cores
from wordle_jax.world import World

# What Ray and a worker's first computation take to start, measured on two cores.
_RAY_START_SECONDS = 8.0
# How much is played here before executor=auto judges what is left.
_PROBE_GAMES = 2000


def work_in_chunks(
    job: Job, world: World, queue: ChunkQueue, config: ExecutorConfig, log: ExecutionLog, here: Job | None = None
) -> Generator[Any, None, None]:
    """Yield what a job makes of each chunk, in the order of the queue; but when interrupted, all that is finished.

    `here` does the same work in this process, if that is to be watched or stopped in other ways. Raises UserError
    if Ray cannot be reached or loses its workers.
    """
    waiting: dict[int, Any] = {}
    yielded = 0
    with closing(work(job, world, queue, config, log, here)) as done:
        try:
            for place, result in done:
                waiting[place] = result
                while yielded in waiting:
                    yield waiting.pop(yielded)
                    yielded += 1
        except (KeyboardInterrupt, Exception):
            # Chunks that overtook an earlier one are finished too.
            for place in sorted(waiting):
                yield waiting[place]
            raise


def work(
    job: Job, world: World, queue: ChunkQueue, config: ExecutorConfig, log: ExecutionLog, here: Job | None = None
) -> Generator[tuple[int, Any], None, None]:
    """Yield the number of each chunk and what a job makes of it, as they are finished."""
    if config.kind == "ray":
        log.say(f"{job.doing} on Ray {config.cluster or 'on this machine'} (executor=ray)")
        yield from work_on_ray(job, world, queue, config, log)
        return
    is_auto = config.kind == "auto"
    if is_auto and is_task_of_ray():
        # Whoever made tasks of the jobs, as hydra/launcher=ray does, has given out the cores already.
        is_auto = False
        log.say(f"{job.doing} in this process, which is a task of Ray (executor=auto)")
    if is_auto and config.cluster is not None:
        how = "whose address was given" if config.address else "which RAY_ADDRESS names"
        log.say(f"{job.doing} on Ray {config.cluster}, {how} (executor=auto)")
        yield from work_on_ray(job, world, queue, config, log)
        return
    with log.starting():
        do = (here or job).start(world)
    undecided = is_auto
    if config.kind == "local":
        log.say(f"{job.doing} in this process (executor=local)")
    number = -1
    while queue.num_left:
        number += 1
        chunk = queue.take()
        start = time.perf_counter()
        result = do(chunk)
        seconds = time.perf_counter() - start
        queue.learn(len(chunk), seconds)
        yield number, result
        if undecided and (queue.handed_out * queue.lines >= _PROBE_GAMES or not queue.num_left):
            undecided = False
            left = queue.num_left * seconds / len(chunk)
            cores = config.workers or available_cores()
            if left * (1 - 1 / cores) > 2 * _RAY_START_SECONDS:
                log.say(f"going on with Ray: {left:.0f} s of work are left for {cores} cores (executor=auto)")
                yield from work_on_ray(job, world, queue, config, log, number + 1)
                return
            why = f"for {left:.0f} s of work Ray does not pay" if queue.num_left else "done before Ray would start"
            log.say(f"{job.done} in this process: {why} (executor=auto)")

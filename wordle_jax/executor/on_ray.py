"""A job on the workers of a Ray: chunks are sent, and come back in any order."""

from collections.abc import Generator
from typing import Any

from wordle_jax.chunks import ChunkQueue
from wordle_jax.errors import UserError, first_line
from wordle_jax.executor.config import ExecutorConfig
from wordle_jax.executor.connection import connect, forget_ray
from wordle_jax.executor.crew import Crew
from wordle_jax.executor.job import Job
from wordle_jax.executor.log import ExecutionLog
from wordle_jax.world import World


def work_on_ray(
    job: Job, world: World, queue: ChunkQueue, config: ExecutorConfig, log: ExecutionLog, number: int = 0
) -> Generator[tuple[int, Any], None, None]:
    """Yield chunks as `work` does; theirs are the numbers from `number`."""
    with log.starting():
        pool = connect(config)
    import ray

    if pool.dashboard:
        log.say(f"the dashboard of Ray is at http://{pool.dashboard}")
        pool.dashboard = None
    crew = Crew(pool, job, world, config, log)
    try:
        with log.starting():
            crew.wait_for_a_worker()
        while queue.num_left or crew.is_busy:
            while crew.is_idle and (crew.lost or queue.num_left):
                if crew.lost:
                    crew.send(*crew.lost.pop(0))
                else:
                    queue.workers = log.workers
                    crew.send(number, queue.take())
                    number += 1
            if done := crew.wait():
                errand, result, seconds = done
                queue.learn(len(errand.chunk), seconds)
                yield errand.number, result
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, UserError):
            raise error.cause from None  # in one line, without what Ray adds
        raise  # an error of the work itself
    except ray.exceptions.RayError as error:
        forget_ray()
        raise UserError(f"Ray failed: {first_line(error)}") from error
    finally:
        if ray.is_initialized():  # else cancel would connect to any Ray that it finds
            crew.cancel()

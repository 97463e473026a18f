"""Executors: where chunks of games, or of other work, are done: in this process or on Ray workers.

How games were cut into chunks, and where those were played, leaves no trace in them.
"""

from wordle_jax.executor.choice import work_in_chunks
from wordle_jax.executor.config import ExecutorConfig
from wordle_jax.executor.games import play_in_chunks, play_packed
from wordle_jax.executor.job import Job
from wordle_jax.executor.log import ExecutionLog

__all__ = ["ExecutionLog", "ExecutorConfig", "Job", "play_in_chunks", "play_packed", "work_in_chunks"]

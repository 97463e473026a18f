"""What Ray's own metrics tell of a job."""


class Metrics:
    """What Ray's own metrics tell of a job."""

    def __init__(self, doing: str) -> None:
        from ray.util.metrics import Counter, Gauge

        what = {"games": "Games, or other things, done", "chunks": "Chunks done", "retries": "Chunks handed out again"}
        self._counters = {
            name: Counter(f"wordle_jax_{name}", description=text, tag_keys=("doing",)) for name, text in what.items()
        }
        self._workers = Gauge("wordle_jax_workers", description="Workers that are ready", tag_keys=("doing",))
        self._tags = {"doing": doing}

    def count(self, **more: int) -> None:
        """Add to counters, by their names."""
        for name, number in more.items():
            self._counters[name].inc(number, self._tags)

    def set_workers(self, number: int) -> None:
        """Tell how many workers there are."""
        self._workers.set(number, self._tags)

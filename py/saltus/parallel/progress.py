"""How far a long piece of work has come, and how long the rest will take."""

from time import monotonic


class Progress:
    """Counts finished jobs out of `total`. Jobs that were done in an earlier run say nothing about the speed."""

    def __init__(self, total: int, before: int = 0) -> None:
        self.total = total
        self.resume(before)

    def resume(self, before: int) -> None:
        """Start over, with this many jobs done in an earlier run."""
        self.before = self.done = before
        self.began = monotonic()

    def add(self) -> None:
        self.done += 1

    @property
    def seconds_left(self) -> float | None:
        """An estimate of the time that the rest takes; None before the first job."""
        new = self.done - self.before
        if not new:
            return None
        return (monotonic() - self.began) / new * (self.total - self.done)

    def __str__(self) -> str:
        left = self.seconds_left
        return f"{self.done} of {self.total}" + (f", {duration(left)} left" if left is not None else "")


def duration(seconds: float) -> str:
    """A time as `42 s`, `3:05 min` or `2:03 h`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes}:{rest:02} min" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02} h"

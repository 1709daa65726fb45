"""Ends a command on SIGTERM and SIGHUP as on Ctrl-C, so that it can clean up."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

ENDING_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""What ends a program that does not listen: a request, and the end of its terminal (not on Windows)."""


class Ended(KeyboardInterrupt):
    """The command was told to end. `number` is that of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def heard() -> Iterator[None]:
    """Raise `Ended` for these signals meanwhile, unless somebody ignores or handles them (`nohup`).

    One that came stays ignored: the program is about to end, and a shell tells it again.
    """
    if current_thread() is not main_thread():  # only there may it be said what a signal does
        yield
        return
    unheard = [number for number in ENDING_SIGNALS if signal.getsignal(number) == signal.SIG_DFL]
    try:
        for number in unheard:
            signal.signal(number, _end)
        yield
    finally:
        for number in unheard:
            if signal.getsignal(number) == _end:
                signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: FrameType | None) -> None:
    # When a terminal closes, the same signal comes twice: the second must not interrupt the cleaning up.
    signal.signal(number, signal.SIG_IGN)
    raise Ended(number)

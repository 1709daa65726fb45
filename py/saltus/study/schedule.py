"""Spaced repetition: when to show a puzzle again.

A missed puzzle goes into the first Leitner box. Each time it is solved when due it moves to the next box, which has a
longer interval; after the last box it is not repeated any more. Times are in milliseconds since 1970. `in_order` is
for the player's own mistakes (`saltus.library.deck`); which puzzle of a set comes next is said by `saltus.cli.puzzle`
and, on the page, by `inOrder` in `web/store/schedule.ts`.
"""

from collections.abc import Iterable
from time import time
from typing import Literal, NamedTuple, TypeAlias, TypeVar

MINUTE_MS = 60_000
DAY_MS = 1440 * MINUTE_MS
BOX_INTERVALS_MS = (10 * MINUTE_MS, DAY_MS, 3 * DAY_MS, 8 * DAY_MS, 21 * DAY_MS)  # How long each box waits.

Status: TypeAlias = Literal["due", "new", "waits", "solved"]
ORDER: tuple[Status, ...] = ("due", "new", "waits", "solved")  # Which puzzles are shown first.

Key = TypeVar("Key")


class Progress(NamedTuple):
    """The progress of one puzzle."""

    box: int | None = None  # Its box, from 0; None if it is not to be repeated.
    due: int = 0  # When to repeat it.
    when: int = 0  # When it was last tried.
    solved: int = 0  # How many times it was solved without help or a wrong move.
    missed: int = 0  # How many times it was missed.


def now() -> int:
    return int(time() * 1000)


def answered(before: Progress | None, is_clean: bool, now: int) -> Progress:
    """The progress after a try; `is_clean` if it was solved without help and without a wrong move."""
    before = before or Progress(when=now)
    box, due = before.box, before.due
    if not is_clean:
        return before._replace(box=0, due=now + BOX_INTERVALS_MS[0], when=now, missed=before.missed + 1)
    if box is not None and due <= now:  # solved before it was due, it stays in its box
        box = box + 1 if box + 1 < len(BOX_INTERVALS_MS) else None
        due = due if box is None else now + BOX_INTERVALS_MS[box]
    return before._replace(box=box, due=due, when=now, solved=before.solved + 1)


def status(progress: Progress | None, now: int) -> Status:
    """Whether a puzzle is new, due, waits until it is due, or is not to be repeated."""
    if progress is None:
        return "new"
    if progress.box is None:
        return "solved"
    return "due" if progress.due <= now else "waits"


def in_order(puzzles: Iterable[tuple[Key, Progress | None]], now: int) -> list[Key]:
    """The puzzles in the order in which to show them. First those that are due (the longest due first), then new ones
    in the order given, then those due later (the soonest first), then solved ones (the longest ago first)."""

    def rank(one: tuple[Key, Progress | None]) -> tuple[int, int]:
        progress = one[1]
        time = 0 if progress is None else progress.when if progress.box is None else progress.due
        return ORDER.index(status(progress, now)), time

    return [key for key, _ in sorted(puzzles, key=rank)]

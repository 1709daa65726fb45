"""The table of requests: what each takes, what it is answered with, and what it does.

It is read from the functions that answer them (`saltus.protocol.ops`): their docstrings, annotations and errors.
`bundle.protocol` and `bundle.reference` write it down for the checks, the page and the reader.
"""

from collections.abc import Mapping
from inspect import getdoc
from types import ModuleType
from typing import Any, NamedTuple

from saltus.protocol import library as collections
from saltus.protocol import match_ops, openings, pages, positions, puzzles, review, searches
from saltus.protocol.ops import OPS
from saltus.protocol.schema import library, replies, requests, state
from saltus.protocol.schema.errors import ErrorCode


class Op(NamedTuple):
    """One kind of request."""

    about: str  # What it does, in Markdown.
    request: type  # Its fields, a TypedDict.
    reply: type  # The fields of its reply, a TypedDict.
    errors: tuple[ErrorCode, ...]  # The codes that it may fail with, beside those that every request may.
    events: Mapping[str, type]  # The fields of each event that may come before its reply.
    is_job: bool  # Whether it takes time. Other requests are answered meanwhile.

    @property
    def changes(self) -> bool:
        """Whether it changes the match: then the reply is its state."""
        return self.reply is state.MatchState and self.request is not requests.StateRequest

    @property
    def begins(self) -> bool:
        """Whether it puts another match in place of the current one: then it needs none."""
        return self.changes and "no-match" not in self.errors


class Job:
    """The meaning of the return type of a request that takes time: its progress and its reply."""

    def __class_getitem__(cls, types: Any) -> Any:
        return types


NAMES: Mapping[str, Any] = {
    "requests": requests,
    "replies": replies,
    "library": library,
    "MatchState": state.MatchState,
    "Job": Job,
    "NoProgress": None,
}
"""The names in the annotations of the functions that answer requests."""


def described(name: str) -> Op:
    """Returns the description of a request."""
    entry = OPS[name]
    request = eval(entry.function.__annotations__["request"], dict(NAMES))
    types = eval(entry.answer.__annotations__["return"], dict(NAMES))
    progress, reply = types if isinstance(types, tuple) else (None, types)
    events = {"progress": progress} if progress else {}
    if request is requests.ThinkRequest:
        events["share"] = replies.ShareEvent
    about = " ".join((getdoc(entry.function) or "").split())
    return Op(about, request, reply, entry.errors, events, isinstance(types, tuple))


GROUPS: Mapping[str, tuple[ModuleType, ...]] = {
    "Requests about a game, a position or a text": (positions, openings),
    "Searches": (searches,),
    "Judging moves": (review,),
    "Puzzles": (puzzles,),
    "Collections of games": (collections,),
    "The current match": (match_ops, pages),
}

GROUPED: Mapping[str, Mapping[str, Op]] = {
    group: {
        name: described(name)
        for module in modules
        for name, entry in OPS.items()
        if entry.answer.__module__ == module.__name__
    }
    for group, modules in GROUPS.items()
}
"""Every request by its `op`, in groups."""

EVERY: Mapping[str, Op] = {name: op for group in GROUPED.values() for name, op in group.items()}  # Without groups.

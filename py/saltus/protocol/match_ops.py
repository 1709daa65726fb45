"""The bridge's operations on the current match: queries, changes, and their errors.

`saltus.protocol.schema` defines the requests and replies, under "The current match".
"""

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from saltus.core.game import SIDE_NAMES, Refusal
from saltus.core.phrase import spelled
from saltus.engine.probe import verdict
from saltus.match.match import Match
from saltus.match.tree import MAX_CLOCK_SECONDS as LONGEST_CLOCK
from saltus.match.tree import TimeControl
from saltus.notation.error import RecordError
from saltus.notation.move import IllegalMove
from saltus.protocol import reply
from saltus.protocol.params import MAX_JSON_INTEGER, read_board, read_game, read_setup, read_side, read_tags, unread
from saltus.protocol.reply import MatchSerializer
from saltus.protocol.request import Fault, Request
from saltus.records import record

if TYPE_CHECKING:
    from saltus.protocol.schema import library, replies, state
    from saltus.protocol.tasks import Fields

MAX_PATH_SQUARES = 100

MAX_COMMENT_CHARS = 2_000
"""The longest comment that `annotate` accepts."""

MAX_GLYPHS = 8


class MatchOps:
    """The current match and the handlers for its ops. Calls `changed` when the position changes or the match ends."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._match_serializer: MatchSerializer | None = None
        self._changed = changed
        self.opponent = 0
        """Seed for the weaker levels, new for each match, so that they do not play every match alike."""
        states: dict[str, Callable[[Request], state.MatchState]] = {
            "new": self._new,
            "load": self._load,
            "state": self._state,
            "play": self._play,
            "undo": self._undo,
            "redo": self._redo,
            "goto": self._goto,
            "promote": self._promote,
            "prune": self._prune,
            "annotate": self._annotate,
            "resign": self._resign,
            "offer": self._offer,
            "accept": self._accept,
            "decline": self._decline,
            "claim": self._claim,
            "flag": self._flag,
        }
        self.handlers: dict[str, Callable[[Request], Fields]] = {
            **{op: self._with_record(question) for op, question in states.items()},
            "record": self._record,
            "page": self._page,
            "line": self._line,
            "opening": self._opening,
            "follow": self._follow,
            "why": self._why,
        }

    @property
    def match(self) -> Match:
        """The current match. Raises `Fault` if there is none."""
        return self._serializer().match

    def running(self) -> Match:
        """The current match. Raises `Fault` if it is over, or if there is none."""
        match = self._serializer().match
        if match.outcome is not None:
            raise Fault("not-now", f"the game is over: {match.outcome.text}")
        return match

    def _with_record(
        self, question: "Callable[[Request], state.MatchState]"
    ) -> "Callable[[Request], state.MatchState]":
        """`question`, with the record in its reply if the request has `recorded`."""

        def answer(request: Request) -> "state.MatchState":
            wanted = request.flag("recorded", False)
            told = question(request)
            if wanted:
                told["record"] = record.write(self._serializer().match, "json")
            return told

        return answer

    def _new(self, request: Request) -> "state.MatchState":
        game = read_game(request)
        position, (setup, seed) = read_board(request, game), read_setup(request, game)
        if position is None and request.has("side") and read_side(request) != game.first:
            raise Fault("bad-request", f"{SIDE_NAMES[game.first]} moves first; for another side give rows")
        tags = read_tags(request)
        clock = request.part("clock")
        control = None
        if clock is not None:
            initial = clock.seconds("initial", 0, LONGEST_CLOCK)
            control = TimeControl(initial, clock.seconds("increment", 0, LONGEST_CLOCK, default=0))
        try:
            if position is not None:
                match = Match(game, position=position, clock=control)
            else:
                match = Match(game, setup, seed, clock=control)
            if request.has("ballot"):
                from saltus.study.ballots import ballot, begin

                begin(match, ballot(request.integer("ballot", 0, MAX_JSON_INTEGER)))
            match.tags.update(tags)
            if control is not None:
                match.tags.setdefault("TimeControl", f"{control.initial:g}+{control.increment:g}")
            return self._set_match(match)
        except ValueError as error:
            raise Fault("bad-request", str(error)) from None

    def _load(self, request: Request) -> "state.MatchState":
        game = read_game(request) if request.has("game") else None
        form = request.one_of("format", record.FORMATS) if request.has("format") else None
        text = json.dumps(request.object("record")) if request.has("record") else request.text("text")
        try:
            if request.has("part"):
                text = record.part(text, request.integer("part", 0, MAX_JSON_INTEGER))
            match = record.read(text, form, game)
        except RecordError as error:
            raise unread(error) from None
        told = self._set_match(match)
        if match.warnings:
            told["warnings"] = reply.warnings(match)
        return told

    def _set_match(self, match: Match) -> "state.MatchState":
        """Make `match` the current match."""
        match.verdict = lambda position: verdict(match.game, position, match.node.quiet)
        self._match_serializer = MatchSerializer(match)
        self.opponent = int.from_bytes(os.urandom(6), "big")
        self._changed()
        return self._match_serializer.state()

    def _record(self, request: Request) -> "replies.RecordReply":
        match = self._serializer().match
        form, tags = request.one_of("format", record.forms(match.game)), match.tags
        match.tags = {**read_tags(request), **tags}
        try:
            return {"text": record.write(match, form)}
        finally:
            match.tags = tags

    def _page(self, request: Request) -> "replies.PageReply":
        match = self._serializer().match
        kind, tags = request.one_of("kind", ("replay", "print")), match.tags
        from saltus.printing.game import printed, replayed
        from saltus.protocol.words import read_words

        words = read_words(request)
        match.tags = {**read_tags(request), **tags}
        try:
            return {"html": replayed(match, words) if kind == "replay" else printed(match, words)}
        finally:
            match.tags = tags

    def _line(self, request: Request) -> "library.LineReply":
        from saltus.protocol.library import line

        return line(self._serializer().match)

    def _opening(self, request: Request) -> "replies.OpeningReply":
        from saltus.protocol.openings import opening

        return opening(self._serializer().match)

    def _state(self, request: Request) -> "state.MatchState":
        return self._serializer().state()

    def _follow(self, request: Request) -> "replies.FollowReply":
        match = self.running()
        path = tuple(request.texts("path", MAX_PATH_SQUARES))
        refusal = match.why(path)
        if refusal is not None:
            raise forbidden(refusal)
        on = [move for move in match.legal if move.path[: len(path)] == path]
        # Either each landing of a turn takes one piece or none does, so the landings count the pieces taken so far.
        return {
            "next": list(dict.fromkeys(move.path[len(path)] for move in on if len(move.path) > len(path))),
            "captured": on[0].captured[: max(0, len(path) - 1)],
            "complete": any(move.path == path for move in on),
        }

    def _why(self, request: Request) -> "replies.WhyReply":
        refusal = self._serializer().match.why(request.texts("path", MAX_PATH_SQUARES))
        if refusal is None:
            return {"rule": None, "text": None, "said": None, "squares": []}
        return {"rule": refusal.rule, **reply.said(refusal.text), "squares": refusal.squares}

    def _play(self, request: Request) -> "state.MatchState":
        match = self.running()
        turn = request.texts("path", MAX_PATH_SQUARES) if request.has("path") else request.text("text")
        spent = request.seconds("spent", 0, LONGEST_CLOCK, default=0)
        variation = request.flag("variation", False)
        return self._change(lambda: match.play(turn, spent, variation))

    def _undo(self, request: Request) -> "state.MatchState":
        match, plies = self._serializer().match, request.integer("plies", 1, MAX_JSON_INTEGER, default=1)
        return self._change(lambda: match.undo(plies))

    def _redo(self, request: Request) -> "state.MatchState":
        match, plies = self._serializer().match, request.integer("plies", 1, MAX_JSON_INTEGER, default=1)
        return self._change(lambda: match.redo(plies))

    def _goto(self, request: Request) -> "state.MatchState":
        match = self._serializer().match
        last = len(match.nodes) - 1
        node = request.integer("node", 0, last)
        through = request.integer("through", 0, last) if request.has("through") else None
        ended = request.flag("ended", True)
        return self._change(lambda: match.goto(node, through, ended))

    def _promote(self, request: Request) -> "state.MatchState":
        match = self._serializer().match
        node = request.integer("node", 0, len(match.nodes) - 1)
        return self._change(lambda: match.promote(node))

    def _prune(self, request: Request) -> "state.MatchState":
        table = self._serializer()
        node = request.integer("node", 0, len(table.match.nodes) - 1)

        def change() -> None:
            table.match.prune(node)
            table.forget()

        return self._change(change)

    def _annotate(self, request: Request) -> "state.MatchState":
        match = self._serializer().match
        node = request.integer("node", 0, len(match.nodes) - 1)
        comment, glyphs = request.text("comment"), request.integers("glyphs", MAX_GLYPHS, 0, 255)
        if len(comment) > MAX_COMMENT_CHARS:
            raise Fault("bad-request", f"comment: expected at most {MAX_COMMENT_CHARS} letters, not {len(comment)}")
        return self._change(lambda: match.annotate(node, comment, glyphs))

    def _resign(self, request: Request) -> "state.MatchState":
        match, side = self.running(), read_side(request)
        return self._change(lambda: match.resign(side))

    def _offer(self, request: Request) -> "state.MatchState":
        match, side = self.running(), read_side(request)
        return self._change(lambda: match.offer_draw(side))

    def _accept(self, request: Request) -> "state.MatchState":
        match, side = self.running(), read_side(request)
        return self._change(lambda: match.accept(side))

    def _decline(self, request: Request) -> "state.MatchState":
        match, side = self.running(), read_side(request)
        return self._change(lambda: match.decline(side))

    def _claim(self, request: Request) -> "state.MatchState":
        match, side, kind = self.running(), read_side(request), request.one_of("kind", ("win", "draw"))
        return self._change(lambda: match.claim(side, kind))

    def _flag(self, request: Request) -> "state.MatchState":
        match, side = self.running(), read_side(request)
        return self._change(lambda: match.flag(side))

    def _serializer(self) -> MatchSerializer:
        if self._match_serializer is None:
            raise Fault("no-match", "there is no match on the table: send new or load first")
        return self._match_serializer

    def _change(self, change: Callable[[], object]) -> "state.MatchState":
        """Apply `change` to the match, turning its errors into `Fault`. Returns the state after it."""
        table = self._serializer()
        match = table.match
        before = (match.node, match.outcome)
        try:
            change()
        except IllegalMove as refused:
            raise forbidden(refused.refusal, refused.args[0]) from None
        except ValueError as error:
            raise Fault("not-now", str(error)) from None
        if before != (match.node, match.outcome):
            self._changed()
        return table.state()


def forbidden(refusal: Refusal, message: str | None = None) -> Fault:
    """The `Fault` for an illegal turn."""
    said = spelled(message or refusal.text)
    details = {"rule": refusal.rule, "squares": list(refusal.squares), "said": said}
    return Fault("bad-move", message or refusal.text, details)

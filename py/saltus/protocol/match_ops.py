"""The arbiter of the match on the table: what is asked about it, what changes it, what is refused.

The requests and their answers are those of the bridge's docstring, "The match on the table".
"""

import json
import os
from collections.abc import Callable

from saltus.core.game import SIDE_NAMES, Refusal
from saltus.core.phrase import spelled
from saltus.engine.probe import verdict
from saltus.match.match import Match
from saltus.match.tree import LONGEST as LONGEST_CLOCK
from saltus.match.tree import TimeControl
from saltus.notation.error import RecordError
from saltus.notation.move import IllegalMove
from saltus.protocol import reply
from saltus.protocol.params import MOST, read_board, read_game, read_setup, read_side, unread
from saltus.protocol.reply import Fields, MatchSerializer
from saltus.protocol.request import Fault, Request
from saltus.records import record

LONGEST_PATH = 100

LONGEST_NOTE = 2_000
"""The most letters of a comment that is written here."""

MOST_GLYPHS = 8


class MatchOps:
    """Calls `changed` when the position is another one, or the match is over."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._table: MatchSerializer | None = None
        self._changed = changed
        self.opponent = 0
        """The seed of the weaker levels: drawn for each match, so that they do not play every match alike."""
        states: dict[str, Callable[[Request], Fields]] = {
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
        self.questions: dict[str, Callable[[Request], Fields]] = {
            **{op: self._recorded(question) for op, question in states.items()},
            "record": self._record,
            "opening": self._opening,
            "follow": self._follow,
            "why": self._why,
        }

    @property
    def match(self) -> Match:
        """The match on the table. Raises `Fault` where there is none."""
        return self._chronicle().match

    def running(self) -> Match:
        """The match, which is not over."""
        match = self._chronicle().match
        if match.outcome is not None:
            raise Fault("not-now", f"the game is over: {match.outcome.text}")
        return match

    def _recorded(self, question: Callable[[Request], Fields]) -> Callable[[Request], Fields]:
        """`question`, with the record beside the state where that is wanted: one answer to show and to keep."""

        def answer(request: Request) -> Fields:
            wanted = request.flag("recorded", False)
            state = question(request)
            return {**state, "record": record.write(self._chronicle().match, "json")} if wanted else state

        return answer

    def _new(self, request: Request) -> Fields:
        game = read_game(request)
        position, (setup, seed) = read_board(request, game), read_setup(request, game)
        if position is None and request.has("side") and read_side(request) != game.first:
            raise Fault("bad-request", f"{SIDE_NAMES[game.first]} moves first; for another side give rows")
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

                begin(match, ballot(request.integer("ballot", 0, MOST)))
            return self._lay(match)
        except ValueError as error:
            raise Fault("bad-request", str(error)) from None

    def _load(self, request: Request) -> Fields:
        game = read_game(request) if request.has("game") else None
        form = request.one_of("format", record.FORMS) if request.has("format") else None
        text = json.dumps(request.object("record")) if request.has("record") else request.text("text")
        try:
            if request.has("part"):
                text = record.part(text, request.integer("part", 0, MOST))
            match = record.read(text, form, game)
        except RecordError as error:
            raise unread(error) from None
        state = self._lay(match)
        return {**state, "warnings": reply.warnings(match)} if match.warnings else state

    def _lay(self, match: Match) -> Fields:
        """Put `match` on the table in place of the one before."""
        match.verdict = lambda position: verdict(match.game, position, match.node.quiet)
        self._table = MatchSerializer(match)
        self.opponent = int.from_bytes(os.urandom(6), "big")
        self._changed()
        return self._table.state()

    def _record(self, request: Request) -> Fields:
        match = self._chronicle().match
        return {"text": record.write(match, request.one_of("format", record.forms(match.game)))}

    def _opening(self, request: Request) -> Fields:
        from saltus.protocol.openings import opening

        return opening(self._chronicle().match)

    def _state(self, request: Request) -> Fields:
        return self._chronicle().state()

    def _follow(self, request: Request) -> Fields:
        match = self.running()
        path = tuple(request.texts("path", LONGEST_PATH))
        refusal = match.why(path)
        if refusal is not None:
            raise forbidden(refusal)
        on = [move for move in match.legal if move.path[: len(path)] == path]
        # Every landing takes one piece or none at all, so that the pieces taken so far are counted by landings.
        return {
            "next": list(dict.fromkeys(move.path[len(path)] for move in on if len(move.path) > len(path))),
            "captured": on[0].captured[: max(0, len(path) - 1)],
            "complete": any(move.path == path for move in on),
        }

    def _why(self, request: Request) -> Fields:
        refusal = self._chronicle().match.why(request.texts("path", LONGEST_PATH))
        if refusal is None:
            return {"rule": None, **reply.said(None), "squares": []}
        return {"rule": refusal.rule, **reply.said(refusal.text), "squares": refusal.squares}

    def _play(self, request: Request) -> Fields:
        match = self.running()
        turn = request.texts("path", LONGEST_PATH) if request.has("path") else request.text("text")
        spent = request.seconds("spent", 0, LONGEST_CLOCK, default=0)
        aside = request.flag("aside", False)
        return self._change(lambda: match.play(turn, spent, aside))

    def _undo(self, request: Request) -> Fields:
        match, plies = self._chronicle().match, request.integer("plies", 1, MOST, default=1)
        return self._change(lambda: match.undo(plies))

    def _redo(self, request: Request) -> Fields:
        match, plies = self._chronicle().match, request.integer("plies", 1, MOST, default=1)
        return self._change(lambda: match.redo(plies))

    def _goto(self, request: Request) -> Fields:
        match = self._chronicle().match
        last = len(match.nodes) - 1
        node = request.integer("node", 0, last)
        through = request.integer("through", 0, last) if request.has("through") else None
        ended = request.flag("ended", True)
        return self._change(lambda: match.goto(node, through, ended))

    def _promote(self, request: Request) -> Fields:
        match = self._chronicle().match
        node = request.integer("node", 0, len(match.nodes) - 1)
        return self._change(lambda: match.promote(node))

    def _prune(self, request: Request) -> Fields:
        table = self._chronicle()
        node = request.integer("node", 0, len(table.match.nodes) - 1)

        def change() -> None:
            table.match.prune(node)
            table.forget()

        return self._change(change)

    def _annotate(self, request: Request) -> Fields:
        match = self._chronicle().match
        node = request.integer("node", 0, len(match.nodes) - 1)
        comment, glyphs = request.text("comment"), request.integers("glyphs", MOST_GLYPHS, 0, 255)
        if len(comment) > LONGEST_NOTE:
            raise Fault("bad-request", f"comment: expected at most {LONGEST_NOTE} letters, not {len(comment)}")
        return self._change(lambda: match.annotate(node, comment, glyphs))

    def _resign(self, request: Request) -> Fields:
        match, side = self.running(), read_side(request)
        return self._change(lambda: match.resign(side))

    def _offer(self, request: Request) -> Fields:
        match, side = self.running(), read_side(request)
        return self._change(lambda: match.offer_draw(side))

    def _accept(self, request: Request) -> Fields:
        match, side = self.running(), read_side(request)
        return self._change(lambda: match.accept(side))

    def _decline(self, request: Request) -> Fields:
        match, side = self.running(), read_side(request)
        return self._change(lambda: match.decline(side))

    def _claim(self, request: Request) -> Fields:
        match, side, kind = self.running(), read_side(request), request.one_of("kind", ("win", "draw"))
        return self._change(lambda: match.claim(side, kind))

    def _flag(self, request: Request) -> Fields:
        match, side = self.running(), read_side(request)
        return self._change(lambda: match.flag(side))

    def _chronicle(self) -> MatchSerializer:
        if self._table is None:
            raise Fault("no-match", "there is no match on the table: send new or load first")
        return self._table

    def _change(self, change: Callable[[], object]) -> Fields:
        """Change the match; what it refuses becomes a `Fault`. The state after it."""
        table = self._chronicle()
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
    """The answer to a turn that is not allowed."""
    said = spelled(message or refusal.text)
    details = {"rule": refusal.rule, "squares": list(refusal.squares), "said": said}
    return Fault("bad-move", message or refusal.text, details)

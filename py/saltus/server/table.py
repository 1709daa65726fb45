"""One game between people: a `Match`, its seats, its clocks, and what the players ask of each other.

A table is made of its log, a list of JSON lines, and of nothing else: after a restart, in another process, it is what
it was. The first line says how the game began, with its start as a JSON record; each further line is an event that
`apply` has accepted. The version of a game is the number of its lines.

    {"act": "begin", "at": 1790000000.0, "record": "…", "days": null, "seats": {"w": HASH, "b": HASH}, …}
    {"act": "move", "side": "w", "path": ["b6", "a5"], "at": 1790000004.2, "key": "…"}

`at` is the server's time in seconds. Within a log it never decreases by less than `MAX_AHEAD_SECONDS`, whatever the
clocks of several machines say; a greater step back is that of a machine whose clock was wrong and has been set right.
Only `Match` knows what is legal. Like its methods, `apply` checks before it changes anything.
"""

import hmac
import json
import re
import secrets
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, TypeAlias

from saltus.core.game import SIDE_NAMES, SIDES, Outcome, Side
from saltus.match.match import Match
from saltus.match.tree import MAX_CLOCK_SECONDS, other
from saltus.notation.move import move_text
from saltus.protocol.reply import PLAYERS, ending
from saltus.records import json as records
from saltus.server.schema import Clock, Control, GameEvent, GameState, LegalMove, Presence, Status

Event: TypeAlias = dict[str, Any]

TOKEN_BYTES, ID_BYTES = 16, 9
FREE_PLIES = 2
"""Each side's first move takes no time: the opponent may not be there yet."""
DAY_SECONDS = 86_400
MAX_AHEAD_SECONDS = 10.0
"""How far the last event of a log may be ahead of the clock, since the clocks of several machines differ."""
_TOKEN = re.compile(r"(?=[\w-]*[A-Z])[\w-]{20,}", re.ASCII)
NOBODY = Presence(w=False, b=False, watchers=0)


def drawn(size: int) -> str:
    """A random id that cannot be guessed, made of letters for addresses. It ends in a letter or a digit: a sign at
    its end is easily taken for punctuation."""
    while (name := secrets.token_urlsafe(size))[-1] in "-_":
        pass
    return name


def masked(text: str) -> str:
    """The text with anything that may be a seat's token removed: messages and logs quote requests."""
    return _TOKEN.sub("…", text)


def hashed(token: str) -> str:
    """The hash of a seat's token, which is all that is stored. The token has 128 random bits, so it needs neither
    salt nor a slow hash."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def line_of(event: Mapping[str, object]) -> str:
    return json.dumps(event, separators=(",", ":"))


def beginning(match: Match, at: float, days: int | None, seats: Mapping[Side, str], names: Mapping[Side, str]) -> str:
    """The first line of a log. `seats` are the hashes of the tokens; a side with a name, even an empty one, has
    joined."""
    record = records.write(match)
    return line_of(
        {"act": "begin", "at": at, "record": record, "days": days, "seats": dict(seats), "names": dict(names)}
    )


class Table:
    """The state of a game, built from its log."""

    def __init__(self, lines: Iterable[str]) -> None:
        head, *events = map(json.loads, lines)
        self.match = records.read(head["record"])
        self.days: int | None = head["days"]
        self.seats: dict[Side, str] = head["seats"]
        self.names: dict[Side, str] = {}
        self.version, self.at = 1, float(head["at"])
        self.start = self.match.ply
        """The plies that the game began with, those of a ballot."""
        self.turn = 0
        """Grows with each move and each takeback, so that no number is used twice."""
        self.keys: set[tuple[Side, str]] = set()
        """The keys of the requests that have been carried out, each with its seat."""
        self.takeback: Side | None = None
        self.rematch: Side | None = None
        self.next: str | None = None
        self.began: float | None = None
        """When the clock of the side to move started; None while no clock runs."""
        for side, name in head["names"].items():
            self._join(side, name)
        self._start_clock(self.at)
        for event in events:
            self.apply(event)

    # -- state -------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    def seat_of(self, token: str) -> Side | None:
        """The seat that this token is for."""
        found = hashed(token)
        return next((side for side in SIDES if hmac.compare_digest(self.seats[side], found)), None)

    def asked(self, what: str) -> Side | None:
        """The side that has asked for this and has no answer yet."""
        return {"draw": self.match.offer, "takeback": self.takeback, "rematch": self.rematch}[what]

    def deadline(self) -> float | None:
        """When the side to move runs out of time; None while no clock is running."""
        if self.began is None or self.outcome:
            return None
        if self.days is not None:
            return self.began + self.days * DAY_SECONDS
        left = self.match.clock
        return None if left is None else self.began + (left.w if self.match.side == "w" else left.b)

    def expired(self, now: float) -> bool:
        deadline = self.deadline()
        return deadline is not None and now >= deadline

    def status(self, now: float, present: Presence = NOBODY) -> Status:
        outcome = self.outcome
        return {
            "version": self.version,
            "turn": self.turn,
            "side": self.match.side,
            "names": {side: self.names.get(side, "") for side in SIDES},
            "joined": {side: side in self.names for side in SIDES},
            "clock": self.clock(now),
            "draw": self.match.offer,
            "takeback": self.takeback,
            "rematch": self.rematch,
            "next": self.next,
            "outcome": outcome and ending(outcome),
            "present": present,
        }

    def clock(self, now: float) -> Clock | None:
        left, side = self.match.clock, self.match.side
        deadline = self.deadline()
        if self.days is not None:
            full = float(self.days * DAY_SECONDS)
            found: Clock = {"w": full, "b": full, "running": None}
        elif left is not None:
            found = {"w": left.w, "b": left.b, "running": None}
        else:
            return None
        if deadline is not None:
            found[side] = round(max(0.0, deadline - max(now, self.at)), 3)
            found["running"] = side
        return found

    @property
    def control(self) -> Control | None:
        control = self.match.tree.control
        if control is None and self.days is None:
            return None
        initial, increment = control or (None, None)
        return {"initial": initial, "increment": increment, "days": self.days}

    def state(self, game_id: str, seat: Side | None, now: float, present: Presence = NOBODY) -> GameState:
        """The state of the game for this seat."""
        match = self.match
        return {
            **self.status(now, present),
            "game": match.game.key,
            "game_id": game_id,
            "seat": seat,
            "control": self.control,
            "record": records.write(match),
            "rows": match.game.rows(match.position),
            "moves": self.moves(),
        }

    def moves(self) -> list[LegalMove]:
        match = self.match
        return [
            {"path": move.path, "text": move_text(match.game, match.position, move, match.legal)}
            for move in match.legal
        ]

    def news(self, event: Event, now: float, present: Presence = NOBODY) -> GameEvent:
        """The news of an event that has just been applied."""
        told: GameEvent = {"act": event["act"], **self.status(now, present)}  # type: ignore[typeddict-item]
        node = self.match.node
        if event["act"] == "move" and node.move is not None and node.parent is not None:
            told["path"] = node.move.path
            told["text"] = move_text(self.match.game, node.parent.position, node.move)
        return told

    # -- events -----------------------------------------------------------------------------------------

    def time(self, now: float) -> float:
        """The time of an event at `now`: not before the last event, unless the clock was set back."""
        return now if self.at - now > MAX_AHEAD_SECONDS else max(self.at, now)

    def apply(self, event: Event) -> None:
        """Apply an event. Raises ValueError, `IllegalMove` among others, if it is not possible now."""
        act, at = event["act"], self.time(float(event["at"]))
        side: Side | None = event.get("side")
        if act == "flag":
            self._fall()
        elif act == "resume":
            self._resume(float(event["lost"]), at)
        elif side is None:
            raise ValueError(f"{act} needs a side")
        elif act == "join":
            self._join(side, event["name"])
            if self.began is None:
                self._start_clock(at)
        elif act == "move":
            self._move(side, event["path"], at)
        elif act == "resign":
            self.match.resign(side)
        elif act == "draw":
            self.match.offer_draw(side)
        elif act == "takeback":
            self._take_back(side, at)
        elif act == "rematch":
            self._want_rematch(side, event.get("next"))
        elif act == "decline":
            self._decline(side, event["what"])
        else:
            raise ValueError(f"there is no event {act!r:.40}")
        if self.outcome:
            self.began = self.takeback = None
        if side is not None and event.get("key"):
            self.keys.add((side, event["key"]))
        self.version += 1
        self.at = at

    def _join(self, side: Side, name: str) -> None:
        self.names[side] = name
        if name:
            self.match.tags[PLAYERS[side]] = name

    def _start_clock(self, at: float) -> None:
        """Start the clock of the side to move, if it should run."""
        is_timed = len(self.names) == 2 and self.outcome is None
        if self.days is None:
            is_timed = is_timed and self.match.ply - self.start >= FREE_PLIES
        self.began = at if is_timed else None

    def _move(self, side: Side, path: list[str], at: float) -> None:
        if side != self.match.side and not self.outcome:
            raise ValueError(f"it is {SIDE_NAMES[self.match.side]}'s move")
        spent = 0.0 if self.began is None else min(max(0.0, round(at - self.began, 3)), MAX_CLOCK_SECONDS)
        self.match.play(path, spent)
        self.turn += 1
        self.takeback = None
        self._start_clock(at)

    def _fall(self) -> None:
        """The flag of the side to move falls."""
        if self.deadline() is None:
            raise ValueError("no clock is running")
        if self.days is None:
            self.match.flag(self.match.side)
        else:
            self.match.overstep(self.match.side)

    def _resume(self, lost: float, at: float) -> None:
        """Give back time in which the games could not be played, or by which the clock was set back."""
        if self.began is None:
            raise ValueError("no clock is running")
        self.began += max(0.0, lost) - max(0.0, self.at - at)

    def _take_back(self, side: Side, at: float) -> None:
        """`side` asks to take back its last move and the answer to it, or grants the other's request. The moves leave
        the record, and their time comes back."""
        match, asking = self.match, self.takeback
        if self.outcome:
            raise ValueError(f"the game is over: {self.outcome.text}")
        if asking == side:
            raise ValueError(f"{SIDE_NAMES[side]} has already asked for this")
        plies = 2 if (asking or side) == match.side else 1
        if match.ply - self.start < plies:
            raise ValueError(f"{SIDE_NAMES[asking or side]} has no move to take back")
        if asking is None:
            self.takeback = side
            return
        match.prune(match.line[match.ply - plies + 1].id)
        match.offer = None
        self.turn += 1
        self.takeback = None
        self._start_clock(at)

    def _want_rematch(self, side: Side, next_game: str | None) -> None:
        if self.outcome is None:
            raise ValueError("the game is not over yet")
        if self.next is not None:
            raise ValueError("the next game has begun already")
        if self.rematch == side:
            raise ValueError(f"{SIDE_NAMES[side]} has already asked for this")
        if self.rematch is None:
            self.rematch = side
            return
        if next_game is None:
            raise ValueError("the next game needs an id")
        self.rematch, self.next = None, next_game

    def _decline(self, side: Side, what: str) -> None:
        if self.asked(what) != other(side):
            raise ValueError(f"{SIDE_NAMES[other(side)]} has not asked for a {what}")
        if what == "draw":
            self.match.decline(side)
        elif what == "takeback":
            self.takeback = None
        else:
            self.rematch = None

    def again(self, at: float) -> str:
        """The first line of a rematch: the same game with the colours changed. The tokens change sides with their
        players."""
        match = self.match
        placed = match.start if match.setup is None else None
        fresh = Match(match.game, match.setup, position=placed, clock=match.tree.control)
        swapped: Mapping[Side, Side] = {"w": "b", "b": "w"}
        fresh.tags |= {name: value for name, value in match.tags.items() if name in ("Date", "TimeControl")}
        seats = {side: self.seats[swapped[side]] for side in SIDES}
        names = {side: self.names[swapped[side]] for side in SIDES if swapped[side] in self.names}
        return beginning(fresh, at, self.days, seats, names)

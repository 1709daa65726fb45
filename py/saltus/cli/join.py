"""`play --join`: a seat at a game on a server, line by line.

Two threads read the input and poll the server; the game goes on in the calling thread.
"""

import time
from collections.abc import Callable
from queue import Queue
from threading import Thread
from typing import Literal, TypeAlias

from saltus.core.game import SIDE_NAMES, SIDES
from saltus.match.diagram import lettered
from saltus.match.match import Match
from saltus.match.tree import other
from saltus.notation.move import move_text
from saltus.play.terminal import clock_text
from saltus.records import json as records
from saltus.server.client import Refused, Seat, State, link

HELP = """\
a move (11-15, b2-b4); draw, takeback, rematch: ask for it; accept, decline: answer; resign; board; quit.
The link brings you back to your seat, here or in the browser."""
AGAIN_SECONDS = 2.0
WISHES = ("draw", "takeback", "rematch")

Incoming: TypeAlias = (
    "tuple[Literal['typed'], str | None] | tuple[Literal['state'], State] | tuple[Literal['trouble'], str]"
)


def join(address: str, name: str, hear: Callable[[], str], tell: Callable[[str], object]) -> None:
    """Play at a seat, or watch, until the input ends. `hear` returns the next line (EOFError after the last). Raises
    ValueError for a link that leads nowhere, OSError without a connection."""
    seat = Seat(address)
    state = seat.state()
    side = state["seat"]
    if side and (not state["joined"][side] or name not in ("", state["names"][side])):
        state = seat.ask("join", name=name)
    told: Queue[Incoming] = Queue()
    Thread(target=_listen, args=(hear, told), daemon=True).start()
    Player(seat, state, told, tell).run()


def _listen(hear: Callable[[], str], told: "Queue[Incoming]") -> None:
    typed: str | None = ""
    while typed is not None:
        try:
            typed = hear().strip()
        except EOFError:
            typed = None
        if typed == "quit":
            typed = None  # reading on, this thread would hold the input while Python ends
        told.put(("typed", typed))


class Player:
    """The player, or the watcher, at the terminal."""

    def __init__(self, seat: Seat, state: State, told: "Queue[Incoming]", tell: Callable[[str], object]) -> None:
        self.seat, self.state, self.told, self.tell = seat, state, told, tell

    def run(self) -> None:
        self._begin()
        while True:
            kind, what = self.told.get()
            if kind == "typed":
                if what is None:
                    return
                self._do(str(what))
            elif kind == "trouble":
                self.tell(str(what))
            elif isinstance(what, dict):
                self._learn(what)

    def _begin(self) -> None:
        side = self.state["seat"]
        self.tell(f"You play {SIDE_NAMES[side]}. Type help for what can be typed." if side else "You watch.")
        self._show()
        Thread(target=self._watch, args=(self.seat, self.state["version"]), daemon=True).start()

    def _watch(self, seat: Seat, version: int) -> None:
        """Poll for changes, until the next game."""
        is_lost = False
        while self.seat is seat:
            began = time.monotonic()
            try:
                state = seat.state(version)
            except (OSError, Refused) as error:
                if not is_lost:
                    self.told.put(("trouble", f"No connection: {error}. Trying again."))
                is_lost = True
                time.sleep(AGAIN_SECONDS)
                continue
            is_lost = False
            if state["version"] > version:
                version = state["version"]
                self.told.put(("state", state))
            elif time.monotonic() < began + AGAIN_SECONDS:
                time.sleep(AGAIN_SECONDS)  # it should have waited for a change

    def _do(self, typed: str) -> None:
        word = typed.lower()
        try:
            if word == "help":
                self.tell(HELP)
            elif word in ("", "board"):
                self._show()
            elif word in (*WISHES, "resign"):
                self._learn(self.seat.ask(word))
            elif word in ("accept", "decline"):
                asked = [wish for wish in WISHES if self.state[wish] not in (None, self.state["seat"])]
                if not asked:
                    raise ValueError("nobody has asked you for anything")
                self._learn(self.seat.ask(word, what=asked[0]))
            else:
                self._learn(self.seat.ask("move", turn=self.state["turn"], text=typed))
        except (ValueError, OSError) as error:
            self.tell(str(error))

    def _learn(self, state: State) -> None:
        """A newer state: show what has changed."""
        before, self.state = self.state, state
        if state["version"] <= before["version"]:
            self.state = before
            return
        if (state["turn"], state["outcome"]) != (before["turn"], before["outcome"]):
            self._show()
        for side in SIDES:
            if state["names"][side] != before["names"][side] or state["joined"][side] != before["joined"][side]:
                self.tell(f"{SIDE_NAMES[side]} is {state['names'][side] or 'here'}.")
        for wish in WISHES:
            if state[wish] != before[wish] and state[wish] is not None:
                who = "You ask" if state[wish] == state["seat"] else f"{SIDE_NAMES[state[wish]]} asks"
                self.tell(f"{who} for a {wish}.")
        if state["next"] and state["next"] != before["next"]:
            self.seat = Seat(link(self.seat.address, state["next"], self.seat.token))
            self.state = self.seat.state()
            self._begin()

    def _show(self) -> None:
        state = self.state
        match = records.read(state["record"])
        board = lettered(match.game, match.position, state["seat"] == other(match.game.bottom))
        self.tell(f"\n{board}\n{_players(state)}")
        if match.node.move is not None and match.node.parent is not None:
            last = move_text(match.game, match.node.parent.position, match.node.move)
            self.tell(f"{SIDE_NAMES[match.node.parent.side]} has played {last}.")
        self.tell(_ending(match) or f"{SIDE_NAMES[match.side]} to move{', you' * (match.side == state['seat'])}.")


def _players(state: State) -> str:
    """Both players, with their clocks."""
    parts = []
    for side in SIDES:
        is_live = state["clock"] and (state["control"] or {}).get("days") is None
        left = f" {clock_text(state['clock'][side])}" if is_live else ""
        parts.append(f"{SIDE_NAMES[side]}: {state['names'][side] or '?'}{left}")
    return ", ".join(parts)


def _ending(match: Match) -> str | None:
    return f"The game is over. {match.outcome.text}" if match.outcome else None

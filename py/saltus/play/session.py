"""A match being played by people and computers in front of a `Display`: whose turn it is, clocks, and what is said.

People say a turn, as `Match.play` reads it, or one of `saltus.play.commands.WORDS`. Everything is text, so the same
words work at a terminal, in a chat and through JSON. `run` plays until somebody leaves; `step` does a little of that,
for a front end that has other things to do.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from time import perf_counter
from typing import Protocol

from saltus.analysis.explain import because
from saltus.core.game import SIDE_NAMES, SIDES, Side
from saltus.engine.levels import FULL
from saltus.engine.probe import verdict
from saltus.engine.think import Limits, SearchInfo, SearchRequest, search_iter
from saltus.engine.timeman import Clock
from saltus.engine.tt import TranspositionTable
from saltus.match.match import Claim, Match
from saltus.match.tree import other
from saltus.notation.move import IllegalMove, move_text
from saltus.play.commands import Commands

EARLY = 20
"""Plies before which the computer agrees to no draw."""
SLICE = 0.03
"""Seconds of thinking in one step."""


class Display(Protocol):
    """A front end. It draws what it is shown and hands in what people say; what is legal it never decides."""

    @property
    def waits(self) -> bool:
        """Whether `ask` waits for an answer. Where it does not, it is asked again and again, while the computer
        thinks as well, so that people can take back a turn or leave at any time."""

    def show(self, session: "Session") -> None:
        """Draw the match: a turn was played or taken back, it ended, or somebody asked to see it."""

    def say(self, text: str) -> None:
        """Tell the people a sentence or more: what was played, why a turn is refused, a hint, how it ended."""

    def ask(self, session: "Session") -> str | None:
        """What the people say: a turn, or one of the words of `saltus.play.commands.WORDS`; `session.prompt` asks for
        it.

        None where nobody has said anything yet (only where it does not wait). Raises EOFError when nobody will any
        more.
        """


class Session:
    """One match at one display. `players` gives the computer's level by side, None (or nothing) for a person.

    The computer thinks for `seconds` a turn, or as long as suits the clock where the match has one. `keep` is called
    whenever the match has changed: to store it, so that nothing is lost when the program is. With `files` people may
    save to files of this machine and load from them: at their own terminal, not from afar.
    """

    def __init__(
        self,
        match: Match,
        display: Display,
        players: Mapping[Side, int | None] | None = None,
        seconds: float = 1.0,
        keep: Callable[["Session"], None] | None = None,
        files: bool = False,
    ) -> None:
        self.match = match
        self.display = display
        self.players: dict[Side, int | None] = {"w": None, "b": None, **(players or {})}
        self.seconds = seconds
        self.keep = keep
        self.files = files
        self.left = False
        """Whether the people have gone."""
        self.turned = self.persons == [other(match.game.bottom)]
        """Whether the board is seen from the other side."""
        self.thought: SearchInfo | None = None
        """What the computer thinks of the position while it thinks about it."""
        self._table = TranspositionTable()
        self._seed = int.from_bytes(os.urandom(6), "big")
        self._words = Commands(self).known
        self._task: Iterator[None] | None = None
        self._began = perf_counter()
        self._shown = False
        self._told: tuple[Claim, ...] = ()
        self._judge()

    # -- what there is to see ----------------------------------------------------------------------------

    @property
    def persons(self) -> list[Side]:
        """The sides that people play."""
        return [side for side in SIDES if self.players[side] is None]

    @property
    def thinking(self) -> bool:
        """Whether it is the computer that everybody waits for."""
        return self._task is not None or (self.match.outcome is None and self.players[self.match.side] is not None)

    @property
    def answering(self) -> Side | None:
        """The person who is offered a draw."""
        offer = self.match.offer
        return other(offer) if offer is not None and self.players[other(offer)] is None else None

    @property
    def prompt(self) -> str:
        """What people are asked."""
        if self.match.outcome is not None:
            return "undo, new or quit? "
        if self.answering is not None:
            return f"{SIDE_NAMES[self.answering]}, do you accept the draw? (yes or no) "
        return f"{SIDE_NAMES[self.match.side]}> "

    def clock(self, side: Side) -> float | None:
        """The seconds that `side` has left at this moment; None without clocks."""
        left = self.match.clock
        if left is None:
            return None
        running = self.match.outcome is None and side == self.match.side
        return max(0.0, (left.w if side == "w" else left.b) - (self._spent() if running else 0.0))

    def who(self, side: Side) -> str:
        """Who plays a side: `you`, `a person` where people play both, or `level 5`."""
        level = self.players[side]
        return f"level {level}" if level else "you" if len(self.persons) == 1 else "a person"

    # -- playing -----------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the people leave, or computers have played each other to the end."""
        while self.step():
            pass

    def step(self) -> bool:
        """A little of the computer's thinking, or one thing that a person says; whether the session goes on.

        Where the display waits, the computer's thinking is done at once.
        """
        if not self._shown:
            self.draw()
            self._tell_claims()
        if self.left:
            return False
        if self.match.outcome is not None and not self.persons:
            self.left = True
            return False
        self._watch()
        if self.thinking:
            self._work()
            if self.display.waits:
                return True
        try:
            line = self.display.ask(self)
        except EOFError:
            self.left = True
            return False
        if line is not None:
            self.hear(line)
        return not self.left

    def hear(self, line: str) -> None:
        """Do what a person says."""
        word, _, rest = line.strip().partition(" ")
        try:
            if self.answering is not None and word.lower() in ("y", "yes", "n", "no", "accept", "decline"):
                self.answer(word.lower() in ("y", "yes", "accept"))
            elif found := self._words.get(word.lower()):
                found(rest.strip())
            elif word and self.thinking:
                self.display.say(f"It is the computer's turn: {SIDE_NAMES[self.match.side]} is thinking.")
            elif word:
                self.play(line.strip())
        except IllegalMove as refused:
            self.display.say(str(refused))
        except (ValueError, OSError) as error:
            self.display.say(f"Not now: {_plain(error)}")

    def play(self, text: str) -> None:
        """Play a turn for the side to move. Raises `IllegalMove` or ValueError as `Match.play`."""
        self.match.play(text, self._spent())
        self.changed()

    def draw(self) -> None:
        """Let the display show the match as it is."""
        self._shown = True
        self.display.show(self)

    def hint(self) -> None:
        """Let the computer say what it would play here. Raises ValueError where it is not a person's turn."""
        if self.match.outcome is not None:
            raise ValueError("the game is over")
        if self.thinking:
            raise ValueError("the computer is thinking")
        self._task = self._hinting()

    def offer(self) -> None:
        """The side to move offers a draw. Raises ValueError where it is not a person's turn, or has offered it."""
        if self.thinking:
            raise ValueError("a draw is offered on one's own turn")
        side = self.match.side
        self.match.offer_draw(side)
        if self.players[other(side)] is not None:
            self._task = self._considering(side)
        else:
            self.draw()

    def answer(self, accepts: bool) -> None:
        """The person who is offered a draw answers. Raises ValueError where there is no such person."""
        side = self.answering
        if side is None:
            raise ValueError("nobody here has been offered a draw")
        if accepts:
            self.match.accept(side)
            self.changed()
        else:
            self.match.decline(side)
            self.display.say(f"{SIDE_NAMES[side]} declines the draw.")

    def claim(self) -> None:
        """A person claims what `Match.claims` offers. Raises ValueError where it offers people nothing."""
        found = [claim for claim in self.match.claims if self.players[claim.side] is None]
        if not found:
            raise ValueError("there is nothing to claim: a claim needs a position of which it is known how it ends")
        side, kind, _ = next((claim for claim in found if claim.side == self.match.side), found[0])
        self.match.claim(side, kind)
        self.changed()

    def lay(self, match: Match) -> None:
        """Put another match on the table."""
        self.match = match
        self._judge()
        self._table = TranspositionTable()
        self.changed()

    def changed(self) -> None:
        """The match is another than before: show it, keep it, and stop thinking about what is gone."""
        self._task = None
        self.thought = None
        self._began = perf_counter()
        self.draw()
        if self.match.outcome is not None:
            self.display.say(f"The game is over. {self.match.outcome.text}")
        self._tell_claims()
        if self.keep is not None:
            self.keep(self)

    def _judge(self) -> None:
        """Let the match know what is known for certain, for its claims."""
        match = self.match
        if match.verdict is None:
            match.verdict = lambda position: verdict(match.game, position, match.node.quiet)

    def _tell_claims(self) -> None:
        """Say what people may claim, once."""
        claims = tuple(claim for claim in self.match.claims if self.players[claim.side] is None)
        if claims and claims != self._told:
            self.display.say(f"{claims[0].text} Say `claim` to do so.")
        self._told = claims

    def _spent(self) -> float:
        return perf_counter() - self._began if self.match.tree.control else 0.0

    def _watch(self) -> None:
        """Let the flag fall of the side whose time is up."""
        if self.match.outcome is None and self.clock(self.match.side) == 0:
            self.match.flag(self.match.side)
            self.changed()

    # -- the computer ------------------------------------------------------------------------------------

    def _work(self) -> None:
        """Go on with what the computer is doing: a slice of it, or all where nobody could interrupt it."""
        if self._task is None:
            self._task = self._turn()
        task, until = self._task, perf_counter() + SLICE
        for _ in task:
            self._watch()
            if self._task is not task:
                return
            if not self.display.waits and perf_counter() > until:
                return
        if self._task is task:
            self._task = None

    def _think(self, limits: Limits) -> Iterator[None]:
        match = self.match
        question = SearchRequest(match.game, match.position, match.past, match.node.quiet, self._table, self._seed)
        for self.thought in search_iter(question, limits):
            yield

    def _turn(self) -> Iterator[None]:
        """The computer plays its turn."""
        match, side = self.match, self.match.side
        level = self.players[side] or FULL
        left = self.clock(side)
        if left is None or match.tree.control is None:
            limits = Limits(self.seconds, level=level)
        else:
            limits = Limits(level=level, clock=Clock(max(left, 0.001), match.tree.control.increment))
        yield from self._think(limits)
        if self.thought is None:
            raise AssertionError("a search says something before it ends")
        text = move_text(match.game, match.position, self.thought.move, match.legal)
        before = match.node
        if match.play(self.thought.move, self._spent()) is not before:  # else its flag fell
            self.display.say(f"{SIDE_NAMES[side]} (computer, level {level}) plays {text}.")
        self.changed()

    def _hinting(self) -> Iterator[None]:
        match = self.match
        yield from self._think(Limits(self.seconds))
        if self.thought is not None:
            move, score = self.thought.move, self.thought.score
            text = move_text(match.game, match.position, move, match.legal)
            self.display.say(f"{text}. {because(match.game, match.position, move, score)}")
        self.thought = None

    def _considering(self, offering: Side) -> Iterator[None]:
        """The computer considers a draw that it is offered on the opponent's turn."""
        match = self.match
        accepts = False
        if match.ply >= EARLY:
            yield from self._think(Limits(self.seconds))
            accepts = self.thought is not None and self.thought.score >= 0
            self.thought = None
        if accepts:
            match.accept(other(offering))
            self.changed()
        else:
            match.decline(other(offering))
            self.display.say(f"{SIDE_NAMES[other(offering)]} declines the draw.")


def _plain(error: Exception) -> str:
    """What went wrong, with the file that it is about."""
    if isinstance(error, OSError):
        return f"{error.strerror or error}: {error.filename}" if error.filename else str(error)
    return str(error)

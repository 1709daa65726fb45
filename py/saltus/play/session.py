"""A game session: a match between people and computers on a `Display`, with turns, clocks and messages.

People enter a turn, as `Match.play` reads it, or one of `saltus.play.commands.COMMANDS`. Everything is text, so the
same commands work at a terminal, in a chat and through JSON. `run` plays until somebody quits; `step` does one small
step, for a front end that has other work to do.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from time import perf_counter
from typing import Protocol

from saltus.analysis.explain import HINT_LINES, recommend
from saltus.analysis.reasons.exchange import material_deficit
from saltus.core.files import reason
from saltus.core.game import SIDE_NAMES, SIDES, Side
from saltus.core.phrase import Phrase
from saltus.engine.levels import FULL
from saltus.engine.probe import verdict
from saltus.engine.search import SearchInfo
from saltus.engine.think import Limits, SearchRequest, think
from saltus.engine.timeman import Clock
from saltus.engine.tt import TranspositionTable
from saltus.match.endings import Claim, accepts_draw
from saltus.match.match import Match
from saltus.match.tree import other
from saltus.notation.error import sentence
from saltus.notation.move import IllegalMove, move_text
from saltus.play.commands import Commands
from saltus.play.language import Language
from saltus.play.timing import Timing

SLICE_SECONDS = 0.03  # How long the computer thinks in one step.


class Display(Protocol):
    """A front end. It draws the match and returns what people enter; it never decides what is legal."""

    @property
    def waits(self) -> bool:
        """Whether `ask` blocks until there is input. If not, it is called repeatedly, also while the computer thinks,
        so that people can undo a turn or quit at any time."""

    def show(self, session: "Session") -> None:
        """Draw the match: a turn was played or undone, the match ended, or somebody asked to see it."""

    def say(self, text: str) -> None:
        """Show a message: what was played, why a turn is illegal, a hint, how the game ended."""

    def ask(self, session: "Session") -> str | None:
        """The next input: a turn, or one of `saltus.play.commands.COMMANDS`; `session.prompt` is the prompt. None if
        there is no input yet (only if it does not wait). Raises EOFError at the end of the input."""


class Session:
    """One match on one display. `players` maps sides to the computer's level; None or no entry is a person.

    The computer thinks for `seconds` a turn, or manages its time if the match has clocks. `keep` is called whenever
    the match has changed, to save it. `files` allows saving to and loading from local files; use it only for people
    at their own terminal, not for remote ones. `language` is one of `saltus.play.language.LANGUAGES`; `timing` is
    what the turns of a saved match have used of the clocks.
    """

    def __init__(
        self,
        match: Match,
        display: Display,
        players: Mapping[Side, int | None] | None = None,
        seconds: float = 1.0,
        keep: Callable[["Session"], None] | None = None,
        files: bool = False,
        language: str = "en",
        timing: Timing | None = None,
    ) -> None:
        self.match, self.display = match, display
        self.players: dict[Side, int | None] = {"w": None, "b": None, **(players or {})}
        self.seconds, self.keep, self.files = seconds, keep, files
        self.language = Language(language)
        self.left = False
        """Whether the session has ended."""
        self.turned = self.persons == [other(match.game.bottom)]
        """Whether the board is flipped."""
        self.thought: SearchInfo | None = None
        """The latest result of the running search."""
        self._table = TranspositionTable()
        self._seed = int.from_bytes(os.urandom(6), "big")
        self._words = Commands(self).known
        self._task: Iterator[None] | None = None
        self.timing = timing or Timing()
        self.timing.start(match)
        self._shown = False
        self._claims_told: tuple[Claim, ...] = ()
        self._set_verdict()

    @property
    def persons(self) -> list[Side]:
        """The sides played by people."""
        return [side for side in SIDES if self.players[side] is None]

    @property
    def thinking(self) -> bool:
        """Whether the computer is to act."""
        return self._task is not None or (self.match.outcome is None and self.players[self.match.side] is not None)

    @property
    def answering(self) -> Side | None:
        """The side of the person who must answer a draw offer."""
        offer = self.match.offer
        return other(offer) if offer is not None and self.players[other(offer)] is None else None

    @property
    def prompt(self) -> str:
        if self.match.outcome is not None:
            return self.language.say(Phrase("session.over-prompt"))
        if self.answering is not None:
            return self.language.say(Phrase("session.accept", side=SIDE_NAMES[self.answering]))
        return f"{self.language.say(SIDE_NAMES[self.match.side])}> "

    def clock(self, side: Side) -> float | None:
        """The seconds that `side` has left now; None without clocks."""
        left = self.match.clock
        if left is None:
            return None
        running = self.match.outcome is None and side == self.match.side
        return max(0.0, (left.w if side == "w" else left.b) - (self._spent() if running else 0.0))

    def who(self, side: Side) -> str:
        """Who plays a side: `you`, `a person` if people play both sides, or `level 5`."""
        level = self.players[side]
        return f"level {level}" if level else "you" if len(self.persons) == 1 else "a person"

    def run(self) -> None:
        """Play until somebody quits, or until a game between computers is over."""
        while self.step():
            pass

    def step(self) -> bool:
        """Run one slice of the computer's search, or handle one input. Returns whether the session goes on. If the
        display waits, the computer's search is run to its end."""
        if not self._shown:
            self.draw()
            self._tell_claims()
        if self.left:
            return False
        if self.match.outcome is not None and not self.persons:
            self.left = True
            return False
        self._check_flag()
        if self.thinking:
            self._continue_task()
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
        """Handle one input."""
        word, _, rest = line.strip().partition(" ")
        self.timing.tick(self.match, self.players)
        try:
            if self.answering is not None and word.lower() in ("y", "yes", "n", "no", "accept", "decline"):
                self.answer(word.lower() in ("y", "yes", "accept"))
            elif found := self._words.get(word.lower()):
                found(rest.strip())
            elif word and self.thinking:
                self.say(Phrase("session.thinking", side=SIDE_NAMES[self.match.side]))
            elif word:
                self.play(line.strip())
        except IllegalMove as refused:
            self.say(refused.args[0])
        except OSError as error:
            self.say(Phrase("session.not-now", text=reason(error)))
        except ValueError as error:
            self.say(Phrase("session.not-now", text=sentence(error)))

    def play(self, text: str) -> None:
        """Play a turn for the side to move. Raises `IllegalMove` or ValueError like `Match.play`."""
        self.match.play(text, self._spent())
        self.changed()

    def say(self, text: str) -> None:
        """Show a message on the display, in the session's language."""
        self.display.say(self.language.say(text))

    def draw(self) -> None:
        self._shown = True
        self.display.show(self)

    def hint(self) -> None:
        """Start a hint: the computer shows what it would play. Raises ValueError if it is not a person's turn."""
        if self.match.outcome is not None:
            raise ValueError("the game is over")
        if self.thinking:
            raise ValueError("the computer is thinking")
        self._task = self._hint_steps()

    def offer(self) -> None:
        """The side to move offers a draw. Raises ValueError if it is not a person, or has already offered one."""
        if self.thinking:
            raise ValueError("a draw is offered on one's own turn")
        side = self.match.side
        self.match.offer_draw(side)
        if self.players[other(side)] is not None:
            self._task = self._draw_answer_steps(side)
        else:
            self.draw()

    def answer(self, accepts: bool) -> None:
        """Answer a draw offer for the person it was made to. Raises ValueError if there is none."""
        side = self.answering
        if side is None:
            raise ValueError("nobody here has been offered a draw")
        if accepts:
            self.match.accept(side)
            self.changed()
        else:
            self.match.decline(side)
            self.say(Phrase("session.declines", side=SIDE_NAMES[side]))

    def claim(self) -> None:
        """Claim a result of `Match.claims` for a person, the side to move first. Raises ValueError if there is
        none."""
        found = [claim for claim in self.match.claims if self.players[claim.side] is None]
        if not found:
            raise ValueError("there is nothing to claim: a claim needs a position of which it is known how it ends")
        side, kind, _ = next((claim for claim in found if claim.side == self.match.side), found[0])
        self.match.claim(side, kind)
        self.changed()

    def lay(self, match: Match) -> None:
        """Replace the match."""
        self.match = match
        self.timing = Timing()
        self._set_verdict()
        self._table = TranspositionTable()
        self.changed()

    def changed(self) -> None:
        """The match has changed: stop the search, show the match and save it."""
        self._task = None
        self.thought = None
        self.timing.start(self.match)
        self.draw()
        if self.match.outcome is not None:
            self.say(Phrase("session.over", text=self.match.outcome.text))
        self._tell_claims()
        if self.keep is not None:
            self.keep(self)

    def _set_verdict(self) -> None:
        """Give the match the proved values of positions, for its claims."""
        match = self.match
        if match.verdict is None:
            match.verdict = lambda position: verdict(match.game, position, match.quiet)

    def _tell_claims(self) -> None:
        """Tell people once what they can claim."""
        claims = tuple(claim for claim in self.match.claims if self.players[claim.side] is None)
        if claims and claims != self._claims_told:
            self.say(Phrase("session.claim", text=claims[0].text))
        self._claims_told = claims

    def _spent(self) -> float:
        self.timing.tick(self.match, self.players)
        return self.timing.used.get(self.match.node.id, 0.0)

    def _check_flag(self) -> None:
        """End the match if the side to move has run out of time."""
        if self.match.outcome is None and self.clock(self.match.side) == 0:
            self.match.flag(self.match.side)
            self.changed()

    def _continue_task(self) -> None:
        """Continue the computer's work: for one slice, or to the end if the display waits."""
        if self._task is None:
            self._task = self._turn_steps()
        task, until = self._task, perf_counter() + SLICE_SECONDS
        for _ in task:
            self._check_flag()
            if self._task is not task:
                return
            if not self.display.waits and perf_counter() > until:
                return
        if self._task is task:
            self._task = None

    def _think(self, limits: Limits) -> Iterator[None]:
        match = self.match
        question = SearchRequest.of(match, self._table, self._seed)
        for self.thought in think(question, limits):
            yield

    def _turn_steps(self) -> Iterator[None]:
        """The computer plays its turn."""
        match, side = self.match, self.match.side
        level = self.players[side] or FULL
        left = self.clock(side)
        if left is None or match.tree.control is None:
            limits = Limits(self.seconds, level=level)
        else:
            limits = Limits(level=level, clock=Clock(max(left, 0.001), match.tree.control.increment))
        yield from self._think(limits)
        assert self.thought is not None, "a search yields at least once"
        text = move_text(match.game, match.position, self.thought.move, match.legal)
        before = match.node
        if match.play(self.thought.move, self._spent()) is not before:  # else its flag fell
            self.say(Phrase("session.plays", side=SIDE_NAMES[side], level=level, move=text))
        self.changed()

    def _hint_steps(self) -> Iterator[None]:
        match = self.match
        yield from self._think(Limits(self.seconds, lines=HINT_LINES))
        if self.thought is not None:
            lines = self.thought.lines[:HINT_LINES]
            at, why = recommend(match.game, match.position, lines, material_deficit(match.node))
            text = move_text(match.game, match.position, lines[at].pv[0], match.legal)
            self.say(f"{text}. {self.language.say(why.text)}")
        self.thought = None

    def _draw_answer_steps(self, offering: Side) -> Iterator[None]:
        """The computer answers a draw offer."""
        match = self.match
        yield from self._think(Limits(self.seconds))
        # The score is from the side to move, which is the side that offers.
        accepts = self.thought is not None and accepts_draw(-self.thought.score, match.ply)
        self.thought = None
        if accepts:
            match.accept(other(offering))
            self.changed()
        else:
            match.decline(other(offering))
            self.say(Phrase("session.declines", side=SIDE_NAMES[other(offering)]))

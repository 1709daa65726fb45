"""Opening names in English checkers, and the three-move ballots that matches start with.

The best players draw nearly every game with free openings. So matches are balloted: the first three turns are drawn
at random, and each ballot is played twice, with colours swapped. Three turns lead to 216 positions; 42 of them lose a
man for nothing, and the other 174 are the ballots, numbered by the American Checker Federation. 156 are in the deck
that is drawn from; the others are barred because they lose. Numbers and deck are from two independent public lists,
which agree. The names are those that players use; none is ours.
"""

from functools import cache
from typing import NamedTuple

from saltus.core.game import Game, Position
from saltus.core.resources import text_beside
from saltus.games import load
from saltus.match.match import Match
from saltus.notation.move import read_move

GAME = "english"
TAG = "Ballot"  # The record tag for the ballot number of a match.
_LISTED, _NAMED = text_beside(__file__, "ballots.txt").strip().split("\n\n")
"""The first two turns of ballots and the third ones, in the order of their numbers, barred ones with a star; and the
turns that make an opening, with its name."""
NAMES: dict[str, str] = dict(line.split(": ") for line in _NAMED.split("\n"))


class Ballot(NamedTuple):
    """A beginning of three turns."""

    number: int  # That of the American Checker Federation, 1 to 174.
    turns: tuple[str, str, str]
    deck: bool  # Whether it is drawn from, or barred.

    @property
    def text(self) -> str:
        """As it is written: `11-15 23-19 8-11`."""
        return " ".join(self.turns)

    @property
    def name(self) -> str | None:
        """What this ballot is called, else its first two turns, else its first."""
        return next((NAMES[text] for end in (3, 2, 1) if (text := " ".join(self.turns[:end])) in NAMES), None)


def _read() -> tuple[Ballot, ...]:
    found: list[Ballot] = []
    for line in _LISTED.split("\n"):
        begun, _, ways = line.partition(":")
        first, second = begun.split()
        for third in ways.split():
            found.append(Ballot(len(found) + 1, (first, second, third.rstrip("*")), not third.endswith("*")))
    return tuple(found)


BALLOTS = _read()


def ballot(number: int) -> Ballot:
    """The ballot with this number. Raises ValueError if there is none."""
    if not 1 <= number <= len(BALLOTS):
        raise ValueError(f"a ballot is a number from 1 to {len(BALLOTS)}, not {number}")
    return BALLOTS[number - 1]


@cache
def after(text: str) -> Position:
    """The position after these turns from the start."""
    game = load(GAME)
    if not text:
        return game.start()
    begun, _, turn = text.rpartition(" ")
    position = after(begun)
    return game.play(position, read_move(game, position, turn))


def begin(match: Match, chosen: Ballot) -> None:
    """Play a ballot in a match without turns, and add it to the match's tags. The clocks stay at their full time.
    Raises ValueError if the match is of another game or not at its start."""
    if match.game.key != GAME or match.start != after("") or len(match.nodes) > 1:
        raise ValueError("a ballot begins a match of English checkers, from its first position")
    for turn in chosen.turns:
        match.play(turn, spent=None)
    match.tags[TAG] = str(chosen.number)
    match.tags["Opening"] = f"{chosen.text}, {chosen.name}" if chosen.name else chosen.text


@cache
def _names() -> dict[Position, str]:
    """Opening names by position, however it was reached."""
    return {after(text): name for text, name in NAMES.items()}


@cache
def _numbers() -> dict[Position, Ballot]:
    return {after(each.text): each for each in BALLOTS}


def name_of(game: Game, position: Position) -> str | None:
    """The name of the opening with exactly this position."""
    return _names().get(position) if game.key == GAME else None


def ballot_of(game: Game, position: Position) -> Ballot | None:
    """The ballot with exactly this position."""
    return _numbers().get(position) if game.key == GAME else None

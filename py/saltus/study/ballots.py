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
from saltus.core.rng import draw
from saltus.games import load
from saltus.match.match import Match
from saltus.notation.move import read_move

GAME = "english"
TAG = "Ballot"
"""The record tag for the ballot number of a match."""

BALLOT_LIST = """
9-13 21-17: 5-9 6-9 10-14*
9-13 22-17: 13x22
9-13 22-18: 6-9 10-14 10-15 11-15 11-16 12-16
9-13 23-18: 5-9 6-9 10-14* 10-15 11-15 11-16 12-16
9-13 23-19: 5-9 6-9 10-14 10-15 11-16
9-13 24-19: 5-9 6-9 10-14 10-15* 11-15 11-16
9-13 24-20: 5-9 6-9 10-14 10-15 11-15 11-16 12-16*
9-14 22-17: 5-9 6-9 11-15 11-16
9-14 22-18: 5-9 10-15 11-15 11-16 12-16* 14-17*
9-14 23-18: 14x23
9-14 23-19: 5-9 10-15* 11-16 14-18
9-14 24-19: 5-9 10-15* 11-15 11-16
9-14 24-20: 5-9 10-15 11-15 11-16
10-14 22-17: 7-10 9-13 11-15 11-16 14-18
10-14 22-18: 6-10 7-10 11-15 11-16 12-16
10-14 23-18: 14x23
10-14 23-19: 6-10 7-10 11-15 11-16 14-18
10-14 24-19: 6-10 7-10 11-15* 11-16 14-18
10-14 24-20: 6-10 7-10 11-15 11-16 14-18
10-15 21-17: 6-10 7-10 9-13 9-14* 11-16 15-18
10-15 22-17: 6-10 7-10 9-13 9-14* 11-16 15-19
10-15 22-18: 15x22
10-15 23-18: 6-10 7-10 9-14 11-16 12-16
10-15 23-19: 6-10 7-10 11-16
10-15 24-19: 15x24
10-15 24-20: 6-10 7-10 11-16* 15-19
11-15 21-17: 8-11 9-13 9-14 10-14* 15-19
11-15 22-17: 8-11 9-13 15-18 15-19
11-15 22-18: 15x22
11-15 23-18: 8-11 9-14 10-14 12-16 15-19
11-15 23-19: 8-11 9-13 9-14
11-15 24-19: 15x24
11-15 24-20: 8-11 12-16 15-18
11-16 21-17: 7-11 8-11 9-13 9-14 10-14* 16-20
11-16 22-17: 7-11 8-11 9-13 16-20
11-16 22-18: 7-11 8-11 10-15* 16-19 16-20
11-16 23-18: 7-11 8-11 9-14 10-14 16-20
11-16 23-19: 16x23
11-16 24-19: 7-11 8-11 10-15* 16-20
11-16 24-20: 7-11 16-19
12-16 21-17: 9-13 9-14 16-19 16-20
12-16 22-17: 16-19 16-20
12-16 22-18: 16-19 16-20
12-16 23-18: 9-14* 16-19 16-20
12-16 23-19: 16x23*
12-16 24-19: 16-20
12-16 24-20: 8-12 10-15
"""
"""All ballots in the order of their numbers; a star marks a barred one."""

NAMES = {
    "9-13": "Edinburgh",
    "9-14": "Double Corner",
    "10-14": "Denny",
    "10-15": "Kelso",
    "11-15": "Old Faithful",
    "11-16": "Bristol",
    "12-16": "Dundee",
    "11-15 21-17": "Switcher",
    "11-15 22-18": "Single Corner",
    "11-15 23-18": "Cross",
    "11-15 24-19": "Second Double Corner",
    "11-15 24-20": "Ayrshire Lassie",
    "11-16 23-18": "Bristol Cross",
    "11-16 24-19": "Paisley",
    "9-13 22-18 6-9": "Dreaded Edinburgh",
    "9-13 22-18 10-14": "Inferno",
    "9-13 22-18 11-15": "Edinburgh Single",
    "9-13 22-18 11-16": "Wilderness I",
    "9-13 23-18 11-16": "Wilderness II",
    "9-13 24-20 11-16": "Twilight Zone",
    "9-14 23-18 14x23": "Double Cross",
    "9-14 23-19 10-15": "Rattlesnake",
    "10-14 22-17 9-13": "Black Hole",
    "10-14 22-17 11-16": "Gemini I",
    "10-14 22-18 7-10": "Fraser's Inferno",
    "10-14 22-18 12-16": "White Doctor",
    "10-14 23-19 7-10": "Diabolical Denny",
    "10-14 24-19 6-10": "Nemesis",
    "10-15 21-17 7-10": "Octopus",
    "10-15 21-17 9-13": "Tyne",
    "10-15 22-17 9-14": "Nutcracker",
    "10-15 22-17 15-19": "Skullcracker",
    "10-15 23-19 11-16": "Gemini II",
    "11-15 22-17 15-19": "Dyke",
    "11-15 23-19 7-11": "Whilter",
    "11-15 23-19 9-13": "Will o' the Wisp",
    "11-16 21-17 10-14": "Shark",
    "11-16 22-18 10-15": "Cheetah",
    "11-16 23-19 16x23": "Black Widow",
    "12-16 21-17 9-14": "Minotaur",
    "12-16 24-20 8-12": "Bonnie Dundee",
    "12-16 24-20 10-15": "Skunk",
    "11-15 22-17 8-11 17-14": "White Dyke",
    "11-15 22-17 8-11 25-22": "Pioneer",
    "11-15 22-17 9-13 17-14": "Boston",
    "11-15 22-17 9-13 24-20": "Wagram",
    "11-15 23-18 8-11 18-14": "Waterloo",
    "11-15 23-19 8-11 22-18": "Tillicoultry",
    "11-15 23-19 8-11 26-23": "Nailor",
    "11-15 23-19 9-14 27-23": "Defiance",
    "11-15 22-17 8-11 17-13 15-18": "Maid of the Mill",
    "11-15 23-18 8-11 27-23 11-16": "Slip Cross",
    "11-15 23-19 8-11 22-17 3-8": "Alma",
    "11-15 23-19 8-11 22-17 4-8": "Old Fourteenth",
    "11-15 23-19 8-11 22-17 9-13": "Laird and Lady",
    "11-15 23-19 8-11 22-17 11-16": "Glasgow",
    "11-15 23-19 8-11 22-17 15-18": "Centre",
    "11-15 23-19 9-14 22-17 5-9": "Fife",
    "11-15 23-19 9-14 22-17 6-9": "Souter",
    "11-15 23-19 9-14 22-17 7-11": "Whilter",
    "11-15 22-17 8-11 17-13 4-8 25-22": "Douglas",
    "11-15 23-19 8-11 22-17 9-13 25-22": "Laird and Lady Refused",
    "11-15 23-19 8-11 22-17 9-13 17-14 10x17 19x10 7x14": "Black Doctor",
}
"""The turns that make an opening → its name."""


class Ballot(NamedTuple):
    """A beginning of three turns."""

    number: int
    """That of the American Checker Federation, 1 to 174."""
    turns: tuple[str, str, str]
    deck: bool
    """Whether it is drawn from, or barred."""

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
    for line in BALLOT_LIST.split("\n")[1:-1]:
        begun, _, ways = line.partition(":")
        first, second = begun.split()
        for third in ways.split():
            turns = (first, second, third.rstrip("*"))
            found.append(Ballot(len(found) + 1, turns, not third.endswith("*")))
    return tuple(found)


BALLOTS = _read()


def ballot(number: int) -> Ballot:
    """The ballot with this number. Raises ValueError if there is none."""
    if not 1 <= number <= len(BALLOTS):
        raise ValueError(f"a ballot is a number from 1 to {len(BALLOTS)}, not {number}")
    return BALLOTS[number - 1]


def drawn(seed: int) -> Ballot:
    """A random ballot from the deck."""
    [found] = draw(seed, [each for each in BALLOTS if each.deck], 1)
    return found


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

    Raises ValueError if the match is of another game or not at its start.
    """
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

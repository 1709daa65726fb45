"""The games that PDN knows: their numbers and names, and which of them a text without a name may be."""

import re
from collections.abc import Collection
from functools import cache

from saltus.core.game import SIDES, Game, Position, Side, game_name
from saltus.core.phrase import Phrase, Several
from saltus.games import keys, load, rules
from saltus.notation.error import RecordError
from saltus.notation.move import fitting_moves
from saltus.notation.position import read_setup
from saltus.records.words import WORDS, folded

_TONGUES = WORDS["tongues"]
_NUMBER = re.compile(r"[0-9]++")


@cache
def numbers() -> dict[str, str]:
    """The keys of the games that have a PDN number, by that number."""
    return {str(rules(key).pdn): key for key in keys() if rules(key).pdn is not None}


def number_in(game_type: str) -> str:
    """The number in a `GameType`, "" if it has none."""
    number = _NUMBER.match(game_type.split(",")[0].strip().strip("()"))
    return number[0] if number else ""


def game_key(game_type: str) -> str | None:
    """The key of the game that a `GameType` names by number or in words, None if it names none or an unknown one."""
    if number := number_in(game_type):
        return numbers().get(number)
    name = folded(game_type.split(",")[0].strip().strip("()"))
    known = {folded(said): key for key in numbers().values() for said in (rules(key).name, key)}
    named = (key for key, words in WORDS["games"].items() if key in numbers().values() and name in words.split())
    return known.get(name) or next(named, None)


def numbered(number: str, game: type[Game]) -> Phrase:
    """A game by the number that a format has for it, and by name."""
    return Phrase("record.numbered", number=number, game=game_name(game))


def listed_games(word: str) -> Several:
    """The games that PDN has numbers for, as a list for a sentence."""
    return Several((numbered(number, rules(key)) for number, key in sorted(numbers().items())), word)


def says_game(game_type: str) -> bool:
    """Whether a `GameType` names a game at all."""
    return game_type.strip(" ?-") != ""


def leader_of(game: Game | type[Game], game_type: str) -> Side:
    """The side whose score a result gives first: the one that starts, as a `GameType` in full says."""
    fields = game_type.split(",", 2)
    colour = fields[1].strip().lower() if len(fields) > 1 else ""
    return next((side for side in SIDES if side == colour), game.first)


def likely_games(fen: str, first: str | None, asked: Game | None, names: Collection[str] = ()) -> list[Game]:
    """The games that a text without `GameType` may be of, the likeliest first: those whose rules allow the start
    (this position, if it is not empty) and the first move, if there is one. First `asked`, the game that was asked
    for, then those whose language the tags' `names` are in; all after those in which the position can be reached."""
    games = [
        load(key)
        for key in sorted(numbers().values(), key=lambda key: (not {*_TONGUES.get(key, "").split()} & {*names}, key))
    ]
    if asked is not None and asked.pdn is not None:
        games = [asked, *(game for game in games if game.key != asked.key)]
    fitting = [(game, start) for game in games if (start := _start(game, fen, first)) is not None]
    return [game for game, start in sorted(fitting, key=lambda fit: not _can_be(*fit))]


def _start(game: Game, fen: str, first: str | None) -> Position | None:
    """The position that a text starts from, None if it is impossible in the game or does not allow the first move."""
    try:
        start = read_setup(game, fen).position if fen.strip(" ?") else game.start()
    except RecordError:
        return None
    return start if first is None or fitting_moves(game, first, game.moves(start)) else None


def _can_be(game: Game, position: Position) -> bool:
    """Whether a position may be reachable: the side that begins moves before the other."""
    start = game.start()
    first = start[3]
    return position[3] == first or position[first] != start[first]

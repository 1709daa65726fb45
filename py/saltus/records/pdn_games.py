"""Which game a PDN text is of: what `GameType` says, else the game whose rules fit."""

import re
from collections.abc import Collection
from functools import cache

from saltus.core.game import SIDES, Game, Side
from saltus.games import keys, load, rules
from saltus.notation.error import RecordError
from saltus.notation.move import fitting_moves
from saltus.notation.position import read_setup
from saltus.records.pdn_tags import folded

_WORDS = {
    "english": "english american british checkers draughts englishcheckers englishdraughts americancheckers "
    "straightcheckers americanstylecheckers angloamericancheckers damainglese angleses anglaises engelsdammen",
    "italian": "italian italiana italiandraughts damaitaliana italiano damaitalia italiennes italiaansdammen",
}
"""What else the games are called in `GameType`, without spaces and accents."""
_OTHERS = {
    "20": "international draughts",
    "23": "American pool checkers",
    "24": "Spanish draughts",
    "25": "Russian draughts",
    "26": "Brazilian draughts",
    "27": "Canadian draughts",
    "28": "Portuguese draughts",
    "29": "Czech draughts",
    "30": "Turkish draughts",
    "31": "Thai draughts",
    "40": "Frisian draughts",
    "50": "Othello",
}
"""The other games that PDN has numbers for."""
_TONGUES = {"italian": {"bianco", "nero", "risultato", "dati"}}
"""Names of tags that files of a game have, as its players speak that language."""


_NUMBER = re.compile(r"[0-9]++")


@cache
def numbers() -> dict[str, str]:
    """The keys of the games that have a PDN number, by that number."""
    return {str(rules(key).pdn): key for key in keys() if rules(key).pdn is not None}


def key_of(game_type: str) -> str | None:
    """The key of the game that a `GameType` names by number or in words, None if it names none or an unknown one."""
    said = game_type.split(",")[0].strip().strip("()")
    number = _NUMBER.match(said)
    if number is not None:
        return numbers().get(number[0])
    name = folded(said)
    known = {
        **{folded(rules(key).name): key for key in numbers().values()},
        **{key: key for key in numbers().values()},
    }
    return known.get(name) or next(
        (key for key, words in _WORDS.items() if key in known and name in words.split()), None
    )


def other_game(game_type: str) -> str | None:
    """The name of the game that a `GameType` names by number, if it is none of ours."""
    number = _NUMBER.match(game_type.strip().strip("()"))
    return _OTHERS.get(number[0]) if number is not None else None


def listed_games() -> str:
    """The games that PDN has numbers for, as a list for people."""
    return ", ".join(f"{number} ({rules(key).name})" for number, key in sorted(numbers().items()))


def says_game(game_type: str | None) -> bool:
    """Whether a `GameType` says anything."""
    return game_type is not None and game_type.strip(" ?-") != ""


def leader_of(game: Game | type[Game], game_type: str) -> Side:
    """The side whose score a result gives first: the one that starts, as a `GameType` in full says."""
    fields = game_type.split(",", 2)
    colour = fields[1].strip().lower() if len(fields) > 1 else ""
    return next((side for side in SIDES if side == colour), game.first)


def fen_of(setup: str) -> str:
    """The position in a set-up such as `/FEN "W:W1:B2"/`."""
    return re.sub(r"(?i:^\s*+FEN\b)", "", setup.strip("/")).strip().strip('"')


def likely(fen: str, first: str | None, asked: Game | None, names: Collection[str] = ()) -> list[Game]:
    """The games that a text without `GameType` may be of, the likeliest first.

    Those in whose rules the start, of this position if it is not empty, and the first move, if there is one, are
    possible; `asked`, the one that was asked for, before the others, then those whose language the tags' `names` are
    in.
    """
    games = [
        load(key)
        for key in sorted(numbers().values(), key=lambda key: (not _TONGUES.get(key, set()) & {*names}, key))
    ]
    if asked is not None and asked.pdn is not None:
        games = [asked, *(game for game in games if game.key != asked.key)]
    return [game for game in games if _fits(game, fen, first)]


def _fits(game: Game, fen: str, first: str | None) -> bool:
    """Whether the position can stand in the game, and the first move can be played there."""
    try:
        start = read_setup(game, fen).position if fen.strip(" ?") else game.start()
    except RecordError:
        return False
    return first is None or bool(fitting_moves(game, first, game.moves(start)))

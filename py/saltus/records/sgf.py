"""Whole games as SGF, the Smart Game Format FF[4], for the Lines of Action family (GM[9]).

Sources: the SGF specification FF[4] by Arno Hollosi, with its page on Lines of Action (GM[9]: points like `b1`, moves
like `b1-b3` and `b1:b3`, Black first by default). `py/docs/formats.md` says what is read and what is written.
"""

import re
from typing import Literal

from saltus.core.game import SIDES, Game, Side
from saltus.games import keys, rules
from saltus.records.sgf_read import read
from saltus.records.sgf_tokens import ENDINGS, RESULT, TAG_PROPERTIES, Value
from saltus.records.sgf_write import write
from saltus.records.tags import Part

__all__ = ["games", "read", "write"]

_PIECE = re.compile(r"\[[^\]\\]*+(?>(?:\\.[^\]\\]*+)*)(?:\]|\\?\Z)|[();]|[^\[();]++", re.DOTALL)
"""Every text is a sequence of these; an unclosed value goes to the end."""


def games(text: str, game: Game | None = None) -> list[Part]:
    """Split a text into its game trees, each with the text before it; the whole text if there is none. `game` is used
    for games that do not name their own. The games are not checked; `read` does that."""
    found: list[Part] = []
    start = depth = nodes = turns = 0
    main = True
    name = ""
    tags: dict[str, str] = {}
    known = {number: tag for tag, number in {**TAG_PROPERTIES, "Result": "RE", "GM": "GM"}.items()}
    end = 0
    for piece in _PIECE.finditer(text):
        letter = piece[0][0]
        if letter == "[":
            if name in known and nodes == 1 and depth == 1:
                tags.setdefault(known[name], Value(piece[0][1:].removesuffix("]"), 0).line)
            turns += main and nodes > 1 and name in ("W", "B") and piece[0][1:-1].strip().lower() not in ENDINGS
            name = "" if name in ("W", "B") else name
        elif letter == "(":
            if depth == 0 and end:
                found.append(_part(start, end, tags, turns, game))
                start, nodes, turns, main, tags = end, 0, 0, True, {}
            depth += 1
        elif letter == ")":
            depth = max(0, depth - 1)
            main = False
            if depth == 0:
                end = piece.end()
        else:
            nodes += letter == ";"
            name = piece[0].strip() or name
    found.append(_part(start, len(text), tags, turns, game))
    return found


def _part(start: int, end: int, tags: dict[str, str], turns: int, game: Game | None) -> Part:
    """One game of a text. Removes `GM` from the tags; `RE` is there as `Result`."""
    number = tags.pop("GM", None)
    if number is not None:
        key = next((key for key in keys() if str(rules(key).sgf) == number), None)
    else:
        key = game.key if game is not None and game.sgf is not None else None
    result = RESULT.fullmatch(tags.get("Result", ""))
    winner: Side | Literal["draw"] | None = None
    if result is not None and result[4] is None:
        winner = next((side for side in SIDES if side == (result[1] or "").lower()), "draw")
    return Part(start, end, key, tags, turns, winner)

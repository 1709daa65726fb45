"""The terms of a query that speak of the board: `position`, `after`, `pattern`, `material` and `turn`.

Together they describe one *moment* of a game. With `rotated` or `mirrored` there are several moments, one for each
image of the board, and a game needs to have one of them.
"""

import re
from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from saltus.core.game import Game, Position, game_name
from saltus.core.phrase import Phrase, Several
from saltus.library.keys import key_of
from saltus.library.planes import KINDS
from saltus.library.symmetry import SWAPPED, Symmetry, image, symmetries
from saltus.match.diagram import square_named
from saltus.notation.error import RecordError, expected, shown
from saltus.notation.move import read_move
from saltus.notation.position import read_position

CONTENTS = "." + KINDS  # What a square can hold: nothing, or a piece.
WORDS: Mapping[str, str] = {
    **{letter: letter for letter in CONTENTS},
    "empty": ".",
    "white": "wW",
    "black": "bB",
    "man": "wb",
    "king": "WB",
    "piece": KINDS,
    "any": CONTENTS,
}
"""What a pattern may ask of a square, and the contents that it allows."""

_FORCE = re.compile(r"(?P<side>[wb]?)(?P<men>[0-9]{1,2})?(?:k(?P<kings>[0-9]{1,2}))?")
_ANYWHERE = MappingProxyType[str, str]({})


class Force(NamedTuple):
    """The pieces of one side."""

    men: int = 0
    kings: int = 0
    total: int | None = None  # Men and kings together, in place of the two.


class Material(NamedTuple):
    """The pieces of both sides."""

    white: Force
    black: Force

    @property
    def swapped(self) -> "Material":
        return Material(self.black, self.white)


class Moment(NamedTuple):
    """What a query asks of one moment of a game."""

    key: bytes = b""  # The key of its position, empty for any.
    squares: Mapping[str, str] = _ANYWHERE  # Square → the contents that it may have.
    material: Material | None = None
    side: int | None = None  # The side to move, 0 White, 1 Black; None for any.


class BoardReader:
    """Reads the board's terms of one query, in any order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.position: Position | None = None
        self.squares: dict[str, str] = {}
        self.material: list[Material | None] = [None]
        self.side: int | None = None

    def take(self, key: str, value: str) -> None:
        """Read one term. Raises ValueError."""
        match key:
            case "position" | "after":
                if self.position is not None:
                    raise ValueError(Phrase("query.both", one="position:", other="after:"))
                self.position = self.placed(value) if key == "position" else self.played(value)
            case "pattern":
                self.squares = self.pattern(value)
            case "material":
                self.material = self.forces(value)
            case _:
                self.side = self.turn(value)

    def moments(self, rotated: bool, mirrored: bool) -> tuple[Moment, ...]:
        """What the terms ask together, with its images."""
        found: dict[tuple[object, ...], Moment] = {}
        for symmetry, material in product(symmetries(self.game, rotated, mirrored), self.material):
            one = self.moment(symmetry, material)
            found.setdefault((one.key, tuple(sorted(one.squares.items())), one.material, one.side), one)
        return tuple(found.values())

    def moment(self, symmetry: Symmetry, material: Material | None) -> Moment:
        squares = {
            symmetry.squares[name]: letters.translate(SWAPPED) if symmetry.swaps else letters
            for name, letters in self.squares.items()
        }
        return Moment(
            key_of(image(self.game, self.position, symmetry)) if self.position is not None else b"",
            squares,
            material.swapped if material and symmetry.swaps else material,
            1 - self.side if self.side is not None and symmetry.swaps else self.side,
        )

    def placed(self, value: str) -> Position:
        try:
            return read_position(self.game, value)
        except RecordError as error:
            raise ValueError(Phrase("query.position", message=error.message, column=error.column)) from error

    def played(self, value: str) -> Position:
        if self.game.setups[0].seeded:
            raise ValueError(Phrase("query.no-start", game=game_name(self.game), like="position:"))
        position = self.game.start()
        for text in value.replace(",", " ").split():
            position = self.game.play(position, read_move(self.game, position, text))
        return position

    def pattern(self, value: str) -> dict[str, str]:
        """Squares with what they may hold: `18=w,22=W,14=.,15=!b`."""
        found: dict[str, str] = {}
        for item in re.split(r"[,\s]+", value.strip()):
            square, sign, what = item.partition("=")
            word = what.removeprefix("!")
            letters = WORDS.get(word) or WORDS.get(word.lower())
            if not sign or letters is None:
                like = Phrase("query.pattern-like", words=Several(WORDS), like="18=w")
                raise ValueError(expected(like, shown(item)))
            if what.startswith("!"):
                letters = "".join(letter for letter in CONTENTS if letter not in letters)
            for name in map(self.square, square.split("+")):
                left = "".join(letter for letter in found.get(name, CONTENTS) if letter in letters)
                if not left:
                    spoken = self.game.spoken(name)
                    raise ValueError(Phrase("query.pattern-never", square=spoken))
                found[name] = left
        return found

    def square(self, text: str) -> str:
        """The name of a square that may be given as a number."""
        name = square_named(self.game, text.strip())
        if name in self.game.board.bit:
            return name
        raise ValueError(Phrase("query.square", square=shown(text.strip().lower()), game=game_name(self.game)))

    def forces(self, value: str) -> "list[Material | None]":
        """Material: `w2k1-b3` (exactly), `3v2` (pieces of either colour), `k3vk2` (all of them kings)."""
        text = "".join(value.lower().split())
        exact = text.split("-")
        if len(exact) == 2:
            sides = dict(self.force(part) for part in exact)
            if sides.keys() == {"w", "b"}:
                return [Material(sides["w"], sides["b"])]
        either = text.split("v")
        if len(either) == 2:
            one, other = (self.total(part) for part in either)
            if one is not None and other is not None:
                return list(dict.fromkeys([Material(one, other), Material(other, one)]))
        like = Phrase("query.material", like=Several(("w2k1-b3", "3v2", "k3vk2")))
        raise ValueError(expected(like, shown(value)))

    @staticmethod
    def force(text: str) -> tuple[str, Force]:
        """One side with its colour; what is not named is not there."""
        match = _FORCE.fullmatch(text)
        if match is None or not match["side"] or (match["men"] is None and match["kings"] is None):
            return "", Force()
        return match["side"], Force(int(match["men"] or 0), int(match["kings"] or 0))

    @staticmethod
    def total(text: str) -> Force | None:
        """One side without its colour: a number of pieces, or of kings alone."""
        match = _FORCE.fullmatch(text)
        if match is None or match["side"] or (match["men"] is None) == (match["kings"] is None):
            return None
        return Force(0, int(match["kings"])) if match["kings"] else Force(total=int(match["men"]))

    @staticmethod
    def turn(value: str) -> int:
        sides = {"white": 0, "w": 0, "black": 1, "b": 1}
        if value.lower() not in sides:
            wanted = Several(("white", "black"))
            raise ValueError(Phrase("query.value", term="turn", wanted=wanted, found=shown(value)))
        return sides[value.lower()]

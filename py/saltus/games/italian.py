"""Italian draughts, as described in the document "Italian Draughts - Rules".

The federation's further rule is a tournament option: the document ends its list of priorities one rule earlier, with
"If all priority conditions are equal, the player may choose freely." The draw at the third repetition is another
option: the document does not have it; the author's program does.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from saltus.core.game import Move, Option, Position, Refusal
from saltus.core.phrase import Phrase, Several, by_number
from saltus.games._draughts import Draughts, origins

Value = tuple[int, bool, int, tuple[bool, ...]]

PRIORITIES = ("capture-most", "capture-with-king", "capture-most-kings", "capture-king-first")
"""The rule behind each part of a capture's value."""


class Italian(Draughts, a1_dark=False):
    """White, at the bottom, moves first; men cannot take kings, and only captures of the highest value are legal."""

    key = "italian"
    name = "Italian draughts"
    goal = "Capture or block all enemy pieces; you must make the biggest capture."
    first = "w"
    pdn = 22
    lots = True
    longest_quiet_run = 80
    tables: ClassVar = {"italian": 12, "italian-five": 10}
    men_take_kings = False
    options = (
        Option("federation", "You must make the capture that meets a king first", default=False, house=True),
        Option("repetition", "Draw at the third repetition", default=False, house=True),
    )
    rules: ClassVar[Mapping[str, str]] = {
        **Draughts.rules,
        "men-spare-kings": "A man cannot capture a king.",
        "capture-most": "You must capture as many pieces as possible.",
        "capture-with-king": "If a king and a man can capture equally many, the king must capture.",
        "capture-most-kings": "If captures are still equal, you must make the one that captures the most kings.",
        "capture-king-first": "In tournaments: if captures are still equal, you must make the one that meets a "
        "king first.",
        "repetition": "Optional rule: a position that occurs for the third time with the same side to move is a "
        "draw.",
        "quiet": "Once both sides have a king: when each side makes forty moves in a row without a capture, the "
        "game is a draw.",
    }

    quiet_limit = 80

    def __init__(self, options: Mapping[str, bool] | None = None) -> None:
        super().__init__(options)
        self.repetitions = 3 if self.chosen["repetition"] else 0

    def counting(self, position: Position) -> bool:
        """The count "is triggered when both players possess at least one King"."""
        white, black, kings, _ = position
        return bool(white & kings and black & kings)

    def captures(self, position: Position, jumpers: int) -> list[Move]:
        """The complete jump sequences of these pieces that have the highest value."""
        found = self.sequences(position, jumpers)
        if len(found) == 1:
            return found
        values = [self.value(position, move) for move in found]
        best = max(values)
        return [move for move, value in zip(found, values, strict=True) if value == best]

    def value(self, position: Position, capture: Move) -> Value:
        """A capture's priorities, compared in order. First the rule of quantity: pieces; then the rules of quality:
        captured by a king, kings captured, kings met early."""
        kings, bit = position[2], self.board.bit
        early = tuple(bool(kings & bit[name]) for name in capture.captured) if self.chosen["federation"] else ()
        return (len(capture.captured), bool(kings & bit[capture.path[0]]), (kings & capture.taken).bit_count(), early)

    def demand(self, position: Position, legal: Sequence[Move]) -> str:
        """`You must capture three pieces, with the man on c3.`"""
        taken, movers = pieces(len(legal[0].captured)), self.movers(position, legal)
        return Phrase("why.capture-of", taken=taken, movers=movers)

    def explain(self, position: Position, path: Sequence[str]) -> Refusal:
        """For a capture that another one overrides, the first priority in which it is worth less."""
        wanted = tuple(path)
        every = self.sequences(position, position[position[3]])
        begun = [move for move in every if move.path[: len(wanted)] == wanted]
        if not begun:
            return super().explain(position, path)
        legal = self.noisy_moves(position)
        best = self.value(position, legal[0])
        tried = max(self.value(position, move) for move in begun)
        rule = next(rule for rule, a, b in zip(PRIORITIES, best, tried, strict=True) if a != b)
        movers = self.movers(position, legal)
        match rule:
            case "capture-most":
                taken, instead = pieces(best[0]), Phrase("count.number", n=tried[0])
                text = Phrase("why.capture-most", taken=taken, movers=movers, instead=instead)
            case "capture-with-king":
                text = Phrase("why.capture-with-king", movers=movers)
            case "capture-most-kings":
                taken, instead = kings(best[2]), kings(tried[2])
                text = Phrase("why.capture-most-kings", taken=taken, movers=movers, instead=instead)
            case _:
                paths = Several(sorted(("-".join(map(self.spoken, move.path)) for move in legal), key=by_number))
                text = Phrase("why.capture-king-first", paths=paths)
        return Refusal(rule, text, origins(legal))


def pieces(count: int) -> Phrase:
    """`a piece`, `three pieces`."""
    return Phrase("count.pieces", n=count)


def kings(count: int) -> Phrase:
    """`no king`, `a king`, `two kings`."""
    return Phrase("count.kings", n=count)

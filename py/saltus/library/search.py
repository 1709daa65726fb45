"""Whether a game fits a query, and at which moment."""

from functools import cache
from typing import NamedTuple

from saltus.core.board import Board
from saltus.games import rules
from saltus.library.board_terms import Force, Material, Moment
from saltus.library.entry import Entry, fold
from saltus.library.keys import plies_with
from saltus.library.planes import RUN_BYTES, Planes
from saltus.library.query import NUMBERS, TEXTS, Query, Term


class Hit(NamedTuple):
    """A game that fits, with the ply of the first moment that fits the terms on the board, None if there are none."""

    ply: int | None = None


def fit(query: Query, entry: Entry, number: int = 0) -> Hit | None:
    """Whether the game fits the query, None if not. `number` is its id in the collection."""
    if not fits_tags(query, entry, number):
        return None
    return fit_board(query, entry)


def fits_tags(query: Query, entry: Entry, number: int = 0) -> bool:
    """Whether the game fits the terms about its tags."""
    of_game = query.game in (None, entry.game)
    return of_game and all(_fits(term, entry, number) is not term.negated for term in query.terms)


def fit_board(query: Query, entry: Entry) -> Hit | None:
    """Whether the game has one of the moments of the query, None if not."""
    if not query.moments:
        return Hit()
    plies = 0
    for moment in query.moments:
        plies |= moment_plies(moment, entry)
    return Hit((plies & -plies).bit_length() - 1) if plies else None


def _fits(term: Term, entry: Entry, number: int) -> bool:
    if term.text:
        return any(term.text in fold(text) for text in TEXTS[term.key](entry))
    if term.choices:
        return entry.result in term.choices
    if term.dates:
        date = entry.date
        ranges = [(date[: len(low)] >= low, not high or date[: len(high)] <= high) for low, high in term.dates]
        return bool(date) and any(map(all, ranges))
    value = NUMBERS[term.key](entry, number)
    return value is not None and any(
        (low is None or value >= low) and (high is None or value <= high) for low, high in term.ranges
    )


@cache
def _board(game: str) -> Board:
    return rules(game).board


def moment_plies(moment: Moment, entry: Entry) -> int:
    """The plies of the game at which everything holds that the moment asks, as a set of bits."""
    positions = entry.plies + 1
    found = (1 << positions) - 1
    if moment.key:
        found = 0
        for ply in plies_with(entry.keys, moment.key):
            found |= 1 << ply
    if found and moment.material:
        found &= _material_plies(moment.material, entry.material, positions)
    if found and moment.squares:
        planes = Planes(_board(entry.game), entry.planes, positions)
        for name, letters in moment.squares.items():
            found &= planes.plies(name, letters)
            if not found:
                break
    if found and moment.side is not None:
        found &= sum(1 << ply for ply in range(entry.side != moment.side, positions, 2))
    return found


def _material_plies(wanted: Material, packed: bytes, positions: int) -> int:
    allowed = _allowed(wanted)
    found = 0
    # To look slices up in a set takes a tenth of the time of unpacking them: a search of 20,000 games reads half a
    # million.
    for at in range(2, len(packed), RUN_BYTES):
        if packed[at : at + 4] in allowed:
            following = packed[at + 4 : at + 6]
            end = int.from_bytes(following, "big") if following else positions
            found |= (1 << end) - (1 << int.from_bytes(packed[at - 2 : at], "big"))
    return found


@cache
def _allowed(wanted: Material) -> frozenset[bytes]:
    """The counts that fit, as the index has them."""
    return frozenset(
        bytes((white[0], black[0], white[1], black[1]))
        for white in _divisions(wanted.white)
        for black in _divisions(wanted.black)
    )


def _divisions(force: Force) -> list[tuple[int, int]]:
    """The men and kings that the pieces of a side can be."""
    if force.total is None:
        return [(force.men, force.kings)]
    return [(force.total - kings, kings) for kings in range(force.total + 1)]

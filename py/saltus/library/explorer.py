"""What was played from a position in a collection: how often, with which results, in which years and games."""

from collections.abc import Iterable
from typing import NamedTuple

from saltus.core.game import Game, Move, Position
from saltus.library.board_terms import Moment
from saltus.library.entry import RESULTS, Entry, Result
from saltus.library.keys import key_at, key_of, plies_with
from saltus.library.query import Query
from saltus.library.symmetry import image, symmetries

MAX_IDS = 50  # How many games are named for each move.

_SWAPPED: dict[Result, Result] = {"white": "black", "black": "white", "draw": "draw", "unfinished": "unfinished"}


class Tally:
    """Counts of games by result, their years, and the ids of the first of them."""

    def __init__(self) -> None:
        self.results: dict[Result, int] = dict.fromkeys(RESULTS, 0)
        self.first_year: int | None = None
        self.last_year: int | None = None
        self.ids: list[int] = []

    def count(self, number: int, result: Result, year: int | None) -> None:
        self.results[result] += 1
        if len(self.ids) < MAX_IDS:
            self.ids.append(number)
        if year is not None:
            self.first_year = min(year, self.first_year or year)
            self.last_year = max(year, self.last_year or year)

    @property
    def games(self) -> int:
        return sum(self.results.values())


class Played(NamedTuple):
    """A move, other moves that lead to the same position, and the games with any of them."""

    move: Move
    alike: tuple[Move, ...]
    tally: Tally


class Explored(NamedTuple):
    """What was played from a position; the most played moves come first."""

    moves: tuple[Played, ...]
    ended: Tally  # The games that ended here.

    @property
    def games(self) -> int:
        return self.ended.games + sum(played.tally.games for played in self.moves)


def asking(query: Query, game: Game, position: Position, rotated: bool = False, mirrored: bool = False) -> Query:
    """The query for the games that `explore` needs: those that fit `query` and reached the position. Raises
    ValueError if `query` itself asks for something on the board."""
    if query.moments:
        raise ValueError("the explorer's position comes from the moves: leave the query's terms on the board out")
    if query.game not in (None, game.key):
        raise ValueError(f"the query is about {query.game}, and the position about {game.key}")
    found = symmetries(game, rotated, mirrored)
    moments = {key: Moment(key) for symmetry in found if (key := key_of(image(game, position, symmetry)))}
    return query._replace(game=game.key, moments=tuple(moments.values()))


def explore(
    game: Game, position: Position, games: Iterable[tuple[int, Entry]], rotated: bool = False, mirrored: bool = False
) -> Explored:
    """Count what was played from the position in these games, given with their ids. A game counts once, with its
    first visit. With `rotated` or `mirrored` the images of the position count as well, seen as the position itself.
    Games that did not reach it are skipped."""
    moves = game.moves(position)
    after: dict[Position, list[Move]] = {}
    for move in moves:
        after.setdefault(game.play(position, move), []).append(move)
    tallies = {leading: Tally() for leading in after}
    ended = Tally()
    views = [
        (
            key_of(image(game, position, symmetry)),
            {key_of(image(game, leading, symmetry)): leading for leading in after},
            symmetry.swaps,
        )
        for symmetry in symmetries(game, rotated, mirrored)
    ]
    for number, entry in games:
        visits = [
            (ply, order)
            for order, view in enumerate(views)
            if (ply := next(plies_with(entry.keys, view[0]), -1)) >= 0
        ]
        if not visits:
            continue
        ply, order = min(visits)
        _, leading_by_key, swaps = views[order]
        following = leading_by_key.get(key_at(entry.keys, ply + 1))
        tally = ended if following is None else tallies[following]
        tally.count(number, _SWAPPED[entry.result] if swaps else entry.result, entry.year)
    found = [Played(after[leading][0], tuple(after[leading][1:]), tally) for leading, tally in tallies.items()]
    found = [one for one in found if one.tally.games]
    found.sort(key=lambda one: -one.tally.games)
    return Explored(tuple(found), ended)

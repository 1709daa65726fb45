"""Measures a game by playing it: what happens when the computer plays many games with itself.

Every legal first move begins as many games as any other. The players are of a level that errs now and then, each game
with other errors; seeds make the games the same on every machine.
"""

from collections.abc import Generator, Iterator
from math import sqrt
from typing import NamedTuple

from saltus.core.game import SIDES, Game, Side
from saltus.engine.think import Limits, SearchRequest, best
from saltus.match.match import Match
from saltus.notation.move import move_text

LEVEL = 6
NODES = 100
"""The positions that are searched for a move."""
LONGEST_GAME = 400
"""A game of so many moves counts as a draw."""
LEAD_CENTIPIECES = 50
"""From this score on a side leads."""


class Results(NamedTuple):
    """The results of some games: `wins` of the side that moves first, of the other side, and draws."""

    wins: int = 0
    losses: int = 0
    draws: int = 0

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def share(self) -> float:
        """The points of the side that moves first, a draw as half of one, by game: 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def margin(self) -> float:
        """Half the width of the 95 % confidence interval of `share`."""
        if not self.games:
            return 0.5
        variance = (self.wins + self.draws / 4) / self.games - self.share**2
        return min(0.5, 1.96 * sqrt(max(variance, 0.25 / self.games) / self.games))

    def with_result(self, winner: Side | None, first: Side) -> "Results":
        """With one more game, won by this side, or drawn."""
        wins, losses, draws = self
        return Results(wins + (winner == first), losses + (winner not in (None, first)), draws + (winner is None))


class Measured(NamedTuple):
    """What some games were like: `length` is the mean number of plies, `lead_changes` a mean by game."""

    results: Results
    length: float
    choices: float
    """The mean number of legal moves."""
    lead_changes: float
    """How often the lead went from one side to the other."""
    openings: dict[str, Results]
    """The results by first move, as text."""


def measuring(game: Game, games: int, seed: int = 1) -> Iterator[Measured | None]:
    """Play so many games; yields None after each move, and what they were like so far after each game.

    The same game, number and seed give the same on every machine.
    """
    results, openings = Results(), dict[str, Results]()
    plies = choices = changes = 0
    for number in range(games):
        match, opening, offered, changed = yield from played(game, number, seed + number)
        winner = match.outcome.winner if match.outcome else None
        results = results.with_result(winner, game.first)
        openings[opening] = openings.get(opening, Results()).with_result(winner, game.first)
        plies += match.ply
        choices += offered
        changes += changed
        played_games = number + 1
        yield Measured(results, plies / played_games, choices / max(plies, 1), changes / played_games, openings)


def played(game: Game, opening: int, seed: int) -> Generator[None, None, tuple[Match, str, int, int]]:
    """Play a game that begins with the legal move of this number, counted round. Returns the match, that move as
    text, how many legal moves there were in all, and how often the lead changed."""
    setup = game.setups[0]
    match = Match(game, setup.key, seed if setup.seeded else None)
    first = match.legal[opening % len(match.legal)]
    name = move_text(game, match.position, first)
    offered, leader, changes = len(match.legal), 0, 0
    match.play(first)
    while match.outcome is None and match.ply < LONGEST_GAME:
        found = best(SearchRequest.of(match, seed=seed), Limits(level=LEVEL, nodes=NODES))
        score = found.score if match.position[3] == SIDES.index(game.first) else -found.score
        if abs(score) >= LEAD_CENTIPIECES:
            ahead = 1 if score > 0 else -1
            changes += leader == -ahead
            leader = ahead
        offered += len(match.legal)
        match.play(found.move)
        yield None
    return match, name, offered, changes

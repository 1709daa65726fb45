"""Games with tags, played by chance: what the tests of collections share."""

from functools import cache
from random import Random

from saltus.core.game import Game
from saltus.games import keys, load
from saltus.match.match import Match

PLAYERS = ("Ada Lovelace", "Béla Nagy", "Smith, J.", "Smyth", "O. Jones")
EVENTS = ("Open", "City match", "Università")


def played(game: Game, seed: int, plies: int = 70) -> Match:
    """A game of random legal moves, the same for the same seed."""
    choose = Random(f"{game.key} {seed}")
    seeded = game.setups[0].seeded
    match = Match(game, seed=seed if seeded else None)
    while match.ply < plies and not match.outcome:
        match.play(choose.choice(match.legal))
    if not match.outcome and seed % 3:
        match.resign("w" if seed % 2 else "b")
    match.tags.update(
        Event=choose.choice(EVENTS),
        Date=f"{1900 + seed % 90}.{1 + seed % 12:02}.??",
        White=choose.choice(PLAYERS),
        Black=choose.choice(PLAYERS),
        Round=str(seed),
    )
    return match


@cache
def some(key: str, count: int = 8) -> tuple[Match, ...]:
    """Some games of one kind. Not to be changed: the tests share them."""
    return tuple(played(load(key), seed) for seed in range(count))


def every() -> list[Match]:
    """Some games of every kind."""
    return [match for key in keys() for match in some(key)]

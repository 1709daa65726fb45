"""The registry of games: each module in this folder is a game, and its key is the module's name. Beside them it has
the games that were loaded from files of somebody's own.

It lists the package's folders itself: `pkgutil`'s module finder imports `inspect` and with it some fifty more
modules. `pathlib` is left out for the same reason. A game is imported only when asked for.
"""

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from saltus.core.game import Game, Position, Setup
from saltus.core.phrase import Phrase

_own: dict[str, type[Game]] = {}
"""The games of somebody's own, by key."""


@cache
def shipped() -> frozenset[str]:
    """The keys of the games in this folder."""
    modules = {name.split(".")[0] for folder in __path__ for name in os.listdir(folder)}  # noqa: PTH208
    return frozenset(key for key in modules if key.isidentifier() and not key.startswith("_"))


def keys() -> tuple[str, ...]:
    """The keys of all games, sorted."""
    return tuple(sorted({*shipped(), *_own}))


def add(game: type[Game]) -> None:
    """Have the registry know a game of somebody's own, in place of an earlier one with this key. Raises ValueError if
    a game of the package has it."""
    if game.key in shipped():
        raise ValueError(Phrase("source.taken", taken=game.key))
    _own[game.key] = game


def remove(key: str) -> None:
    """Have the registry forget a game of somebody's own."""
    del _own[key]


def rules(key: str) -> type[Game]:
    """The class of the game called `key`. Raises ValueError for a key that is not in `keys()`."""
    return _own[key] if key in _own else _shipped_rules(key)


@cache
def _shipped_rules(key: str) -> type[Game]:
    if key not in shipped():
        raise ValueError(f"there is no game {key!r}; there are {', '.join(keys())}")
    module = import_module(f"saltus.games.{key}")
    (game,) = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Game) and value.__dict__.get("key") == key
    )
    return game


def load(key: str, options: Mapping[str, bool] | None = None) -> Game:
    """The game called `key` with these options. Raises ValueError for an unknown key or option."""
    return rules(key)(options)


DEFAULT_SEED = 1  # The seed of a seeded set-up when a request about a position gives none.


def setup_of(game: Game, key: str | None = None) -> Setup:
    """The set-up called `key`, by default the first. Raises ValueError if there is none."""
    for setup in game.setups:
        if key in (None, setup.key):
            return setup
    raise ValueError(f"{game.name} has no set-up {key!r}; it has {', '.join(s.key for s in game.setups)}")


def start_of(game: Game, setup: str | None = None, seed: int | None = None) -> Position:
    """The starting position; a seeded set-up has `DEFAULT_SEED` where no seed is given. Raises ValueError like
    `setup_of` and `Game.start`."""
    return game.start(setup, DEFAULT_SEED if seed is None and setup_of(game, setup).seeded else seed)

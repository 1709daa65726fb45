"""Saltus: five games of the leap, their rules and a player for each, in pure Python.

The public names, nothing else; `py/docs/library.md` shows them at work, `bridge.md` the bridge. A name's module is
imported when the name is first asked for: whoever needs only the rules does not wait for the search.
"""

from importlib import import_module

__version__ = "1.0.0"

PLACES = {
    "saltus.analysis.analyse": ("Analysis", "Variation", "analyse", "analysing", "choose", "rate"),
    "saltus.engine.think": ("Limits",),
    "saltus.study.ballots": ("ballot", "begin"),
    "saltus.protocol.bridge": ("Bridge",),
    "saltus.match.diagram": ("Picture", "diagram", "picture"),
    "saltus.core.game": ("Game", "Move", "Outcome", "Position", "Refusal", "Side"),
    "saltus.games": ("keys",),
    "saltus.lab.own": ("load",),
    "saltus.match.match": ("Match",),
    "saltus.notation.error": ("RecordError", "RecordWarning"),
    "saltus.notation.move": ("IllegalMove", "move_text", "read_move"),
    "saltus.notation.position": ("position_text", "read_position"),
    "saltus.records.record": ("forms", "read", "write"),
    "saltus.study.openings": ("opening_book",),
    "saltus.play.session": ("Display", "Session"),
    "saltus.match.tree": ("Node", "TimeControl"),
    "saltus.match.turns": ("destinations", "legal", "story"),
    "saltus.records.collection": ("read_all", "read_each"),
    "saltus.records.encoding": ("decode",),
}
"""Where each public name lives."""

_MODULE = {name: module for module, names in PLACES.items() for name in names}

__all__ = ["__version__", *sorted(_MODULE)]


def __getattr__(name: str) -> object:
    module = _MODULE.get(name)
    if module is None:
        raise AttributeError(f"saltus has no public name {name!r}; it has {', '.join(sorted(_MODULE))}")
    value = globals()[name] = getattr(import_module(module), name)
    return value


def __dir__() -> list[str]:
    return __all__

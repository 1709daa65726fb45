"""Whole games as JSON: the complete format, for every game. The page stores it to continue a game later.

    {"saltus": 1,                                     the version of this format
     "game": "rock", "options": {"repetition": true}, "setup": "standard", "seed": null,
     "rows": [".wwwwww.", …], "side": "w",            the start; `setup` is null for a custom position
     "clock": {"initial": 300.0, "increment": 2.0},   null without clocks
     "tags": {"White": "Ada"},                        the names of PDN
     "nodes": [                                       the tree: the root, then the turns as first played
      {"comment": "at the start"},
      {"parent": 0, "path": ["b1", "b3"], "spent": 1.5, "comment": "", "glyphs": [1]},
      {"parent": 1, "path": ["a2", "c2"], "ending": {"reason": "resignation", "winner": "w"}, "main": null}],
     "node": 2, "through": 2, "ended": true,          the current node, the last node that `redo` can reach,
     "offer": null}                                   and the side with an open draw offer

A turn needs only `parent` and `path`. `spent` is null for a turn that nobody made, of an opening that the match began
with. `main` is the child on the main line if that is not the first one. The reader replays and checks every turn. It
rejects unknown fields, deeper nesting than this format has, duplicate keys, and texts longer than
`error.MAX_RECORD_CHARS`. A finished game as the page saves all of them, `{"id": …, "record": {"saltus": 1, …}}`, is
read as its record.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from saltus.core.game import Game
from saltus.core.kind import MISSING, Fields, Kind, Place, problems
from saltus.core.phrase import Phrase, Several
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.match.tree import Node, TimeControl, Tree, duration
from saltus.notation.error import RecordError, bounded, expected, glyphs_to, one_of, sentence, shown
from saltus.records import fields
from saltus.records.tags import check_name, check_value, keep_termination

if TYPE_CHECKING:
    from typing import Any

    from saltus.records.schema import Record, Root, Turn

VERSION = 1
MAX_DEPTH = 4  # The nesting depth of this format: the record, its nodes, a node, its path.

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


def write(match: Match) -> str:
    """The match as JSON text, one turn per line."""
    game, control = match.game, match.tree.control
    head: dict[str, object] = {
        "saltus": VERSION,
        "game": game.key,
        "options": dict(game.chosen),
        "setup": match.setup,
        "seed": match.seed,
        "rows": game.rows(match.start),
        "side": match.nodes[0].side,
        "clock": control and {"initial": control.initial, "increment": control.increment},
        "tags": match.tags,
    }
    tail: dict[str, object] = {
        "node": match.node.id,
        "through": match.line[-1].id,
        "ended": match.ended,
        "offer": match.offer,
    }
    nodes = ",\n ".join(json.dumps(_turn(node)) for node in match.nodes)
    return f'{json.dumps(head)[:-1]},\n"nodes": [\n {nodes}],\n{json.dumps(tail)[1:]}\n'


def _turn(node: Node) -> dict[str, object]:
    """One node, without fields that have their default."""
    fields: dict[str, object] = {}
    if node.parent is not None and node.move is not None:
        fields = {"parent": node.parent.id, "path": node.move.path}
    if node.spent or not node.timed:
        fields["spent"] = node.spent if node.timed else None
    if node.comment:
        fields["comment"] = node.comment
    if node.glyphs:
        fields["glyphs"] = node.glyphs
    if node.sgf:
        fields["sgf"] = node.sgf
    if node.ending is not None:
        fields["ending"] = {"reason": node.ending.reason, "winner": node.ending.winner}
    if node.main is not (node.children[0] if node.children else None):
        fields["main"] = node.main and node.main.id
    return fields


def read(text: str) -> Match:
    """Read the match in `text`. Raises `RecordError`, which names the field that is wrong."""
    too_deep = RecordError(Phrase("record.deep", depth=MAX_DEPTH))
    if nests_deeper(bounded(text), MAX_DEPTH + 1):
        raise too_deep
    try:
        value: Json = json.loads(text, object_pairs_hook=unique_fields, parse_constant=no_constant)
    except RecordError:
        raise
    except ValueError as error:
        detail, *place = (
            (error.msg, error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (error,)
        )
        raise RecordError(Phrase("record.not-json", detail=str(detail)), *place) from error
    if isinstance(value, dict) and "saltus" not in value and isinstance(value.get("record"), dict):
        return _match(value["record"], ("record",))
    if nests_deeper(text, MAX_DEPTH):
        raise too_deep
    return _match(value, ())


_NO_BRACKETS = re.compile(r'(?>(?:[^]["{}]++|"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"?)+)', re.DOTALL)


def nests_deeper(text: str, levels: int) -> bool:
    """Whether a JSON text nests deeper than `levels`: the decoder is recursive, and browsers have small stacks."""
    if text.count("[") + text.count("{") <= levels:
        return False
    depth = 0
    for bracket in _NO_BRACKETS.sub("", text):
        depth += 1 if bracket in "[{" else -1
        if depth > levels:
            return True
    return False


def unique_fields(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    """An object as the decoder has read it. Raises `RecordError` if a name occurs twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for at, name in enumerate(names) if name in names[:at])
        raise RecordError(Phrase("record.twice", name=shown(twice)))
    return fields


def no_constant(name: str) -> NoReturn:
    """Refuse NaN and the infinities, which Python would read."""
    raise ValueError(f"{name} is not a number")


def _wrong(place: Place, message: str) -> RecordError:
    if not place:
        return RecordError(message)
    name = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).removeprefix(".")
    return RecordError(Phrase("record.field", name=name, message=message))


def _mismatch(place: Place, what: Phrase | Several, value: object) -> RecordError:
    return _wrong(place, expected(what, shown(json.dumps(value))))


@contextmanager
def _errors_about(*place: str | int) -> Iterator[None]:
    """Turn ValueErrors inside into `RecordError`s that name the field at this place."""
    try:
        yield
    except RecordError:
        raise
    except ValueError as error:
        raise _wrong(place, sentence(error)) from error


def _wanted(kind: Kind, value: object) -> Phrase | Several:
    """What a value of a kind is called in an error."""
    if kind[0] in ("truth", "one"):
        return Several(f'"{choice}"' for choice in kind[1]) if kind[0] == "one" else Several(("true", "false"))
    if kind[0] == "whole" and len(kind) == 3 and type(value) is int:
        return glyphs_to(*map(str, kind[1:]))  # nothing else has a range
    return {
        "object": Phrase("record.object"),
        "map": Phrase("record.object"),
        "array": Phrase("record.list"),
        "text": Phrase("record.text"),
        "whole": Phrase("record.whole"),
        "number": Phrase("record.number"),
    }[kind[0]]


def _checked(value: Json, fields: Fields, at: Place) -> "Any":
    """The value, checked to have these fields. Raises `RecordError`."""
    for place, kind, wrong in problems(value, ("object", fields), at):
        if kind[0] == "unknown":
            raise _wrong(place, expected(one_of(kind[1:]), shown(str(place[-1]))))
        if wrong is MISSING:
            raise _wrong(place[:-1], Phrase("record.missing", name=repr(place[-1])))
        raise _mismatch(place, _wanted(kind, wrong), wrong)
    return value


def _match(value: Json, at: Place) -> Match:
    """The match of the record at a place of the text."""
    record: Record = _checked(value, fields.Record, at)
    if record["saltus"] != VERSION:
        raise _mismatch((*at, "saltus"), Phrase("record.version", number=VERSION), record["saltus"])
    key = record["game"]
    if key not in keys():
        raise _wrong((*at, "game"), expected(one_of(keys()), shown(key)))
    with _errors_about(*at, "options"):
        game = load(key, record["options"])
    match = _at_start(game, record, at)
    for name, tag in record["tags"].items():
        with _errors_about(*at, "tags", name):
            match.tags[check_name(name)] = check_value(tag)
    if not record["nodes"]:
        raise _wrong((*at, "nodes"), Phrase("record.root"))
    turns = [_add(match, number, node, (*at, "nodes", number)) for number, node in enumerate(record["nodes"])]
    for number, turn in enumerate(turns):
        _finish(match, match.nodes[number], turn, (*at, "nodes", number))
    keep_termination(match)
    _restore_current(match, record, at)
    return match


def _at_start(game: Game, record: "Record", at: Place) -> Match:
    """The match before its first turn."""
    with _errors_about(*at, "rows"):
        position = game.position(record["rows"], record["side"])
    clock = None
    if control := record["clock"]:
        clock = TimeControl(control["initial"], control["increment"])
        with _errors_about(*at, "clock"):
            Tree(game, position, clock)
    setup, seed = record["setup"], record["seed"]
    if setup is None:
        if seed is not None:
            raise _mismatch((*at, "setup"), _wanted(("text",), None), None)
        return Match(game, position=position, clock=clock)
    if all(setup != known.key for known in game.setups):
        known = ", ".join(each.key for each in game.setups)
        raise _mismatch((*at, "setup"), Phrase("record.set-ups", known=known), setup)
    with _errors_about(*at, "seed"):
        match = Match(game, setup, seed, clock=clock)
    if match.seed != seed:
        raise _wrong((*at, "seed"), Phrase("record.seed", setup=setup))
    if match.start != position:
        raise _wrong((*at, "rows"), Phrase("record.set-up", setup=setup, seed=str(seed)))
    return match


def _add(match: Match, number: int, node: Json, at: Place) -> "Root":
    """Replay one turn. Returns its fields."""
    if number == 0:
        root: Root = _checked(node, fields.Root, at)
        return root
    turn: Turn = _checked(node, fields.Turn, at)
    parent, spent = turn["parent"], turn.get("spent", 0.0)
    if not 0 <= parent < number:
        raise _mismatch((*at, "parent"), Phrase("record.earlier", last=number - 1), parent)
    with _errors_about(*at, "spent"):
        spent = None if spent is None else duration(spent)
    with _errors_about(*at, "path"):
        match.tree.add(match.nodes[parent], turn["path"], spent)
    if len(match.nodes) == number:
        raise _wrong(at, Phrase("record.again"))
    return turn


def _finish(match: Match, node: Node, turn: "Root", at: Place) -> None:
    """Set the notes of a node, its ending, and its main child."""
    node.comment = turn.get("comment", node.comment)
    node.glyphs = tuple(turn.get("glyphs", node.glyphs))
    if "sgf" in turn:
        from saltus.records.sgf_tokens import PROPERTIES

        node.sgf = turn["sgf"]
        if not PROPERTIES.fullmatch(node.sgf):
            raise _mismatch((*at, "sgf"), Phrase("record.properties", like="BL[299.5]"), node.sgf)
    main = node.main
    if "ending" in turn:
        with _errors_about(*at, "ending"):
            match.tree.close(node, turn["ending"]["reason"], turn["ending"]["winner"])
    if "main" in turn:
        chosen = turn["main"]
        main = next((child for child in node.children if child.id == chosen and chosen is not True), None)
        if (main is None) != (chosen is None) or (chosen is None and node.ending is None):
            raise _mismatch((*at, "main"), Phrase("record.child"), chosen)
    node.main = main


def _restore_current(match: Match, record: "Record", at: Place) -> None:
    """Restore the current node, the line and the draw offer."""
    node, ended = record["node"], record["ended"]
    with _errors_about(*at, "node"):
        match.goto(node, ended=ended)
    if match.ended != ended:
        raise _wrong((*at, "ended"), Phrase("record.unended", node=node))
    with _errors_about(*at, "through"):
        match.goto(node, record["through"], ended)
    if record["offer"] is not None:
        with _errors_about(*at, "offer"):
            match.offer_draw(record["offer"])

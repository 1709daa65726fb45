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
from typing import NoReturn, TypeAlias

from saltus.core.game import SIDES, Game, Side
from saltus.core.phrase import Phrase, Several
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.match.tree import Node, TimeControl, Tree, duration
from saltus.notation.error import RecordError, bounded, expected, glyphs_to, one_of, sentence, shown
from saltus.records.tags import check_name, check_value, explain

VERSION = 1
MAX_DEPTH = 4  # The nesting depth of this format: the record, its nodes, a node, its path.

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

_FIELDS = (
    *("saltus", "game", "options", "setup", "seed", "rows", "side"),
    *("clock", "tags", "nodes", "node", "through", "ended", "offer"),
)


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
        value: Json = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except RecordError:
        raise
    except ValueError as error:
        detail, *place = (
            (error.msg, error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (error,)
        )
        raise RecordError(Phrase("record.not-json", detail=str(detail)), *place) from error
    if isinstance(value, dict) and "saltus" not in value and isinstance(value.get("record"), dict):
        return _match(_Value(value["record"], "record"))
    if nests_deeper(text, MAX_DEPTH):
        raise too_deep
    return _match(_Value(value))


_STRING_OR_BRACKET = re.compile(r'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"?|[][{}]', re.DOTALL)


def nests_deeper(text: str, levels: int) -> bool:
    """Whether a JSON text nests deeper than `levels`: the decoder is recursive, and browsers have small stacks."""
    if text.count("[") + text.count("{") <= levels:
        return False
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > levels:
            return True
    return False


def _object(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError(Phrase("record.twice", name=shown(twice)))
    return fields


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


class _Value:
    """A value of the record. The methods read it as some type; their errors name its path."""

    def __init__(self, value: Json, path: str = "") -> None:
        self.value, self.path = value, path

    def wrong(self, message: str) -> RecordError:
        if not self.path:
            return RecordError(message)
        return RecordError(Phrase("record.field", name=self.path, message=message))

    def is_no(self, what: Phrase | Several) -> RecordError:
        return self.wrong(expected(what, shown(json.dumps(self.value))))

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """ValueErrors are about this value."""
        try:
            yield
        except RecordError:
            raise
        except ValueError as error:
            raise self.wrong(sentence(error)) from error

    def fields(self, known: Sequence[str] = (), needed: Sequence[str] = ()) -> "dict[str, _Value]":
        """The fields of an object; without `known` any."""
        if not isinstance(self.value, dict):
            raise self.is_no(Phrase("record.object"))
        found = {name: _Value(part, f"{self.path}.{name}".removeprefix(".")) for name, part in self.value.items()}
        for name, part in found.items() if known else ():
            if name not in known:
                raise part.wrong(expected(one_of(known), shown(name)))
        for name in needed:
            if name not in found:
                raise self.wrong(Phrase("record.missing", name=repr(name)))
        return found

    def items(self) -> "list[_Value]":
        if not isinstance(self.value, list):
            raise self.is_no(Phrase("record.list"))
        return [_Value(part, f"{self.path}[{number}]") for number, part in enumerate(self.value)]

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.is_no(Phrase("record.text"))
        return self.value

    def side(self) -> Side:
        for side in SIDES:
            if side == self.value:
                return side
        raise self.is_no(Several(f'"{side}"' for side in SIDES))

    def truth(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.is_no(Several(("true", "false")))
        return self.value

    def whole(self) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.is_no(Phrase("record.whole"))
        return self.value

    def number(self) -> float:
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            raise self.is_no(Phrase("record.number"))
        return self.value


def _match(record: _Value) -> Match:
    fields = record.fields(_FIELDS, _FIELDS)
    if fields["saltus"].value != VERSION:
        raise fields["saltus"].is_no(Phrase("record.version", number=VERSION))
    key = fields["game"].text()
    if key not in keys():
        raise fields["game"].wrong(expected(one_of(keys()), shown(key)))
    with fields["options"].blamed():
        game = load(key, {name: value.truth() for name, value in fields["options"].fields().items()})
    match = _started(game, fields)
    for name, value in fields["tags"].fields().items():
        with value.blamed():
            match.tags[check_name(name)] = check_value(value.text())
    nodes = fields["nodes"].items()
    if not nodes:
        raise fields["nodes"].wrong(Phrase("record.root"))
    turns = [_add(match, number, node) for number, node in enumerate(nodes)]
    for node, turn in zip(match.nodes, turns, strict=True):
        _finish(match, node, turn)
    explain(match)
    _stand(match, fields)
    return match


def _started(game: Game, fields: dict[str, _Value]) -> Match:
    """The match before its first turn."""
    rows, side = [row.text() for row in fields["rows"].items()], fields["side"].side()
    with fields["rows"].blamed():
        position = game.position(rows, side)
    clock = None
    if fields["clock"].value is not None:
        names = ("initial", "increment")
        control = fields["clock"].fields(names, names)
        clock = TimeControl(*(control[name].number() for name in names))
        with fields["clock"].blamed():
            Tree(game, position, clock)
    if fields["setup"].value is None and fields["seed"].value is None:
        return Match(game, position=position, clock=clock)
    setup = fields["setup"].text()
    seed = None if fields["seed"].value is None else fields["seed"].whole()
    if all(setup != known.key for known in game.setups):
        known = ", ".join(each.key for each in game.setups)
        raise fields["setup"].is_no(Phrase("record.set-ups", known=known))
    with fields["seed"].blamed():
        match = Match(game, setup, seed, clock=clock)
    if match.seed != seed:
        raise fields["seed"].wrong(Phrase("record.seed", setup=setup))
    if match.start != position:
        raise fields["rows"].wrong(Phrase("record.set-up", setup=setup, seed=str(seed)))
    return match


def _add(match: Match, number: int, turn: _Value) -> dict[str, _Value]:
    """Replay one turn. Returns its fields."""
    known = ["spent", "comment", "glyphs", "sgf", "ending", "main"]
    if number == 0:
        return turn.fields(known[1:])
    fields = turn.fields(["parent", "path", *known], ["parent", "path"])
    parent = fields["parent"].whole()
    if not 0 <= parent < number:
        earlier = Phrase("record.earlier", last=number - 1)
        raise fields["parent"].is_no(earlier)
    path = [name.text() for name in fields["path"].items()]
    spent: float | None = 0.0
    if "spent" in fields:
        with fields["spent"].blamed():
            spent = None if fields["spent"].value is None else duration(fields["spent"].number())
    with fields["path"].blamed():
        match.tree.add(match.nodes[parent], path, spent)
    if len(match.nodes) == number:
        raise turn.wrong(Phrase("record.again"))
    return fields


def _finish(match: Match, node: Node, fields: dict[str, _Value]) -> None:
    """Set the notes of a node, its ending, and its main child."""
    if "comment" in fields:
        node.comment = fields["comment"].text()
    if "glyphs" in fields:
        node.glyphs = tuple(glyph.whole() for glyph in fields["glyphs"].items())
        for glyph in fields["glyphs"].items():
            if not 0 <= glyph.whole() <= 255:
                raise glyph.is_no(glyphs_to("0", "255"))
    if "sgf" in fields:
        from saltus.records.sgf_tokens import PROPERTIES

        node.sgf = fields["sgf"].text()
        if not PROPERTIES.fullmatch(node.sgf):
            raise fields["sgf"].is_no(Phrase("record.properties", like="BL[299.5]"))
    main = node.main
    if "ending" in fields:
        ending = fields["ending"].fields(("reason", "winner"), ("reason", "winner"))
        side = None if ending["winner"].value is None else ending["winner"].side()
        with fields["ending"].blamed():
            match.tree.close(node, ending["reason"].text(), side)
    if "main" in fields:
        chosen = fields["main"].value
        main = next((child for child in node.children if child.id == chosen and chosen is not True), None)
        if (main is None) != (chosen is None) or (chosen is None and node.ending is None):
            raise fields["main"].is_no(Phrase("record.child"))
    node.main = main


def _stand(match: Match, fields: dict[str, _Value]) -> None:
    """Restore the current node, the line and the draw offer."""
    place, through, ended = fields["node"].whole(), fields["through"].whole(), fields["ended"].truth()
    with fields["node"].blamed():
        match.goto(place, ended=ended)
    if match.ended != ended:
        raise fields["ended"].wrong(Phrase("record.unended", node=place))
    with fields["through"].blamed():
        match.goto(place, through, ended)
    if fields["offer"].value is not None:
        with fields["offer"].blamed():
            match.offer_draw(fields["offer"].side())

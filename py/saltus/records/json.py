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
`error.MAX_RECORD_CHARS`.
"""

import json
import re
from collections.abc import Iterator
from typing import NoReturn, TypeAlias

from saltus.core.game import SIDES, Game, Side
from saltus.core.phrase import Phrase, Several
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.match.tree import TIME_SPENT, Node, TimeControl, Tree, seconds
from saltus.notation.error import RecordError, bounded, expected, glyphs_to, one_of, sentence, shown
from saltus.records.tags import check_name, check_value
from saltus.records.termination import explain

VERSION = 1
MAX_DEPTH = 4
"""The nesting depth of this format: the record, its nodes, a node, its path."""

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Where: TypeAlias = tuple[str | int, ...]
"""The keys and indices that lead to a value."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[\[\]{}:,]|[^\s\[\]{}:,"]++', re.DOTALL)
"""An unclosed string is one token to the end of the text, so that no character is scanned repeatedly."""

_FIELDS = (
    *("saltus", "game", "options", "setup", "seed", "rows", "side"),
    *("clock", "tags", "nodes", "node", "through", "ended", "offer"),
)


class _Wrong(Exception):  # noqa: N818  (becomes a RecordError once its place in the text is known)
    def __init__(self, where: Where, message: str, key: bool = False) -> None:
        super().__init__(message)
        self.where = where
        self.message = message
        self.key = key
        """Whether the key is wrong, rather than the value."""


class _Blame:
    """A context that turns a ValueError into a `_Wrong` for one value of the record."""

    def __init__(self, *where: str | int, key: bool = False) -> None:
        self.where = where
        self.key = key

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ValueError):
            raise _Wrong(self.where, sentence(error), self.key) from error


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
    """Read the match in `text`. Raises `RecordError`."""
    bounded(text)
    record = _parse(text)
    try:
        return _match(record)
    except _Wrong as wrong:
        name = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in wrong.where).removeprefix(".")
        found = (offset for offset, where, key in _walk(text) if where == wrong.where and key == wrong.key)
        told = (
            Phrase("record.field", "{name}: {message}", name=name, message=wrong.message) if name else wrong.message
        )
        raise RecordError.at(text, next(found), told) from wrong


# -- the text --------------------------------------------------------------------------------------------


def _parse(text: str) -> Json:
    """The value of a JSON text. Raises `RecordError` if it is invalid, too deep, or has a key twice."""
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if depth > MAX_DEPTH:
            told = Phrase("record.deep", "a record nests at most {depth} levels deep", depth=MAX_DEPTH)
            raise RecordError.at(text, token.start(), told)
    try:
        value: Json = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise RecordError(_unlike(error.msg), error.lineno, error.colno) from error
    except ValueError as error:
        raise RecordError(_unlike(str(error))) from error
    seen: set[Where] = set()
    for offset, where, is_key in _walk(text):
        if is_key:
            if where in seen:
                raise RecordError.at(
                    text, offset, Phrase("record.twice", "{name} occurs twice", name=shown(str(where[-1])))
                )
            seen.add(where)
    return value


def _unlike(detail: str) -> Phrase:
    return Phrase("record.not-json", "not JSON: {detail}", detail=detail)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _walk(text: str) -> Iterator[tuple[int, Where, bool]]:
    """Every key and every value of a valid JSON text: its offset, its path, and whether it is a key."""
    where: list[str | int] = []
    opened: list[str] = []
    key_next = False
    for token in _TOKEN.finditer(text):
        letter = token[0]
        if letter == ",":
            if opened[-1] == "{":
                key_next = True
            else:
                last = where[-1]
                where[-1] = last + 1 if isinstance(last, int) else 0
        elif letter in "]}":
            opened.pop()
            where.pop()
            key_next = False
        elif key_next:
            where[-1] = json.loads(letter)
            key_next = False
            yield token.start(), tuple(where), True
        elif letter != ":":
            yield token.start(), tuple(where), False
            if letter in "[{":
                opened.append(letter)
                where.append(0 if letter == "[" else "")
                key_next = letter == "{"


# -- the values ------------------------------------------------------------------------------------------


def _match(record: Json) -> Match:
    """The match from a parsed JSON value."""
    fields = _object(record, (), _FIELDS, _FIELDS)
    if fields["saltus"] != VERSION:
        version = Phrase("record.version", "version {number}", number=VERSION)
        raise _Wrong(("saltus",), expected(version, _show(fields["saltus"])))
    key = _text(fields["game"], ("game",))
    if key not in keys():
        raise _Wrong(("game",), expected(one_of(", ".join(keys())), shown(key)))
    game = load(key)
    options = _object(fields["options"], ("options",))
    with _Blame("options"):
        game = load(game.key, {name: _truth(value, ("options", name)) for name, value in options.items()})
    match = _started(game, fields)
    for name, value in _object(fields["tags"], ("tags",)).items():
        with _Blame("tags", name, key=True):
            check_name(name)
        with _Blame("tags", name):
            match.tags[name] = check_value(_text(value, ("tags", name)))
    nodes = _list(fields["nodes"], ("nodes",))
    if not nodes:
        raise _Wrong(("nodes",), Phrase("record.root", "expected at least the root"))
    turns = [_add(match, number, turn) for number, turn in enumerate(nodes)]
    for number, turn in enumerate(turns):
        _finish(match, number, turn)
    explain(match)
    _stand(match, fields)
    return match


def _started(game: Game, fields: dict[str, Json]) -> Match:
    """The match before its first turn."""
    rows = [_text(row, ("rows", number)) for number, row in enumerate(_list(fields["rows"], ("rows",)))]
    side = _side(fields["side"], ("side",))
    with _Blame("rows"):
        position = game.position(rows, side)
    clock = None
    if fields["clock"] is not None:
        names = ("initial", "increment")
        control = _object(fields["clock"], ("clock",), names, names)
        clock = TimeControl(*(_number(control[name], ("clock", name)) for name in names))
        with _Blame("clock"):
            Tree(game, position, clock)
    if fields["setup"] is None and fields["seed"] is None:
        return Match(game, position=position, clock=clock)
    setup = _text(fields["setup"], ("setup",))
    seed = None if fields["seed"] is None else _whole(fields["seed"], ("seed",))
    if all(setup != known.key for known in game.setups):
        known = ", ".join(one.key for one in game.setups)
        raise _Wrong(("setup",), expected(Phrase("record.set-ups", "a set-up of {known}", known=known), shown(setup)))
    with _Blame("seed"):
        match = Match(game, setup, seed, clock=clock)
    if match.seed != seed:
        raise _Wrong(("seed",), Phrase("record.seed", "expected the seed of the set-up {setup}", setup=setup))
    if match.start != position:
        template = "these are not the rows of the set-up {setup} with seed {seed}"
        raise _Wrong(("rows",), Phrase("record.set-up", template, setup=setup, seed=str(seed)))
    return match


def _add(match: Match, number: int, turn: Json) -> dict[str, Json]:
    """Replay one turn. Returns its fields."""
    where: Where = ("nodes", number)
    known = ["spent", "comment", "glyphs", "sgf", "ending", "main"]
    if number == 0:
        return _object(turn, where, known[1:])
    fields = _object(turn, where, ["parent", "path", *known], ["parent", "path"])
    parent = _whole(fields["parent"], (*where, "parent"))
    if not 0 <= parent < number:
        earlier = Phrase("record.earlier", "the index of an earlier node, 0 to {last}", last=number - 1)
        raise _Wrong((*where, "parent"), expected(earlier, parent))
    path = [_text(name, (*where, "path", step)) for step, name in enumerate(_list(fields["path"], (*where, "path")))]
    with _Blame(*where, "spent"):
        spent = fields.get("spent", 0.0)
        if spent is not None:
            spent = seconds(_number(spent, (*where, "spent")), TIME_SPENT)
    before = len(match.nodes)
    with _Blame(*where, "path"):
        match.tree.add(match.nodes[parent], path, spent)
    if len(match.nodes) == before:
        raise _Wrong(where, Phrase("record.again", "this move is already there"))
    return fields


def _finish(match: Match, number: int, fields: dict[str, Json]) -> None:
    """Set the notes of a node, its ending, and its main child."""
    where: Where = ("nodes", number)
    node = match.nodes[number]
    node.comment = _text(fields.get("comment", ""), (*where, "comment"))
    glyphs = _list(fields.get("glyphs", []), (*where, "glyphs"))
    node.glyphs = tuple(_whole(glyph, (*where, "glyphs", place)) for place, glyph in enumerate(glyphs))
    for glyph in node.glyphs:
        if not 0 <= glyph <= 255:
            raise _Wrong((*where, "glyphs"), expected(glyphs_to("0", "255"), glyph))
    if "sgf" in fields:
        from saltus.records.sgf_tokens import PROPERTIES

        node.sgf = _text(fields["sgf"], (*where, "sgf"))
        if not PROPERTIES.fullmatch(node.sgf):
            like = Phrase("record.properties", "properties of SGF like {like}", like="BL[299.5]")
            raise _Wrong((*where, "sgf"), expected(like, shown(node.sgf)))
    main = node.main
    if "ending" in fields:
        names = ("reason", "winner")
        ending = _object(fields["ending"], (*where, "ending"), names, names)
        winner = ending["winner"]
        side = None if winner is None else _side(winner, (*where, "ending", "winner"))
        with _Blame(*where, "ending"):
            match.tree.close(node, _text(ending["reason"], (*where, "ending", "reason")), side)
    if "main" in fields:
        chosen = fields["main"]
        main = next((child for child in node.children if child.id == chosen and chosen is not True), None)
        if (main is None) != (chosen is None) or (chosen is None and node.ending is None):
            child = Phrase("record.child", "one of its children")
            raise _Wrong((*where, "main"), expected(child, _show(chosen)))
    node.main = main


def _stand(match: Match, fields: dict[str, Json]) -> None:
    """Restore the current node, the line and the draw offer."""
    place = _whole(fields["node"], ("node",))
    through = _whole(fields["through"], ("through",))
    ended = _truth(fields["ended"], ("ended",))
    with _Blame("node"):
        match.goto(place, ended=ended)
    if match.ended != ended:
        template = "expected false: node {node} has no ending"
        raise _Wrong(("ended",), Phrase("record.unended", template, node=place))
    with _Blame("through"):
        match.goto(place, through, ended)
    if fields["offer"] is not None:
        with _Blame("offer"):
            match.offer_draw(_side(fields["offer"], ("offer",)))


# -- type checks -----------------------------------------------------------------------------------------


def _show(value: Json) -> str:
    return shown(json.dumps(value))


def _object(
    value: Json,
    where: Where,
    known: list[str] | tuple[str, ...] | None = None,
    needed: list[str] | tuple[str, ...] = (),
) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise _Wrong(where, expected(Phrase("record.object", "an object"), _show(value)))
    for name in value if known is not None else ():
        if name not in (known or ()):
            raise _Wrong((*where, name), expected(one_of(", ".join(known or ())), shown(name)), key=True)
    for name in needed:
        if name not in value:
            raise _Wrong(where, Phrase("record.missing", "expected a field {name}", name=repr(name)))
    return value


def _list(value: Json, where: Where) -> list[Json]:
    if not isinstance(value, list):
        raise _Wrong(where, expected(Phrase("record.list", "a list"), _show(value)))
    return value


def _text(value: Json, where: Where) -> str:
    if not isinstance(value, str):
        raise _Wrong(where, expected(Phrase("record.text", "a text"), _show(value)))
    return value


def _side(value: Json, where: Where) -> Side:
    for side in SIDES:
        if side == value:
            return side
    raise _Wrong(where, expected(Several(f'"{side}"' for side in SIDES), _show(value)))


def _truth(value: Json, where: Where) -> bool:
    if not isinstance(value, bool):
        raise _Wrong(where, expected(Several(("true", "false")), _show(value)))
    return value


def _whole(value: Json, where: Where) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _Wrong(where, expected(Phrase("record.whole", "a whole number"), _show(value)))
    return value


def _number(value: Json, where: Where) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Wrong(where, expected(Phrase("record.number", "a number"), _show(value)))
    return value

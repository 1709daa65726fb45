"""Whole games as SGF, the Smart Game Format FF[4], for the Lines of Action family (GM[9]).

Sources: the SGF specification FF[4] by Arno Hollosi, with its page on Lines of Action (GM[9]: points like `b1`, moves
like `b1-b3` and `b1:b3`, Black first by default). The writer produces:

- Colours as on our board. Rock is Lines of Action with colours swapped (White on the first and last rank, White
  first), so the start is always written with `AB`, `AW` and `PL`, and no reader needs a default. A file without them
  is read as the customary start: Black on the first and last rank, Black first.
- The first child of a node is its main line; variations are game trees, as in any SGF.
- `RE` is the result of the main line; `C` a comment; `TE`, `BM`, `IT`, `DO` the annotation glyph of a node with just
  one, if they mean the same (`$1` … `$6`); `PW PB EV RO PC DT` the tags of PDN.
- Private properties, which SGF allows and other programs ignore: `XE[resignation:w]` an ending off the board
  (`XE[resignation:w:on]` if the main line goes on after it), `XN` other glyphs, `XT[name:value]` other tags,
  `XR[name:on]` options that are not the defaults.

The reader also accepts `resign`, `draw` and `time` in place of a move, as in Lines of Action archives: the side
resigned, agreed to a draw, ran out of time. `games` splits a text with several game trees. A draw that was due and
not claimed is a warning in `Match.warnings`. Properties not listed above are ignored.

Clocks and the current position of a match are not stored: `saltus.records.json` keeps everything.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from saltus.core.game import SIDE_NAMES, SIDES, Game, Outcome, Position, Side
from saltus.core.phrase import Phrase, Several
from saltus.games import keys, load, rules
from saltus.match.match import Match
from saltus.match.tree import HISTORY_DRAWS, Node, newly_due, other
from saltus.notation.error import (
    MAX_WARNINGS,
    ONE_GAME,
    THE_END,
    UNCLOSED,
    RecordError,
    RecordWarning,
    bounded,
    ends,
    expected,
    glyphs_to,
    place,
    sentence,
    shown,
    unclaimed,
)
from saltus.notation.position import rows_of, to_move
from saltus.records.tags import Part, check_name, check_value

TAG_PROPERTIES = {"White": "PW", "Black": "PB", "Event": "EV", "Round": "RO", "Site": "PC", "Date": "DT"}
"""The SGF property for each PDN tag; dates have dots in PDN, dashes in SGF."""
PROPERTY_GLYPHS = {("TE", "1"): 1, ("BM", "1"): 2, ("TE", "2"): 3, ("BM", "2"): 4, ("IT", ""): 5, ("DO", ""): 6}
"""The annotation glyph for each SGF move annotation."""

_SPACE = re.compile(r"\s*+")
_NAME = re.compile(r"[A-Z]{1,10}")
_VALUE = re.compile(r"\s*+\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_MOVE = re.compile(r"\s*+([a-z][0-9]++)\s*+[-:]\s*+([a-z][0-9]++)[^a-z0-9]*+", re.IGNORECASE)
_PIECE = re.compile(r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+(?:\]|\\?\Z)|[();]|[^\[();]++", re.DOTALL)
"""Every text is a sequence of these; an unclosed value goes to the end."""
_DATE = re.compile(r"[0-9]{4}([.-])[0-9]{2}\1[0-9]{2}")
_RESULT = re.compile(r"([BW])\+(.*)|(0|Draw)|(\?|Void|)", re.IGNORECASE | re.DOTALL)


# -- writing ---------------------------------------------------------------------------------------------


def write(match: Match) -> str:
    """The match as SGF. Raises ValueError if SGF has no number for its game."""
    if match.game.sgf is None:
        raise ValueError(f"SGF has no number for {match.game.name}")
    words = ["(;", *_root(match)]
    tasks: list[str | Node] = [")", match.tree.root]
    while tasks:
        task = tasks.pop()
        if isinstance(task, str):
            words.append(task)
            continue
        words += [*_turn(task), *_notes(task)]
        if len(task.children) == 1:
            tasks.append(task.children[0])
        else:
            for child in reversed(task.onward):
                tasks += [")", child, "\n("]
    return "".join(words) + "\n"


def _root(match: Match) -> Iterator[str]:
    """The root's properties: the game, the tags, the options, the result and the start."""
    game = match.game
    yield f"FF[4]CA[UTF-8]AP[Saltus]GM[{game.sgf}]SZ[{game.board.files}]\n"
    ours = []
    for name, value in sorted(match.tags.items(), key=lambda tag: [*TAG_PROPERTIES, tag[0]].index(tag[0])):
        dashed = name == "Date" and _DATE.fullmatch(value)
        if name not in TAG_PROPERTIES or (dashed and "-" in value):
            ours.append(f"[{name}:{_escaped(value)}]")
        else:
            yield f"{TAG_PROPERTIES[name]}[{_escaped(value.replace('.', '-') if dashed else value)}]"
    yield from ("XT" * bool(ours), *ours)
    unusual = [option.key for option in game.options if game.chosen[option.key] != option.default]
    yield from ("XR" * bool(unusual), *(f"[{key}:{'on' if game.chosen[key] else 'off'}]" for key in unusual))
    end = match.tree.main_line[-1]
    yield f"RE[{_result(end.outcome or end.ending)}]\n"
    white, black, _, side = match.start
    for name, pieces in (("AW", white), ("AB", black)):
        yield name * bool(pieces) + "".join(f"[{square}]" for square in game.board.names(pieces))
    yield f"PL[{SIDES[side].upper()}]"


def _result(outcome: Outcome | None) -> str:
    """The result as SGF writes it."""
    if outcome is None:
        return "?"
    if outcome.winner is None:
        return "0"
    return f"{outcome.winner.upper()}+" + {"resignation": "R", "flag": "T"}.get(outcome.reason, "")


def _turn(node: Node) -> Iterator[str]:
    """The move that led to a node."""
    if node.parent is not None and node.move is not None:
        text = (":" if node.move.captured else "-").join(node.move.path) or "pass"
        yield f"{'' if node.ply % 10 else chr(10)};{node.parent.side.upper()}[{text}]"


def _notes(node: Node) -> Iterator[str]:
    """The notes and the ending of a node."""
    judgements = [f"{name}[{value}]" for (name, value), glyph in PROPERTY_GLYPHS.items() if node.glyphs == (glyph,)]
    if judgements:
        yield judgements[0]
    elif node.glyphs:
        yield "XN" + "".join(f"[{glyph}]" for glyph in node.glyphs)
    if node.comment:
        yield f"C[{_escaped(node.comment)}]"
    if node.ending is not None:
        on = ":on" if node.main else ""
        yield f"XE[{node.ending.reason}:{node.ending.winner or 'draw'}{on}]"


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\:])", r"\\\1", text)


# -- reading ---------------------------------------------------------------------------------------------


def read(text: str) -> Match:
    """Read the one game in `text`. Raises `RecordError`."""
    return _Reader(bounded(text)).match


class _Value(NamedTuple):
    """The raw value of a property, and its offset."""

    raw: str
    offset: int

    @property
    def text(self) -> str:
        """The value without escapes and soft line breaks, with `\\n` as line end."""
        unified = re.sub(r"\r\n|\n\r|\r", "\n", self.raw)
        return re.sub(r"\\(.)", lambda found: "" if found[1] == "\n" else found[1], unified, flags=re.DOTALL)

    @property
    def line(self) -> str:
        """The value as one line."""
        return " ".join(self.text.split())


ENDINGS = {"resign": "resignation", "draw": "agreement", "time": "flag", "timeout": "flag"}
"""The ending for each word that can replace a move."""

_Properties: TypeAlias = dict[str, list[_Value]]


def games(text: str) -> list[Part]:
    """Split a text into its game trees, each with the text before it; the whole text if there is none.

    The games are not checked; `read` does that.
    """
    found: list[Part] = []
    start = depth = nodes = turns = 0
    main = True
    name = ""
    tags: dict[str, str] = {}
    known = {number: tag for tag, number in {**TAG_PROPERTIES, "Result": "RE", "GM": "GM"}.items()}
    end = 0
    for piece in _PIECE.finditer(text):
        letter = piece[0][0]
        if letter == "[":
            if name in known and nodes == 1 and depth == 1:
                tags.setdefault(known[name], _Value(piece[0][1:].removesuffix("]"), 0).line)
            turns += main and nodes > 1 and name in ("W", "B") and piece[0][1:-1].strip().lower() not in ENDINGS
            name = "" if name in ("W", "B") else name
        elif letter == "(":
            if depth == 0 and end:
                found.append(_part(start, end, tags, turns))
                start, nodes, turns, main, tags = end, 0, 0, True, {}
            depth += 1
        elif letter == ")":
            depth = max(0, depth - 1)
            main = False
            if depth == 0:
                end = piece.end()
        else:
            nodes += letter == ";"
            name = piece[0].strip() or name
    found.append(_part(start, len(text), tags, turns))
    return found


def _part(start: int, end: int, tags: dict[str, str], turns: int) -> Part:
    """One game of a text. Removes `GM` from the tags; `RE` is there as `Result`."""
    number = tags.pop("GM", "1")
    key = next((key for key in keys() if str(rules(key).sgf) == number), None)
    result = _RESULT.fullmatch(tags.get("Result", ""))
    winner: Side | Literal["draw"] | None = None
    if result is not None and result[4] is None:
        winner = next((side for side in SIDES if side == (result[1] or "").lower()), "draw")
    return Part(start, end, key, tags, turns, winner)


class _Reader:
    """Reads one game tree, with an explicit stack because variations can nest to any depth."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.went_on: list[Node] = []
        """Nodes with an ending after which the main line goes on."""
        self.warnings: list[tuple[int, str]] = []
        """Warnings, with their offsets."""
        self.comments: dict[Node, list[str]] = {}
        self.glyphs: dict[Node, list[int]] = {}
        """The notes of the nodes so far. Lists, joined once at the end: a node may have any number of comments."""
        self.result = _Value("", 0)
        start = self.expect(self.skip(1 if text.startswith("\ufeff") else 0), "(")
        properties, offset = self.properties(start)
        for name in ("W", "B"):
            for value in properties.get(name, ()):
                template = "expected the moves in nodes of their own, not {name} in the first"
                raise self.wrong(value.offset, Phrase("record.nodes", template, name=name))
        self.match = self.started(properties, start)
        self.node = self.match.tree.root
        self.notes(properties)
        offset = self.expect(self.body(offset), ")")
        if offset < len(text):
            raise self.wrong(offset, expected(ONE_GAME, self.found(offset)))
        self.finish()

    def body(self, offset: int) -> int:
        """Read everything after the root. Returns the offset of the closing bracket."""
        opened: list[tuple[Node, int]] = []
        while True:
            letter = self.text[offset : offset + 1]
            if letter == "(":
                opened.append((self.node, offset))
                offset = self.expect(offset, "(")
            elif letter == ")" and opened:
                self.node = opened.pop()[0]
                offset = self.expect(offset, ")")
                continue
            elif letter != ";":
                if opened and not letter:
                    raise self.wrong(opened[-1][1], UNCLOSED)
                return offset
            properties, offset = self.properties(offset)
            self.take(properties)

    # -- the text ----------------------------------------------------------------------------------------

    def wrong(self, offset: int, message: str) -> RecordError:
        """The error at an offset of the text."""
        return RecordError.at(self.text, offset, message)

    def found(self, offset: int) -> str:
        """The text at an offset, for an error."""
        return shown(self.text[offset : offset + 40]) if offset < len(self.text) else THE_END

    def skip(self, offset: int) -> int:
        """The offset after spaces."""
        space = _SPACE.match(self.text, offset)
        return space.end() if space else offset

    def expect(self, offset: int, letter: str) -> int:
        """The offset after `letter` and the spaces that follow it."""
        if not self.text.startswith(letter, offset):
            due = Phrase("record.letter", "a {letter}", letter=letter)
            raise self.wrong(offset, expected(due, self.found(offset)))
        return self.skip(offset + 1)

    def properties(self, offset: int) -> tuple[_Properties, int]:
        """The properties of the node that begins here, and the offset after it."""
        offset = self.expect(offset, ";")
        found: _Properties = {}
        while name := _NAME.match(self.text, offset):
            if name[0] in found:
                raise self.wrong(offset, Phrase("record.twice", "{name} is given twice", name=name[0]))
            values = found[name[0]] = []
            offset = name.end()
            while value := _VALUE.match(self.text, offset):
                values.append(_Value(value[1], value.start(1)))
                offset = value.end()
            if not values:
                due = Phrase("record.value", "a value in [ ] after {name}", name=name[0])
                raise self.wrong(offset, expected(due, self.found(offset)))
            offset = self.skip(offset)
        return found, offset

    # -- the root ----------------------------------------------------------------------------------------

    def started(self, properties: _Properties, offset: int) -> Match:
        """Set up the match from the root's properties."""
        game = self.named(properties, offset)
        position = self.position(game, properties, offset)
        match = Match(game) if position == game.start() else Match(game, position=position)
        tags = [
            (name, value.line, value) for name, known in TAG_PROPERTIES.items() for value in properties.get(known, ())
        ]
        for value in properties.get("XT", ()):
            name, _, rest = value.raw.partition(":")
            tags.append((name, value._replace(raw=rest).line, value))
        for name, line, value in tags:
            if name == "Date" and value.raw == line and _DATE.fullmatch(line):
                line = line.replace("-", ".")
            try:
                if line:
                    match.tags[check_name(name)] = check_value(line)
            except ValueError as error:
                raise self.wrong(value.offset, sentence(error)) from error
        self.result = properties.get("RE", [self.result])[0]
        return match

    def named(self, properties: _Properties, offset: int) -> Game:
        """The game from `GM`, with the options from `XR`."""
        known = {str(rules(key).sgf): key for key in keys() if rules(key).sgf is not None}
        listed = Several(f"GM[{number}] ({rules(key).name})" for number, key in sorted(known.items()))
        (kind, *_) = properties.get("GM", [_Value("1", offset)])
        if kind.line not in known:
            raise self.wrong(kind.offset, expected(listed, f"GM[{kind.line[:20]}]"))
        options = {}
        for value in properties.get("XR", ()):
            key, _, chosen = value.line.partition(":")
            if chosen not in ("on", "off"):
                like = Phrase("record.option", "an option like {like}", like="name:on")
                raise self.wrong(value.offset, expected(like, shown(value.line)))
            options[key] = chosen == "on"
        try:
            game = load(known[kind.line], options)
        except ValueError as error:
            raise self.wrong(properties["XR"][0].offset, sentence(error)) from error
        files, ranks = game.board.files, game.board.ranks
        for size in properties.get("SZ", ()):
            if size.line not in (f"{files}:{ranks}", str(files) if files == ranks else ""):
                board = Phrase("record.board", "a board of {size}", size=f"{files}:{ranks}")
                raise self.wrong(size.offset, expected(board, shown(size.line)))
        return game

    def position(self, game: Game, properties: _Properties, offset: int) -> Position:
        """The starting position: from `AB` and `AW`, else the customary start."""
        board = game.board
        letters = dict.fromkeys(board.squares, ".")
        for name, letter in (("AW", "w"), ("AB", "b")):
            for value in properties.get(name, ()):
                for square in self.squares(game, value):
                    if letters[square] != ".":
                        there = Phrase("record.occupied", "there is already a piece on {square}", square=square)
                        raise self.wrong(value.offset, there)
                    letters[square] = letter
        rows = ["".join(letters[name] for name in row) for row in rows_of(board)]
        if "AW" not in properties and "AB" not in properties:
            for value in properties.get("SU", ()):
                if value.line.lower() not in ("", "standard"):
                    raise self.wrong(
                        value.offset, Phrase("record.standard", "expected the standard set-up, or AB and AW")
                    )
            rows = [row.translate(str.maketrans("wb", "bw")) for row in game.rows(game.start())]
        (player, *_) = properties.get("PL", [_Value("B", offset)])
        side = {"w": "w", "white": "w", "b": "b", "black": "b"}.get(player.line.lower())
        if side is None:
            raise self.wrong(player.offset, expected(to_move("BW"), shown(player.line)))
        try:
            return game.position(rows, side)
        except ValueError as error:
            (value, *_) = properties.get("AW", properties.get("AB", [player]))
            raise self.wrong(value.offset, sentence(error)) from error

    def squares(self, game: Game, value: _Value) -> list[str]:
        """A point, or a rectangle of points given by two corners."""
        board = game.board
        names = [name.strip().lower() for name in value.text.split(":")]
        if not 1 <= len(names) <= 2 or any(name not in board.bit for name in names):
            point = Phrase("record.point", "a point like a1, or two like a2:a7")
            raise self.wrong(value.offset, expected(point, shown(value.text)))
        files = sorted(board.file_of(name) for name in (names[0], names[-1]))
        ranks = sorted(board.rank_of(name) for name in (names[0], names[-1]))
        return [
            name
            for name in board.squares
            if files[0] <= board.file_of(name) <= files[1] and ranks[0] <= board.rank_of(name) <= ranks[1]
        ]

    # -- the nodes ---------------------------------------------------------------------------------------

    def take(self, properties: _Properties) -> None:
        """Read a node after the root: its move and its notes."""
        for name in ("AB", "AW", "AE", "PL"):
            for value in properties.get(name, ()):
                raise self.wrong(
                    value.offset, Phrase("record.root-only", "expected {name} in the first node only", name=name)
                )
        for letter, side in (("W", SIDES[0]), ("B", SIDES[1])):
            for value in properties.get(letter, ()):
                self.move(side, value)
        self.notes(properties)

    def notes(self, properties: _Properties) -> None:
        """Read the notes on the last move."""
        for value in properties.get("C", ()):
            self.comments.setdefault(self.node, []).append(value.text)
        for (name, judgement), glyph in PROPERTY_GLYPHS.items():
            for value in properties.get(name, ()):
                if value.line == judgement:
                    self.glyphs.setdefault(self.node, []).append(glyph)
        for value in properties.get("XN", ()):
            if not value.line.isdecimal() or not value.line.isascii() or int(value.line[:9]) > 255:
                raise self.wrong(value.offset, expected(glyphs_to("0", "255"), shown(value.line)))
            self.glyphs.setdefault(self.node, []).append(int(value.line))
        for value in properties.get("XE", ()):
            self.ending(value)

    def move(self, side: Side, value: _Value) -> None:
        """Read a move of a side, or a word for an ending in its place."""
        text = value.line
        if text.lower() in ENDINGS:
            reason = ENDINGS[text.lower()]
            self.close(self.node, reason, None if reason == "agreement" else other(side), value)
            return
        if side != self.node.side:
            turn = Phrase("record.turn", "expected a move of {side}", side=SIDE_NAMES[self.node.side])
            raise self.wrong(value.offset, turn)
        squares = _MOVE.fullmatch(text)
        due = newly_due(self.node)
        try:
            self.node = self.match.tree.add(self.node, "-".join(squares.groups()) if squares else text)
        except ValueError as error:
            raise self.wrong(value.offset, sentence(error)) from error
        if due is not None:
            self.warnings.append((value.offset, unclaimed(due)))

    def ending(self, value: _Value) -> None:
        """Read an ending off the board."""
        reason, _, rest = value.line.partition(":")
        winner, _, on = rest.partition(":")
        if winner not in ("w", "b", "draw") or on not in ("", "on"):
            like = Phrase("record.ending", "an ending like {like}", like="resignation:w")
            raise self.wrong(value.offset, expected(like, shown(value.line)))
        self.close(self.node, reason, next((side for side in SIDES if side == winner), None), value)
        if on:
            self.went_on.append(self.node)

    def close(self, node: Node, reason: str, winner: Side | None, value: _Value) -> None:
        """End the game off the board."""
        try:
            self.match.tree.close(node, reason, winner)
        except ValueError as error:
            raise self.wrong(value.offset, sentence(error)) from error

    def finish(self) -> None:
        """Check the result, and go to the end of the main line."""
        for node in self.went_on:
            node.main = node.children[0] if node.children else None
        for node, comments in self.comments.items():
            # Empty comments at the start add no lines.
            node.comment = "\n".join(comments).lstrip("\n") if not comments[0] else "\n".join(comments)
        for node, glyphs in self.glyphs.items():
            node.glyphs = tuple(glyphs)
        end = self.match.tree.main_line[-1]
        result = _RESULT.fullmatch(self.result.line)
        if result is None:
            like = Phrase("record.results", "a result like {like}", like=Several(("W+R", "B+T", "0", "?")))
            raise self.wrong(self.result.offset, expected(like, shown(self.result.line)))
        winner = next((side for side in SIDES if side == (result[1] or "").lower()), None)
        outcome = end.outcome or end.ending
        if result[4] is None:
            if outcome is not None and outcome.reason in HISTORY_DRAWS and winner is not None:
                if newly_due(end):
                    self.warnings.append((self.result.offset, unclaimed(outcome)))
                outcome = None
            if outcome is None:
                how = (
                    "flag" if (result[2] or "").lower() in ("t", "time") else "resignation" if winner else "agreement"
                )
                self.close(end, how, winner, self.result)
            elif outcome.winner != winner:
                raise self.wrong(self.result.offset, ends(_result(outcome), outcome))
        self.match.warnings = [
            RecordWarning(message, *place(self.text, offset)) for offset, message in self.warnings[:MAX_WARNINGS]
        ]
        self.match.goto(end.id)

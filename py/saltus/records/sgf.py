"""Whole games as SGF, the Smart Game Format FF[4], for the Lines of Action family (GM[9]).

Sources: the SGF specification FF[4] by Arno Hollosi, with its page on Lines of Action (GM[9]: points like `b1`, moves
like `b1-b3` and `b1:b3`, Black first by default). What is written here:

- Colours are those of our board. Rock is Lines of Action with the colours exchanged (White on the first and last
  rank, White first), so the start is always spelt out with `AB`, `AW` and `PL`, and no reader needs a default. A file
  without them is read as the customary start: Black on the first and last rank, Black first.
- The first child of a node is its main line, variations are game trees, as SGF has them.
- `RE` is the result of the main line; `C` comments; `TE`, `BM`, `IT`, `DO` a node's one annotation glyph where they
  mean the same (`$1` … `$6`); `PW PB EV RO PC DT` the tags of PDN.
- Private properties, which SGF allows and other programs pass over: `XE[resignation:w]` an ending off the board
  (`XE[resignation:w:on]` where the main line goes on nevertheless), `XN` other glyphs, `XT[name:value]` other tags,
  `XR[name:on]` options that are not as usual.

Read besides: `resign`, `draw` and `time` in the place of a move, as archives of Lines of Action have them: the side
gave up, agreed to a draw, ran out of time. A text with several game trees is taken apart by `games`. What the record
leaves open is told by `Match.warnings`: a draw that was due and not claimed.

SGF keeps neither clocks nor where a match stands here: `json` keeps everything. Properties that are not named above
are passed over.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from saltus.core.game import SIDE_NAMES, SIDES, Game, Outcome, Position, Side
from saltus.core.phrase import Phrase, Several
from saltus.games import keys, load, rules
from saltus.match.match import Match
from saltus.match.tree import FROM_THE_PAST, Node, newly_due, other
from saltus.notation.error import (
    MOST_WARNINGS,
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

TAGS = {"White": "PW", "Black": "PB", "Event": "EV", "Round": "RO", "Site": "PC", "Date": "DT"}
"""A tag of PDN, and the SGF property that means the same; a date has dots there, dashes here."""
GLYPHS = {("TE", "1"): 1, ("BM", "1"): 2, ("TE", "2"): 3, ("BM", "2"): 4, ("IT", ""): 5, ("DO", ""): 6}
"""An SGF judgement of a move, and the annotation glyph that means the same."""

_SPACE = re.compile(r"\s*+")
_NAME = re.compile(r"[A-Z]{1,10}")
_VALUE = re.compile(r"\s*+\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_MOVE = re.compile(r"\s*+([a-z][0-9]++)\s*+[-:]\s*+([a-z][0-9]++)[^a-z0-9]*+", re.IGNORECASE)
_PIECE = re.compile(r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+(?:\]|\\?\Z)|[();]|[^\[();]++", re.DOTALL)
"""Every text is a row of these; a value that is not closed is one to the end."""
_DATE = re.compile(r"[0-9]{4}([.-])[0-9]{2}\1[0-9]{2}")
_RESULT = re.compile(r"([BW])\+(.*)|(0|Draw)|(\?|Void|)", re.IGNORECASE | re.DOTALL)


# -- writing ---------------------------------------------------------------------------------------------


def write(match: Match) -> str:
    """The match as SGF. Raises ValueError where SGF has no number for its game."""
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
    """The properties of the root that say what is played, and from where."""
    game = match.game
    yield f"FF[4]CA[UTF-8]AP[Saltus]GM[{game.sgf}]SZ[{game.board.files}]\n"
    ours = []
    for name, value in sorted(match.tags.items(), key=lambda tag: [*TAGS, tag[0]].index(tag[0])):
        dashed = name == "Date" and _DATE.fullmatch(value)
        if name not in TAGS or (dashed and "-" in value):
            ours.append(f"[{name}:{_escaped(value)}]")
        else:
            yield f"{TAGS[name]}[{_escaped(value.replace('.', '-') if dashed else value)}]"
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
    """The result in SGF's words."""
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
    """What is said about a node."""
    judgements = [f"{name}[{value}]" for (name, value), glyph in GLYPHS.items() if node.glyphs == (glyph,)]
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
    """The one game that `text` holds. Raises `RecordError`."""
    return _Reader(bounded(text)).match


class _Value(NamedTuple):
    """The value of a property, as it stands in the text, and where it begins."""

    raw: str
    offset: int

    @property
    def text(self) -> str:
        """The value without the escapes, its line ends as Python's, soft line breaks removed."""
        unified = re.sub(r"\r\n|\n\r|\r", "\n", self.raw)
        return re.sub(r"\\(.)", lambda found: "" if found[1] == "\n" else found[1], unified, flags=re.DOTALL)

    @property
    def line(self) -> str:
        """The value as one line."""
        return " ".join(self.text.split())


ENDINGS = {"resign": "resignation", "draw": "agreement", "time": "flag", "timeout": "flag"}
"""Words in the place of a move, and how the game ended."""

_Properties: TypeAlias = dict[str, list[_Value]]


def games(text: str) -> list[Part]:
    """The games of a text: its game trees, with what stands between them; the whole where there is none.

    Whether any of them can be read is for `read` to find out.
    """
    found: list[Part] = []
    start = depth = nodes = turns = 0
    main = True
    name = ""
    tags: dict[str, str] = {}
    known = {number: tag for tag, number in {**TAGS, "Result": "RE", "GM": "GM"}.items()}
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
    """One of the games of a text. What `GM` and `RE` say is taken out of the tags or stays there as `Result`."""
    number = tags.pop("GM", "1")
    key = next((key for key in keys() if str(rules(key).sgf) == number), None)
    result = _RESULT.fullmatch(tags.get("Result", ""))
    winner = None
    if result is not None and result[4] is None:
        winner = result[1].lower() if result[1] else "draw"
    return Part(start, end, key, tags, turns, winner)


class _Reader:
    """One game tree, read with a stack of its own: variations nest as they like."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.went_on: list[Node] = []
        """Nodes with an ending, after which the main line goes on."""
        self.warnings: list[tuple[int, str]] = []
        """What to tell about a text that can be read, and the places of it."""
        self.comments: dict[Node, list[str]] = {}
        self.glyphs: dict[Node, list[int]] = {}
        """What is said of the nodes so far. Lists, to be joined once: a node may have any number of comments."""
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
        """Read what follows the root; returns where the last bracket closes it."""
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
        """An error at a place of the text."""
        return RecordError.at(self.text, offset, message)

    def found(self, offset: int) -> str:
        """What stands there, for an error."""
        return shown(self.text[offset : offset + 40]) if offset < len(self.text) else THE_END

    def skip(self, offset: int) -> int:
        """Where the text goes on after spaces."""
        space = _SPACE.match(self.text, offset)
        return space.end() if space else offset

    def expect(self, offset: int, letter: str) -> int:
        """Where the text goes on after `letter` and the spaces that follow it."""
        if not self.text.startswith(letter, offset):
            due = Phrase("record.letter", "a {letter}", letter=letter)
            raise self.wrong(offset, expected(due, self.found(offset)))
        return self.skip(offset + 1)

    def properties(self, offset: int) -> tuple[_Properties, int]:
        """The properties of the node that begins here, and where the text goes on."""
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
        """The match that the properties of the root describe."""
        game = self.named(properties, offset)
        position = self.position(game, properties, offset)
        match = Match(game) if position == game.start() else Match(game, position=position)
        tags = [(name, value.line, value) for name, known in TAGS.items() for value in properties.get(known, ())]
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
        """The game of `GM`, with the options of `XR`."""
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
        """The first position: what `AB` and `AW` put up, else the customary start."""
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
        """The next node, after the root: its move, and what is said about it."""
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
        """What is said about the last move."""
        for value in properties.get("C", ()):
            self.comments.setdefault(self.node, []).append(value.text)
        for (name, judgement), glyph in GLYPHS.items():
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
        """A move of a side, or a word for how the game ended instead."""
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
        """An ending off the board."""
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
            # An empty comment adds no line where none is there yet.
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
            if outcome is not None and outcome.reason in FROM_THE_PAST and winner is not None:
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
            RecordWarning(message, *place(self.text, offset)) for offset, message in self.warnings[:MOST_WARNINGS]
        ]
        self.match.goto(end.id)

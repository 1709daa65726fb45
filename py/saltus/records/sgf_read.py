"""Reads SGF. `saltus.records.sgf` describes the format."""

import re

from saltus.core.game import SIDE_NAMES, SIDES, Game, Position, Side
from saltus.core.phrase import Phrase, Several
from saltus.games import keys, load, rules
from saltus.match.match import Match
from saltus.match.tree import HISTORY_DRAWS, Node, newly_due, other
from saltus.notation.error import (
    MAX_WARNINGS,
    ONE_GAME,
    UNCLOSED,
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
from saltus.notation.fen import to_move
from saltus.notation.position import rows_of
from saltus.records.sgf_tokens import (
    DATE,
    ENDINGS,
    PROPERTY_GLYPHS,
    RESULT,
    TAG_PROPERTIES,
    Properties,
    Scanner,
    Value,
)
from saltus.records.sgf_write import result_text
from saltus.records.tags import check_name, check_value

_MOVE = re.compile(r"\s*+([a-z][0-9]++)\s*+[-:]\s*+([a-z][0-9]++)[^a-z0-9]*+", re.IGNORECASE)


def read(text: str) -> Match:
    """Read the one game in `text`. Raises `RecordError`."""
    return _Reader(bounded(text)).match


class _Reader(Scanner):
    """Reads one game tree, with an explicit stack because variations can nest to any depth."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.went_on: list[Node] = []
        """Nodes with an ending after which the main line goes on."""
        self.warnings: list[tuple[int, str]] = []
        """Warnings, with their offsets."""
        self.comments: dict[Node, list[str]] = {}
        self.glyphs: dict[Node, list[int]] = {}
        """The notes of the nodes so far. Lists, joined once at the end: a node may have any number of comments."""
        self.result = Value("", 0)
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

    # -- the root ----------------------------------------------------------------------------------------

    def started(self, properties: Properties, offset: int) -> Match:
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
            if name == "Date" and value.raw == line and DATE.fullmatch(line):
                line = line.replace("-", ".")
            try:
                if line:
                    match.tags[check_name(name)] = check_value(line)
            except ValueError as error:
                raise self.wrong(value.offset, sentence(error)) from error
        self.result = properties.get("RE", [self.result])[0]
        return match

    def named(self, properties: Properties, offset: int) -> Game:
        """The game from `GM`, with the options from `XR`."""
        known = {str(rules(key).sgf): key for key in keys() if rules(key).sgf is not None}
        listed = Several(f"GM[{number}] ({rules(key).name})" for number, key in sorted(known.items()))
        (kind, *_) = properties.get("GM", [Value("1", offset)])
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

    def position(self, game: Game, properties: Properties, offset: int) -> Position:
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
        (player, *_) = properties.get("PL", [Value("B", offset)])
        side = {"w": "w", "white": "w", "b": "b", "black": "b"}.get(player.line.lower())
        if side is None:
            raise self.wrong(player.offset, expected(to_move("BW"), shown(player.line)))
        try:
            return game.position(rows, side)
        except ValueError as error:
            (value, *_) = properties.get("AW", properties.get("AB", [player]))
            raise self.wrong(value.offset, sentence(error)) from error

    def squares(self, game: Game, value: Value) -> list[str]:
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

    def take(self, properties: Properties) -> None:
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

    def notes(self, properties: Properties) -> None:
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

    def move(self, side: Side, value: Value) -> None:
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

    def ending(self, value: Value) -> None:
        """Read an ending off the board."""
        reason, _, rest = value.line.partition(":")
        winner, _, on = rest.partition(":")
        if winner not in ("w", "b", "draw") or on not in ("", "on"):
            like = Phrase("record.ending", "an ending like {like}", like="resignation:w")
            raise self.wrong(value.offset, expected(like, shown(value.line)))
        self.close(self.node, reason, next((side for side in SIDES if side == winner), None), value)
        if on:
            self.went_on.append(self.node)

    def close(self, node: Node, reason: str, winner: Side | None, value: Value) -> None:
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
        result = RESULT.fullmatch(self.result.line)
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
                raise self.wrong(self.result.offset, ends(result_text(outcome), outcome))
        self.match.warnings = [
            RecordWarning(message, *place(self.text, offset)) for offset, message in self.warnings[:MAX_WARNINGS]
        ]
        self.match.goto(end.id)

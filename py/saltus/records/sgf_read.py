"""Reads SGF. `saltus.records.sgf` describes the format."""

import re

from saltus.core.board import every_square
from saltus.core.game import SIDE_NAMES, SIDES, Game, Position, Side, game_name
from saltus.core.phrase import Phrase, Several
from saltus.games import keys, load, rules
from saltus.match.endings import HISTORY_DRAWS, RECORDED
from saltus.match.match import TERMINATION, Match
from saltus.match.tree import Node, newly_due, other
from saltus.notation.error import (
    ONE_GAME,
    UNCLOSED,
    ErrorsAt,
    bounded,
    expected,
    glyphs_to,
    shown,
    unclaimed_draw,
    with_places,
)
from saltus.notation.fen import to_move
from saltus.records import sgf_tokens as sgf
from saltus.records.pdn_games import numbered
from saltus.records.results import in_words, reason_of
from saltus.records.sgf_tokens import Properties, Scanner, Value
from saltus.records.tags import MAX_TAG_CHARS, check_name, check_value, keep_termination, option_of, termination_of
from saltus.records.words import one_line

_SWAPPED = str.maketrans("wb", "bw")  # Lines of Action is Rock with the colours swapped.
_MOVE = re.compile(r"\s*+([a-z][0-9]++)\s*+[-:]\s*+([a-z][0-9]++)[^a-z0-9]*+", re.IGNORECASE)


def read(text: str, game: Game | None = None) -> Match:
    """Read the one game in `text`; `game` is used if the text does not name it. Raises `RecordError`."""
    return _Reader(bounded(text), game).match


class _Reader(Scanner):
    """Reads one game tree, with an explicit stack because variations can nest to any depth."""

    def __init__(self, text: str, asked: Game | None) -> None:
        super().__init__(text)
        self.asked = asked
        self.went_on: list[Node] = []  # Nodes with an ending off the board after which the main line goes on.
        self.comments: dict[Node, list[str]] = {}
        self.glyphs: dict[Node, list[int]] = {}
        """The notes of the nodes: lists, joined once at the end, as a node may have many comments."""
        self.kept: dict[Node, dict[str, list[str]]] = {}  # Properties that mean nothing to a match, by name.
        self.result = Value("", 0)
        start = self.first_node()
        properties, offset = self.properties(start)
        self.opening = [properties]  # The nodes of the main line before its first move.
        self.moves_from = offset if is_move(properties) else self.before_moves(offset)
        self.match = self.started(properties, start)
        self.node = self.match.tree.root
        for name in ("W", "B"):
            for value in properties.get(name, ()):
                self.warn(value.offset, Phrase("record.nodes", name=name))
        self.take(properties)
        self.after_moves(self.body(offset))
        self.finish()

    def first_node(self) -> int:
        """The offset of the first node, after the `(` of the game."""
        begin = sgf.BEGIN.search(self.text)
        if begin is None:
            start = self.skip(self.text.startswith("\ufeff"))
            raise self.wrong(start, expected(Phrase("record.letter", letter="(;"), self.found(start)))
        self.leave_out(0, begin.start())
        start = self.skip(begin.start())
        if not self.text.startswith("(", start):
            self.warn_missing(start, "(")
            return start
        return self.skip(start + 1)

    def after_moves(self, offset: int) -> None:
        """Check what follows the moves, from an offset on."""
        if self.text.startswith(")", offset):
            offset = self.skip(offset + 1)
        else:
            self.warn_missing(offset, ")")
        if following := sgf.BEGIN.search(self.text, offset):
            raise self.wrong(self.skip(following.start()), expected(ONE_GAME, self.found(following.start())))
        self.leave_out(offset, len(self.text))

    def body(self, offset: int) -> int:
        """Read everything after the root. Returns the offset of the closing bracket, or of the end without one."""
        opened: list[tuple[Node, int]] = []
        while letter := self.text[offset : offset + 1]:
            if letter == "(":
                if sgf.ROOT.match(self.text, offset):
                    break
                opened.append((self.node, offset))
                offset = self.skip(offset + 1)
            elif letter == ")":
                if not opened:
                    return offset
                self.node = opened.pop()[0]
                offset = self.skip(offset + 1)
            else:
                properties, offset = self.properties(offset)
                self.take(properties)
        if opened:
            self.warn(opened[-1][1], UNCLOSED)
        return offset

    def before_moves(self, offset: int) -> int:
        """Collect the nodes from an offset on, up to the first move of the main line. Returns the offset of that."""
        told = len(self.warnings)
        while (letter := self.text[offset : offset + 1]) and letter != ")":
            if letter == "(":
                offset = self.skip(offset + 1)
                continue
            properties, after = self.properties(offset)
            if is_move(properties):
                break
            self.opening.append(properties)
            offset = after
        del self.warnings[told:]  # These nodes are read again with the moves.
        return offset

    def started(self, properties: Properties, offset: int) -> Match:
        """Set up the match from the root's properties."""
        game = self.named(properties, offset)
        position = self.position(game, offset)
        match = Match(game) if position == game.start() else Match(game, position=position)
        found = [(name, value) for name, known in sgf.TAG_PROPERTIES.items() for value in properties.get(known, ())]
        tags = [(name, value.line, value) for name, value in found]
        for value in properties.get("XT", ()):
            name, _, rest = value.raw.partition(":")
            tags.append((name, value._replace(raw=rest).line, value))
        for name, line, value in tags:
            if name == "Date" and value.raw == line and sgf.DATE.fullmatch(line):
                line = line.replace("-", ".")
            with ErrorsAt(self.text, value.offset):
                if line:
                    match.tags.setdefault(check_name(name), check_value(line))
        self.result = properties.get("RE", [self.result])[0]
        return match

    def named(self, properties: Properties, offset: int) -> Game:
        """The game from `GM`, with the options from `XR`."""
        known = {str(rules(key).sgf): key for key in keys() if rules(key).sgf is not None}
        listed = Several(numbered(f"GM[{number}]", rules(key)) for number, key in sorted(known.items()))
        if kinds := list(filter(has_text, properties.get("GM", ()))):
            kind = kinds[0]
            if kind.line not in known:
                raise self.wrong(kind.offset, expected(listed, f"GM[{kind.line[:20]}]"))
            key = known[kind.line]
        elif self.asked is None:
            raise self.wrong(offset, Phrase("record.sgf-which", listed=listed))
        elif self.asked.sgf is None:
            raise self.wrong(offset, Phrase("record.not-sgf", game=game_name(self.asked), listed=listed))
        else:
            key = self.asked.key
        options = {} if self.asked is None or self.asked.key != key else dict(self.asked.chosen)
        for value in properties.get("XR", ()):
            with ErrorsAt(self.text, value.offset):
                options.update([option_of(value.line, ":")])
        with ErrorsAt(self.text, properties.get("XR", [self.result])[0].offset):
            game = load(key, options)
        files, ranks = game.board.files, game.board.ranks
        for size in filter(has_text, properties.get("SZ", ())):
            if size.line not in (f"{files}:{ranks}", str(files) if files == ranks else ""):
                board = Phrase("record.board", size=f"{files}:{ranks}")
                raise self.wrong(size.offset, expected(board, shown(size.line)))
        return game

    def position(self, game: Game, offset: int) -> Position:
        """The starting position, as the nodes before the first move set it up, else the customary start."""
        board = game.board
        if any("AE" not in node and ("AB" in node or "AW" in node) for node in self.setting_up()[:1]):
            letters = dict.fromkeys(board.squares, ".")
        else:
            rows = (row.translate(_SWAPPED) for row in game.rows(game.start()))
            letters = dict(zip(every_square(board.files, board.ranks), "".join(rows), strict=True))
        for node in self.setting_up():
            placed = set[str]()
            for name, letter in (("AE", "."), ("AW", "w"), ("AB", "b")):
                for value in filter(has_text, node.get(name, ())):
                    for square in self.squares(game, value):
                        if square in placed and letter != letters[square] and letters[square] != ".":
                            raise self.wrong(value.offset, Phrase("record.occupied", square=square))
                        letters[square] = letter
                        placed.add(square)
        for value in (value for node in self.opening for value in node.get("SU", ())):
            if value.line.lower() not in ("", "standard") and not self.setting_up():
                raise self.wrong(value.offset, Phrase("record.standard"))
        sides = [value for node in self.opening for value in node.get("PL", ()) if has_text(value)]
        (*_, player) = [Value("B", offset), *sides]
        side = self.side(player)
        values = [value for node in self.setting_up() for name in ("AW", "AB") for value in node.get(name, ())]
        with ErrorsAt(self.text, [*values, player][0].offset):
            return game.position(board.rows(letters), side)

    def setting_up(self) -> list[Properties]:
        """The nodes before the first move that put pieces on the board, or take them away."""
        names = ("AB", "AW", "AE")
        return [
            node for node in self.opening if any(has_text(value) for name in names for value in node.get(name, ()))
        ]

    def side(self, player: Value) -> Side:
        """The side that a value of `PL` names."""
        side = next((side for side in SIDES if player.line.lower() in (side, SIDE_NAMES[side].lower())), None)
        if side is None:
            raise self.wrong(player.offset, expected(to_move("BW"), shown(player.line)))
        return side

    def squares(self, game: Game, value: Value) -> list[str]:
        """A point, or a rectangle of points given by two corners."""
        board = game.board
        names = [name.strip().lower() for name in value.text.split(":")]
        if not 1 <= len(names) <= 2 or any(name not in board.bit for name in names):
            raise self.wrong(value.offset, expected(Phrase("record.point"), shown(value.text)))
        files = sorted(board.file_of(name) for name in (names[0], names[-1]))
        ranks = sorted(board.rank_of(name) for name in (names[0], names[-1]))
        return [
            name
            for name in board.squares
            if files[0] <= board.file_of(name) <= files[1] and ranks[0] <= board.rank_of(name) <= ranks[1]
        ]

    def take(self, properties: Properties) -> None:
        """Read a node: its move and its notes."""
        moves = [(value, side) for side in SIDES for value in properties.get(side.upper(), ())]
        before = self.node
        for value, side in sorted(moves, key=lambda move: move[0].offset):
            if self.node is not before and side != self.node.side:
                self.warn(value.offset, Phrase("record.twice", name=side.upper()))
            else:
                self.move(side, value)
        self.check_setup(properties)
        self.notes(properties)

    def check_setup(self, properties: Properties) -> None:
        """Raise `RecordError` if a node sets anything up, unless it is before the first move of the main line."""
        for name in ("AB", "AW", "AE", "PL"):
            for value in filter(has_text, properties.get(name, ())):
                stands = name == "PL" and self.side(value) == self.node.side
                if value.offset >= self.moves_from and not stands:
                    raise self.wrong(value.offset, Phrase("record.setup-late", name=name))

    def notes(self, properties: Properties) -> None:
        for value in properties.get("C", ()):
            self.comments.setdefault(self.node, []).append(value.text)
        for (name, judgement), glyph in sgf.PROPERTY_GLYPHS.items():
            for value in properties.get(name, ()):
                if value.line == judgement:
                    self.glyphs.setdefault(self.node, []).append(glyph)
        for value in properties.get("XN", ()):
            if not value.line.isdecimal() or not value.line.isascii() or int(value.line[:9]) > 255:
                raise self.wrong(value.offset, expected(glyphs_to("0", "255"), shown(value.line)))
            self.glyphs.setdefault(self.node, []).append(int(value.line))
        for value in properties.get("XE", ()):
            self.ending(value)
        self.keep(properties)

    def keep(self, properties: Properties) -> None:
        """Keep the properties that no match uses, so that they can be written again."""
        kept = self.kept.setdefault(self.node, {})
        for name, values in properties.items():
            if name not in sgf.READ:
                others = (value.raw for value in values if (name, value.line) not in sgf.PROPERTY_GLYPHS)
                kept.setdefault(name, []).extend(others)

    def move(self, side: Side, value: Value) -> None:
        """Read a move of a side, or a word for an ending in its place."""
        text = value.line
        if text.lower() in sgf.ENDINGS:
            reason = sgf.ENDINGS[text.lower()]
            self.close(self.node, reason, None if reason == "agreement" else other(side), value)
            return
        if not text and not self.must_pass:
            self.warn(value.offset, expected(Phrase("record.move"), shown(text)))
            return
        if side != self.node.side:
            raise self.wrong(value.offset, Phrase("record.turn", side=SIDE_NAMES[self.node.side]))
        squares = _MOVE.fullmatch(text)
        due = newly_due(self.node)
        with ErrorsAt(self.text, value.offset):
            self.node = self.match.tree.add(self.node, "-".join(squares.groups()) if squares else text or "pass")
        if due is not None:
            self.warn(value.offset, unclaimed_draw(due))

    @property
    def must_pass(self) -> bool:
        """Whether the side to move can only pass, which other programs write as an empty move."""
        return self.node.outcome is None and self.match.game.moves(self.node.position)[0].path == ()

    def ending(self, value: Value) -> None:
        reason, _, rest = value.line.partition(":")
        winner, _, on = rest.partition(":")
        if winner not in ("w", "b", "draw") or on not in ("", "on"):
            like = Phrase("record.ending", like="resignation:w")
            raise self.wrong(value.offset, expected(like, shown(value.line)))
        self.close(self.node, reason, next((side for side in SIDES if side == winner), None), value)
        if on:
            self.went_on.append(self.node)

    def close(self, node: Node, reason: str, winner: Side | None, value: Value) -> None:
        with ErrorsAt(self.text, value.offset):
            self.match.tree.close(node, reason, winner)

    def finish(self) -> None:
        """Check the result, and go to the end of the main line."""
        for node in self.went_on:
            node.main = node.children[0] if node.children else None
        for node, comments in self.comments.items():
            # Empty comments at the start add no lines.
            node.comment = "\n".join(comments).lstrip("\n") if not comments[0] else "\n".join(comments)
        for node, glyphs in self.glyphs.items():
            node.glyphs = tuple(glyphs)
        for node, kept in self.kept.items():
            texts = (name + "".join(f"[{value}]" for value in values) for name, values in kept.items() if values)
            node.sgf = "".join(texts)
        end = self.match.tree.main_line[-1]
        verdict, how = sgf.read_result(self.result.line, SIDES[self.match.start[3]])
        if sgf.RESULT.fullmatch(self.result.line) is None:
            like = Phrase("record.results", like=Several(("W+R", "B+T", "0", "?")))
            self.warn(self.result.offset, expected(like, shown(self.result.line)))
        winner = next((side for side in SIDES if side == verdict), None)
        outcome = end.result
        if verdict not in ("open", None):
            if outcome is not None and outcome.reason in HISTORY_DRAWS and winner is not None:
                if newly_due(end):
                    self.warn(self.result.offset, unclaimed_draw(outcome))
                outcome = None
            if outcome is None:
                self.close(end, self.how(winner, how), winner, self.result)
            elif outcome.winner != winner:
                found = self.result.line
                self.warn(self.result.offset, Phrase("record.result-odd", found=found, text=outcome.text))
        self.match.warnings = with_places(self.text, self.warnings)
        keep_termination(self.match)
        self.match.goto(end.id)

    def how(self, winner: Side | None, said: str) -> str:
        """How the game ended off the board: as the tag `Termination` says, else as the result does."""
        if said.lower() in sgf.FORFEITS:
            self.match.tags.setdefault(TERMINATION, sgf.FORFEIT)
        known = reason_of(termination_of(self.match), winner) or sgf.RESULT_REASONS.get(said.lower())
        if reason := known or reason_of(said, winner):
            return reason
        why = one_line(said)[:MAX_TAG_CHARS].rstrip()
        if why and said[0] not in "012½" and in_words(said) is None:
            self.match.tags.setdefault(TERMINATION, why)
        return RECORDED


def is_move(properties: Properties) -> bool:
    return "W" in properties or "B" in properties


def has_text(value: Value) -> bool:
    """Whether a value is not empty."""
    return bool(value.line)

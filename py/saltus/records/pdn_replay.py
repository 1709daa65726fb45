"""The third stage of reading PDN: a game as it is written becomes a match, by the rules.

It decides which game a text is of (`pdn_games` has the names), where it starts, and what each move means. `Head`
rejects tags, `Replay` moves.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from saltus.core.game import Game, Move, Position, game_name
from saltus.core.phrase import Phrase, Several, by_number
from saltus.games import load
from saltus.match.endings import HISTORY_DRAWS, RECORDED
from saltus.match.line import add_line
from saltus.match.match import Match
from saltus.match.tree import Node, newly_due, other
from saltus.notation.error import (
    ErrorsAt,
    RecordError,
    expected,
    sentence,
    shown,
    unclaimed_draw,
    with_places,
)
from saltus.notation.move import IllegalMove, fitting_moves
from saltus.notation.position import read_setup
from saltus.records.pdn_games import game_key, leader_of, listed_games, number_in, says_game
from saltus.records.pdn_tokens import END_COMMAND, UNKNOWN_VALUES, Token, plain_moves, plain_paths
from saltus.records.pdn_tree import RESULTS, Fault, Line, Variation, WrittenGame
from saltus.records.results import Verdict, reason_of, verdict_of
from saltus.records.tags import (
    DERIVED_TAGS,
    MAX_TAG_CHARS,
    check_name,
    check_value,
    keep_termination,
    option_of,
    termination_of,
)
from saltus.records.words import WORDS, one_line


def fen_of(setup: str) -> str:
    """The position in a set-up such as `/FEN "W:W1:B2"/`."""
    return re.sub(r"(?i:^\s*+FEN\b)", "", setup.strip("/")).strip().strip('"')


class Head:
    """The game, the start and the tags of one text. Adds to `warnings`, each with its offset in the text."""

    def __init__(self, written: WrittenGame, asked: Game | None, warnings: list[tuple[int, str]]) -> None:
        self.written, self.text, self.tags = written, written.text, written.tags
        self.asked = asked  # The game if the text does not name it.
        self.warnings = warnings

    def match(self) -> Match:
        """The match before the first move. Raises `RecordError`."""
        game = self.game()
        start = self.start(game)
        match = Match(game) if start is None or start == game.start() else Match(game, position=start)
        for name, tag in self.tags.items():
            value = one_line(tag.value)
            if name in DERIVED_TAGS or value in ("", "?", UNKNOWN_VALUES.get(name)):
                continue
            if len(value) > MAX_TAG_CHARS:
                self.warnings.append((tag.offset, Phrase("record.tag-cut", name=name, most=MAX_TAG_CHARS)))
                value = value[:MAX_TAG_CHARS].rstrip()
            with ErrorsAt(self.text, tag.start):
                match.tags[check_name(name)] = check_value(value)
        return match

    def game(self) -> Game:
        """The game from the tag `GameType`, with the options from the tag `Rules`."""
        said = self.written.value("GameType")
        if says_game(said):
            game = load(self.named(said))
        elif self.asked is None:
            raise RecordError(Phrase("record.game-type", known=listed_games("or")))
        elif self.asked.pdn is None:
            name, known = game_name(self.asked), listed_games("and")
            raise RecordError(Phrase("record.not-pdn", game=name, known=known))
        else:
            game = self.asked
        rules = self.written.value("Rules")
        if "=" not in rules:  # Other programs use the tag for other things.
            return game
        with ErrorsAt(self.text, self.tags["Rules"].offset):
            return load(game.key, dict(option_of(item, "=") for item in rules.split(",")))

    def named(self, said: str) -> str:
        """The key of the game that a `GameType` names."""
        if key := game_key(said):
            return key
        types = Phrase("record.game-types", known=listed_games("or"))
        if name := WORDS["other games"].get(number_in(said), "").strip():
            message = Phrase("record.game-other", found=shown(said), game=name, types=types)
        else:
            message = expected(types, shown(said.split(",")[0].strip()))
        raise RecordError.at(self.text, self.tags["GameType"].offset, message)

    def start(self, game: Game) -> Position | None:
        """The position that the game starts from, None if the text sets none up."""
        if self.written.setup is not None:
            return self.position(game, self.written.setup)
        fen = self.written.value("FEN")
        if fen.strip(" ?"):
            return self._read(game, fen, self.tags["FEN"].offset)
        if self.written.value("SetUp") not in ("0", "", "?"):
            raise RecordError.at(self.text, self.tags["SetUp"].start, Phrase("record.fen"))
        return None

    def position(self, game: Game, token: Token) -> Position:
        """The position that a token such as `/FEN "W:W1:B2"/` sets up. Raises `RecordError`."""
        fen = fen_of(token.text)
        return self._read(game, fen, token.start + max(0, token.text.find(fen)))

    def _read(self, game: Game, fen: str, offset: int) -> Position:
        try:
            found = read_setup(game, fen)
        except RecordError as error:
            raise RecordError.at(self.text, offset + error.column - 1, error.message) from error
        if found.crowned:
            squares = Several(sorted(map(game.spoken, found.crowned), key=by_number), "and")
            self.warnings.append((offset, Phrase("record.crowned", squares=squares)))
        opening = self.written.opening
        if found.has_side or opening is None:
            return found.position
        # If the side to move is not given, it is the side that can play the first move.
        white, black, kings, side = found.position
        exchanged = (white, black, kings, 1 - side)
        here, there = (fitting_moves(game, opening, game.moves(way)) for way in (found.position, exchanged))
        return exchanged if there and not here else found.position


MARK_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "*": 7}
SIGN_GLYPHS = {
    sign: glyph
    for glyph, signs in (
        *((10, "="), (13, "\u221e"), (14, "+= +/= \u2a72"), (15, "=+ =/+ \u2a71"), (7, "\u25a1")),
        *((16, "\u00b1 +/-"), (17, "\u2213 -/+"), (18, "+-"), (19, "-+")),
    )
    for sign in signs.split()
}
"""The glyph of each sign after a move; others, such as +, mean nothing in these games."""
MAX_GLYPH = 255
MAX_ROUTES = 256  # The most positions that are tracked at the same time while ambiguous short captures are resolved.
_SQUARE = re.compile(r"[a-h]?[0-9]++")


class Branch:
    """A line that is being replayed: the main line, or a variation."""

    def __init__(self, items: Line, node: Node, outer: Node | None = None) -> None:
        self.items = items
        self.at = 0  # The number of the next item.
        self.node = node  # The last move.
        self.outer = outer or node  # Of a variation, the last move before it.
        self.is_first = outer is not None  # Whether the next move is the first of a variation.
        self.is_echo = False  # Whether the last move began a variation, and was there already.

        self.is_plain = outer is None  # Whether several moves may be one token.

    def go_on_singly(self, moves: Sequence[Token] = ()) -> None:
        """Split plain lines, from the next item on, into a token for each move, beginning with these."""
        if self.is_plain:
            rest = (
                plain_moves(item) if isinstance(item, Token) and item.kind == "plain" else (item,)
                for item in self.items[self.at :]
            )
            self.items, self.at, self.is_plain = [*moves, *chain.from_iterable(rest)], 0, False

    def turns(self) -> Iterator[Token]:
        """The moves from the next one to the first thing that interrupts them."""
        self.go_on_singly()
        for at in range(self.at, len(self.items)):
            item = self.items[at]
            if isinstance(item, Fault) or (isinstance(item, Token) and item.kind in ("words", "missing")):
                return
            if isinstance(item, Token) and item.kind == "move":
                yield item


class Replay:
    """Replays one game. Raises `RecordError` for the first thing in the text that is wrong."""

    def __init__(self, written: WrittenGame, asked: Game | None) -> None:
        self.written, self.text = written, written.text
        self.warnings = list(written.warnings)
        if written.line and isinstance(written.line[0], Fault):
            raise self.wrong(*written.line[0])
        self.head = Head(written, asked, self.warnings)
        self.match = self.head.match()
        self.game, self.tree = self.match.game, self.match.tree
        self.remarks: dict[Node, list[str]] = {}
        self.glyphs: dict[Node, list[int]] = {}
        """The words and glyphs of the nodes: lists, joined once at the end, as a node may have many comments."""
        self.pending: list[str] = []  # Comments before the first move of a variation.
        self.gaps: set[Node] = set()  # The nodes after which a move is not given.
        self.known: dict[int, Move] = {}  # By offset: the moves on the route of an ambiguous short capture.
        self.branches = [Branch(written.line, self.tree.root)]
        for remark in written.remarks:
            self.remark(remark)
        self.finish(self.run())

    def wrong(self, offset: int, message: str) -> RecordError:
        return RecordError.at(self.text, offset, message)

    @property
    def branch(self) -> Branch:
        """The line that is being replayed."""
        return self.branches[-1]

    def run(self) -> Node:
        """Replay all lines. Returns the last node of the main line. An explicit stack, because variations can nest to
        any depth."""
        while True:
            branch = self.branch
            if branch.at < len(branch.items):
                item = branch.items[branch.at]
                branch.at += 1
                self.take(branch, item)
            elif len(self.branches) == 1:
                return branch.node
            else:
                self.branches.pop()
                self.branch.is_echo = False
                if not self.branch.is_first and self.pending:
                    self.say(self.pending)
                    self.pending = []

    def take(self, branch: Branch, item: "Token | Variation | Fault") -> None:
        if isinstance(item, Fault):
            raise self.wrong(*item)
        if isinstance(item, Variation):
            self.variation(branch, item)
        elif item.kind == "plain":
            self.plain(branch, item)
        elif item.kind == "move":
            self.move(branch, item)
        elif item.kind in ("comment", "words"):
            self.remark(item)
        elif item.kind == "setup":
            if not self.is_current_position(item):
                raise self.wrong(item.start, Phrase("record.setup-odd"))
        elif item.kind == "missing":
            self.gaps.add(branch.node)
            self.warnings.append((item.start, Phrase("record.move-missing", found=shown(item.text))))
        else:
            self.judgement(branch.node, item)

    def plain(self, branch: Branch, item: Token) -> None:
        """Add the moves of a plain line at once. If one is impossible, the rest of the game is read move by move: no
        text is tried twice."""
        paths, before = plain_paths(item), branch.node.ply
        if not (self.gaps or self.known):
            branch.node = add_line(self.tree, branch.node, paths)
        if (count := branch.node.ply - before) < len(paths):
            branch.go_on_singly([*plain_moves(item)][count:])

    def variation(self, branch: Branch, item: Variation) -> None:
        """Begin a variation. One from another position is a comment."""
        if item.setup and not self.is_current_position(item.setup):
            self.warnings.append((item.start, Phrase("record.setup-aside")))
            self.remark(Token("comment", item.start, item.end, ""))
            return
        # Brackets within brackets, before any move, replace the same move.
        before = branch.node if branch.is_first else branch.node.parent or branch.node
        self.branches.append(Branch(item.line, before, branch.node))

    def is_current_position(self, token: Token) -> bool:
        """Whether the position that a token sets up is the one after the last move. Raises `RecordError`."""
        return self.head.position(self.game, token) == self.branch.node.position

    def move(self, branch: Branch, token: Token) -> None:
        """Add a move after the last one, or as the first of a variation."""
        before = branch.node
        if before in self.gaps:
            raise self.wrong(token.start, Phrase("record.after-gap"))
        count = len(self.tree.nodes)
        try:
            node, marks = self.added(branch, token)
        except ValueError as error:
            raise self.wrong(token.start, sentence(error)) from error
        if not branch.is_first and not branch.is_echo:
            before.main = node
        branch.is_echo = branch.is_first and len(self.tree.nodes) == count
        branch.is_first = False
        branch.node = node
        if self.text[token.start - 1 : token.start] == "*":
            marks += "*"
        self.mark(node, marks)
        if self.pending:
            self.say(self.pending)
            self.pending = []

    def added(self, branch: Branch, token: Token) -> tuple[Node, str]:
        """Add the move of a token, and return its node and the marks after it. A variation replaces the last move, or
        the next one if its first move cannot. Raises ValueError for an illegal move."""
        try:
            return self.played(branch, branch.node, token)
        except IllegalMove:
            after = branch.outer
            if not branch.is_first or after is branch.node or after in self.gaps or after.result:
                raise
            try:
                return self.played(branch, after, token)
            except ValueError:
                pass
            raise

    def played(self, branch: Branch, before: Node, token: Token) -> tuple[Node, str]:
        """Add the move of a token after a node. Raises ValueError for an illegal move."""
        due, marks = newly_due(before), token.marks
        known = self.known.pop(token.start, None)
        try:
            node = self.tree.add(before, known or token.path)
        except IllegalMove as error:
            rule = error.refusal.rule
            if rule == "unfinished" and (jump := self.whole_jump(branch, token)):
                path, jump_marks, at = jump
                node = self.tree.add(before, path)
                marks, branch.at = jump_marks, at
            elif rule == "ambiguous" and self.resolve(before.position, chain([token], branch.turns())):
                node = self.tree.add(before, self.known.pop(token.start))
            else:
                raise
        if due is not None:
            self.warnings.append((token.start, unclaimed_draw(due)))
        return node, marks

    def whole_jump(self, branch: Branch, token: Token) -> tuple[str, str, int] | None:
        """The squares of the jump that begins with a move and goes on with those right after it, the marks after it,
        and the number of the item after it; None if the next move begins elsewhere."""
        branch.go_on_singly()
        squares, marks, end, at = _squares(token), token.marks, token.end, branch.at
        while at < len(branch.items):
            item = branch.items[at]
            if not isinstance(item, Token) or item.kind != "move" or self.text[end : item.start].strip():
                break
            more = _squares(item)
            if more[0] != squares[-1]:
                break
            squares, marks, end, at = squares + more[1:], marks + item.marks, item.end, at + 1
        return ("x".join(squares), marks, at) if at > branch.at else None

    def resolve(self, position: Position, turns: Iterable[Token]) -> bool:
        """Find the route of an ambiguous short capture, the first of the turns, from those after it. Returns whether
        there is just one. All routes are played in parallel, and routes that reach the same position merge. So the
        work is that of reading the line once, however many ambiguous captures follow one another."""
        game = self.game
        rows: list[tuple[int, dict[Position, tuple[Position, Move]]]] = []
        """For each turn, its offset and how each position was reached: from which one, and by which move."""
        met: dict[tuple[int, Position], int] = {}
        here = [position]
        forked = 0
        for turn in turns:
            row: dict[Position, tuple[Position, Move]] = {}
            for before in here:
                legal = [] if game.outcome(before) else game.moves(before)
                fitting = fitting_moves(game, turn.path, legal)
                if len(fitting) > 1:
                    forked = turn.start
                for move in fitting:
                    after = game.play(before, move)
                    if after in row:
                        met[len(rows), after] = forked
                    else:
                        row[after] = before, move
            if len(row) > MAX_ROUTES:
                return False
            if not row:
                # No route can continue with this turn, so the turn itself is wrong: take any route.
                here = here[:1]
                break
            rows.append((turn.start, row))
            here = list(row)
            if len(here) == 1:
                break
        if len(here) > 1:
            return False
        at = here[0]
        for number, (offset, row) in reversed(list(enumerate(rows))):
            if (number, at) in met:
                self.warnings.append((met[number, at], Phrase("record.routes")))
            at, self.known[offset] = row[at]
        return True

    def judgement(self, node: Node, token: Token) -> None:
        """Add the annotation glyph that a `$` number, a mark or a sign stands for."""
        if token.kind == "mark":
            self.mark(node, token.text)
        elif token.kind == "sign":
            if token.text in SIGN_GLYPHS:
                self.glyph(node, SIGN_GLYPHS[token.text])
        elif len(number := token.text[1:].lstrip("0") or "0") > len(str(MAX_GLYPH)) or int(number) > MAX_GLYPH:
            # The standard defines numbers up to 255.
            message = Phrase("record.glyph-unknown", most=MAX_GLYPH, found=shown(token.text))
            self.warnings.append((token.start, message))
        else:
            self.glyph(node, int(number))

    def mark(self, node: Node, marks: str) -> None:
        """Add the glyphs for marks such as `!?` and `*` to a node; of more than two marks the first two count."""
        signs = re.sub(r"[()]", "", marks)
        strength = signs.replace("*", "")
        if strength:
            self.glyph(node, MARK_GLYPHS[strength[:2]])
        if len(strength) < len(signs):
            self.glyph(node, MARK_GLYPHS["*"])

    def glyph(self, node: Node, number: int) -> None:
        self.glyphs.setdefault(node, []).append(number)

    def remark(self, token: Token) -> None:
        """Add words, or the text of a comment, to the last move, or if a variation has just begun to its first
        move."""
        if token.kind == "words":
            self.say(token.text.split())
            return
        text = self.text[token.start + 1 : token.end]
        if self.text[token.start] != ";":
            text = text[:-1]
        for end in END_COMMAND.finditer(text):
            with ErrorsAt(self.text, token.start + 1 + end.start()):
                if self.branch.is_first:
                    raise ValueError(Phrase("record.ending-after"))
                winner = None if end[1] == "draw" else "w" if end[1] == "w" else other("w")
                self.tree.close(self.branch.node, end[2], winner)
        self.say(END_COMMAND.sub(" ", text).split())

    def say(self, words: list[str]) -> None:
        if self.branch.is_first:
            self.pending += words
        else:
            self.remarks.setdefault(self.branch.node, []).extend(words)

    def finish(self, last: Node) -> None:
        """Write the notes, end the game, and go to the end of its main line."""
        for node, words in self.remarks.items():
            node.comment = " ".join(words)
        for node, glyphs in self.glyphs.items():
            node.glyphs = tuple(glyphs)
        self.end(last)
        keep_termination(self.match)
        self.warnings.sort(key=lambda warning: warning[0])
        self.match.warnings = with_places(self.text, self.warnings)
        self.match.goto(last.id)

    def end(self, node: Node) -> None:
        """End the game as the text says, if the moves do not end it: by the tag, else by the result, a score or
        words."""
        written = self.written
        tag = written.tags.get("Result")
        sources = [(tag.value, tag.offset)] if tag else []
        sources += [(token.text, token.start) for token in (written.result, written.spoken) if token]
        verdict, said, offset = self.verdict(sources)
        if verdict == "open":
            return
        winner = None if verdict == "draw" else verdict
        texts = [why] if (why := termination_of(self.match)) else [text for text, _ in sources]
        reason = next((reason for text in texts if (reason := reason_of(text, winner))), None)
        due_draw = node.outcome is not None and node.outcome.reason in HISTORY_DRAWS
        if node.outcome is None or (due_draw and (winner is not None or reason == "claim")):
            drawn = newly_due(node)
            if drawn is not None and winner is not None:
                self.warnings.append((offset, unclaimed_draw(drawn)))
            commanded = node.ending is not None and node.ending.winner == winner
            if not commanded:
                self.tree.close(node, reason or RECORDED, winner)
        elif node.outcome.winner != winner:
            self.warnings.append((offset, Phrase("record.result-odd", found=said, text=node.outcome.text)))

    def verdict(self, sources: list[tuple[str, int]]) -> tuple[Verdict, str, int]:
        """The result by these sources, of which the first that is not open counts. Also returns its text and
        offset."""
        leader = leader_of(self.game, self.written.value("GameType"))
        found: tuple[Verdict, str, int] = ("open", "*", 0)
        lost: int | None = None
        for said, offset in sources:
            verdict = verdict_of(said, leader)
            if verdict is None:
                self.warnings.append((offset, expected(RESULTS, shown(said))))
            elif verdict == "open":
                lost = lost or (offset if said.strip() == "0-0" else None)
            elif found[0] == "open":
                found = (verdict, said, offset)
            elif verdict != found[0]:
                self.warnings.append((offset, Phrase("record.result-tag", result=found[1], found=said)))
        if lost is not None:
            self.warnings.append((lost, Phrase("record.both-lost")))
        return found


def _squares(token: Token) -> list[str]:
    return [square.lstrip("0") for square in _SQUARE.findall(token.path.lower())]

"""Whole games as PDN, the Portable Draughts Notation: tags, numbered moves, comments, variations.

Source: PDN 3.0 (Wieger Wesselink for the FMJD, pdn.fmjd.org), its restrictions where we write and its reading grammar
where we read; and the PGN standard for what that takes from chess. What is written here:

- The tags `Event Site Date Round White Black Result GameType`, then, where they say something, `Rules` (our own:
  options that are not as usual), `SetUp` and `FEN`, `Termination`, and all others.
- `GameType` in full, as `21,B,8,8,N1,0`: the number, who starts, the board, where square 1 lies as the one who starts
  sees it, and whether the corner at the bottom left is one that is not played on.
- `Result` gives the score of the side that starts the game first, as the standard says ("from the perspective of the
  1st side to move"): in English checkers `1-0` is a win for Black, in Italian draughts one for White. It is so too
  where the other side moves first in a position of its own. It is the result of the main line, and ends the text too,
  as older programs need it. An ending off the board is told by `Termination`, in PGN's words: `time forfeit` for a
  flag, `adjudication` for a claim; without it a win is a resignation and a draw an agreement.
- A variation in brackets replaces the move before it. Endings off the board that are not the end of the main line are
  a command in a comment, `[%end w resignation]`; so is one where a draw was due and not claimed. Where the game ended
  off the board at a move after which others had been tried, those follow in a variation that begins with the same
  move again.
- Annotation glyphs are `$1` and so on; `!` and `?` after a move are read as such.

Read besides: comments among the tags and after the result; comments behind `;` and lines behind `%`, which older
files have; the scores of international draughts,
`2-0 1-1 0-2`, and `0-0` (both lost), which counts as no result here. A text with several games is taken apart by
`games`. Not read: positions set up in the middle of a game.

What is not as it should be and can be read all the same is told by `Match.warnings`: a tag given twice (the first
counts), a short capture that fits several routes which come to the same position, a result that the moves contradict,
a draw that was due and not claimed.

Until November 2026 this program wrote White's score first in every game, so that its `1-0` in English checkers was a
win for White. Such a text is known by two things: it begins with the eight tags above in that order, with `GameType`
`21` and no more; and what the old writer would have made of the game is the same text, letter for letter but for
line ends and spaces at the ends of lines. No text written today passes, as its `GameType` is in full; one of another
program would have to break its lines, number its moves and place its notes as this one does. Where the moves
themselves end the game, the board decides, and neither matters.

PDN has no place for clocks and for where a match stands, and comments lose line breaks and closing braces: `json`
keeps everything.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from saltus.core.board import square
from saltus.core.game import SIDES, Game, Move, Outcome, Position, Side
from saltus.core.phrase import Phrase, Several
from saltus.games import keys, load, rules
from saltus.match.match import Match
from saltus.match.tree import FROM_THE_PAST, Node, newly_due, other
from saltus.notation.error import (
    MOST_WARNINGS,
    ONE_GAME,
    UNCLOSED,
    RecordError,
    RecordWarning,
    bounded,
    ends,
    expected,
    glyphs_to,
    one_of,
    place,
    sentence,
    shown,
    unclaimed,
)
from saltus.notation.move import IllegalMove, fitting_moves, move_text
from saltus.notation.position import position_text, read_position
from saltus.records.tags import RESERVED, ROSTER, Part, check_name, check_value

WIDTH = 79
"""Lines of moves are broken at the last space before this column."""

SCORES = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "2-0": 1, "0-2": -1, "1-1": 0}
"""Results, and what they are worth to the side that starts the game."""
WRITTEN = {1: "1-0", -1: "0-1", 0: "1/2-1/2"}
OPEN = ("*", "0-0")
"""Results that are none: the game goes on, or both sides lost it."""
MOST_ROUTES = 256
"""The most positions that are looked at side by side where short captures may have come to any of them."""
UNKNOWN = {"Date": "????.??.??"}
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
TERMINATIONS = {"flag": "time forfeit", "claim": "adjudication"}

_END = re.compile(r"\[%end (w|b|draw) ([a-z]++)\]")
_BEFORE = re.compile("".join(rf'\[{name} "[^\r\n]*+\r?\n?' for name in (*ROSTER, "Result")) + r'\[GameType "21"\]')
"""How texts begin that this program wrote when it gave White's score first."""
_WORD = r"[^\s(){};$\[]"
TAG = r'\[\s*+(?P<name>[A-Za-z0-9_]++)\s*+"(?P<value>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*+\]'
BRACE = r"""\{[^}\n]*+(?:\n(?![ \t\r]*+\n\[[ \t]*+[A-Za-z0-9_]++[ \t]*+"[^"\n]*+"[ \t]*+\][ \t\r]*+$)[^}\n]*+)*+"""
"""A comment in braces up to its end. One that is not closed ends with its game, before an empty line and a tag that
stands alone in a line, so that the games after it can be read."""
RESULT = rf"(?:1-0|0-1|1/2-1/2|\*|2-0|1-1|0-2|0-0)(?!{_WORD})"
NUMBER = r"[0-9]{1,5}\.++|\.\.\."
_TOKEN = re.compile(
    rf"""(?P<space>\s++|^%[^\n]*+)
    |(?P<comment>{BRACE}\}}|;[^\n]*+)
    |(?P<unclosed>{BRACE})
    |(?P<tag>{TAG})
    |(?P<open>\()
    |(?P<close>\))
    |(?P<glyph>\$[0-9]{{1,3}}(?![0-9]))
    |(?P<result>{RESULT})
    |(?P<number>{NUMBER})
    |(?P<move>(?P<path>[A-Za-z]?[0-9]++(?:(?>[-xX:×][A-Za-z]?|[A-Za-z])[0-9]++)++)(?P<marks>\([!?]++\)|[!?]*+)(?!{_WORD}))
    |(?P<junk>{_WORD}++|.)""",
    re.VERBOSE | re.MULTILINE,
)
"""Every text is a row of these. Linear in its length, by two rules: nothing is matched in two ways (each repetition
is possessive), and what is no other token is `junk` to the end of its word, or an `unclosed` comment to the end of
its game, so that no letter is tried as the beginning of a token more than once or twice."""


# -- writing ---------------------------------------------------------------------------------------------


def write(match: Match) -> str:
    """The match as PDN. Raises ValueError where PDN has no number for its game."""
    if match.game.pdn is None:
        raise ValueError(f"PDN has no number for {match.game.name}")
    return _written(match, _result(_end(match), match.game.first), _game_type(match.game))


def _written(match: Match, result: str, game_type: str) -> str:
    """The match with its result and its game as these texts say them."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in _tags(match, result, game_type)]
    return "\n".join([*lines, "", *_wrapped([*_movetext(match), result]), ""])


def _written_before(match: Match) -> str:
    """The match as this program wrote it when it gave White's score first.

    What changes in the writer must not change here, or texts from then are no longer known.
    """
    return _written(match, _result(_end(match), SIDES[0]), str(match.game.pdn))


def _game_type(game: Game) -> str:
    """The tag `GameType` in full: the number, who starts, the board, and how its squares are numbered."""
    board = game.board
    # Square 1 is the first one of the top rank. Who starts at the top has it at the bottom, on the other hand.
    left = board.file_of(board.squares[0]) < board.files // 2
    upright = game.first == game.bottom
    corner = {(True, True): 2, (False, True): 3, (True, False): 1, (False, False): 0}[left, upright]
    near = square(0, 0) if upright else square(board.files - 1, board.ranks - 1)
    fields = (game.pdn, game.first.upper(), board.files, board.ranks, f"N{corner}", int(near not in board.bit))
    return ",".join(map(str, fields))


def _end(match: Match) -> Outcome | None:
    """How the main line ends."""
    last = match.tree.main_line[-1]
    return last.outcome or last.ending


def _result(outcome: Outcome | None, leader: Side) -> str:
    """The result, with the score of `leader` first."""
    if outcome is None:
        return "*"
    return WRITTEN[0 if outcome.winner is None else 1 if outcome.winner == leader else -1]


def _tags(match: Match, result: str, game_type: str) -> Iterator[tuple[str, str]]:
    game, end = match.game, _end(match)
    for name in ROSTER:
        yield name, match.tags.get(name, UNKNOWN.get(name, "?"))
    yield "Result", result
    yield "GameType", game_type
    unusual = [option.key for option in game.options if game.chosen[option.key] != option.default]
    if unusual:
        yield "Rules", ", ".join(f"{key}={'on' if game.chosen[key] else 'off'}" for key in unusual)
    if match.start != game.start():
        yield "SetUp", "1"
        yield "FEN", position_text(game, match.start)
    if end is not None and end.reason in TERMINATIONS:
        yield "Termination", TERMINATIONS[end.reason]
    for name, value in match.tags.items():
        if name not in ROSTER:
            yield name, value


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


class _Task(NamedTuple):
    """Something still to be written: a bracket; or a node's move; or, `onward`, what comes after that move."""

    bracket: str = ""
    node: Node | None = None
    onward: bool = False
    bare: bool = False
    """Without the notes: the move is being repeated."""


def _movetext(match: Match) -> Iterator[str]:
    """The words of the moves, comments and variations. With a stack of its own: variations nest as they like."""
    game, root, last = match.game, match.tree.root, match.tree.main_line[-1]
    yield from _notes(root, last)
    number_due = True
    tasks = [_Task(node=root, onward=True)]
    while tasks:
        task = tasks.pop()
        node = task.node
        if node is None:
            yield task.bracket
            number_due = True
        elif task.onward:
            tasks += reversed(_branches(node))
        elif node.parent is not None and node.move is not None:
            before = node.parent.position
            first = SIDES[before[3]] == game.first
            number = ""
            if first or number_due:
                turn = (node.ply + (SIDES[root.position[3]] != game.first) + 1) // 2
                number = f"{turn}{'.' if first else '...'} "
            yield number + move_text(game, before, node.move)
            notes = [] if task.bare else list(_notes(node, last))
            yield from notes
            number_due = bool(notes)


def _branches(node: Node) -> list[_Task]:
    """What is to be written after a node's own move."""
    if not node.children:
        return []
    head, *others = node.onward
    variations = [
        task
        for child in others
        for task in (_Task("("), _Task(node=child), _Task(node=child, onward=True), _Task(")"))
    ]
    tasks = [_Task(node=head), *variations, _Task(node=head, onward=True)]
    if node.main is not None:
        return tasks
    return [_Task("("), *([_Task(node=node, bare=True)] if node.move else []), *tasks, _Task(")")]


def _notes(node: Node, last: Node) -> Iterator[str]:
    """The glyphs and the comment of a node; `last` is the node whose ending is the result."""
    yield from (f"${glyph}" for glyph in node.glyphs)
    comment = " ".join(node.comment.replace("}", ")").split())
    # What someone wrote as a comment is read as one again, even where it looks like the command for an ending.
    words = [_END.sub(lambda command: command[0].replace("[%", "[ %"), comment)] if comment else []
    if node.ending is not None and (node is not last or (node.claimable is not None and not node.children)):
        words.append(f"[%end {node.ending.winner or 'draw'} {node.ending.reason}]")
    if words:
        yield "{" + " ".join(words) + "}"


def _wrapped(words: list[str]) -> list[str]:
    """The words in lines; brackets stand close to what they hold, and no comment is broken."""
    lines = [""]
    tight = True
    for word in words:
        glue = "" if tight or word == ")" else " "
        if glue and len(lines[-1]) + len(glue) + len(word) > WIDTH:
            lines.append("")
            glue = ""
        lines[-1] += glue + word
        tight = word == "("
    return lines


# -- reading ---------------------------------------------------------------------------------------------


def read(text: str, game: Game | None = None) -> Match:
    """The one game that `text` holds; `game` is used where it has no `GameType`.

    Move numbers are not needed and not looked at. Raises `RecordError`.
    """
    reader = _Reader(bounded(text), game)
    for token in _tokens(text):
        reader.take(token)
    return reader.finish()


def games(text: str, game: Game | None = None) -> list[Part]:
    """The games of a text, one after another: each ends with a result, or where tags follow moves.

    `game` is meant where one does not say its own. Whether any of them can be read is for `read` to find out: what is
    no token is passed over.
    """
    found: list[Part] = []
    start, tags, turns, depth, begun, result, first = 0, dict[str, str](), 0, 0, False, "", 0
    for token in _TOKEN.finditer(text, 1 if text.startswith("\ufeff") else 0):
        kind = token.lastgroup
        if kind == "space":
            continue
        if (result and kind != "comment") or (begun and kind == "tag"):
            found.append(_part(text, start, token.start(), first, tags, turns, result, game))
            start, tags, turns, depth, begun, result = token.start(), {}, 0, 0, False, ""
        if kind == "tag":
            first = first if tags else token.start()
            tags.setdefault(token["name"], _plain(token["value"]))
        elif kind in ("move", "number", "open", "result"):
            begun = True
            turns += kind == "move" and not depth
            depth += kind == "open"
            if kind == "result" and not depth:
                result = token[0]
        elif kind == "close":
            depth = max(0, depth - 1)
    if tags or begun or not found:
        found.append(_part(text, start, len(text), first, tags, turns, result, game))
    return found


def _part(
    text: str, start: int, end: int, first: int, tags: dict[str, str], turns: int, result: str, game: Game | None
) -> Part:
    """One of the games of a text, the first of its tags being at `first`."""
    key = _key(tags) if "GameType" in tags or game is None else game.key
    score = SCORES.get(tags.get("Result", result))
    winner: str | None = None
    if score == 0:
        winner = "draw"
    elif score and key:
        leader = _leader(rules(key), tags.get("GameType", ""))
        # Of a text that this program may have written with White's score first, `read` finds out, by its turns.
        if leader == SIDES[0] or not _BEFORE.match(text, first, end):
            winner = leader if score > 0 else other(leader)
    return Part(start, end, key, tags, turns, winner)


def _leader(game: Game | type[Game], game_type: str) -> Side:
    """The side whose score a result gives first: the one that starts, as `GameType` says where it is in full."""
    fields = game_type.split(",", 2)
    colour = fields[1].strip().lower() if len(fields) > 1 else ""
    return next((side for side in SIDES if side == colour), game.first)


@cache
def _numbers() -> dict[str, str]:
    """The games that PDN has a number for: the number, and the key."""
    return {str(rules(key).pdn): key for key in keys() if rules(key).pdn is not None}


def _key(tags: dict[str, str]) -> str | None:
    """The game that the tags name, None where they do not, or name one that we do not know."""
    return _numbers().get(tags.get("GameType", "").split(",")[0].strip())


def _plain(value: str) -> str:
    """The value of a tag as it is meant."""
    return re.sub(r"\\(.)", r"\1", value).strip()


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """The tokens of a text but for the spaces. Raises `RecordError` for what is none."""
    for token in _TOKEN.finditer(text, 1 if text.startswith("\ufeff") else 0):
        if token.lastgroup == "unclosed":
            template = "this comment is not closed: expected a {bracket} before the end"
            raise RecordError.at(text, token.start(), Phrase("record.comment", template, bracket="}"))
        if token.lastgroup == "junk":
            word = re.split(r"[\s(){}]", text[token.start() : token.start() + 40], maxsplit=1)[0] or token[0]
            token_ = Phrase("record.token", "a tag, a move, a comment or a result")
            raise RecordError.at(text, token.start(), expected(token_, shown(word)))
        if token.lastgroup != "space":
            yield token


class _Way(NamedTuple):
    """How a position was come to: from where, and by which move."""

    before: Position
    move: Move


class _Variation(NamedTuple):
    """A variation that is being read: the last node before it, and where its bracket is."""

    node: Node
    offset: int


class _Reader:
    """One game, growing token by token. `node` is the last one of the variation that is being read."""

    def __init__(self, text: str, game: Game | None) -> None:
        self.text = text
        self.game = game
        self.tags: dict[str, re.Match[str]] = {}
        self.early: list[re.Match[str]] = []
        """Comments before the first move, among the tags too."""
        self.match: Match | None = None
        self.node: Node
        self.variations: list[_Variation] = []
        self.first = False
        """The next move is the first of its variation."""
        self.echo = False
        """The last move was that, and repeated one that was there already."""
        self.comment: list[str] = []
        """Comments before the first move of a variation."""
        self.words: dict[Node, list[str]] = {}
        self.glyphs: dict[Node, list[int]] = {}
        """What is said of the nodes so far. Lists, to be joined once: a node may have any number of comments."""
        self.result: re.Match[str] | None = None
        self.routes: dict[int, Move] = {}
        """What short captures mean that what follows them has made clear, and the moves up to there, by place."""
        self.brackets: dict[int, int] | None = None
        """Where the bracket of a variation closes, by where it opens; filled when it is first needed."""
        self.warnings: list[tuple[int, str]] = []
        """What to tell about a text that can be read, and the places of it."""

    def wrong(self, token: re.Match[str], message: str, group: str | int = 0) -> RecordError:
        """An error at a token, or at a group of it."""
        return RecordError.at(self.text, token.start(group), message)

    def take(self, token: re.Match[str]) -> None:
        """The next token."""
        kind = token.lastgroup
        if kind == "tag" and self.match is None:
            if token["name"] in self.tags:
                told = Phrase("record.tag-twice", "{name} is given twice; the first counts", name=token["name"])
                self.warnings.append((token.start(), told))
            else:
                self.tags[token["name"]] = token
            return
        if kind == "comment" and self.match is None:
            self.early.append(token)
            return
        if self.match is None:
            self.start()
        if kind == "tag" or (self.result is not None and kind != "comment"):
            raise self.wrong(token, expected(ONE_GAME, shown(token[0])))
        if self.first and kind not in ("move", "comment", "number"):
            first = Phrase("record.first-move", "the first move of the variation")
            raise self.wrong(token, expected(first, shown(token[0])))
        if kind == "move":
            self.move(token)
        elif kind == "comment":
            self.note(token)
        elif kind == "glyph":
            self.glyph(token, int(token[0][1:]))
        elif kind == "open":
            self.variations.append(_Variation(self.node, token.start()))
            self.node = self.node.parent or self.node
            self.first = True
        elif kind == "close":
            if not self.variations:
                template = "expected a move or a result: no variation is open here"
                raise self.wrong(token, Phrase("record.unopened", template))
            self.node = self.variations.pop().node
            self.echo = False
        elif kind == "result":
            if self.variations:
                template = "expected a move or a ), not {found}: the result is the main line's"
                raise self.wrong(token, Phrase("record.main-result", template, found=token[0]))
            self.result = token

    def start(self) -> None:
        """Set up the match that the tags describe."""
        game = self.named()
        fen = self.tags.get("FEN")
        setup = self.tags.get("SetUp")
        if fen is None:
            if setup is not None and setup["value"] != "0":
                raise self.wrong(setup, Phrase("record.fen", "expected a tag FEN beside SetUp"))
            match = Match(game)
        else:
            position = self.position(game, fen)
            match = Match(game) if position == game.start() else Match(game, position=position)
        for name, token in self.tags.items():
            value = _plain(token["value"])
            if name in RESERVED or value in ("", "?", UNKNOWN.get(name)):
                continue
            try:
                match.tags[check_name(name)] = check_value(value)
            except ValueError as error:
                raise self.wrong(token, sentence(error)) from error
        self.match = match
        self.node = match.tree.root
        for token in self.early:
            self.note(token)

    def named(self) -> Game:
        """The game of the tag `GameType`, with the options of the tag `Rules`."""
        known = _numbers()
        token = self.tags.get("GameType")
        if token is None:
            if self.game is None:
                template = "expected a tag GameType: {known}"
                raise RecordError(Phrase("record.game-type", template, known=_listed(known)))
            game = self.game
            if game.pdn is None:
                template = "{game} is not written as PDN; that is {known}"
                raise RecordError(Phrase("record.not-pdn", template, game=game.name, known=_listed(known)))
        else:
            number = token["value"].split(",")[0].strip()
            if number not in known:
                types = Phrase("record.game-types", "a GameType of {known}", known=_listed(known))
                raise self.wrong(token, expected(types, shown(number)), "value")
            game = load(known[number])
        chosen = self.tags.get("Rules")
        if chosen is None:
            return game
        options = {}
        for item in chosen["value"].split(","):
            key, _, value = item.strip().partition("=")
            if value not in ("on", "off"):
                like = Phrase("record.option", "an option like {like}", like="name=on")
                raise self.wrong(chosen, expected(like, shown(item)), "value")
            options[key] = value == "on"
        try:
            return load(game.key, options)
        except ValueError as error:
            raise self.wrong(chosen, sentence(error), "value") from error

    def position(self, game: Game, token: re.Match[str]) -> Position:
        """The position of the tag `FEN`."""
        try:
            return read_position(game, token["value"])
        except RecordError as error:
            raise RecordError.at(self.text, token.start("value") + error.column - 1, error.message) from error

    def move(self, token: re.Match[str]) -> None:
        """A move after the last one, or the first of a variation."""
        tree, before = self.started.tree, self.node
        count, due = len(tree.nodes), newly_due(before)
        try:
            node = self.added(before, token)
        except ValueError as error:
            raise self.wrong(token, sentence(error)) from error
        if due is not None:
            self.warnings.append((token.start(), unclaimed(due)))
        if not self.first and not self.echo:
            before.main = node
        self.echo = self.first and len(tree.nodes) == count
        self.first = False
        self.node = node
        marks = token["marks"].strip("()")
        if marks:
            if marks not in GLYPHS:
                raise self.wrong(token, expected(one_of(" ".join(GLYPHS)), marks), "marks")
            self.glyph(token, GLYPHS[marks])
        if self.comment:
            self.remark(self.comment)
            self.comment = []

    def added(self, before: Node, token: re.Match[str]) -> Node:
        """The node that the move of a token leads to. Raises ValueError for a move that cannot be."""
        tree = self.started.tree
        if token.start() not in self.routes:
            try:
                return tree.add(before, token["path"])
            except IllegalMove as error:
                if error.refusal.rule != "ambiguous" or not self.settle(before.position, token):
                    raise
        return tree.add(before, self.routes.pop(token.start()))

    def settle(self, position: Position, token: re.Match[str]) -> bool:
        """Find out which route a short capture took from what comes after it on its line; whether that is clear.

        All routes are played on side by side, and those that come to the same position are one from there on. So the
        work is that of reading the line once, however many short captures follow one another.
        """
        game = self.started.game
        rows: list[tuple[int, dict[Position, _Way]]] = []
        met: dict[tuple[int, Position], int] = {}
        here: list[Position] = [position]
        forked = token.start()
        for turn in self.line(token):
            row: dict[Position, _Way] = {}
            for before in here:
                legal = [] if game.outcome(before) else game.moves(before)
                fitting = fitting_moves(game, turn["path"], legal)
                if len(fitting) > 1:
                    forked = turn.start()
                for move in fitting:
                    after = game.play(before, move)
                    if after in row:
                        met[len(rows), after] = forked
                    else:
                        row[after] = _Way(before, move)
            if len(row) > MOST_ROUTES:
                return False
            if not row:
                # None of them can go on so: what is wrong is that turn.
                here = here[:1]
                break
            rows.append((turn.start(), row))
            here = list(row)
            if len(here) == 1:
                break
        if len(here) > 1:
            return False
        at = here[0]
        for number, (offset, row) in reversed(list(enumerate(rows))):
            if (number, at) in met:
                template = "several routes fit this capture and come to the same position; the first is taken"
                self.warnings.append((met[number, at], Phrase("record.routes", template)))
            self.routes[offset] = row[at].move
            at = row[at].before
        return True

    def line(self, token: re.Match[str]) -> Iterator[re.Match[str]]:
        """The turns from this one on, to the end of the variation that it is in, or of the game."""
        if self.brackets is None:
            self.brackets = {}
            opened: list[int] = []
            for bracket in _TOKEN.finditer(self.text, token.end()):
                if bracket.lastgroup == "open":
                    opened.append(bracket.start())
                elif bracket.lastgroup == "close" and opened:
                    self.brackets[opened.pop()] = bracket.end()
        yield token
        offset = token.end()
        while found := _TOKEN.match(self.text, offset):
            offset = found.end()
            if found.lastgroup == "move":
                yield found
            elif found.lastgroup == "open" and found.start() in self.brackets:
                offset = self.brackets[found.start()]
            elif found.lastgroup not in ("space", "comment", "number", "glyph"):
                return

    def glyph(self, token: re.Match[str], number: int) -> None:
        """A glyph of the last move."""
        if number > 255:
            raise self.wrong(token, expected(glyphs_to("$0", "$255"), f"${number}"))
        self.glyphs.setdefault(self.node, []).append(number)

    def note(self, token: re.Match[str]) -> None:
        """A comment on the last move, or on the first move of a variation."""
        text = token[0][1:-1] if token[0][0] == "{" else token[0][1:]
        for end in _END.finditer(text):
            winner = {"w": SIDES[0], "b": SIDES[1]}.get(end[1])
            try:
                if self.first:
                    raise ValueError(Phrase("record.ending-after", "expected an ending after a move"))
                self.started.tree.close(self.node, end[2], winner)
            except ValueError as error:
                raise RecordError.at(self.text, token.start() + 1 + end.start(), sentence(error)) from error
        words = _END.sub(" ", text).split()
        if self.first:
            self.comment += words
        else:
            self.remark(words)

    def remark(self, words: list[str]) -> None:
        """Add words to the comment of the last move."""
        self.words.setdefault(self.node, []).extend(words)

    @property
    def started(self) -> Match:
        """The match, once it is set up."""
        if self.match is None:
            self.start()
        if self.match is None:
            raise AssertionError("a match that is started is there")
        return self.match

    def finish(self) -> Match:
        """The match at the end of its main line, after checking its result."""
        match = self.started
        if self.variations:
            offset = self.variations[-1].offset
            raise RecordError.at(self.text, offset, UNCLOSED)
        for node, words in self.words.items():
            node.comment = " ".join(words)
        for node, glyphs in self.glyphs.items():
            node.glyphs = tuple(glyphs)
        self.end()
        self.warnings.sort(key=lambda warning: warning[0])
        match.warnings = [
            RecordWarning(message, *place(self.text, offset)) for offset, message in self.warnings[:MOST_WARNINGS]
        ]
        match.goto(self.node.id)
        return match

    def end(self) -> None:
        """Compare the result with how the moves end; where they do not, end the game as it says."""
        node = self.node
        token, tag = self.result, self.tags.get("Result")
        allowed = Several((*WRITTEN.values(), *OPEN[:1]))
        if tag is not None and tag["value"] not in (*SCORES, *OPEN):
            raise self.wrong(tag, expected(allowed, shown(tag["value"])), "value")
        if token is None and tag is None:
            due = Phrase("record.result-due", "expected a result: {results}", results=allowed)
            raise RecordError.at(self.text, len(self.text), due)
        result = tag["value"] if tag else token[0] if token else "*"
        if token is not None and token[0] not in OPEN and SCORES[token[0]] != SCORES.get(result):
            template = "expected {result}, as the tag Result says, not {found}"
            raise self.wrong(token, Phrase("record.result-tag", template, result=result, found=token[0]))
        place_ = tag.start("value") if tag else token.start() if token else 0
        if result == "0-0":
            template = "0-0 says that both sides lost; that is read as no result"
            self.warnings.append((place_, Phrase("record.both-lost", template)))
        if result in OPEN:
            return
        score, leader = SCORES[result], self.leader()
        winner = None if score == 0 else leader if score > 0 else other(leader)
        due_draw = node.outcome is not None and node.outcome.reason in FROM_THE_PAST
        if node.outcome is None or (due_draw and (winner is not None or self.reason() == "claim")):
            drawn = newly_due(node)
            if drawn is not None and winner is not None:
                self.warnings.append((place_, unclaimed(drawn)))
            if winner is not None and leader != SIDES[0] and node.ending is None:
                self.close(other(winner))
                if self.written_before():
                    return
            self.close(winner)
        elif node.outcome.winner is None or winner is None:
            if node.outcome.winner != winner:
                raise RecordError.at(self.text, place_, ends(_result(node.outcome, leader), node.outcome))
        elif node.outcome.winner != winner and not self.written_before():
            template = "the result {found} is not how the moves end: {text}"
            told = Phrase("record.result-odd", template, found=result, text=node.outcome.text)
            self.warnings.append((place_, told))

    def leader(self) -> Side:
        """The side whose score the result gives first."""
        tag = self.tags.get("GameType")
        return _leader(self.started.game, tag["value"] if tag else "")

    def written_before(self) -> bool:
        """Whether the text is one that this program wrote when it gave White's score first."""
        text = self.text.removeprefix("\ufeff").strip()
        if not _BEFORE.match(text):
            return False
        match = self.started
        lines = re.split(r"\r\n|\r|\n", text)
        return "\n".join(line.rstrip() for line in lines) == _written_before(match).strip()

    def close(self, winner: Side | None) -> None:
        """End the main line off the board, as the tag `Termination` says, or a command in its last comment."""
        tag, ending = self.tags.get("Termination"), self.node.ending
        if ending is not None and ending.winner == winner:
            return
        try:
            self.started.tree.close(self.node, self.reason() or ("resignation" if winner else "agreement"), winner)
        except ValueError as error:
            raise RecordError.at(self.text, tag.start("value") if tag else 0, sentence(error)) from error

    def reason(self) -> str | None:
        """How the game ended off the board, as the tag `Termination` says; None where it does not."""
        tag = self.tags.get("Termination")
        said = tag["value"] if tag else ""
        return next((reason for reason, text in TERMINATIONS.items() if text == said), None)


def _listed(known: dict[str, str]) -> str:
    return ", ".join(f"{number} ({rules(key).name})" for number, key in sorted(known.items()))

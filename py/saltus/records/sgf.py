"""Whole games as SGF, the Smart Game Format FF[4], for the Lines of Action family (GM[9]).

Sources: the SGF specification FF[4] by Arno Hollosi, with its page on Lines of Action (GM[9]: points like `b1`, moves
like `b1-b3` and `b1:b3`, Black first by default). `py/docs/formats.md` says what is read and what is written.
"""

import re
from collections.abc import Iterator

from saltus.core.game import SIDES, Game
from saltus.games import keys, rules
from saltus.match.endings import RECORDED
from saltus.match.match import TERMINATION, Match
from saltus.match.tree import Node
from saltus.records import sgf_tokens as sgf
from saltus.records.sgf_read import read
from saltus.records.tags import Part, unusual_options

__all__ = ["games", "read", "write"]

_PIECE = re.compile(r"\[[^\]\\]*+(?>(?:\\.[^\]\\]*+)*)(?:\]|\\?\Z)|[();]|[^\[();]++", re.DOTALL)
"""Every text is a sequence of these; an unclosed value goes to the end."""


def games(text: str, game: Game | None = None) -> list[Part]:
    """Split a text into its game trees, each with the text before it; the whole text if there is none. `game` is used
    for games that do not name their own. The games are not checked; `read` does that."""
    found: list[Part] = []
    start = 0
    begin = sgf.BEGIN.search(text)
    while begin is not None:
        tree = _Tree(text, begin.start())
        begin = sgf.BEGIN.search(text, tree.end)
        found.append(tree.part(start, tree.end if begin else len(text), game))
        start = tree.end
    return found or [Part(0, len(text), game.key if game is not None and game.sgf is not None else None, {}, 0, None)]


_KNOWN = {number: tag for tag, number in {**sgf.TAG_PROPERTIES, "Result": "RE", "GM": "GM", "PL": "PL"}.items()}


class _Tree:
    """A game tree, scanned without reading its moves: its tags, its number of moves, and where it ends."""

    def __init__(self, text: str, start: int) -> None:
        self.tags: dict[str, str] = {}
        self.turns = 0
        self.end = len(text)
        depth = nodes = 0
        main = True
        name = ""
        for piece in _PIECE.finditer(text, start):
            letter = piece[0][0]
            if letter == "[":
                if name in _KNOWN and nodes <= 1 and depth <= 1:
                    self.tags.setdefault(_KNOWN[name], sgf.Value(piece[0][1:].removesuffix("]"), 0).line)
                self.turns += main and name in ("W", "B") and piece[0][1:-1].strip().lower() not in ("", *sgf.ENDINGS)
                name = "" if name in ("W", "B") else name
            elif letter == "(":
                if depth and sgf.ROOT.match(text, piece.start()):
                    self.end = piece.start()
                    return
                depth += 1
            elif letter == ")":
                depth -= 1
                main = False
                if depth <= 0:
                    self.end = piece.end()
                    return
            elif letter == ";":
                nodes += 1
            elif words := piece[0].split():
                name = sgf.capitals(words[-1])

    def part(self, start: int, end: int, game: Game | None) -> Part:
        """The game, with its tags; `RE` is there as `Result`. Black moves first unless `PL` says otherwise."""
        number = self.tags.pop("GM", None)
        if number is not None:
            key = next((key for key in keys() if str(rules(key).sgf) == number), None)
        else:
            key = game.key if game is not None and game.sgf is not None else None
        player = self.tags.pop("PL", "")[:1].lower()
        verdict, _ = sgf.read_result(self.tags.get("Result", ""), "w" if player == "w" else "b")
        return Part(start, end, key, self.tags, self.turns, None if verdict == "open" else verdict)


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
        if task.parent is not None and task.move is not None:
            text = (":" if task.move.captured else "-").join(task.move.path) or "pass"
            words.append(f"{'' if task.ply % 10 else chr(10)};{task.parent.side.upper()}[{text}]")
        words += _notes(task)
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
    for name, value in sorted(match.tags.items(), key=lambda tag: [*sgf.TAG_PROPERTIES, tag[0]].index(tag[0])):
        dashed = name == "Date" and sgf.DATE.fullmatch(value)
        if name not in sgf.TAG_PROPERTIES or (dashed and "-" in value):
            ours.append(f"[{name}:{_escaped(value)}]")
        else:
            yield f"{sgf.TAG_PROPERTIES[name]}[{_escaped(value.replace('.', '-') if dashed else value)}]"
    yield from ("XT" * bool(ours), *ours)
    unusual = unusual_options(game, ":")
    yield from ("XR" * bool(unusual), *(f"[{each}]" for each in unusual))
    end = match.tree.main_line[-1]
    outcome = end.result
    forfeit = outcome and outcome.winner and outcome.reason == RECORDED and match.tags.get(TERMINATION) == sgf.FORFEIT
    yield f"RE[{sgf.result_of(outcome)}{'F' if forfeit else ''}]\n"
    white, black, _, side = match.start
    for name, pieces in (("AW", white), ("AB", black)):
        yield name * bool(pieces) + "".join(f"[{square}]" for square in game.board.names(pieces))
    yield f"PL[{SIDES[side].upper()}]"


def _notes(node: Node) -> Iterator[str]:
    judgements = [
        f"{name}[{value}]" for (name, value), glyph in sgf.PROPERTY_GLYPHS.items() if node.glyphs == (glyph,)
    ]
    if judgements:
        yield judgements[0]
    elif node.glyphs:
        yield "XN" + "".join(f"[{glyph}]" for glyph in node.glyphs)
    if node.comment:
        yield f"C[{_escaped(node.comment)}]"
    yield node.sgf
    if node.ending is not None:
        on = ":on" if node.main else ""
        yield f"XE[{node.ending.reason}:{node.ending.winner or 'draw'}{on}]"


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\:])", r"\\\1", text)

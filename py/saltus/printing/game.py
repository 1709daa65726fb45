"""A game on a page: annotated with diagrams, to print; or to replay."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from saltus.core.board import every_square
from saltus.core.game import Game
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.notation.move import move_text
from saltus.printing.board import board_svg, place, symbols
from saltus.printing.markup import escape
from saltus.printing.page import data, page
from saltus.printing.replay import SCRIPT, STYLE

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The marks of the numeric annotation glyphs."""
EVERY_PLIES = 20
"""A game gets a diagram after so many moves without one."""

PRINT_STYLE = """
.game { columns: 2 18rem; column-gap: 2rem; text-align: justify; }
.game p { margin: 0 0 .6rem; } .main { font-weight: bold; } .variation { color: #444; }
figure { width: min(100%, 15rem); margin-inline: auto; }
"""


def title_of(match: Match) -> str:
    """The players, or the game's name."""
    names = [match.tags.get(name, "") for name in ("White", "Black")]
    return " – ".join(name or "?" for name in names) if any(names) else match.game.name


def about(match: Match) -> str:
    """The game, the event, the date and the result, in one line of text."""
    tags = match.tags
    date = tags.get("Date", "").replace(".??", "").replace("????", "")
    last = match.tree.main_line[-1]
    ended = last.ending or last.outcome
    told = [match.game.name, tags.get("Event", ""), tags.get("Site", ""), date, ended.text if ended else ""]
    return " · ".join(part for part in told if part and part != "?")


def head(match: Match) -> str:
    """The title of a page, as HTML."""
    return f'<h1>{escape(title_of(match))}</h1>\n<p class="about">{escape(about(match))}</p>'


# -- to print ------------------------------------------------------------------------------------------------


def printed(match: Match) -> str:
    """The page of a game with its comments, variations and diagrams.

    A diagram stands after each move with a comment or a mark, at the start if the game begins from a position of its
    own, after `EVERY_PLIES` moves without one, and at the end.
    """
    body = f'{symbols(match.game)}\n{head(match)}\n<div class="game">\n{"".join(_moves(match))}</div>'
    return page(title_of(match), body, PRINT_STYLE)


def _moves(match: Match) -> Iterator[str]:
    """The main line in paragraphs, with diagrams between them."""
    game = match.game
    line = match.tree.main_line
    if match.setup is None or line[0].comment:
        yield _figure(game, line[0])
    if line[0].comment:
        yield f"<p>{escape(line[0].comment)}</p>\n"
    words: list[str] = []
    shown = 0
    for node in line[1:]:
        words.append(f'<span class="main">{escape(_told(game, node, is_first=not words))}</span>')
        aside = [f'<span class="variation">({_variation(game, other)})</span>' for other in _others(node)]
        is_told = bool(node.comment or aside or set(node.glyphs) & GLYPHS.keys())
        if not is_told and node.ply - shown < EVERY_PLIES and node is not line[-1]:
            continue
        told = " ".join([*words, *([escape(node.comment)] if node.comment else []), *aside])
        yield f"<p>{told}</p>\n{_figure(game, node)}"
        words, shown = [], node.ply


def _others(node: Node) -> list[Node]:
    """The variations in place of a move of the main line."""
    return [other for other in node.parent.onward if other is not node] if node.parent else []


def _told(game: Game, node: Node, is_first: bool) -> str:
    """A move with its number and its mark."""
    if node.parent is None or node.move is None:
        raise AssertionError("the root has no move")
    text = move_text(game, node.parent.position, node.move)
    marks = "".join(GLYPHS.get(glyph, "") for glyph in node.glyphs)
    number, is_second = divmod(node.ply - 1, 2)
    if is_second and not is_first:
        return f"{text}{marks}"
    return f"{number + 1}{'…' if is_second else '.'} {text}{marks}"


def _variation(game: Game, node: Node) -> str:
    """A variation as HTML, with the variations inside it."""
    parts: list[str] = []
    for kind, one, is_first in [("move", node, True), *events(node, bool(node.comment))]:
        if kind != "move":
            parts.append("(" if kind == "open" else ")")
            continue
        parts.append(escape(_told(game, one, is_first)))
        if one.comment:
            parts.append(escape(one.comment))
    return " ".join(parts).replace("( ", "(").replace(" )", ")")


Kind: TypeAlias = Literal["move", "open", "close", "line"]


def events(start: Node, is_first: bool = True) -> Iterator[tuple[Kind, Node, bool]]:
    """The moves after a node in the order of a record: each main move, the variations in its place, what follows it.

    `open` and `close` are the brackets of a variation; the last field says whether a move needs its number. A loop,
    as records may nest deeper than Python calls.
    """
    todo: list[tuple[Kind, Node, bool]] = [("line", start, is_first)]
    while todo:
        kind, node, flag = todo.pop()
        if kind != "line":
            yield kind, node, flag
        elif node.onward:
            main, *others = node.onward
            yield "move", main, flag
            todo.append(("line", main, bool(main.comment or others)))
            for other in reversed(others):
                todo += [("close", other, False), ("line", other, bool(other.comment))]
                todo += [("move", other, True), ("open", other, False)]


def _figure(game: Game, node: Node) -> str:
    marked = (node.move.path[0], node.move.path[-1]) if node.move and node.move.path else ()
    caption = f"after {_told(game, node, is_first=True)}" if node.parent else "the start"
    return f"<figure>{board_svg(game, node.position, marked)}<figcaption>{escape(caption)}</figcaption></figure>\n"


# -- to replay -----------------------------------------------------------------------------------------------


def replayed(match: Match) -> str:
    """The page that replays a game, with its variations and comments. Without JavaScript it shows the end and the
    moves."""
    game = match.game
    line = match.tree.main_line
    nodes = [
        {
            "rows": "".join(game.rows(node.position)),
            "parent": node.parent.id if node.parent else None,
            "next": node.onward[0].id if node.onward else None,
            "path": node.move.path if node.move else (),
            "comment": node.comment,
            "ended": ended.text if (ended := node.ending or node.outcome) else "",
        }
        for node in match.nodes
    ]
    board = {
        "files": game.board.files,
        "ranks": game.board.ranks,
        "places": [{name: place(game, name, turned) for name in _names(game)} for turned in (False, True)],
    }
    body = (
        f"{symbols(game)}\n{head(match)}\n"
        f'<main class="replay"><div><div id="board">{board_svg(game, line[-1].position)}</div>\n'
        '<div class="controls screen" role="group" aria-label="Replay" hidden>'
        '<button id="first" aria-label="First position">|◀</button><button id="back" aria-label="Back">◀</button>'
        '<button id="play" aria-label="Play">▶▶</button><button id="forward" aria-label="Forward">▶</button>'
        '<button id="last" aria-label="Last position">▶|</button>'
        '<button id="flip" aria-label="Flip the board">⇅</button>'
        f'</div>\n<p id="comment" aria-live="polite"></p></div>\n<div class="moves">{_buttons(match)}</div></main>\n'
        f"{data('game', {'nodes': nodes, 'board': board, 'start': line[0].id})}"
    )
    return page(title_of(match), body, STYLE, SCRIPT)


def _names(game: Game) -> tuple[str, ...]:
    """Every square, playable or not, in the order of the rows."""
    return every_square(game.board.files, game.board.ranks)


def _buttons(match: Match) -> str:
    """The moves as buttons, with variations in brackets."""
    start = match.tree.root
    parts = [f'<span class="note">{escape(start.comment)}</span>'] if start.comment else []
    for kind, node, is_first in events(start):
        if kind == "open":
            parts.append('<span class="variation">(')
        elif kind == "close":
            parts.append(")</span>")
        else:
            parts.append(f'<button data-node="{node.id}">{escape(_told(match.game, node, is_first))}</button>')
            if node.comment:
                parts.append(f'<span class="note">{escape(node.comment)}</span>')
    return " ".join(parts).replace("( <", "(<").replace("> )", ">)")

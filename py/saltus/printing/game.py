"""A game on a page: annotated with diagrams, to print; or to replay."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from saltus.core.board import every_square
from saltus.core.game import Game
from saltus.core.resources import text_beside
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.notation.move import move_text
from saltus.printing.board import board_svg, place, symbols
from saltus.printing.page import CASUAL, ENGLISH, RATED, Words, data, escape, page, unbroken

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}  # The marks of the numeric annotation glyphs.
EVERY_PLIES = 20  # A game gets a diagram after this many plies without one.
_TEXTS = ("print.css", "replay.css", "replay.js")
PRINT_STYLE, REPLAY_STYLE, REPLAY_SCRIPT = (text_beside(__file__, name) for name in _TEXTS)


def title_of(match: Match, words: Words = ENGLISH) -> str:
    """The players, or the game's name."""
    names = [match.tags.get(name, "") for name in ("White", "Black")]
    return " – ".join(name or "?" for name in names) if any(names) else words.name(match.game)


def about(match: Match, words: Words = ENGLISH) -> str:
    """The game, the event, the date and the result, in one line of text."""
    tags = match.tags
    date = tags.get("Date", "").replace(".??", "").replace("????", "")
    ended = match.tree.main_line[-1].result
    event = tags.get("Event", "")
    parts = [
        words.name(match.game),
        {CASUAL: words.casual, RATED: words.rated}.get(event, event),
        tags.get("Site", ""),
        date,
        words.end(ended, is_main=True) if ended else "",
    ]
    return " · ".join(part for part in parts if part and part != "?")


def head(match: Match, words: Words = ENGLISH) -> str:
    """The title of a page, as HTML."""
    return f'<h1>{escape(title_of(match, words))}</h1>\n<p class="about">{escape(about(match, words))}</p>'


def printed(match: Match, words: Words = ENGLISH) -> str:
    """The page of a game with its comments, variations and diagrams. A diagram stands after each move with a comment
    or a mark, at the start if the game begins from a position of its own, after `EVERY_PLIES` moves without one, and
    at the end."""
    paragraphs = "".join(_moves(match, words))
    body = f'{symbols(match.game)}\n{head(match, words)}\n<div class="game">\n{paragraphs}</div>'
    return page(title_of(match, words), body, PRINT_STYLE, language=words.language)


def _moves(match: Match, words: Words) -> Iterator[str]:
    """The main line in paragraphs, with diagrams between them."""
    game = match.game
    line = match.tree.main_line
    if match.setup is None or line[0].comment:
        yield _figure(game, line[0], words)
    if line[0].comment:
        yield f"<p>{escape(line[0].comment)}</p>\n"
    texts: list[str] = []
    shown = 0
    for node in line[1:]:
        texts.append(f'<span class="main">{unbroken(_told(game, node, not texts, words))}</span>')
        others = [other for other in node.parent.onward if other is not node] if node.parent else []
        aside = [f'<span class="variation">({_variation(game, other, words)})</span>' for other in others]
        is_told = bool(node.comment or aside or set(node.glyphs) & GLYPHS.keys())
        if not is_told and node.ply - shown < EVERY_PLIES and node is not line[-1]:
            continue
        text = " ".join([*texts, *([escape(node.comment)] if node.comment else []), *aside])
        yield f"<p>{text}</p>\n{_figure(game, node, words)}"
        texts, shown = [], node.ply


def _told(game: Game, node: Node, is_first: bool, words: Words) -> str:
    """A move with its number and its mark."""
    if node.parent is None or node.move is None:
        raise AssertionError("the root has no move")
    text = move_text(game, node.parent.position, node.move) if node.move.path else words.passes
    marks = "".join(GLYPHS.get(glyph, "") for glyph in node.glyphs)
    number, is_second = divmod(node.ply - 1, 2)
    if is_second and not is_first:
        return f"{text}{marks}"
    return f"{number + 1}{'…' if is_second else '.'} {text}{marks}"


def _variation(game: Game, node: Node, words: Words) -> str:
    """A variation as HTML, with the variations inside it."""
    parts: list[str] = []
    for kind, one, is_first in [("move", node, True), *events(node, bool(node.comment))]:
        if kind != "move":
            parts.append("(" if kind == "open" else ")")
            continue
        parts.append(unbroken(_told(game, one, is_first, words)))
        if one.comment:
            parts.append(escape(one.comment))
    return " ".join(parts).replace("( ", "(").replace(" )", ")")


Kind: TypeAlias = Literal["move", "open", "close", "line"]


def events(start: Node, is_first: bool = True) -> Iterator[tuple[Kind, Node, bool]]:
    """The moves after a node in the order of a record: each main move, the variations in its place, what follows it.
    `open` and `close` are the brackets of a variation; the last field says whether a move needs its number. A loop,
    as records may nest deeper than Python calls."""
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


def _figure(game: Game, node: Node, words: Words) -> str:
    marked = (node.move.path[0], node.move.path[-1]) if node.move and node.move.path else ()
    caption = words.after.replace("{move}", _told(game, node, True, words)) if node.parent else words.start
    drawn = board_svg(game, node.position, marked, words=words)
    return f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>\n"


def replayed(match: Match, words: Words = ENGLISH) -> str:
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
            "ended": words.end(ended, node is line[-1]) if (ended := node.result) else "",
        }
        for node in match.nodes
    ]
    squares = every_square(game.board.files, game.board.ranks)
    board = {
        "files": game.board.files,
        "ranks": game.board.ranks,
        "places": [{name: place(game, name, turned) for name in squares} for turned in (False, True)],
    }
    said = {"play": words.play, "pause": words.pause, "start": words.starting_position, "after": words.position_after}
    controls = "".join(
        f'<button id="{name}" aria-label="{escape(label)}">{sign}</button>'
        for name, label, sign in (
            ("first", words.first, "|◀"),
            ("back", words.back, "◀"),
            ("play", words.play, "▶▶"),
            ("forward", words.forward, "▶"),
            ("last", words.last, "▶|"),
            ("flip", words.flip, "⇅"),
        )
    )
    body = (
        f"{symbols(game)}\n{head(match, words)}\n"
        f'<main class="replay"><div><div id="board">{board_svg(game, line[-1].position, words=words)}</div>\n'
        f'<div class="controls screen" role="group" aria-label="{escape(words.replay)}" hidden>{controls}'
        '</div>\n<p id="comment" aria-live="polite"></p></div>\n'
        f'<div class="moves">{_buttons(match, words)}</div></main>\n'
        f"{data('game', {'nodes': nodes, 'board': board, 'start': line[0].id, 'words': said})}"
    )
    return page(title_of(match, words), body, REPLAY_STYLE, REPLAY_SCRIPT, words.language)


def _buttons(match: Match, words: Words) -> str:
    """The moves as buttons, with variations in brackets."""
    start = match.tree.root
    parts = [f'<span class="note">{escape(start.comment)}</span>'] if start.comment else []
    for kind, node, is_first in events(start):
        if kind == "open":
            parts.append('<span class="variation">(')
        elif kind == "close":
            parts.append(")</span>")
        else:
            parts.append(f'<button data-node="{node.id}">{escape(_told(match.game, node, is_first, words))}</button>')
            if node.comment:
                parts.append(f'<span class="note">{escape(node.comment)}</span>')
    return " ".join(parts).replace("( <", "(<").replace("> )", ">)")

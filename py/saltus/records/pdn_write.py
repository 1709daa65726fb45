"""Writes PDN. `saltus.records.pdn` describes the format."""

from collections.abc import Iterator
from typing import NamedTuple

from saltus.core.board import square
from saltus.core.game import SIDES, Game, Outcome, Side
from saltus.match.match import TERMINATION, Match
from saltus.match.tree import Node
from saltus.notation.move import move_text
from saltus.notation.position import position_text
from saltus.records.pdn_tokens import END_COMMAND, UNKNOWN_VALUES
from saltus.records.results import SCORE_RESULTS
from saltus.records.tags import STANDARD_TAGS, TERMINATIONS, unusual_options

LINE_WIDTH = 79


def write(match: Match) -> str:
    """The match as PDN. Raises ValueError if PDN has no number for its game."""
    if match.game.pdn is None:
        raise ValueError(f"PDN has no number for {match.game.name}")
    result = result_text(match.tree.main_line[-1].result, match.game.first)
    tags = ((name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in _tags(match, result))
    lines = [f'[{name} "{value}"]' for name, value in tags]
    return "\n".join([*lines, "", *_wrapped([*_movetext(match), result]), ""])


def _game_type(game: Game) -> str:
    """The full `GameType`: the number, the side that starts, the board, and how its squares are numbered."""
    board = game.board
    # Square 1 is the first square of the top rank. A side that starts at the top sees it at the bottom, mirrored.
    left = board.file_of(board.squares[0]) < board.files // 2
    upright = game.first == game.bottom
    corner = {(True, True): 2, (False, True): 3, (True, False): 1, (False, False): 0}[left, upright]
    near = square(0, 0) if upright else square(board.files - 1, board.ranks - 1)
    fields = (game.pdn, game.first.upper(), board.files, board.ranks, f"N{corner}", int(near not in board.bit))
    return ",".join(map(str, fields))


def result_text(outcome: Outcome | None, leader: Side) -> str:
    """The result text, with the score of `leader` first."""
    if outcome is None:
        return "*"
    return SCORE_RESULTS[0 if outcome.winner is None else 1 if outcome.winner == leader else -1]


def _tags(match: Match, result: str) -> Iterator[tuple[str, str]]:
    game, end = match.game, match.tree.main_line[-1].result
    for name in STANDARD_TAGS:
        yield name, match.tags.get(name, UNKNOWN_VALUES.get(name, "?"))
    yield "Result", result
    yield "GameType", _game_type(game)
    if unusual := unusual_options(game, "="):
        yield "Rules", ", ".join(unusual)
    if match.start != game.start():
        yield "SetUp", "1"
        yield "FEN", position_text(game, match.start)
    if why := match.tags.get(TERMINATION) or (end and TERMINATIONS.get(end.reason)):
        yield TERMINATION, why
    for name, value in match.tags.items():
        if name not in (*STANDARD_TAGS, TERMINATION):
            yield name, value


class _Task(NamedTuple):
    """Something to write: a bracket, a node's move, or with `onward` everything after that move."""

    bracket: str = ""
    node: Node | None = None
    onward: bool = False
    bare: bool = False  # Without the notes, because the move is repeated.


def _movetext(match: Match) -> Iterator[str]:
    """The moves, comments and brackets. Uses an explicit stack, because variations can nest to any depth."""
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
    """The tasks after a node's own move."""
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
    # A comment that looks like the command for an ending must be read as a comment again.
    words = [END_COMMAND.sub(lambda command: command[0].replace("[%", "[ %"), comment)] if comment else []
    if node.ending is not None and (node is not last or (node.claimable is not None and not node.children)):
        words.append(f"[%end {node.ending.winner or 'draw'} {node.ending.reason}]")
    if words:
        yield "{" + " ".join(words) + "}"


def _wrapped(words: list[str]) -> list[str]:
    """The words wrapped into lines. Brackets have no space inside, and comments are not wrapped."""
    lines = [""]
    tight = True
    for word in words:
        glue = "" if tight or word == ")" else " "
        if glue and len(lines[-1]) + len(glue) + len(word) > LINE_WIDTH:
            lines.append("")
            glue = ""
        lines[-1] += glue + word
        tight = word == "("
    return lines

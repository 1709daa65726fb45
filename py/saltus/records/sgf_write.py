"""Writes SGF. `saltus.records.sgf` describes the format."""

import re
from collections.abc import Iterator

from saltus.core.game import SIDES, Outcome
from saltus.match.match import TERMINATION, Match
from saltus.match.tree import RECORDED, Node
from saltus.records.sgf_tokens import DATE, FORFEIT, PROPERTY_GLYPHS, TAG_PROPERTIES


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
    for name, value in sorted(match.tags.items(), key=lambda tag: [*TAG_PROPERTIES, tag[0]].index(tag[0])):
        dashed = name == "Date" and DATE.fullmatch(value)
        if name not in TAG_PROPERTIES or (dashed and "-" in value):
            ours.append(f"[{name}:{_escaped(value)}]")
        else:
            yield f"{TAG_PROPERTIES[name]}[{_escaped(value.replace('.', '-') if dashed else value)}]"
    yield from ("XT" * bool(ours), *ours)
    unusual = [option.key for option in game.options if game.chosen[option.key] != option.default]
    yield from ("XR" * bool(unusual), *(f"[{key}:{'on' if game.chosen[key] else 'off'}]" for key in unusual))
    end = match.tree.main_line[-1]
    outcome = end.outcome or end.ending
    forfeit = outcome and outcome.winner and outcome.reason == RECORDED and match.tags.get(TERMINATION) == FORFEIT
    yield f"RE[{result_text(outcome)}{'F' if forfeit else ''}]\n"
    white, black, _, side = match.start
    for name, pieces in (("AW", white), ("AB", black)):
        yield name * bool(pieces) + "".join(f"[{square}]" for square in game.board.names(pieces))
    yield f"PL[{SIDES[side].upper()}]"


def result_text(outcome: Outcome | None) -> str:
    if outcome is None:
        return "?"
    if outcome.winner is None:
        return "0"
    return f"{outcome.winner.upper()}+" + {"resignation": "R", "flag": "T"}.get(outcome.reason, "")


def _notes(node: Node) -> Iterator[str]:
    judgements = [f"{name}[{value}]" for (name, value), glyph in PROPERTY_GLYPHS.items() if node.glyphs == (glyph,)]
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

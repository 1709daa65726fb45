"""Plain moves are read a line at a time: the match is the one that is read token by token."""

from random import Random

import pytest
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.notation.error import RecordError
from saltus.records import pdn, pdn_replay
from saltus.records.pdn_tokens import Token
from saltus.records.record import forms, write

PLIES = 200


def told(node: Node) -> tuple[object, ...]:
    """All that a node says, with the ids of the nodes that it names."""
    fields = {**vars(node), "parent": node.parent and node.parent.id, "main": node.main and node.main.id}
    return tuple(sorted((name, repr(value)) for name, value in (fields | {"children": ids(node)}).items()))


def ids(node: Node) -> list[int]:
    """The ids of the children."""
    return [child.id for child in node.children]


def read(text: str) -> object:
    """The match in a text, or the error."""
    try:
        match = pdn.read(text)
    except RecordError as error:
        return str(error), error.line, error.column
    return [told(node) for node in match.nodes], match.warnings, match.tags, match.node.id


def same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read a text in both ways, and compare."""
    found = read(text)
    with monkeypatch.context() as patched:
        patched.setattr(pdn_replay, "add_line", lambda tree, node, texts: node)
        assert read(text) == found


def games(key: str) -> list[str]:
    """Random games, with a few that shuffle to and fro until draws are due."""
    texts = []
    for seed in range(6):
        choose, match = Random(seed), Match(load(key))
        while match.ply < PLIES and not match.outcome:
            back = match.line[-2].move if seed % 2 and len(match.line) > 2 else None
            home = [move for move in match.legal if back and move.path == back.path[::-1]]
            match.play(choose.choice(home or match.legal))
        match.tags["Event"] = "Open"
        texts.append(write(match, "pdn"))
    return texts


@pytest.mark.parametrize("key", [key for key in keys() if "pdn" in forms(load(key))])
def test_a_line_of_plain_moves_is_read_as_single_moves_are(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every node, warning and error is the same."""
    for text in games(key):
        same(text, monkeypatch)
        for at in range(40, len(text), 97):
            same(f"{text[:at]}{text[at + 1 :]}", monkeypatch)
            same(f"{text[:at]} {{so}} ! {text[at:]}", monkeypatch)


def test_long_lines_are_added_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without notes does not go through the reader move by move."""
    moves: list[str] = []
    move = pdn_replay.Replay.move

    def noted(self: pdn_replay.Replay, branch: pdn_replay.Branch, token: Token) -> None:
        moves.append(token.text)
        move(self, branch, token)

    monkeypatch.setattr(pdn_replay.Replay, "move", noted)
    match = pdn.read(games("english")[0])
    assert match.ply > 30
    assert len(moves) < 4


@pytest.mark.parametrize("key", keys())
def test_a_game_that_ends_only_blocked_goes_on_while_there_are_moves(key: str) -> None:
    """What `ends_only_blocked` promises, in random games."""
    game = load(key)
    ends = []
    for seed in range(20):
        choose, match = Random(seed), Match(game)
        while match.ply < PLIES and match.legal:
            match.play(choose.choice(match.legal))
            ends.append(game.outcome(match.node.position) is None or not game.moves(match.node.position))
    assert all(ends) or not game.ends_only_blocked

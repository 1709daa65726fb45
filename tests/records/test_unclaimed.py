"""Draws that were due and that nobody claimed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from saltus.core.game import SIDES, Position
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.notation.error import RecordError
from saltus.notation.move import IllegalMove, move_text
from saltus.notation.position import read_position
from saltus.records import pdn, record, sgf

from tests.support.strategies import act, shuffle
from tests.support.texts import ENGLISH, ROCK, main_line, result, told

KINGS = "W:WK25:BK4"
SHUFFLE = ["25-22", "4-8", "22-25", "8-4"]


def kings(turns: list[str], score: str = "*", start: str = KINGS) -> str:
    """A game of English checkers with kings."""
    return f'[SetUp "1"]\n[FEN "{start}"]\n[GameType "21"]\n\n{" ".join(turns)} {score}\n'


def test_a_game_that_goes_on_after_a_third_repetition_is_read_as_played() -> None:
    match = pdn.read(kings(SHUFFLE * 4 + SHUFFLE[:2], "1-0"))
    assert len(match.tree.main_line) == 19
    assert result(match) == ("b", "record")
    due = [node.ply for node in match.tree.main_line if node.claimable]
    assert due == list(range(8, 19))
    assert all(node.outcome is None for node in match.nodes)
    assert told(match)[0] == "a draw could have been claimed here: The same position for the third time: draw."
    # One for each run of turns at which a draw was due.
    assert len(match.warnings) == 1


def test_a_game_that_ends_with_a_third_repetition_is_drawn_unless_the_record_says_otherwise() -> None:
    for score in ("*", "1/2-1/2", "1-1"):
        match = pdn.read(kings(SHUFFLE * 2, score))
        assert result(match) == (None, "repetition")
        assert told(match) == []
    match = pdn.read(kings(SHUFFLE * 2, "0-1"))
    assert result(match) == ("w", "record")
    assert len(match.warnings) == 1
    match.undo()
    assert [(claim.side, claim.kind) for claim in match.claims] == [("w", "draw"), ("b", "draw")]


def tour(turns: int) -> list[str]:
    """Turns of two kings without progress and without a third repetition."""
    match = Match(ENGLISH, position=read_position(ENGLISH, "W:WK32,K31:BK1,K2"))
    stood: dict[Position, int] = {}
    texts: list[str] = []
    for number in range(turns):
        moves = [
            (stood.get(ENGLISH.play(match.position, move), 0), (number * 7 + place) % 5, place)
            for place, move in enumerate(match.legal)
            if not any(reply.captured for reply in ENGLISH.moves(ENGLISH.play(match.position, move)))
        ]
        move = match.legal[min(moves)[2]]
        texts.append(move_text(ENGLISH, match.position, move))
        position = ENGLISH.play(match.position, move)
        stood[position] = stood.get(position, 0) + 1
        assert stood[position] < 3
        match = Match(ENGLISH, position=position)
    return texts


def test_a_game_that_goes_on_after_the_quiet_turns_are_over_is_read_as_played() -> None:
    turns = tour(100)
    match = pdn.read(kings(turns, "1-0", "W:WK32,K31:BK1,K2"))
    assert main_line(match) == turns
    assert result(match) == ("b", "record")
    due = [node.claimable.reason for node in match.tree.main_line if node.claimable]
    assert due == ["quiet"] * 21
    drawn = pdn.read(kings(turns, "1/2-1/2", "W:WK32,K31:BK1,K2"))
    assert result(drawn) == (None, "quiet")


def test_a_game_played_here_still_ends_with_the_third_repetition() -> None:
    match = Match(ENGLISH, position=read_position(ENGLISH, KINGS))
    for text in SHUFFLE * 2:
        match.play(text)
    assert result(match) == (None, "repetition")
    with pytest.raises(IllegalMove, match="over"):
        match.play(SHUFFLE[0])
    read = pdn.read(kings(SHUFFLE * 2 + SHUFFLE[:1]))
    read.goto(8)
    assert result(read) == (None, "open")
    read.play("25-21")
    read.undo()
    read.play(SHUFFLE[0])
    assert result(read) == (None, "repetition")


def test_a_draw_that_was_not_claimed_at_once_may_be_claimed() -> None:
    match = pdn.read(kings(SHUFFLE * 2 + SHUFFLE[:1]))
    match.goto(8)
    assert [(claim.side, claim.kind) for claim in match.claims] == [("w", "draw"), ("b", "draw")]
    match.claim("b", "draw")
    assert match.outcome is not None
    assert match.outcome.text == "Claimed. The same position for the third time: draw."
    for form in ("pdn", "json"):
        back = record.read(record.write(match, form))
        assert back.outcome == match.outcome
        assert record.write(back, form) == record.write(match, form)


def test_taking_the_rest_of_a_record_away_makes_the_draw_one_again() -> None:
    match = pdn.read(kings(SHUFFLE * 2 + SHUFFLE[:1]))
    match.goto(8)
    match.prune(9)
    assert result(match) == (None, "repetition")
    assert (match.legal, match.claims, match.node.claimable) == ([], (), None)


def shape(node: Node) -> tuple[object, ...]:
    """What a record keeps of a node where draws were due."""
    return (node.move, node.outcome, node.claimable, node.ending, [child.id for child in node.onward])


@pytest.mark.parametrize("score", ["*", "1-0", "0-1", "1/2-1/2"])
@pytest.mark.parametrize("length", [8, 9, 12, 13, 18])
def test_draws_that_were_not_claimed_survive_every_form(length: int, score: str) -> None:
    turns = (SHUFFLE * 5)[:length]
    match = pdn.read(kings(turns, score))
    for form in ("pdn", "json"):
        text = record.write(match, form)
        back = record.read(text)
        assert [shape(node) for node in back.nodes] == [shape(node) for node in match.nodes]
        assert result(back) == result(match)
        assert record.write(back, form) == text


def alike(left: Match, right: Match) -> None:
    """Assert that two trees are the same, the main children first."""
    todo = [(left.tree.root, right.tree.root)]
    while todo:
        one, other = todo.pop()
        assert shape(one)[:-1] == shape(other)[:-1]
        assert (one.main and one.main.move) == (other.main and other.main.move)
        assert len(one.children) == len(other.children)
        todo += zip(one.onward, other.onward, strict=True)


@given(st.data(), st.sampled_from([9, 12, 18]))
@settings(deadline=None, max_examples=200)
def test_whatever_is_done_after_draws_that_were_not_claimed_every_form_keeps(
    data: st.DataObject, length: int
) -> None:
    match = pdn.read(kings((SHUFFLE * 5)[:length], data.draw(st.sampled_from(["*", "1-0", "1/2-1/2"]))))
    for kind, number in data.draw(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 99)), max_size=12)):
        if kind < 18:
            act(match, kind, number)
        elif kind == 18:
            match.promote(number % len(match.nodes))
        elif kind == 19 and len(match.nodes) > 1:
            match.prune(1 + number % (len(match.nodes) - 1))
        elif match.claims:
            match.claim(SIDES[number % 2], "draw")
        # Nothing is ever both over and to be claimed, and a draw that was not claimed is followed by something.
        for node in match.nodes:
            assert node.outcome is None or node.claimable is None
            assert node.outcome is None or not (node.children or node.ending)
            assert node.claimable is None or node.children or node.ending
    for form in ("json", "pdn"):
        text = record.write(match, form)
        back = record.read(text)
        alike(match, back)
        assert record.write(back, form) == text


@pytest.mark.parametrize("ended", ["W+R", "B+T", "0", "?"])
def test_sgf_goes_on_after_a_draw_that_was_not_claimed(ended: str) -> None:
    match = Match(ROCK)
    turns = shuffle(match)
    moves = "".join(f";{'WB'[number % 2]}[{turn}]" for number, turn in enumerate(turns * 3))
    start = sgf.write(match).replace("RE[?]", f"RE[{ended}]").rstrip()[:-1]
    found = sgf.read(f"{start}{moves})")
    assert len(found.tree.main_line) == 13
    assert found.tree.main_line[8].claimable is not None
    assert "could have been claimed" in told(found)[0]
    winner = {"W": "w", "B": "b"}.get(ended[0])
    assert (found.outcome and found.outcome.winner) == winner
    assert (found.outcome and found.outcome.reason) == {"W+R": "resignation", "B+T": "flag"}.get(ended, "repetition")
    back = sgf.read(sgf.write(found))
    assert [shape(node) for node in back.nodes] == [shape(node) for node in found.nodes]


def test_a_match_can_walk_through_draws_that_nobody_claimed() -> None:
    match = pdn.read(kings(SHUFFLE * 4, "1-0"))
    while match.can_undo:
        match.undo()
    steps = 0
    while match.can_redo:
        assert match.legal
        match.redo()
        steps += 1
    assert steps == 17
    for number in reversed(range(len(match.nodes))):
        match.goto(number, ended=False)
        assert match.legal
        assert match.node.id == number


def test_a_game_that_is_over_on_the_board_does_not_go_on() -> None:
    with pytest.raises(RecordError, match="over"):
        pdn.read('[FEN "W:W18:B14"]\n[GameType "21"]\n\n18x9 9-13 *')

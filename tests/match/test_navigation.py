"""Undo and redo, and the variations of a match."""

import pytest
from saltus.games import load
from saltus.match.match import Match
from saltus.records import json

from tests.support.matches import ended

ENGLISH = load("english")


def texts(match: Match) -> list[str]:
    """The paths of the line, as text."""
    return ["-".join(node.move.path) for node in match.line if node.move]


def test_undo_and_redo_move_along_the_line_without_loss() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "23-19", "8-11"):
        match.play(text)
    end = match.position
    match.undo(2)
    assert texts(match) == ["f6-e5", "e3-f4", "g7-f6"]
    assert (match.ply, match.can_undo, match.can_redo) == (1, True, True)
    match.redo(2)
    assert (match.position, match.can_redo) == (end, False)


def test_a_new_turn_after_undo_is_the_main_line_and_keeps_the_old_one_as_a_variation() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "23-19", "8-11"):
        match.play(text)
    old = match.node.id
    match.undo(2)
    match.play("22-18")
    assert [node.move for node in match.tree.main_line] == [node.move for node in match.line]
    assert texts(match) == ["f6-e5", "c3-d4"]
    assert not match.can_redo
    match.goto(old)
    assert texts(match) == ["f6-e5", "e3-f4", "g7-f6"]
    assert [node.id for node in match.tree.main_line] == [0, 1, 4], "looking at a variation reorders nothing"


def test_playing_the_old_turn_again_goes_down_the_old_branch() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "23-19", "8-11"):
        match.play(text)
    match.undo(3)
    match.play("11-15")
    assert len(match.nodes) == 4
    assert match.can_redo
    match.redo(2)
    assert match.ply == 3


def test_playing_on_from_a_variation_makes_it_the_main_line() -> None:
    match = Match(ENGLISH)
    match.play("11-15")
    match.undo()
    match.play("9-13")
    match.goto(1)
    match.play("23-19")
    assert [node.id for node in match.tree.main_line] == [0, 1, 3]


@pytest.mark.parametrize("steps", [0, -1, 3, 10**30, 1.0, True, "1"])
@pytest.mark.parametrize("way", ["undo", "redo"])
def test_undo_and_redo_beyond_the_line_are_refused(way: str, steps: int) -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "23-19", "8-11", "22-17"):
        match.play(text)
    match.undo(2)
    before = json.write(match)
    with pytest.raises(ValueError, match="step"):
        getattr(match, way)(steps)
    assert json.write(match) == before


@pytest.mark.parametrize("node", [-1, 2, 10**30, 1.0, True, "1", None])
def test_an_unknown_node_is_refused(node: int) -> None:
    match = Match(ENGLISH)
    match.play("11-15")
    before = json.write(match)
    with pytest.raises(ValueError, match="node"):
        match.goto(node)
    assert json.write(match) == before


def test_going_into_a_variation_leads_on_to_its_end() -> None:
    match = Match(ENGLISH)
    for text in ("11-15", "23-19", "8-11"):
        match.play(text)
    match.undo(3)
    match.play("9-13")
    match.goto(1)
    match.redo(2)
    assert (match.node.id, match.can_redo) == (3, False)


def test_going_to_an_ending_leaves_nothing_to_redo_and_one_step_to_undo() -> None:
    match = Match(ENGLISH)
    match.play("11-15")
    match.play("23-19")
    match.undo()
    match.resign("w")
    match.goto(2)
    match.goto(1)
    assert not match.can_redo
    match.undo()
    assert (match.ply, match.outcome) == (1, None)
    match.redo()
    assert ended(match).reason == "resignation"
    match.goto(1, ended=False)
    assert match.outcome is None


def test_a_place_on_a_line_must_belong_to_that_line() -> None:
    match = Match(ENGLISH)
    match.play("11-15")
    match.undo()
    match.play("9-13")
    match.play("22-18")
    before = json.write(match)
    for node, through in ((1, 3), (3, 2)):
        with pytest.raises(ValueError, match="does not come after"):
            match.goto(node, through)
        assert json.write(match) == before
    match.goto(0, 1)
    match.redo()
    assert match.node.id == 1

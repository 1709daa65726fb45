"""Whole games in every form: what each keeps, how it is recognised, which games have it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from saltus.core.game import Game
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.records import json, pdn, sgf
from saltus.records.record import detect, forms, read, write
from saltus.records.tags import TERMINATIONS

from tests.support.strategies import EVERY_OPTION, games, played
from tests.support.texts import ENGLISH, GAMBIT, ITALIAN, ROCK

PDN_GAMES = [game for game in EVERY_OPTION if game.pdn is not None]
SGF_GAMES = [game for game in EVERY_OPTION if game.sgf is not None]


def shape(node: Node, words: bool) -> tuple[object, ...]:
    """Everything that a format keeps of a node; `words` if it keeps only the words of a comment."""
    return (
        node.move and node.move.path,
        " ".join(node.comment.replace("}", ")").split()) if words else node.comment,
        node.glyphs,
        node.ending,
        node.outcome,
        node.main and node.main.move,
        node.position,
    )


def same_tree(one: Match, other: Match, words: bool = False) -> None:
    """Assert that two matches hold the same game with the same variations, the main ones first."""
    assert type(one.game) is type(other.game)
    assert one.game.chosen == other.game.chosen
    todo = [(one.tree.root, other.tree.root)]
    while todo:
        left, right = todo.pop()
        assert shape(left, words) == shape(right, words)
        assert len(left.children) == len(right.children)
        todo += zip(left.onward, right.onward, strict=True)


@given(st.data(), games)
@settings(deadline=None)
def test_json_keeps_everything(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    text = json.write(match)
    back = json.read(text)
    assert json.write(back) == text
    same_tree(match, back)
    assert [node.id for node in back.line] == [node.id for node in match.line]
    for name in ("setup", "seed", "start", "ply", "ended", "offer", "outcome", "clock", "counters", "tags", "legal"):
        assert getattr(back, name) == getattr(match, name), name
    assert [(node.spent, node.clock) for node in back.nodes] == [(node.spent, node.clock) for node in match.nodes]


@given(st.data(), st.sampled_from(PDN_GAMES))
@settings(deadline=None)
def test_pdn_keeps_the_game_its_variations_and_its_notes(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    for node in match.nodes:
        node.comment = node.comment.replace("[%end", "")
    text = pdn.write(match)
    back = pdn.read(text)
    same_tree(match, back, words=True)
    end = match.tree.main_line[-1].ending
    assert back.tags == {**match.tags, **({"Termination": TERMINATIONS[end.reason]} if end else {})}
    assert back.outcome == (lambda last: last.outcome or last.ending)(match.tree.main_line[-1])
    assert pdn.write(back) == text


@given(st.data(), st.sampled_from(SGF_GAMES))
@settings(deadline=None)
def test_sgf_keeps_the_game_its_variations_and_its_notes(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    text = sgf.write(match)
    back = sgf.read(text)
    same_tree(match, back)
    assert back.tags == match.tags
    assert sgf.write(back) == text


def turn(match: Match, number: int = 0) -> int:
    """Play one of the legal turns. Returns its node's id."""
    return match.play(match.legal[number]).id


def ended_and_gone_on(match: Match) -> None:
    """A resignation after an undo; then the game goes on through the undone turn."""
    turn(match)
    onward = turn(match)
    match.undo()
    match.resign("w")
    match.goto(onward)
    turn(match)


def ended_with_more_tried(match: Match) -> None:
    """The main line ends off the board at a node with two variations, one with a reply."""
    turn(match)
    turn(match)
    turn(match)
    match.undo(2)
    turn(match, 1)
    match.undo()
    match.resign("b")


def variation_ended_with_more_tried(match: Match) -> None:
    """The same in a variation, with a different main line."""
    ended_with_more_tried(match)
    match.undo(2)
    turn(match, 2)


def ended_before_the_first_turn(match: Match) -> None:
    """A resignation at the start, after turns were undone."""
    turn(match)
    turn(match)
    match.undo(2)
    turn(match, 1)
    match.undo()
    match.resign("b")


def ended_at_the_start_and_gone_on(match: Match) -> None:
    """The same, but one of them continues."""
    ended_before_the_first_turn(match)
    match.goto(2)
    turn(match)


TANGLES = [
    ended_and_gone_on,
    ended_with_more_tried,
    variation_ended_with_more_tried,
    ended_before_the_first_turn,
    ended_at_the_start_and_gone_on,
]


@pytest.mark.parametrize("tangle", TANGLES)
@pytest.mark.parametrize("game", [ENGLISH, ITALIAN, ROCK])
def test_endings_and_variations_may_be_tangled_in_every_form(game: Game, tangle: Callable[[Match], None]) -> None:
    match = Match(game)
    tangle(match)
    for form in forms(game)[:-1]:
        text = write(match, form)
        back = read(text)
        same_tree(match, back)
        assert write(back, form) == text


@given(st.data(), games)
@settings(deadline=None)
def test_every_form_is_recognised_and_read_without_being_told(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    for form in forms(game):
        text = write(match, form)
        assert detect(text) == form
        back = read(text, game=game)
        assert back.game.key == game.key
        if form == "position":
            assert back.position == match.position


def test_the_forms_of_a_game_are_those_it_has_a_number_for() -> None:
    assert {key: forms(load(key)) for key in keys()} == {
        "english": ("json", "pdn", "position"),
        "italian": ("json", "pdn", "position"),
        "rock": ("json", "sgf", "position"),
        "roman": ("json", "position"),
        "gambit": ("json", "position"),
    }
    for form in ("pdn", "sgf", "png", ""):
        with pytest.raises(ValueError, match="json, position"):
            write(Match(GAMBIT), form)
    with pytest.raises(ValueError, match="json, pdn, sgf, position"):
        read("{}", "png")
    for writer in (pdn.write, sgf.write):
        with pytest.raises(ValueError, match="no number for Gambit"):
            writer(Match(GAMBIT))


def test_a_page_that_only_plays_loads_nothing_heavy() -> None:
    code = f"import sys; sys.path.insert(0, {str(Path(json.__file__).parents[2])!r}); import saltus.records.record; "
    code += "print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    modules = set(loaded.stdout.split())
    assert "saltus.match.match" in modules
    assert [name for name in modules if name.startswith(("saltus.records.pdn", "saltus.records.sgf"))] == []
    assert not modules & {"dataclasses", "inspect", "pathlib", "random"}

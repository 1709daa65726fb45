"""The puzzles: properties of all, and for samples that only one move works."""

from itertools import islice
from pathlib import Path

import pytest
import saltus.data
from saltus.core.game import Game, Position
from saltus.core.score import WON
from saltus.engine.search import search
from saltus.games import keys, load
from saltus.study.puzzles import (
    GOALS,
    GRADES,
    LEAST_OF_SET,
    THEMES,
    Puzzle,
    daily,
    find,
    is_available,
    judge,
    line,
    puzzles,
    read,
    themes,
    written,
)
from saltus.tablebase.base import Endings
from saltus.tablebase.gambit import sides, solution
from workshop.mine.difficulty import level_of

from tests.support.symmetry import swapped, turned, turns
from tests.support.tiers import mostly_slow

GAMES = [game for game in map(load, keys()) if is_available(game)]
NAMED = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
MINED = {game.key: game for game in GAMES if game.key != "gambit"}
LEAST = {"gambit": 200}
USUAL_LEAST = 500
MOST_BYTES = 30_000
"""Of the file of a game."""

SAMPLES = 5
NODES, WINS, LEVEL = 40_000, 120, 70
"""Of the search that looks at samples, and what it must find of the one good move, and of every other at most."""


def endings(game: Game) -> Endings | None:
    """The tablebase of a game."""
    known = game.knowledge()
    return known if isinstance(known, Endings) else None


@NAMED
def test_there_are_enough_of_each_game_from_easy_to_hard(game: Game) -> None:
    every = puzzles(game)
    assert len(every) >= LEAST.get(game.key, USUAL_LEAST)
    levels = [one.level for one in every]
    assert levels == sorted(levels)
    assert levels[0] < 3
    assert levels[-1] > 8
    assert {one.grade for one in every} == set(GRADES)
    assert len({one.key for one in every}) == len(every)
    assert len(themes(every)) >= 3


@NAMED
def test_a_theme_is_a_set_of_some_puzzles_and_says_what_is_true_of_each(game: Game) -> None:
    every = puzzles(game)
    for theme in themes(every):
        assert LEAST_OF_SET <= sum(theme in one.themes for one in every) <= 0.7 * len(every), theme
    assert {one.goal for one in every if "opposition" in one.themes} <= {"win"}


@NAMED
def test_the_file_is_small(game: Game) -> None:
    [folder] = saltus.data.__path__
    assert Path(folder, f"{game.key}-puzzles.table").stat().st_size <= MOST_BYTES


@NAMED
def test_the_level_of_samples_is_measured_again_as_it_was(game: Game) -> None:
    every = [one for one in puzzles(game) if one.turns == 1]
    for one in (every[0], every[len(every) // 2]):
        assert level_of((game.key, one)) == one.level


@NAMED
def test_a_grade_is_a_fifth_of_the_puzzles_and_those_of_one_level_share_it(game: Game) -> None:
    every = puzzles(game)
    grades = [one.grade for one in every]
    assert grades == sorted(grades), "a higher level is no lower grade"
    assert len({(one.level, one.grade) for one in every}) == len({one.level for one in every})
    for grade in GRADES:
        assert 0.15 <= grades.count(grade) / len(every) <= 0.25, grade


@NAMED
def test_every_one_is_a_position_with_a_choice_and_a_line_that_can_be_played(
    game: Game,
) -> None:
    for one in puzzles(game):
        assert game.position(game.rows(one.position), "wb"[one.position[3]]) == one.position
        moves = game.moves(one.position)
        assert len(moves) >= 3
        assert len(line(game, one)) == len(one.line)
        assert one.asked % 2 == 1
        assert one.asked <= len(one.line)
        assert one.goal in GOALS
        assert set(one.themes) <= set(THEMES)
        assert read(game, written(game, one))._replace(grade=one.grade) == one


@NAMED
def test_none_is_another_one_turned_or_mirrored_or_with_the_colours_exchanged(
    game: Game,
) -> None:
    ways = [way for way in turns(game.board) if {way(name) for name in game.board.squares} == {*game.board.squares}]
    men = any(game.has_kings for _ in ways)
    met: set[Position] = set()
    for one in puzzles(game):
        assert one.position not in met
        for way in ways:
            if men and way("a1") not in ("a1", "h8") and way("b8") not in ("b8", "g1"):
                continue
            met |= {
                turned(game, way, one.position),
                swapped(turned(game, way, one.position)),
            }


@mostly_slow("game", [*MINED.values()], MINED["english"], ids=[*MINED])
def test_one_move_alone_is_good_in_samples(game: Game) -> None:
    table = endings(game)
    every = [one for one in puzzles(game) if table is None or not table.holds(one.position)]
    for one in islice(every, 0, None, max(1, len(every) // SAMPLES)):
        *_, found = search(game, one.position, lines=2, max_nodes=NODES)
        best, second = found.lines
        assert best.pv[0].path == one.line[0], one.key
        assert best.score >= (WON if game.key == "rock" else WINS), one.key
        assert second.score <= LEVEL, one.key


@pytest.mark.parametrize("key", [game.key for game in GAMES if endings(game)])
def test_one_move_alone_wins_or_holds_in_every_ending_of_the_table(key: str) -> None:
    game = load(key)
    table = endings(game)
    assert table is not None
    found = [one for one in puzzles(game) if table.holds(one.position)]
    assert found
    for one in found:
        least = {"win": WON, "hold": 0}[one.goal]
        good = [move for move in game.moves(one.position) if -table.score(game.play(one.position, move)) >= least]
        assert [move.path for move in good] == [one.line[0]]


def test_gambits_are_exact() -> None:
    game, solved = load("gambit"), solution()
    assert solved is not None
    for one in puzzles(game):
        margins = sorted(
            ((value, move.path) for move, value in solved.margins(*sides(one.position))),
            reverse=True,
        )
        (first, path), (second, _) = margins[:2]
        assert path == one.line[0]
        promised = {
            "win": first > 0 >= second,
            "hold": first == 0 > second,
            "points": first == one.by > second > 0,
        }
        assert promised[one.goal], one.key


@NAMED
def test_rock_is_won_to_the_end_and_others_as_far_as_it_is_plain(game: Game) -> None:
    for one in puzzles(game):
        position = one.position
        for move in line(game, one):
            position = game.play(position, move)
        ended = game.outcome(position)
        if game.key == "rock":
            assert ended is not None
            assert ended.winner == "wb"[one.position[3]]


# -- how turns are judged ------------------------------------------------------------------------------------


def long_one(game: Game) -> Puzzle:
    return next(one for one in puzzles(game) if one.turns > 1)


@NAMED
def test_the_solution_is_right_turn_by_turn_and_every_other_move_is_not(
    game: Game,
) -> None:
    one = long_one(game)
    found = judge(game, one, one.line[:1])
    assert (found.right, found.done) == (True, False)
    assert found.answer is not None
    assert found.answer.path == one.line[1]
    assert judge(game, one, one.line[: one.asked]).done
    after = game.play(one.position, line(game, one)[0])
    others = [move for move in game.moves(one.position) if game.play(one.position, move) != after]
    assert not any(judge(game, one, [move.path]).right for move in others)


def test_a_turn_that_comes_to_the_same_position_is_as_good() -> None:
    game = load("gambit")
    position = game.position(["........", "..ww....", "..b.....", "........"], "b")
    one = Puzzle("x", position, "win", 0, 1, ("chain",), 1, (("c2", "e4"),))
    same = [
        move for move in game.moves(position) if game.play(position, move) == game.play(position, line(game, one)[0])
    ]
    assert all(judge(game, one, [move.path]).right for move in same)


@pytest.mark.parametrize("paths", [[("a1", "a1")], "answer", "more"])
def test_what_cannot_be_judged_is_refused(paths: object) -> None:
    game = load("gambit")
    one = long_one(game)
    if paths == "answer":
        one, other = next(
            (long, move.path)
            for long in puzzles(game)
            if long.turns > 1
            for move in game.moves(game.play(long.position, line(game, long)[0]))
            if move.path != long.line[1]
        )
        given = [one.line[0], other]
    else:
        given = [*one.line, ("a1", "a3")] if paths == "more" else [("a1", "a1")]
    with pytest.raises(ValueError, match=r"turn|answer"):
        judge(game, one, given)


def test_the_one_of_the_day_is_the_same_for_everyone_and_changes() -> None:
    game = load("rock")
    assert daily(game, 20_000) == daily(load("rock"), 20_000)
    assert len({daily(game, day).key for day in range(20_000, 20_030)}) > 10


def test_there_are_none_where_the_rules_are_not_the_usual_ones() -> None:
    assert is_available(load("rock"))
    assert not is_available(load("rock", {"repetition": False}))
    with pytest.raises(ValueError, match="there are no puzzles"):
        puzzles(load("rock", {"repetition": False}))
    with pytest.raises(ValueError, match="has no puzzle"):
        find(load("rock"), "nothing")

"""Why a move is good: every reason is a fact, counted again here by other means, and most moves have one.

`hints/` has 500 positions a game from games of level 6 (`workshop/mine/hints.py`).
"""

from functools import cache
from random import Random

import pytest
from saltus.analysis.explain import Explanation, because
from saltus.analysis.reasons import kinds as every_kind
from saltus.analysis.reasons import searched
from saltus.analysis.reasons.exchange import material_deficit
from saltus.analysis.reasons.question import Question
from saltus.core.game import Game, Move, Position
from saltus.core.score import Line
from saltus.engine.probe import exact
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.notation.move import move_text

from tests.support.facts import FACTS, Case, is_true
from tests.support.hints import ENDS, STANDING, hints, parts

FEW, ALL = 60, 500
MIN_WITH_REASON = 0.8


def false(game: Game, position: Position, lines: list[Line]) -> list[str]:
    """The reasons that do not hold."""
    reasons = parts(because(game, position, lines).text)
    case = Case(game, position, lines) if reasons else None
    return [reason for reason in reasons if case is None or not is_true(case, reason)]


def test_the_kinds_of_reasons_are_one_list() -> None:
    strengths, ranks = [one.strength for one in every_kind()], {one.name: one.rank for one in every_kind()}
    assert strengths == sorted(set(strengths), reverse=True)
    assert 0 < min(strengths) <= max(strengths) < 1000
    assert len(ranks) == len(strengths)
    for one in every_kind():
        assert {ranks[name] for name in one.excludes} <= {one.rank}


@pytest.mark.parametrize("key", keys())
def test_every_reason_is_true(key: str) -> None:
    game = load(key)
    assert [
        (position, wrong) for position, lines in hints(game)[:FEW] if (wrong := false(game, position, lines))
    ] == []


@pytest.mark.slow("test_every_reason_is_true")
@pytest.mark.parametrize("key", keys())
def test_every_reason_is_true_of_500_positions(key: str) -> None:
    game = load(key)
    assert [(position, wrong) for position, lines in hints(game) if (wrong := false(game, position, lines))] == []


@cache
def told(key: str, count: int) -> list[Explanation]:
    """What is told of the moves in so many positions."""
    game = load(key)
    return [because(game, position, lines) for position, lines in hints(game)[:count]]


def kinds(why: Explanation) -> set[str]:
    """The keys of the reasons that a sentence has."""
    return {part.key.removeprefix("because.") for part in parts(why.text)}


def says_something(why: Explanation) -> bool:
    return why.text.key.startswith(ENDS) or not kinds(why) <= STANDING


@pytest.mark.parametrize("key", keys())
def test_most_moves_have_a_reason(key: str) -> None:
    assert sum(map(says_something, told(key, FEW))) >= MIN_WITH_REASON * FEW


@pytest.mark.slow("test_most_moves_have_a_reason")
@pytest.mark.parametrize("key", keys())
def test_most_moves_have_a_reason_of_500_positions(key: str) -> None:
    assert sum(map(says_something, told(key, ALL))) >= MIN_WITH_REASON * ALL


@pytest.mark.parametrize("key", keys())
def test_a_reason_is_a_sentence_of_at_most_three_facts_with_squares_of_the_board(key: str) -> None:
    game = load(key)
    for why in told(key, FEW):
        assert why.text[0].isupper()
        assert why.text.endswith(".")
        assert ".." not in why.text
        assert {*why.squares, *why.arrow} <= set(game.board.squares)
        assert len(kinds(why) - STANDING) <= 3


@pytest.mark.parametrize("key", keys())
def test_the_arrow_is_a_move_that_the_sentence_names(key: str) -> None:
    game = load(key)
    for why in told(key, FEW):
        if not why.arrow:
            continue
        whole = [game.spoken(square) for square in why.arrow]
        names = {sign.join(squares) for sign in "-x" for squares in (whole, [whole[0], whole[-1]])}
        assert any(name in why.text for name in names)


@pytest.mark.slow("test_every_reason_is_true")
def test_the_positions_show_nearly_every_kind_of_reason() -> None:
    seen = set().union(*(kinds(why) for key in keys() for why in told(key, ALL)))
    # The positions are told without the exchange that led to them, and none was forced.
    assert set(FACTS) - seen == {"only", "loses"}


def test_what_captures_in_return_is_not_told_as_a_gain() -> None:
    match = Match(load("english"))
    for text in ("11-15", "22-18", "15x22"):
        match.play(text)
    taking = next(move for move in match.legal if move_text(match.game, match.position, move) == "25x18")
    assert material_deficit(match.node) == 1
    lines = [Line(0, (taking,))]
    assert because(match.game, match.position, lines).text == "It captures a piece without a recapture."
    told = because(match.game, match.position, lines, deficit=material_deficit(match.node)).text
    assert told == "It captures in return, which makes the exchange even."
    match.play(taking)
    assert material_deficit(match.node) == 0


def lost(placed: str) -> tuple[Game, Position, list[Line]]:
    """A king in English checkers against two black pieces, lost as the tablebase knows, and all its moves' lines."""
    game = load("english")
    position = game.position(placed.split("/"), "w")
    found = exact(game, position)
    assert found is not None
    return game, position, list(found.lines)


def test_who_is_lost_is_told_so_first() -> None:
    game, position, lines = lost("......../......../......../..B...../......../......../.B....../....W...")
    text = because(game, position, lines).text
    assert text.startswith("Every move loses by force; this one holds out longest, ")
    assert false(game, position, lines) == []
    game, position, lines = lost(".b....../......../......../......../...B..../......../......../W.......")
    text = because(game, position, lines).text
    assert text.startswith("It is the only move")
    assert text.endswith("and loses within three moves.")
    assert false(game, position, lines) == []


def at_random(game: Game, position: Position, choose: Random) -> tuple[list[Move], Position]:
    """Six moves, and where they lead."""
    moves: list[Move] = []
    while len(moves) < 6 and game.outcome(position) is None:
        moves.append(choose.choice(game.moves(position)))
        position = game.play(position, moves[-1])
    return moves, position


def test_where_two_lines_lead_is_compared_in_groups() -> None:
    game, choose, seen = load("rock"), Random(1), set()
    for _ in range(200):
        _, position = at_random(game, game.start(), choose)
        (line, here), (other, there) = (at_random(game, position, choose) for _ in range(2))
        if len(line) != len(other):
            continue
        reason = searched.gathers_more.find(Question(game, position, [Line(0, tuple(line))], other))
        case = Case(game, position, [Line(0, tuple(line))])
        fewer, more = (len(case.groups(end, case.side)) for end in (here, there))
        assert (reason and reason.text.values) == ({"n": fewer, "m": more} if fewer < more else None)
        seen.add(reason is None)
    assert seen == {False, True}

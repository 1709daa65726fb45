"""Why a move is good: every reason is a fact, counted again here by other means, and most moves have one.

`hints/` has 500 positions a game from games of level 6 (`workshop/mine/hints.py`).
"""

import re
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
from saltus.analysis.explain import ALIKE_CENTIPIECES, Explanation, because, recommend
from saltus.analysis.reasons import kinds as every_kind
from saltus.analysis.reasons import lines as in_groups
from saltus.analysis.reasons.exchange import material_deficit
from saltus.analysis.reasons.question import Question
from saltus.core.game import Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import WIN, WON, Line
from saltus.engine.probe import exact
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.notation.move import move_text

from tests.support.facts import FACTS, Case, is_true
from tests.support.hints import GENERAL, SILENT, hints, reason

FEW, ALL = 60, 500
MAX_GENERAL, MAX_WORDS = 0.2, 14
GAMES = 400
RESULTS = ("most-points", "fewest-points", "jumps-on", "stops", "resists", "denies")
PLANS = ("plan-win", "plan-draw", "others-worse", "all-lose-points")


class Told(NamedTuple):
    """What is told of the first move of some lines."""

    lines: list[Line]
    why: Explanation


def said(game: Game, position: Position, lines: list[Line]) -> list[Told]:
    """The hint, and what a review says where the best other move was played."""
    at, hint = recommend(game, position, lines)
    told = [Told([lines[at], *lines[:at], *lines[at + 1 :]], hint)]
    return [*told, Told(lines, because(game, position, lines[:1], lines[1].pv))] if len(lines) > 1 else told


def false(game: Game, position: Position, every: list[Told]) -> list[Phrase]:
    """The reasons that do not hold."""
    reasons = [(lines, found) for lines, why in every if (found := reason(why.text))]
    return [found for lines, found in reasons if not is_true(Case(game, position, lines), found)]


@cache
def told(key: str, count: int) -> list[list[Told]]:
    """What is told of the moves in so many positions, first as a hint, then in a review."""
    return [said(load(key), position, lines) for position, lines in hints(load(key))[:count]]


def check(key: str, count: int) -> None:
    """That every reason is true, and most hints have an idea: together, as what is told takes longest to find."""
    game = load(key)
    found = zip(hints(game), told(key, count), strict=False)
    wrong = [(position, false(game, position, every)) for (position, _), every in found]
    assert [(position, reasons) for position, reasons in wrong if reasons] == []
    ideas = [hint.why.text for hint, *_ in told(key, count) if hint.why.text.key.startswith("hint.")]
    assert sum(text.key in GENERAL for text in ideas) <= MAX_GENERAL * len(ideas)


def test_the_kinds_of_reasons_are_one_list() -> None:
    strengths = [one.strength for one in every_kind()]
    assert strengths == sorted(set(strengths), reverse=True)
    assert 0 < min(strengths) <= max(strengths) < 1000


@pytest.mark.parametrize("key", keys())
def test_every_reason_is_true_in_one_short_sentence_that_does_not_name_the_move(key: str) -> None:
    check(key, FEW)
    game = load(key)
    for (position, _), ((lines, why), *_) in zip(hints(game), told(key, FEW), strict=False):
        assert why.text[0].isupper()
        assert why.text.endswith(".")
        assert why.text.count(".") - why.text.count("1.") <= 1
        assert len(why.text.split()) <= MAX_WORDS
        assert move_text(game, position, lines[0].pv[0]) not in re.split(r"[ ,.;:]+", why.text)
        assert {*why.squares, *why.arrow} <= set(game.board.squares)


@pytest.mark.parametrize("key", keys())
def test_a_hint_is_there_where_nothing_can_be_counted_or_searched(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltus.analysis.reasons.exchange.MAX_POSITIONS", 0)
    monkeypatch.setattr("saltus.analysis.reasons.question.MAX_NODES", 0)
    game = load(key)
    assert all(because(game, position, lines, deficit=1).text for position, lines in hints(game)[:FEW])


def test_of_moves_as_good_as_each_other_the_one_with_the_clearest_idea_is_recommended() -> None:
    """But never one that is worse, if that is proved."""
    game = load("english")
    position, (best, other) = next(
        (position, lines)
        for position, lines in hints(game)
        if abs(lines[0].score) < WON
        and because(game, position, lines).text.key == "hint.look"
        and because(game, position, lines[::-1]).text.key != "hint.look"
    )
    alike = [best, other._replace(score=best.score - ALIKE_CENTIPIECES)]
    assert recommend(game, position, alike) == (1, because(game, position, alike[::-1]))
    worse = [best, other._replace(score=best.score - ALIKE_CENTIPIECES - 1)]
    assert recommend(game, position, worse) == (0, because(game, position, worse))
    proved = [line._replace(score=score) for line, score in zip((best, other), (WIN - 9, WIN - 11), strict=True)]
    assert recommend(game, position, proved)[0] == 0


def test_of_two_captures_that_come_to_the_same_it_is_said_that_either_does() -> None:
    game = load("english")
    rows = [".b......", "....b...", "...b.b..", "b.b.b...", ".w...w.w", "w...b...", ".w.....w", "w.w....."]
    position = game.position(rows, "b")
    lines = [Line(-193, (move,)) for move in game.moves(position)]
    assert because(game, position, lines).text == "You must take, and either way is as good."
    assert false(game, position, said(game, position, lines)) == []


@pytest.mark.slow("test_every_reason_is_true_in_one_short_sentence_that_does_not_name_the_move")
@pytest.mark.parametrize("key", keys())
def test_every_reason_is_true_of_500_positions(key: str) -> None:
    check(key, ALL)


@pytest.mark.slow("test_every_reason_is_true_in_one_short_sentence_that_does_not_name_the_move")
def test_the_positions_show_nearly_every_kind_of_reason() -> None:
    every = [one.why.text for key in keys() for position in told(key, ALL) for one in position]
    seen = {found.key for text in every if (found := reason(text))}
    # The positions are told without the exchange that led to them, and none was forced. Gambit's are level.
    rare = {"hint.only", "hint.takes-part", "hint.takes-back-inward", "hint.ends-draw"}
    rare |= {"hint.most-points", "hint.fewest-points", "hint.plan-win", "hint.lost-trap"}
    rare |= {"hint.concedes", "hint.answered", "hint.take-either"}
    assert set(FACTS) - seen <= rare
    assert seen - set(FACTS) == set()
    assert {text.key for text in every} & set(SILENT)


def test_what_is_at_stake_in_gambit_is_told_and_true_wherever_a_game_has_gone() -> None:
    game, choose, seen, wrong = load("gambit"), Random(1), set(), []
    for _ in range(GAMES):
        _, position = at_random(game, game.start(), choose)
        if game.outcome(position) is None:
            found = exact(game, position)
            assert found is not None
            lines = list(found.lines[:2])
            every = said(game, position, lines)
            seen.add(every[0].why.text.key)
            wrong += false(game, position, every)
    assert wrong == []
    assert {f"hint.{result}" for result in (*RESULTS, *PLANS)} <= seen


def test_what_captures_in_return_is_not_told_as_a_gain() -> None:
    match = Match(load("english"))
    for text in ("11-15", "22-18", "15x22"):
        match.play(text)
    taking = next(move for move in match.legal if move_text(match.game, match.position, move) == "25x18")
    assert material_deficit(match.node) == 1
    lines = [Line(0, (taking,))]
    assert because(match.game, match.position, lines).text == "Take the man on 22: you win a man."
    told = because(match.game, match.position, lines, deficit=material_deficit(match.node)).text
    assert told == "Take with the man on 25, towards the middle: the trade is even."
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
    assert false(game, position, said(game, position, lines)) == []
    game, position, lines = lost(".....B../......../......../......W./.......B/......../......../........")
    assert because(game, position, lines).text == "Every move loses, but here only 20-24 wins for Black."
    assert false(game, position, said(game, position, lines)) == []
    game, position, lines = lost(".b....../......../......../......../...B..../......../......../W.......")
    assert because(game, position, lines).text == "It is your only move."
    assert false(game, position, said(game, position, lines)) == []


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
        found = in_groups.gathers.find(Question(game, position, [Line(0, tuple(line))], other))
        case = Case(game, position, [Line(0, tuple(line))])
        fewer, more = (len(case.groups(end, case.side)) for end in (here, there))
        assert (found and found.review and found.review.values) == ({"n": fewer, "m": more} if fewer < more else None)
        seen.add(found is None)
    assert seen == {False, True}

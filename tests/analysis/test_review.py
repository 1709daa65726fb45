"""Game reviews: the cost of turns, their marks, and each side's accuracy."""

from collections.abc import Sequence
from itertools import count, pairwise

import pytest
from saltus.analysis.analyse import Variation
from saltus.analysis.chances import BLUNDER, INACCURACY, MARKS, MISTAKE, chance, mark, scale
from saltus.analysis.moments import better, deed, refutation, sentence, turning_points
from saltus.analysis.reasons import faults
from saltus.analysis.review import (
    MARK_GLYPHS,
    REVIEW_NODES,
    Evaluation,
    Reviewer,
    Turn,
    accuracies,
    annotate,
    judge,
    review,
    sliding,
)
from saltus.core.game import Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import WIN
from saltus.engine.probe import exact
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.notation.move import read_move
from saltus.records import record
from saltus.study.openings import opening_book, opening_theory

FEW = 300
"""Enough nodes where it does not matter what is found."""


def played(game: str, line: str) -> Match:
    match = Match(load(game))
    for move in line.split():
        match.play(move)
    return match


def looked_back(match: Match, nodes: int = REVIEW_NODES) -> list[Turn]:
    """The reviewed turns of a match."""
    reviewer = Reviewer(match, nodes=nodes)
    for _ in reviewer.run():
        pass
    return reviewer.turns()


def test_lines_of_marked_turns_do_not_end_in_an_exchange() -> None:
    match = played("english", "10-14 22-17 6-10 24-20 10-15 17x10 7x14 21-17 14x21 27-24 11-16 20x11 12-16 26-22")
    turns = [turn for turn in looked_back(match) if turn.mark]
    assert turns
    for turn in turns:
        for start, line in ((turn.best.position, turn.best.moves), (turn.node.position, turn.after.moves)):
            position = start
            for move in line:
                position = match.game.play(position, move)
            assert match.game.outcome(position) or not match.game.noisy_moves(position)


@pytest.mark.parametrize("key", keys())
def test_chances_grow_with_the_score_and_are_shared_by_both_sides(key: str) -> None:
    game = load(key)
    scores = [-WIN + 3, -600, -200, -50, 0, 50, 200, 600, WIN - 3]
    shares = [chance(game, score) for score in scores]
    assert shares[0] == 0
    assert shares[4] == 0.5
    assert shares[-1] == 1
    assert all(low < high for low, high in pairwise(shares))
    assert [chance(game, -score) for score in scores] == pytest.approx([1 - share for share in shares])
    assert chance(game, scale(game)) == pytest.approx(0.731, abs=0.001)


def test_a_turn_is_called_by_what_it_costs() -> None:
    losses = (0, INACCURACY - 0.01, INACCURACY, MISTAKE, BLUNDER, 1)
    assert [mark(0.79, loss) for loss in losses[:-1]] == ["", "", "?!", "?", "??"]
    assert mark(1.0, losses[-1]) == "??"
    assert {glyph for glyph, _ in MARKS} == set(MARK_GLYPHS)


def test_what_leaves_an_even_game_even_is_an_inaccuracy_or_a_mistake_if_it_cost_a_piece() -> None:
    turns = ((0.64, 0.28), (0.6, 0.19), (0.5, 0.05), (0.66, 0.16), (0.5, 0.16))
    assert [mark(before, loss) for before, loss in turns] == ["?", "?!", "", "?", "?"]


def test_what_keeps_a_side_winning_or_losing_is_an_inaccuracy_at_most() -> None:
    assert [mark(before, 0.15) for before in (1.0, 0.96, 0.94, 0.2)] == ["?!", "?!", "?", "?!"]


def test_a_side_that_lost_without_a_mistake_slid_and_its_worst_step_is_told() -> None:
    match = played("english", "11-15 22-18 15x22 25x18 8-11 18-14 9x18 23x14 10x17 21x14")
    own = [turn for turn in looked_back(match) if turn.side == "w"][:4]
    scores, size = (0, -40, -80, -120, -160), scale(match.game)
    steps = []
    for turn, before, after in zip(own, scores, scores[1:], strict=False):
        shares = [chance(match.game, score * size // 100) for score in (before, after)]
        best = Variation(match.game, turn.best.position, before * size // 100, turn.best.moves)
        steps.append(turn._replace(chance=shares[1], loss=shares[0] - shares[1], mark="", best=best))
    told = sliding(steps)
    (worst,) = [turn for turn in told if turn.mark]
    assert worst.loss == max(turn.loss for turn in steps[1:])
    assert worst.slide is not None
    assert " was the worst step of a slow slide, from move 2 to move 4" in sentence(match.game, worst)
    mistakes = [step._replace(mark="??") for step in steps]
    assert sliding(mistakes) == mistakes


def test_a_blunder_is_found_and_told_in_words() -> None:
    match = played("english", "11-15 22-18 15x22 25x18 8-11 18-14 9x18 23x14 10x17 21x14")
    turns = looked_back(match)
    assert [turn.text for turn in turns if turn.mark] == ["18-14"]
    ((turn, text),) = turning_points(match.game, turns)
    assert turn.best.move != turn.node.move
    assert text == "3… 18-14 loses a man in the end: it was even, now Black is better."  # It is won back once.
    found = accuracies(turns)
    assert found["b"] is not None
    assert (found["w"], found["b"] > 80) == (None, True), "the blunder decides White's accuracy"


GAMES = {
    "english": (
        "11-16 21-17 10-15 17-13 16-20 25-21 9-14 29-25 8-11 22-17 6-10 24-19 15x24 28x19 4-8 25-22 11-15 27-24 "
        "20x27 31x24 8-11 32-28 1-6 24-20 15x24 28x19 11-15 19-16 12x19 23x16 14-18 30-25 7-11 16x7 2x11 26-23 18x27"
    ),
    "rock": (
        "b1-b3 a2-c2 g1-g3 a3xc1 c8-c5 a5-c7 c5-e5 a7-b6 f1xh3 h6-f4 e1xh4 a6-b7 e5-g5 h7-e7 b8-a7 c1-c4 e8-g6 a4-a6 "
        "f8-g7 h2-f2 g7-f6 h5-f3 b3xf3 f2-d2"
    ),
}
"""Games between computer players of low levels."""


def quiet_lead(game: Game, position: Position, line: Sequence[Move], side: str) -> int:
    """The lead of a side at the last position of a line in which nothing can be captured, or where it begins."""
    lead = (position[0].bit_count() - position[1].bit_count()) * (1 if side == "w" else -1)
    for move in line:
        position = game.play(position, move)
        if not any(reply.captured for reply in game.moves(position)):
            lead = (position[0].bit_count() - position[1].bit_count()) * (1 if side == "w" else -1)
    return lead


def test_pieces_that_are_said_to_be_lost_are_lost_in_the_lines_that_are_shown() -> None:
    match = played("english", GAMES["english"])
    game, told = match.game, 0
    for turn in looked_back(match):
        if not turn.mark or not (count := deed(game, turn).values.get("pieces")):
            continue
        told += 1
        start, side = turn.best.position, turn.side
        assert isinstance(count, Phrase)
        assert turn.node.move is not None
        before = quiet_lead(game, start, (), side)
        if deed(game, turn).key in ("turning.gave", "turning.later"):
            shown = quiet_lead(game, start, (turn.node.move, *refutation(game, turn)), side)
        else:
            shown = quiet_lead(game, start, better(game, turn), side)
        assert abs(shown - before) == count.values["n"]
        ends = [quiet_lead(game, start, line, side) for line in (turn.best.moves, turn.played)]
        assert ends[0] - ends[1] >= count.values["n"]
    assert told > 1


def test_a_line_is_played_on_where_the_scores_tell_of_a_piece_that_it_does_not_show() -> None:
    game = load("english")
    rows = ".b...b.b ..b..... .b.b.b.b w....... ...w...w b.w..... ...w.w.w w.....w."
    match = Match(game, position=game.position(rows.split(), "b"))
    for move in ("10-14", "27-23", "14-17", "28-24", "21-25"):
        match.play(move)
    reviewer = Reviewer(match)
    for steps in (reviewer.first_pass, reviewer.second_pass):
        for _ in steps():
            pass
    short, long = ([turn for turn in turns if turn.is_mistake] for turns in (reviewer.turns(), looked_back(match)))
    assert [deed(game, turn).key for turn in short] == ["turning.mistake", "turning.blunder"]
    assert [deed(game, turn).key for turn in long] == ["turning.missed", "turning.later"]
    assert quiet_lead(game, long[0].best.position, (), "b") == 0
    assert quiet_lead(game, long[0].best.position, better(game, long[0]), "b") == 1
    assert quiet_lead(game, long[1].node.position, refutation(game, long[1]), "w") == -1


def test_what_the_answer_to_a_mistake_does_is_told_where_it_is_due_to_the_mistake() -> None:
    match = played("rock", GAMES["rock"])
    turns = looked_back(match)
    told = {turn.text: str(text) for turn, text in turning_points(match.game, turns)}
    assert any(" Now e1xh4 splits the enemy pieces into 4 groups instead of 3." in text for text in told.values())
    # What the answer would do after the better move as well is not the fault of the mistake.
    turn = next(turn for turn in turns if turn.text in told and " Now " in told[turn.text])
    instead = match.game.play(turn.best.position, turn.best.move)
    assert list(faults(match.game, turn.node.position, turn.after.moves, instead))
    assert list(faults(match.game, turn.node.position, turn.after.moves, turn.node.position)) == []


def test_going_back_costs_no_win_where_no_repetition_draws() -> None:
    game = load("italian")
    rows = "b....... ........ b.b..... .B.W.... ........ ...B.b.. ..B..... .....B.."
    match = Match(game, position=game.position(rows.split(), "w"))
    for move in ("14x5", "26-21", "5-2", "21-26"):
        match.play(move)
    assert [turn.mark for turn in looked_back(match) if turn.side == "b"] == ["", ""]


def test_only_the_repetition_that_draws_costs_a_win() -> None:
    rows = ["........", "........", "...B.B..", "..B.B...", "...B....", "......W.", "........", "........"]
    game = load("english")
    match = Match(game, position=game.position(rows, "w"))
    for move in ["24-28", "10-7", "28-24", "7-10", "24-28", "10-7", "28-24", "7-10"]:
        match.play(move)
    assert match.outcome
    assert match.outcome.reason == "repetition"
    turns = looked_back(match, 1000)
    assert [(turn.node.ply, turn.mark) for turn in turns if turn.mark] == [(8, "??")]
    assert turns[3].score > WIN // 2, "the position stands for the second time, and Black can still win"


def test_lines_that_meet_cost_nothing() -> None:
    match = played("english", "11-15")
    game, node = match.game, match.tree.main_line[-1]
    assert node.move is not None
    reply, other = read_move(game, node.position, "22-17"), read_move(game, match.start, "12-16")
    better = Evaluation(60, (other, reply, node.move))
    assert judge(game, node, better, Evaluation(60, (reply,))).loss > 0
    assert judge(game, node, better, Evaluation(60, (reply, other))).loss == 0


def test_perfect_play_in_gambit_is_a_hundred_accurate() -> None:
    match = Match(load("gambit"))
    while not match.outcome:
        known = exact(match.game, match.position)
        assert known is not None
        match.play(known.pv[0])
    turns = looked_back(match)
    assert {turn.loss for turn in turns} == {0.0}
    assert accuracies(turns) == {"w": 100, "b": 100}
    assert all(turn.is_proved for turn in turns), "it is known, not searched"
    assert turning_points(match.game, turns) == []


def test_a_point_given_away_in_gambit_is_said_to_be() -> None:
    match = played("gambit", "f2xh4")
    (turn,) = looked_back(match)
    ((_, text),) = turning_points(match.game, [turn])
    assert turn.mark == "??"
    assert text == "1. f2xh4 gave away a point: it was a draw, now White wins by a point."


def test_nobody_is_blamed_or_praised_for_the_only_turn() -> None:
    match = played("english", "11-15 22-18 15x22")
    turn = looked_back(match)[-1]
    assert not turn.free
    assert (turn.loss, turn.mark) == (0, "")
    assert accuracies([turn]) == {"w": None, "b": None}


def test_the_match_stays_where_it_is_and_only_its_main_line_counts() -> None:
    match = played("rock", "b1-b3 a5-c5 b3-b1")
    match.undo(2)
    match.play("a4-c4", variation=True)
    here = match.node
    turns = looked_back(match, FEW)
    assert match.node is here
    assert [turn.text for turn in turns] == ["b1-b3", "a5-c5", "b3-b1"]


def test_positions_of_the_opening_book_are_not_searched() -> None:
    """The review of a game takes their scores and lines from the book, and judges the moves between them by these."""
    match = played("english", "9-14 23-18 14x23")
    game, book = match.game, opening_book(match.game)
    assert book is not None
    reviewer = Reviewer(match, opening_theory(game), FEW)
    start = match.tree.main_line[0].position
    value, line = reviewer.evaluations[0][:2] if reviewer.evaluations[0] else (None, ())
    assert (value, line) == book.best_line(start)
    for _ in reviewer.run():
        pass
    first, second, _ = reviewer.turns()
    after = book.value(match.tree.main_line[1].position)
    assert value is not None
    assert after is not None
    assert first.score == -after
    assert first.best.moves == line
    assert first.loss == pytest.approx(chance(game, value) - chance(game, -after))
    assert reviewer.evaluations[2] is not None
    assert (reviewer.evaluations[2].known == "book") == (book.best_line(match.tree.main_line[2].position) is not None)
    assert second.loss >= 0


def test_progress_goes_from_nothing_to_all() -> None:
    match = Match(load("italian"))
    for _ in range(3):
        match.play(match.legal[0])
    shares = list(Reviewer(match, nodes=FEW).run())
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] <= 1


def test_a_busy_device_makes_the_same_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where hours pass between two looks at the clock."""
    (quiet,) = looked_back(played("gambit", "c2xa4"))
    hours = count(0.0, 3600.0)
    monkeypatch.setattr("saltus.engine.think.perf_counter", lambda: next(hours))
    (busy,) = looked_back(played("gambit", "c2xa4"))
    assert quiet.mark == "??"
    assert (busy.loss, busy.lost, busy.stake) == (quiet.loss, quiet.lost, quiet.stake)
    assert busy.best.moves == quiet.best.moves


def test_a_review_can_be_left_at_any_time() -> None:
    reviewer = Reviewer(Match(load("rock")))
    under_way = reviewer.run()
    assert next(under_way) == 0
    assert len(reviewer.evaluations) == 1
    under_way.close()
    with pytest.raises(StopIteration):
        next(under_way)


def test_the_library_reviews_turn_by_turn_with_a_search_of_its_own() -> None:
    from saltus import Limits, analyse

    match = played("english", "11-15 22-18")
    turns = list(review(match, lambda here, table: analyse(here, Limits(depth=3), table=table)))
    assert [turn.text for turn in turns] == ["11-15", "22-18"]


def test_what_is_written_into_the_record_is_written_once() -> None:
    match = played("gambit", "f2xh4")
    (turn,) = looked_back(match)
    for _ in range(2):
        annotate(turn)
    assert turn.node.glyphs == (4,)
    assert turn.node.comment == turn.comment
    assert record.write(match, "json").count("better") == 1

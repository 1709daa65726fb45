"""Analysis, turns and pictures from Python, beyond the examples of the documentation."""

import threading
from collections import Counter
from math import e
from xml.etree import ElementTree

import pytest
import saltus
from saltus.analysis.analyse import drawn, probabilities, score_text
from saltus.analysis.review import review
from saltus.games import keys, load
from saltus.match.match import Match


def begun(key: str) -> Match:
    return Match(load(key), seed=2 if key == "roman" else None)


@pytest.mark.parametrize("key", keys())
def test_every_move_is_rated_and_the_best_is_the_one_that_analysis_finds(key: str) -> None:
    match = begun(key)
    rated = saltus.rate(match, saltus.Limits(depth=2))
    assert {line.move for line in rated} == set(match.legal)
    assert [line.score for line in rated] == sorted((line.score for line in rated), reverse=True)
    assert saltus.analyse(match, saltus.Limits(depth=2)).score == rated[0].score


@pytest.mark.parametrize("key", keys())
def test_lines_are_legal_and_written_as_they_are_read(key: str) -> None:
    match = begun(key)
    found = saltus.analyse(match, saltus.Limits(depth=3, lines=2))
    assert len(found.lines) == 2
    for line in found.lines:
        other = Match(match.game, position=match.position)
        for text in line.texts:
            other.play(text)
        assert saltus.story(other) == list(line.texts)


@pytest.mark.parametrize("key", keys())
def test_at_temperature_zero_the_best_move_is_chosen(key: str) -> None:
    match = begun(key)
    assert (
        saltus.choose(match, saltus.Limits(depth=3), temperature=0)
        == saltus.analyse(match, saltus.Limits(depth=3)).move
    )


def test_a_drawn_move_depends_on_its_seed_alone() -> None:
    match = begun("italian")
    moves = {saltus.choose(match, saltus.Limits(depth=2), temperature=50, seed=seed) for seed in range(12)}
    assert len(moves) > 2
    assert moves <= set(match.legal)
    assert len({saltus.choose(match, saltus.Limits(depth=2), temperature=50, seed=5) for _ in range(3)}) == 1


def test_a_move_that_loses_by_force_is_not_drawn_beside_others() -> None:
    english = load("english")
    match = Match(english, position=saltus.read_position(english, "W:W18,32:B14"))
    won = saltus.choose(match, saltus.Limits(depth=3))
    assert {saltus.choose(match, saltus.Limits(depth=3), temperature=500, seed=seed) for seed in range(20)} == {won}


def test_the_probabilities_are_those_of_the_softmax() -> None:
    scores = (30, 10, 10, -70)
    shares = probabilities(scores, 20)
    assert sum(shares) == pytest.approx(1)
    assert shares[0] / shares[1] == pytest.approx(e)
    assert shares[1] == shares[2]
    assert shares[0] / shares[3] == pytest.approx(e**5)
    drawings = Counter(drawn(scores, 20, seed) for seed in range(4000))
    assert [drawings[at] / 4000 for at in range(4)] == pytest.approx(shares, abs=0.03)


def test_extreme_scores_and_temperatures_overflow_nothing() -> None:
    assert probabilities((999_999, 0, -999_999), 0.001) == [1, 0, 0]
    assert probabilities((5, 9, 9), 0) == [0, 1, 0]
    assert drawn((-999_998, -999_990), 1e-6, 1) == 1


@pytest.mark.parametrize("temperature", [-1, float("nan"), float("inf"), 1e7])
def test_what_is_no_temperature_is_refused(temperature: float) -> None:
    with pytest.raises(ValueError, match="a temperature is a number of centipieces from 0 to 1000000"):
        saltus.choose(begun("rock"), temperature=temperature)


def test_an_analysis_leaves_the_match_as_it_was() -> None:
    match = begun("english")
    match.play("11-15")
    before = saltus.write(match, "json")
    saltus.analyse(match, saltus.Limits(depth=3))
    saltus.rate(match, saltus.Limits(depth=1))
    assert saltus.write(match, "json") == before


def test_an_analysis_is_stopped_from_another_thread() -> None:
    stop = threading.Event()
    found = saltus.analyse(
        begun("english"), saltus.Limits(time=3600), progress=lambda _: stop.set(), stop=stop.is_set
    )
    assert found.move in begun("english").legal


def test_the_game_against_a_level_depends_on_its_seed_alone() -> None:
    match = begun("english")
    moves = {saltus.choose(match, saltus.Limits(level=1), seed=seed) for seed in range(12)}
    assert len(moves) > 1
    assert saltus.choose(match, saltus.Limits(level=1), seed=3) == saltus.choose(
        match, saltus.Limits(level=1), seed=3
    )


@pytest.mark.parametrize(
    ("limits", "named"),
    [
        (saltus.Limits(time=0), "seconds"),
        (saltus.Limits(depth=0), "depth must be a whole number from 1 to 100"),
        (saltus.Limits(nodes=0), "nodes"),
        (saltus.Limits(lines=201), "lines"),
        (saltus.Limits(level=11), "a level is"),
    ],
)
def test_limits_that_cannot_be_are_refused(limits: saltus.Limits, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        saltus.analyse(begun("rock"), limits)


def test_a_game_that_is_over_is_not_analysed() -> None:
    match = begun("rock")
    match.resign("w")
    with pytest.raises(ValueError, match="the game is over, there is nothing to analyse: White resigned"):
        saltus.analyse(match)


def test_scores_in_words_count_the_turns_of_the_winner() -> None:
    assert score_text(-125) == "-1.25"
    assert score_text(1_000_000 - 1) == "wins in 1"
    assert score_text(1_000_000 - 5) == "wins in 3"
    assert score_text(4 - 1_000_000) == "loses in 2"


@pytest.mark.parametrize("key", keys())
def test_destinations_lead_along_every_legal_turn_and_nowhere_else(key: str) -> None:
    match = begun(key)
    found = set()
    todo = [(square,) for square in saltus.destinations(match)]
    while todo:
        path = todo.pop()
        for square, ends in saltus.destinations(match, path).items():
            todo.append((*path, square))  # type: ignore[arg-type]
            if ends:
                found.add((*path, square))
    assert found == {move.path for move in match.legal}


@pytest.mark.parametrize("key", keys())
def test_a_picture_is_svg_with_a_disc_for_each_piece(key: str) -> None:
    match = begun(key)
    image = ElementTree.fromstring(saltus.picture(match))
    assert len(image.findall("{http://www.w3.org/2000/svg}circle")) == sum(
        pieces.bit_count() for pieces in match.position[:2]
    )
    assert saltus.picture(match)._repr_svg_() == saltus.picture(match)
    assert saltus.picture(match, turned=True) != saltus.picture(match)


def test_squares_to_mark_must_be_there() -> None:
    with pytest.raises(ValueError, match="'z9' is no square"):
        saltus.picture(begun("rock"), marked=["z9"])


def test_a_review_of_a_game_ends_where_it_ended_and_says_what_won() -> None:
    match = Match(load("english"), position=saltus.read_position(load("english"), "W:W18:B14"))
    match.play("18x9")
    (turn,) = review(match, lambda here, table: saltus.analyse(here, saltus.Limits(depth=2), table=table))
    assert (turn.text, turn.loss, turn.mark, turn.side) == ("18x9", 0, "", "w")
    assert match.outcome
    assert match.ply == 1

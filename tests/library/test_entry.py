"""What is known of a game: normalised tags, results, openings, and which games are the same."""

import pytest
from saltus.games import load
from saltus.library.entry import content_of, date_of, entry_of, fold
from saltus.match.match import Match
from saltus.match.tree import TimeControl
from saltus.records.record import read, write

GAME = '[White "Ada"]\n[Black "Bob"]\n[Date "1950.03.04"]\n[GameType "21"]\n[Result "{}"]\n\n{} {}\n'


def game(result: str = "*", moves: str = "1. 11-15 23-19 2. 8-11 22-17 3. 9-13") -> Match:
    return read(GAME.format(result, moves, result))


@pytest.mark.parametrize(
    ("score", "winner"),
    [("1-0", "black"), ("0-1", "white"), ("1/2-1/2", "draw"), ("*", "unfinished")],
)
def test_the_result_is_the_winner_whoever_moves_first(score: str, winner: str) -> None:
    """In English checkers PDN gives Black's score first."""
    assert entry_of(game(score)).result == winner


def test_a_game_that_ended_on_the_board_has_that_result() -> None:
    match = Match(
        load("english"),
        position=load("english").position(["........"] * 7 + ["w......."], "b"),
    )
    assert entry_of(match).result == "white"


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("1950.03.04", "1950.03.04"),
        ("1950-3-4", "1950.03.04"),
        ("1950", "1950.??.??"),
        ("1950.??.??", "1950.??.??"),
        ("1950.03.??", "1950.03.??"),
        ("????.??.??", ""),
        ("spring", ""),
        ("", ""),
    ],
)
def test_dates_are_normalised(text: str, date: str) -> None:
    assert date_of(text) == date


def test_names_are_compared_without_case_accents_and_spaces() -> None:
    assert fold("  Ștefan  MÜLLER ") == "stefan muller"
    assert fold("Łódź") == "lodz"


def test_the_opening_and_the_ballot_come_from_the_moves() -> None:
    entry = entry_of(game(moves="1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14"))
    assert entry.opening == "Laird and Lady"
    assert entry.ballot == 126


def test_a_ballot_that_the_record_names_counts() -> None:
    match = game()
    match.tags["Ballot"] = "7"
    assert entry_of(match).ballot == 7


def test_the_length_is_that_of_the_main_line() -> None:
    match = game(moves="1. 11-15 (1. 9-13 22-17 2. 13x22) 23-19")
    assert entry_of(match).plies == 2


def same(one: Match, other: Match) -> bool:
    return content_of(one) == content_of(other)


@pytest.mark.parametrize("form", ["pdn", "json"])
def test_records_that_say_the_same_are_one_game_however_they_are_written(form: str) -> None:
    text = GAME.format("1/2-1/2", "1. 11-15 {so} (1. 9-13 22-17 2. 13x22) 23-19! 2. 8-11", "1/2-1/2")
    one = read(text)
    assert same(one, read(write(one, form)))
    assert same(one, read("\ufeff" + text.replace("\n", "\r\n").replace("11-15", "f6e5")))
    moved = read(write(one, "json"))
    moved.goto(1)
    assert same(one, moved), "where its reader stands says nothing about a game"


@pytest.mark.parametrize("tag", ["White", "Black", "Date", "Event", "Site", "Round", "Number", "Annotator"])
def test_another_tag_is_another_game(tag: str) -> None:
    other = game()
    other.tags[tag] = "1951"
    assert not same(game(), other)


@pytest.mark.parametrize(
    "said",
    [
        ("1-0", "1. 11-15 23-19 2. 8-11 22-17 3. 9-13"),
        ("*", "1. 11-15 23-19 2. 8-11 22-17"),
        ("*", "1. 11-15 {so} 23-19 2. 8-11 22-17 3. 9-13"),
        ("*", "1. 11-15 23-19? 2. 8-11 22-17 3. 9-13"),
        ("*", "1. 11-15 (1. 9-13) 23-19 2. 8-11 22-17 3. 9-13"),
        ("*", "1. 11-15 (1. 9-13 22-17) 23-19 2. 8-11 22-17 3. 9-13"),
    ],
)
def test_another_result_move_comment_mark_or_variation_is_another_game(said: tuple[str, str]) -> None:
    assert not same(game(), game(*said))


def test_another_clock_or_another_end_off_the_board_is_another_game() -> None:
    plain, timed, resigned = (Match(load("rock"), clock=clock) for clock in (None, TimeControl(60, 2), None))
    resigned.resign("w")
    assert not same(plain, timed)
    assert not same(plain, resigned)


def test_other_moves_or_rules_are_another_game() -> None:
    assert not same(game(), game(moves="1. 11-15 23-19"))
    plain, house = (
        Match(load("roman"), seed=1),
        Match(load("roman", {load("roman").options[0].key: True}), seed=1),
    )
    flipped = Match(load("roman", {load("roman").options[0].key: False}), seed=1)
    assert same(plain, house) != same(plain, flipped)

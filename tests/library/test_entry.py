"""What is known of a game: normalised tags, results, openings, and which games are the same."""

import pytest
from saltus.games import load
from saltus.library.entry import date_of, digest_of, entry_of, fold
from saltus.match.match import Match
from saltus.records.record import read

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
    return digest_of(one, entry_of(one)) == digest_of(other, entry_of(other))


def test_a_game_is_the_same_with_other_comments_event_and_spelling() -> None:
    other = game(moves="1. 11-15 {so} 23-19 (1... 22-18) 2. 8-11 22-17 3. 9-13")
    other.tags |= {"White": "ADA", "Event": "Open"}
    assert same(game(), other)


@pytest.mark.parametrize("tag", ["White", "Black", "Date"])
def test_other_players_or_another_date_are_another_game(tag: str) -> None:
    other = game()
    other.tags[tag] = "1951"
    assert not same(game(), other)


def test_other_moves_or_rules_are_another_game() -> None:
    assert not same(game(), game(moves="1. 11-15 23-19"))
    plain, house = (
        Match(load("roman"), seed=1),
        Match(load("roman", {load("roman").options[0].key: True}), seed=1),
    )
    flipped = Match(load("roman", {load("roman").options[0].key: False}), seed=1)
    assert same(plain, house) != same(plain, flipped)

"""A game at a terminal."""

from collections.abc import Iterator

import pytest
from saltus.core.game import Side
from saltus.games import keys, load
from saltus.match.diagram import lettered
from saltus.match.match import Match
from saltus.notation.position import read_position
from saltus.play.session import Session
from saltus.play.terminal import Terminal


def session(match: Match, lines: list[str], white: int | None = None, black: int | None = None) -> str:
    """The output for these input lines."""
    answers: Iterator[str] = iter(lines)
    told: list[str] = []

    def ask(prompt: str) -> str:
        told.append(prompt)
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    players: dict[Side, int | None] = {"w": white, "b": black}
    Session(match, Terminal(ask, told.append), players, 0.01).run()
    return "\n".join(told)


def standing(key: str, text: str) -> Match:
    game = load(key)
    return Match(game, position=read_position(game, text))


def test_the_board_is_drawn_with_letters_coordinates_and_numbers() -> None:
    game = load("english")
    assert lettered(game, read_position(game, "B:WK29,24:B1,2")).splitlines() == [
        " 8    b   b   .   .         1     2     3     4",
        " 7  .   .   .   .        5     6     7     8",
        " 6    .   .   .   .         9    10    11    12",
        " 5  .   .   .   .       13    14    15    16",
        " 4    .   .   .   .        17    18    19    20",
        " 3  .   .   .   w       21    22    23    24",
        " 2    .   .   .   .        25    26    27    28",
        " 1  W   .   .   .       29    30    31    32",
        "    a b c d e f g h",
    ]


def test_the_board_is_turned_for_the_one_who_plays_from_above() -> None:
    game = load("gambit")
    assert lettered(game, game.start(), turned=True).splitlines() == [
        " 1  . . . . . . . .",
        " 2  b b b b b b b b",
        " 3  w w w w w w w w",
        " 4  . . . . . . . .",
        "    h g f e d c b a",
    ]


def test_two_persons_play_by_text() -> None:
    match = Match(load("english"))
    told = session(match, ["9-14", "F4xe5", "24-20", "MOVES", "quit"])
    assert match.ply == 2
    assert "'F4xe5' is not a legal move" in told
    assert "Black> " in told
    assert "White> " in told
    assert "11-15" in told


@pytest.mark.parametrize("key", keys())
def test_the_computer_moves_hints_and_wins_when_the_person_gives_up(key: str) -> None:
    match = Match(load(key), seed=3 if key == "roman" else None)
    person: Side = match.game.first
    told = session(
        match, ["hint", "moves", "resign"], white=1 if person == "b" else None, black=1 if person == "w" else None
    )
    assert match.outcome
    assert (match.outcome.winner, match.outcome.reason) == ("b" if person == "w" else "w", "resignation")
    assert match.outcome.text in told


def test_two_computers_play_to_the_end() -> None:
    match = Match(load("gambit"))
    told = session(match, [], white=1, black=2)
    assert match.outcome
    assert f"The game is over. {match.outcome.text}" in told
    assert "Black (computer, level 2) plays " in told


def test_undo_goes_back_to_the_persons_own_turn() -> None:
    match = Match(load("english"))
    session(match, ["9-14"], white=1)
    assert match.ply == 2
    session(match, ["undo"], white=1)
    assert match.ply == 0
    session(match, ["redo"], white=1)
    assert match.ply == 2
    assert match.side == "b"


def test_what_cannot_be_done_is_said_and_the_game_goes_on() -> None:
    match = Match(load("english"))
    told = session(match, ["undo", "redo", "nonsense", "\ud800", "", "9-14"])
    assert told.count("Not now: ") == 2
    assert match.ply == 1


def test_help_says_how_moves_are_written() -> None:
    assert "11-15" in session(Match(load("italian")), ["help"])
    assert "b2-b4" in session(Match(load("rock")), ["?"])


def test_a_person_answers_an_offer_of_a_draw() -> None:
    match = Match(load("rock"))
    assert "declines" in session(match, ["draw", "no"])
    assert match.outcome is None
    assert "The game is over. Draw by agreement." in session(match, ["draw", "yes"])


def test_whoever_goes_away_in_the_middle_of_an_offer_leaves() -> None:
    match = Match(load("rock"))
    session(match, ["draw"])
    assert match.outcome is None


def test_the_computer_agrees_to_no_draw_in_the_opening() -> None:
    match = Match(load("english"))
    assert "White declines the draw." in session(match, ["draw"], white=1)
    assert match.offer is None


def test_the_computer_agrees_to_a_draw_where_it_is_behind() -> None:
    assert "Draw by agreement." in session(standing("english", "W:WK29,K30:BK2"), ["draw"], black=10)
    assert "Black declines the draw." in session(standing("english", "W:WK29:BK2,K3,K4"), ["draw"], black=10)


def test_a_finished_game_can_be_taken_back() -> None:
    match = standing("english", "W:W18:B14")
    told = session(match, ["18x9", "undo", "quit"])
    assert "The game is over. " in told
    assert "undo, new or quit? " in told
    assert match.ply == 0

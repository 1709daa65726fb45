"""The Hub protocol, as a draughts program speaks it."""

import io
import time
from collections.abc import Iterator

import pytest
from saltus.core.rng import splitmix64
from saltus.games import load
from saltus.match.match import Match
from saltus.tournament.hub import (
    Hub,
    command,
    match_of,
    move_of,
    move_text,
    position_text,
    score_text,
    serve,
)

PATIENCE = 60.0


def talk(hub: Hub, *lines: str) -> list[str]:
    """The answers to these lines, including those of the searches that they start."""
    told = []
    for line in lines:
        told += hub.receive(line)
        while hub.busy:
            told += hub.work(0.05)
    return told


def done(told: list[str]) -> str:
    (move,) = [line for line in told if line.startswith("done ")]
    return command(move)[1]["move"]


def test_a_line_is_a_command_and_its_arguments() -> None:
    assert command('pos pos=W moves="32-28 19-23" go') == ("pos", {"pos": "W", "moves": "32-28 19-23", "go": ""})
    assert command("  ") == ("", {})


@pytest.mark.parametrize("key", ["english", "italian"])
def test_positions_and_moves_are_read_as_they_are_written(key: str) -> None:
    """Checks every legal move along random games, with kings and long captures."""
    numbers: Iterator[int] = splitmix64(5)
    for _ in range(6):
        match = Match(load(key))
        while match.legal and match.ply < 120:
            again = match_of(match.game, position_text(match))
            assert again.position == match.position
            for move in match.legal:
                text = move_text(match.game, move)
                assert move_of(match, text).captured == move.captured or set(move.captured) == set(
                    move_of(match, text).captured
                )
            match.play(match.legal[next(numbers) % len(match.legal)])


def test_a_byte_order_mark_before_a_line_is_dropped() -> None:
    """A program that writes UTF-8 with a mark begins with one."""
    out = io.BytesIO()
    serve(io.BytesIO("\ufeffhub\ninit\n".encode()), out)  # type: ignore[arg-type]
    told = [command(line)[0] for line in out.getvalue().decode().splitlines()]
    assert told == ["id", "param", "param", "wait", "ready"]
    assert Hub().receive("\ufeffinit") == ["ready"]


def test_a_search_ends_by_depth_by_nodes_and_by_time() -> None:
    hub = Hub()
    for level in ("depth=3", "nodes=500", "move-time=0.05", "time=1 inc=0.1", "time=1 moves=10"):
        told = talk(hub, "pos", f"level {level}", "go think")
        assert done(told) in {move_text(load("english"), move) for move in Match(load("english")).legal}
        assert told[-1].startswith("done ")


def test_moves_are_played_from_the_position_and_repetition_is_known() -> None:
    """The third occurrence of a position is a draw, so a side that is behind goes for it."""
    hub = Hub()
    round_trip = "1-5 32-28 5-1 28-32"
    told = talk(hub, f'pos pos=BB{"e" * 30}W moves="{round_trip}"', "level depth=2", "go think")
    assert done(told)
    (error,) = talk(hub, f'pos pos=BB{"e" * 30}W moves="{round_trip} {round_trip}"', "go think")
    assert "The same position for the third time" in error


def test_analysis_goes_on_until_it_is_stopped() -> None:
    hub = Hub()
    hub.receive("level infinite")
    hub.receive("go analyze")
    patience = time.monotonic() + PATIENCE
    told: list[str] = []
    while not any("depth=3 " in line for line in told):
        told += hub.work(0.01)
        assert time.monotonic() < patience
    assert hub.receive("ping") == ["pong"]
    (end,) = hub.receive("stop")
    assert end.startswith("done move=")
    assert not hub.busy


def test_an_analysis_that_has_found_everything_waits_to_be_stopped() -> None:
    hub = Hub()
    talk(hub, f"pos pos=W{'e' * 13}beeew{'e' * 14}", "level infinite", "go analyze")
    assert not hub.busy
    assert hub.receive("stop")[0].startswith("done move=")


def test_a_ponder_that_hits_is_timed_from_then_on() -> None:
    hub = Hub()
    hub.receive("level move-time=0.05")
    hub.receive("go ponder")
    assert not any(line.startswith("done") for line in hub.work(0.2))
    hub.receive("ponder-hit")
    told: list[str] = []
    while hub.busy:
        told += hub.work(0.05)
    assert done(told)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("set-param name=variant value=frisian", "english, italian"),
        ("set-param name=level value=11", "from 1 to 10"),
        ("pos pos=Wee", "32 of the letters"),
        ('pos moves="11-22"', "legal are 9-13 10-14 11-15"),
        (f"pos pos=Ww{'e' * 31}", "king row"),
        ("level depth=soon", "depth is a number"),
        ("level move-time=nan", "move-time is a number"),
    ],
)
def test_what_makes_no_sense_is_an_error_that_says_what_would(line: str, named: str) -> None:
    hub = Hub()
    (error,) = hub.receive(line)
    assert error.startswith('error message="')
    assert error.count('"') == 2
    assert named in error
    assert talk(hub, "level depth=1", "go think"), "and it goes on"


def test_what_is_not_known_is_passed_over() -> None:
    assert talk(Hub(), "", "dance", "set-param name=book value=true", "stop", "ponder-hit", "\ud800") == []


def test_the_level_and_the_variant_are_parameters() -> None:
    told = talk(Hub("italian"), "set-param name=level value=3", "hub")
    assert 'param name=variant value=italian type=enum values="english italian"' in told
    assert "param name=level value=3 type=int min=1 max=10" in told


def test_scores_are_pieces_and_wins_are_near_a_hundred() -> None:
    assert [score_text(score) for score in (0, 125, -50, 1_000_000 - 3, 5 - 1_000_000)] == [
        "0.00",
        "1.25",
        "-0.50",
        "99.97",
        "-99.95",
    ]


def test_the_end_of_the_input_ends_what_has_no_end() -> None:
    """And a search with a limit reaches it."""
    for level, asked in (("infinite", "analyze"), ("depth=2", "think"), ("infinite", "ponder")):
        out = io.BytesIO()
        serve(io.BytesIO(f"level {level}\ngo {asked}\n".encode()), out)  # type: ignore[arg-type]
        assert out.getvalue().splitlines()[-1].startswith(b"done move=")

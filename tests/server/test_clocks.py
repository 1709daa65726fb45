"""Clocks run on the server alone, and flags fall there."""

import time
from pathlib import Path

import pytest
from saltus.server.store import SqliteStore

from tests.support.club import FAST, Club, RedisProcess, club
from tests.support.tiers import mostly_slow

SHORT = {"initial": 0.4, "increment": 0}
LONG = {"initial": 300, "increment": 5}


def test_each_sides_first_move_takes_no_time(any_club: Club) -> None:
    game = any_club.create("rock", clock=LONG)
    assert game.state()["clock"] == {"w": 300, "b": 300, "running": None}
    game.move()
    game.do("b", "join")
    assert game.state()["clock"]["running"] is None
    assert game.move()["clock"]["running"] == "w"
    now = game.move()
    assert now["clock"]["running"] == "b"
    assert 300 < now["clock"]["w"] <= 310


def test_a_flag_falls_while_both_wait(any_club: Club) -> None:
    game = any_club.create("rock", clock=SHORT).joined()
    with game.enter("w") as white, game.enter("b") as black:
        white.move()
        black.move()
        assert white.event("flag")["outcome"] == black.event("flag")["outcome"]
    now = game.state()
    assert (now["outcome"]["winner"], now["outcome"]["reason"]) == ("b", "flag")
    assert now["clock"] == {"w": 0, "b": 0.4, "running": None}


def test_a_flag_falls_without_anybody_there_and_after_a_restart(own_club: Club) -> None:
    game = own_club.create("rock", clock=SHORT).joined()
    game.move()
    game.move()
    own_club.kill()
    time.sleep(SHORT["initial"])
    own_club.start()
    assert game.refused("w", "move", turn=2, path=["b3", "b1"]) == "not-now"
    assert game.state()["outcome"]["reason"] == "flag"


@mostly_slow("kind", ["sqlite", "redis"], "sqlite")
def test_the_clock_stands_while_no_server_runs(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """The server dies in White's turn and is away for 100 s: all that it has noted is made so much older."""
    redis = request.getfixturevalue("redis") if kind == "redis" else None
    with club(redis.address if redis else str(tmp_path / "games"), FAST) as running:
        game = running.create("rock", clock={"initial": 60, "increment": 0}).joined()
        for _ in range(2):
            game.move()
        running.kill()
        if redis:
            older(redis, f"saltus:game:{game.id}", 100)
        else:
            age(tmp_path / "games", 100)
        running.start()
        with game.enter("w") as white, game.enter("b") as black:
            assert 55 < white.now["clock"]["w"] <= 60
            assert white.now["clock"]["running"] == "w"
            white.move()
            assert 55 < black.event("move")["clock"]["w"] <= 60


def older(redis: RedisProcess, key: str, seconds: float) -> None:
    """Make all that Redis has of a game, and of when servers ran, happen earlier."""
    shift = f"(\"at\":)([0-9.]+)', function(name, at) return name .. string.format('%.3f', at - {seconds}) end"
    lines = f"redis.call('LSET', KEYS[1], n, (string.gsub(redis.call('LINDEX', KEYS[1], n), '{shift})))"
    times = f"redis.call('LSET', KEYS[2], n, redis.call('LINDEX', KEYS[2], n) - {seconds})"
    every = "for n = 0, redis.call('LLEN', KEYS[{}]) - 1 do {} end"
    script = f"{every.format(1, lines)} {every.format(2, times)} return 1"
    assert redis.command("EVAL", script, "2", key, "saltus:uptimes") == ":1"


def test_the_clock_of_a_client_does_not_matter(any_club: Club) -> None:
    """Nothing that a client sends says when something happened, and nothing that it is told is a time of day."""
    game = any_club.create("rock", clock=LONG).joined()
    game.move()
    game.move()
    now = game.state()
    early = time.time() - 3_600
    told = game.do("w", "move", turn=2, path=now["moves"][0]["path"], spent=-3_600, at=early, clock={"w": 9e9})
    assert 299 < told["clock"]["w"] <= 310
    numbers = [value for value in told["clock"].values() if isinstance(value, float | int)]
    assert max(numbers) < 1_000


def test_a_takeback_gives_back_the_time(any_club: Club) -> None:
    game = any_club.create("rock", clock={"initial": 300, "increment": 0}).joined()
    for _ in range(4):
        game.move()
    time.sleep(0.2)
    game.move()
    game.do("w", "takeback")
    now = game.do("b", "accept", what="takeback")
    assert now["clock"]["running"] == "w"
    assert now["clock"]["w"] > 299.9


@mostly_slow("days", [1, 10], 1)
def test_days_for_a_move_are_counted_from_the_move_before(own_club: Club, tmp_path: Path, days: int) -> None:
    """The log is made older by so much, as if the server had run on."""
    game = own_club.create("rock", days=days).joined()
    game.move()
    clock = game.state()["clock"]
    assert clock["running"] == "b"
    assert 0 <= days * 86_400 - clock["b"] < 60
    for seconds, is_over in ((days * 86_400 - 100, False), (200, True)):
        own_club.kill()
        age(tmp_path / "games", seconds, away=False)
        own_club.start()
        now = game.state()
        assert (now["outcome"] is not None) == is_over
    assert (now["outcome"]["winner"], now["outcome"]["reason"]) == ("w", "flag")
    assert now["clock"]["running"] is None


def age(file: Path, seconds: float, away: bool = True) -> None:
    """Make all that a file has happen earlier; unless the server was `away`, it has run since."""
    import sqlite3

    with sqlite3.connect(file) as database:
        query = "UPDATE lines SET line = json_set(line, '$.at', json_extract(line, '$.at') - ?)"
        database.execute(query, (seconds,))
        database.execute("UPDATE uptimes SET since = since - ?, until = until - ?", (seconds, seconds * away))
    database.close()


def test_no_clock_runs_before_both_are_there_or_after_the_end(any_club: Club) -> None:
    game = any_club.create("rock", days=1)
    game.move()
    assert game.state()["clock"]["running"] is None
    game.do("b", "join")
    assert game.state()["clock"]["running"] == "b"
    assert game.do("b", "resign")["clock"]["running"] is None


def test_old_games_are_deleted_from_the_file(tmp_path: Path) -> None:
    import sqlite3

    file = tmp_path / "games"
    with club(str(file), FAST) as running:
        old, new = running.create("rock"), running.create("rock")
    with sqlite3.connect(file) as database:
        database.execute("UPDATE lines SET at = at - 61 * 86400 WHERE game = ?", (old.id,))
    database.close()
    assert SqliteStore(file, 60).keep_seconds == 60 * 86_400
    with club(str(file), FAST) as running:
        assert running.ask(old.path)[0] == 404
        assert running.ask(new.path)[0] == 200

"""What must not lose a move or a seat: the death of a process, a store that fails, messages without sense."""

import json
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.support.club import (
    FAST,
    PATIENCE_SECONDS,
    Club,
    Game,
    Message,
    Player,
    RedisProcess,
    check_reply,
    club,
)
from tests.support.tiers import mostly_slow


@contextmanager
def store(kind: str, request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    yield request.getfixturevalue("redis").address if kind == "redis" else str(folder / "games")


SILENT = """
import sys
from websockets.sync.client import connect
with connect(sys.argv[1]) as socket:
    socket.send(sys.argv[2])
    print(socket.recv()[:0], flush=True)
    sys.stdin.read()
"""


def test_who_is_cut_off_or_asks_no_more_is_soon_seen_as_away(hasty_club: Club) -> None:
    """Within some seconds, though nobody has said so."""
    game = hasty_club.create("rock")
    with game.enter("w") as white:
        asked = time.monotonic()
        game.state("b", "?after=0&wait=1")
        white.present(b=True)
        white.present(b=False)
        address = f"ws://127.0.0.1:{hasty_club.port}{game.path}/live"
        entering = json.dumps({"op": "enter", "seat": game.tokens["b"]})
        command = [sys.executable, "-c", SILENT, address, entering]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as player:
            assert player.stdout
            player.stdout.readline()
            player.send_signal(signal.SIGSTOP)  # as by a network that is gone: nothing is closed
            white.present(b=True)
            cut = time.monotonic()
            white.present(b=False)
            player.kill()
    assert cut - asked < 12
    assert time.monotonic() - cut < 13


@mostly_slow("kind", ["sqlite", "redis"], "redis")
def test_a_server_that_is_killed_in_mid_game_loses_nothing(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    with store(kind, request, tmp_path) as where, club(where, FAST) as running:
        game = running.create("rock", days=2).joined()
        with game.enter("w") as white, game.enter("b") as black:
            for _ in range(3):
                white.move()
                black.move()
            white.do("draw")
            before = game.state("w")
            running.kill()
            assert white.closed() == 1006
        running.start()
        after = game.state("w")
        same = set(before) - {"clock", "present", "version"}
        assert {name: after[name] for name in same} == {name: before[name] for name in same}
        assert after["version"] - before["version"] in (0, 1), "a long outage is given back, by a line of its own"
        with game.enter("w") as white, game.enter("b") as black:
            assert black.do("accept", what="draw")["outcome"]["reason"] == "agreement"
            assert white.event("draw")["outcome"]["reason"] == "agreement"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_closes_its_connections(own_club: Club, number: int) -> None:
    with own_club.create("rock").enter("w") as white:
        own_club.kill(number)
        assert white.closed() in (1001, 1012, 1013)
    assert own_club.process.returncode == 128 + number


def test_two_processes_on_one_redis_are_one_server(redis: RedisProcess) -> None:
    with club(redis.address, FAST) as one, club(redis.address, FAST) as two:
        here = one.create("rock").joined()
        there = here.on(two)
        with here.enter("w") as white, there.enter("b") as black, there.enter() as watcher:
            white.present(b=True, watchers=1)
            for number in range(5):
                white.move(number)
                assert black.event("move")["version"] == watcher.event("move")["version"]
                black.move(number)
                assert white.event("move")["version"] == watcher.event("move")["version"]
            black.do("draw")
            white.event("draw")
            assert there.state("b", "?after=13")["version"] == 14
            two.kill()
            assert black.closed() == 1006
            assert white.do("decline", what="draw")["draw"] is None
            assert white.move()["turn"] == 11


def test_of_two_moves_at_a_time_by_two_processes_one_counts(redis: RedisProcess) -> None:
    with club(redis.address, FAST) as one, club(redis.address, FAST) as two:
        here = one.create("rock").joined()
        seats = [here.enter("w"), here.on(two).enter("w")]
        others = [here.enter("b"), here.on(two).enter("b")]
        lots = Random(3)
        for turn in range(20):
            side = others if turn % 2 else seats
            moves = lots.sample(side[0].do("state")["moves"], 2)
            for player, move in zip(side, moves, strict=True):
                player.socket.send(json.dumps({"id": "x", "op": "move", "turn": turn, "path": move["path"]}))
            assert sorted(map(reply_to_x, side)) == [False, True]
            for player in (*seats, *others):
                while player.do("state")["turn"] != turn + 1:
                    pass
        for player in (*seats, *others):
            player.socket.close()


def reply_to_x(player: Player) -> bool:
    """Whether the request with the id `x` has succeeded."""
    while (found := player.hear()).get("id") != "x":
        pass
    return bool(found["ok"])


def again_until_done(ask: Callable[[], Message]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not (reply := ask())["ok"]:
        assert time.monotonic() < until, reply
        time.sleep(0.05)


@mostly_slow("how", ["killed", "silent"], "killed")
def test_redis_may_be_gone_for_a_while(own_redis: RedisProcess, how: str) -> None:
    """Meanwhile every request is answered, and afterwards both go on, without coming in again."""
    with club(own_redis.address, FAST) as one, club(own_redis.address, FAST) as two:
        game = one.create("rock").joined()
        with game.enter("w") as white, game.on(two).enter("b") as black:
            white.move()
            black.event("move")
            path = black.do("state")["moves"][0]["path"]
            if how == "killed":
                own_redis.kill()
            else:
                own_redis.stop_answering()
            assert black.ask("move", turn=1, path=path, key="m")["error"]["code"] == "store-failed"
            assert one.ask("/api/games", {"game": "rock"})[0] == 503
            assert one.ask("/api")[0] == 200
            if how == "killed":
                own_redis.start()
            else:
                time.sleep(10)
                own_redis.answer_again()
            again_until_done(lambda: black.ask("move", turn=1, path=path, key="m"))
            assert white.event("move")["turn"] == 2
            white.move()
            # What was refused may have reached Redis all the same: then Black's connection is told of it, too.
            while black.event("move")["turn"] != 3:
                pass
            assert game.state()["turn"] == 3


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process")
def test_a_full_disk_refuses_moves_and_loses_none(own_club: Club) -> None:
    game = own_club.create("rock").joined()
    with game.enter("w") as white, game.enter("b") as black:
        white.move()
        size = (own_club.folder / "games-wal").stat().st_size
        path = black.do("state")["moves"][0]["path"]
        full = resource.prlimit(own_club.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        assert black.ask("move", turn=1, path=path)["error"]["code"] == "store-failed"
        assert own_club.ask("/api/games", {"game": "rock"})[0] == 503
        assert white.do("state")["turn"] == 1
        resource.prlimit(own_club.process.pid, resource.RLIMIT_FSIZE, full)
        assert black.do("move", turn=1, path=path)["turn"] == 2
        assert white.event("move")["turn"] == 2


def test_a_redis_that_is_full_refuses_moves_and_loses_none(own_redis: RedisProcess) -> None:
    with club(own_redis.address, FAST) as running:
        game = running.create("rock").joined()
        with game.enter("w") as white, game.enter("b") as black:
            white.move()
            path = black.do("state")["moves"][0]["path"]
            assert own_redis.command("CONFIG", "SET", "maxmemory", "1") == "+OK"
            assert black.ask("move", turn=1, path=path)["error"]["code"] == "store-failed"
            assert white.do("state")["turn"] == 1
            own_redis.command("CONFIG", "SET", "maxmemory", "0")
            assert black.do("move", turn=1, path=path)["turn"] == 2
            assert white.event("move")["turn"] == 2


def test_a_game_that_nobody_has_touched_for_long_is_deleted(tmp_path: Path, redis: RedisProcess) -> None:
    with club(redis.address, FAST, "--keep-days", "13") as running:
        game = running.create("rock")
        key = f"saltus:game:{game.id}"
        left = int(redis.command("TTL", key).removeprefix(":"))
        redis.command("EXPIRE", key, "1000")
        game.joined()
        assert left > 1_000_000
        assert int(redis.command("TTL", key).removeprefix(":")) > 1_000_000


SENSELESS = [
    "", " ", "{", "[]", "null", "3", '"x"', "{}", "NaN", "[[[[[[[[[[[[[", "\ud800", '{"op": 3}', '{"op": "move"}',
    '{"op": "enter", "seat": 7}', '{"op": "enter", "seat": "wrong"}', '{"op": "move", "turn": 1e99, "path": []}',
    '{"op": "resign"', '{"id": {"a": 1}, "op": "stat"}', '{"op": "move", "turn": -1, "path": ["a1"]}',
    '{"op": "x", "op": "y"}', '{"op": "create"}', '{"op": "accept", "what": "money"}', '{"op": "__init__"}',
    '{"op": "join", "name": ["a"]}', '{"op": "flag", "side": "b"}',
    '{"op": "move", "turn": 0, "path": ["b1", "b3"], "side": "w"}',
]  # fmt: skip


def senseless(count: int) -> Iterator[bytes]:
    """Messages that are none: those of the list, cut, joined and with letters changed."""
    lots = Random(7)
    texts = [text.encode("utf-8", "surrogatepass") for text in SENSELESS]
    for _ in range(count):
        text = bytearray(lots.choice(texts))
        for _ in range(lots.randrange(4)):
            at = lots.randrange(len(text) + 1)
            text[at : at + lots.randrange(3)] = lots.randbytes(lots.randrange(3))
        yield bytes(text)


def test_ten_thousand_malformed_messages_are_answered_and_change_nothing(own_club: Club) -> None:
    """Most by WebSocket, from a watcher and from nobody; some by HTTP."""
    game = own_club.create("rock").joined()
    messages = list(senseless(10_000))
    with game.enter("w") as white:
        watcher, nobody = game.enter(), game.enter()
        nobody.socket.close()
        nobody = Unentered(game)
        for player, part in ((watcher, messages[:6_000]), (nobody, messages[6_000:9_700])):
            for at in range(0, len(part), 100):
                for message in part[at : at + 100]:
                    player.socket.send(message)
                for _ in part[at : at + 100]:
                    reply = player.hear()
                    while reply.get("event"):
                        reply = player.hear()
                    check_reply(reply)
            player.socket.close()
        for message in messages[9_700:]:
            status, reply = own_club.ask(game.path, message)
            assert not reply["ok"]
            assert 400 <= status < 500
        now = white.do("state")
        assert (now["version"], now["turn"], now["names"]) == (3, 0, {"w": "Ada", "b": "Ben"})
        white.move()


class Unentered(Player):
    """A connection that has not said who it is."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, None)

    def do(self, op: str, **fields: object) -> dict[str, object]:
        return {} if op == "enter" else super().do(op, **fields)

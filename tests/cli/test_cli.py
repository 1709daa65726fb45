"""The commands of the terminal."""

import json
import os
import subprocess
import sys

import pytest
from saltus.cli.main import main
from saltus.games import keys

from tests.support.bridge import START, oracle
from tests.support.checkout import PY
from tests.support.terminal import Captured, said

ROWS = "/".join(START)


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run `python3 -m saltus` from a checkout; `-S` hides installed packages."""
    return subprocess.run(
        [sys.executable, "-S", "-m", "saltus", *arguments],
        cwd=PY,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("arguments", "given", "out"),
    [
        (
            ("moves", "english", "--rows", ROWS, "--side", "b", "--json"),
            "",
            '[{"path":["b6","a5"],"captured":[],"result":null},',
        ),
        (("perft", "italian", "4"), "", "1469\n"),
        (("bestmove", "rock", "--time", "0.1", "--json"), "", '{"path":["'),
        (("outcome", "gambit"), "", "The game goes on; Black is to move.\n"),
        (("games",), "", "english  English checkers\n"),
        (("play", "gambit", "--white", "person", "--black", "person"), "board\nquit\n", "Gambit. White is a person"),
        (("match", "gambit", "--players", "2", "1", "--games", "2", "--nodes", "50"), "", "Gambit, 50 nodes a move"),
        (("bridge",), '{"id":1,"op":"perft","game":"english","depth":3}\n', '{"id":1,"ok":true,"leaves":302}\n'),
        (("--help",), "", "usage: python3 -m saltus"),
    ],
)
def test_every_command_runs_from_a_plain_checkout(arguments: tuple[str, ...], given: str, out: str) -> None:
    done = run(*arguments, given=given)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(out)
    assert "Traceback" not in done.stderr


def test_two_requests_in_a_pipe_are_both_answered() -> None:
    first = '{"id":1,"op":"bestmove","game":"english","depth":3}'
    second = '{"id":2,"op":"bestmove","game":"italian","depth":2}'
    replies = [json.loads(line) for line in run("bridge", given=f"{first}\n{second}\n").stdout.splitlines()]
    assert [(reply["id"], reply["depth"]) for reply in replies] == [(1, 3), (2, 2)]


def test_an_interruption_ends_with_130() -> None:
    program = (
        "import os, signal; from saltus.cli import main, position; "
        "position.best = lambda *_: os.kill(os.getpid(), signal.SIGINT); "
    )
    program += "import sys; sys.exit(main.main(['bestmove', 'rock']))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=PY, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


def test_whatever_bytes_are_typed_the_game_goes_on() -> None:
    command = [sys.executable, "-m", "saltus", "play", "gambit", "--white", "person", "--black", "person"]
    for encoding in ("utf-8", "ascii"):
        done = subprocess.run(
            command,
            cwd=PY,
            input=b"\xff\xfe\n\xe2\x99\x94\n\x00\nboard\nquit\n",
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.count(b"is not a legal move") == 3


def test_moves_as_json_is_the_list_and_nothing_else(capsys: Captured) -> None:
    for entry in oracle("rock")["moves"][:6]:
        out = said(capsys, "moves", "rock", "--rows", "/".join(entry["rows"]), "--side", entry["side"], "--json")
        moves = json.loads(out)
        assert all(list(move) == ["path", "captured", "result"] for move in moves)
        assert {(*move["path"], move["result"]) for move in moves} == {
            (move["from"], *move["path"], move["result"]) for move in entry["moves"]
        }
        assert out.count("\n") == 1


def test_moves_of_a_finished_game_are_none(capsys: Captured) -> None:
    over = oracle("english")["outcomes"][0]
    position = ("--rows", "/".join(over["rows"]), "--side", over["side"])
    assert said(capsys, "moves", "english", *position, "--json") == "[]\n"
    assert main(["moves", "english", *position]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("The game is over: ")


def test_moves_in_words(capsys: Captured) -> None:
    out = said(capsys, "moves", "english", "--position", "W:W11:B7,K29")
    assert "11x2        f6-d8, captures e7, crowned\n" in out


def test_the_moves_of_a_piece_are_marked_on_the_board(capsys: Captured) -> None:
    out = said(capsys, "moves", "rock", "--piece", "C1")
    assert out.count("* *") == 2
    assert [line.split()[0] for line in out.partition("\n\n")[2].splitlines()] == ["c1-c3", "c1xa3", "c1-e3"]
    assert {move["path"][0] for move in json.loads(said(capsys, "moves", "rock", "--piece", "c1", "--json"))} == {
        "c1"
    }
    assert main(["moves", "rock", "--piece", "a2"]) == 2
    assert "there is no piece of White's on 'a2'" in capsys.readouterr().err


def test_perft_divides_by_first_moves(capsys: Captured) -> None:
    *lines, total = said(capsys, "perft", "english", "4", "--divide").splitlines()
    counts = {line.split()[0]: int(line.split()[1]) for line in lines}
    assert len(counts) == 7
    assert sum(counts.values()) == int(total) == 1469
    assert said(capsys, "perft", "english", "0", "--divide") == "1\n"


def test_perft_from_a_position(capsys: Captured) -> None:
    for key in keys():
        entry = oracle(key)["perft"][-1]
        position = ("--rows", "/".join(entry["rows"]), "--side", entry["side"])
        depth = min(3, len(entry["perft"]))
        assert said(capsys, "perft", key, str(depth), *position) == f"{entry['perft'][depth - 1]}\n"


def test_bestmove_as_json_has_the_fields_of_the_bridge(capsys: Captured) -> None:
    found = json.loads(said(capsys, "bestmove", "italian", "--depth", "3", "--level", "10", "--json"))
    assert list(found) == ["path", "captured", "score", "depth", "nodes", "nps", "pv"]
    assert found["depth"] == 3
    assert found["pv"][0] == found["path"]


def test_bestmove_in_words_is_the_move_alone(capsys: Captured) -> None:
    assert main(["bestmove", "english", "--nodes", "500"]) == 0
    told = capsys.readouterr()
    legal = said(capsys, "moves", "english")
    assert told.out.strip() in [line.split()[0] for line in legal.splitlines()]
    assert "depth" in told.err


@pytest.mark.parametrize("key", keys())
def test_a_move_is_drawn_by_its_seed(key: str, capsys: Captured) -> None:
    legal = {tuple(move["path"]) for move in json.loads(said(capsys, "moves", key, "--json"))}
    seeds = range(4) if key == "roman" else range(8)

    def draw(seed: int, temperature: int) -> tuple[str, ...]:
        told = said(
            capsys, "bestmove", key, "--depth", "1",
            "--temperature", str(temperature), "--seed", str(seed), "--json",
        )  # fmt: skip
        return tuple(json.loads(told)["path"])

    if key != "roman":  # there the seed also draws the set-up
        assert {draw(seed, 1_000_000) for seed in seeds} <= legal
        assert len({draw(seed, 1_000_000) for seed in seeds}) > 1
    assert draw(3, 1_000_000) == draw(3, 1_000_000)


def test_the_same_position_in_all_its_ways(capsys: Captured) -> None:
    start = said(capsys, "moves", "english")
    text = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    assert said(capsys, "moves", "english", "--rows", ROWS) == start
    assert said(capsys, "moves", "english", "--position", text) == start
    assert said(capsys, "moves", "english", "--setup", "standard") == start
    assert said(capsys, "moves", "english", "--side", "w") != start
    assert said(capsys, "moves", "roman") == said(capsys, "moves", "roman", "--setup", "random", "--seed", "1")
    assert said(capsys, "moves", "roman", "--seed", "2") != said(capsys, "moves", "roman")


def test_options_are_switched(capsys: Captured) -> None:
    entry = next(one for one in oracle("italian")["moves"] if "federation_rule4_would_leave" in one)
    position = ("--rows", "/".join(entry["rows"]), "--side", entry["side"])
    plain = said(capsys, "moves", "italian", *position)
    assert said(capsys, "moves", "italian", *position, "--option", "federation=off") == plain
    assert said(capsys, "moves", "italian", *position, "--option", "federation=on") != plain


def test_outcome_in_words_and_as_json(capsys: Captured) -> None:
    entry = oracle("gambit")["outcomes"][-1]
    position = ("--rows", "/".join(entry["rows"]), "--side", entry["side"])
    assert "wins" in said(capsys, "outcome", "gambit", *position)
    found = json.loads(said(capsys, "outcome", "gambit", *position, "--json"))
    assert (found["result"], found["scores"]) == (entry["result"], entry["score"])


def test_games_lists_setups_and_options(capsys: Captured) -> None:
    out = said(capsys, "games")
    assert all(key in out for key in (*keys(), "--setup balanced", "--option federation=on"))
    assert [game["key"] for game in json.loads(said(capsys, "games", "--json"))] == list(keys())


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("moves", "english", "--rows", "a/b"), "8 rows"),
        (("moves", "english", "--position", "W:W1:B2"), "king row"),
        (("moves", "english", "--option", "flying=on"), "flying"),
        (("moves", "english", "--setup", "chess"), "chess"),
        (("moves", "english", "--seed", "5"), "seed"),
        (("match", "gambit", "--players", "10"), "two players"),
        (("match", "gambit", "--players", "2", "1", "--plies", "40"), "40 turns"),
        (("bestmove", "english", "--position", "W:W:B2"), "over"),
    ],
)
def test_what_makes_no_sense_is_said_and_ends_with_2(
    capsys: Captured, arguments: tuple[str, ...], named: str
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"saltus {arguments[0]}: ")
    assert named in told.err


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("moves",),
        ("moves", "chess"),
        ("moves", "english", "--side", "x"),
        ("moves", "english", "--option", "federation"),
        ("moves", "roman", "--seed", "-1"),
        ("moves", "roman", "--seed", "9" * 5000),
        ("perft", "english"),
        ("perft", "english", "-1"),
        ("perft", "english", "41"),
        ("perft", "english", "three"),
        ("bestmove", "rock", "--time", "0"),
        ("bestmove", "rock", "--time", "nan"),
        ("bestmove", "rock", "--time", "1e400"),
        ("bestmove", "rock", "--level", "11"),
        ("bestmove", "rock", "--depth", "0"),
        ("match", "rock", "--players", "0", "1"),
        ("match", "rock", "--games", "0"),
        ("play", "rock", "--white", "me"),
    ],
)
def test_wrong_arguments_are_said_and_end_with_2(capsys: Captured, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "error: " in told.err


@pytest.mark.parametrize("command", ["moves", "perft", "bestmove", "play", "match", "bridge", "outcome", "games"])
def test_every_command_explains_itself(capsys: Captured, command: str) -> None:
    for arguments in (["--help"], [command, "--help"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
        assert command in capsys.readouterr().out

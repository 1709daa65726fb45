"""Other engines in a tournament: those that speak a protocol play; those that fail lose the game and say why."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from saltus.engine.think import Limits
from saltus.games import load
from saltus.tournament import engines
from saltus.tournament.play import Job as Pair
from saltus.tournament.play import PairResult, Played, Terms, end_engines, opening, play_game, play_pair
from saltus.tournament.players import Player, limit, read_player

NODES = Limits(nodes=40)
OURS = Player("ours", NODES)
HUB = (sys.executable, "-m", "saltus", "hub")
BRIDGE = (sys.executable, "-m", "saltus", "bridge")


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    end_engines()


def program(tmp_path: Path, body: str) -> tuple[str, str]:
    """The command of a small program that answers the lines it reads, by `answer(line)`."""
    path = tmp_path / "engine.py"
    path.write_text(
        "import json, sys, time\n"
        f"{body}\n"
        "for line in sys.stdin:\n"
        "    for said in answer(line.strip()):\n"
        "        print(said, flush=True)\n"
    )
    return sys.executable, str(path)


FAULTY_HUB = """
def answer(line):
    if line == "hub": return ["id name=Faulty", "wait"]
    if line == "init": return ["ready"]
    if line.startswith("go"): {go}
    return []
"""


def play(player: Player, game: str = "english") -> Played:
    terms = Terms(game, {}, plies=0)
    first = load(game).first
    other = "b" if first == "w" else "w"
    return play_game(opening(terms, 1), {first: player, other: OURS}, terms, 1)  # type: ignore[dict-item]


@pytest.mark.parametrize("game", ["english", "italian"])
def test_a_hub_engine_plays_as_the_same_engine_does_here(game: str) -> None:
    terms = Terms(game, {})
    there = play_pair(Pair(terms, OURS, Player("hub", NODES, HUB, "hub"), 1))
    here = play_pair(Pair(terms, OURS, Player("twin", NODES), 1))
    assert there == here


@pytest.mark.parametrize("game", ["gambit", "roman"])
def test_a_bridge_engine_plays_every_game(game: str) -> None:
    terms = Terms(game, {})
    there = play_pair(Pair(terms, OURS, Player("bridge", NODES, BRIDGE, "bridge"), 1))
    assert isinstance(there, PairResult)
    assert not any("failed" in played.reason for played in there)


def test_a_bridge_engine_is_told_the_options_of_the_rules() -> None:
    terms = Terms("italian", {option.key: not option.default for option in load("italian").options})
    there = play_pair(Pair(terms, OURS, Player("bridge", NODES, BRIDGE, "bridge"), 1))
    here = play_pair(Pair(terms, OURS, Player("twin", NODES), 1))
    assert there == here


@pytest.mark.parametrize(
    ("go", "why"),
    [
        ('return ["done move=1-32"]', "is not a legal move"),
        ('return ["error message=\\"out of memory\\""]', "out of memory"),
        ("sys.exit(3)", "ended with code 3"),
        ('return ["done"]', "is not a legal move"),
    ],
)
def test_a_hub_engine_that_fails_loses_the_game(tmp_path: Path, go: str, why: str) -> None:
    command = program(tmp_path, FAULTY_HUB.format(go=go))
    played = play(Player("faulty", NODES, command, "hub"))
    assert played.points == 1.0  # Black moves first in English checkers
    assert "Black (faulty) failed" in played.reason
    assert why in played.reason


def test_an_engine_that_hangs_loses_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "GRACE_SECONDS", 0.2)
    command = program(tmp_path, FAULTY_HUB.format(go="time.sleep(600)"))
    played = play(Player("faulty", Limits(0.1), command, "hub"))
    assert "did not answer within 0.3 s" in played.reason


TALKING = """
def talk(line):
    while True: print(line, flush=True)
def answer(line):
    if line == "hub": return ["id name=Talking", "wait"]
    if line == "init": return ["ready"]
    if line.startswith("go"): talk("info depth=1 score=0.1")
    if '"think"' in line: talk('{"id": 0, "progress": {}}')
    return [json.dumps({"id": json.loads(line)["id"], "ok": True})] if line.startswith("{") else []
"""


@pytest.mark.parametrize(("protocol", "game"), [("hub", "english"), ("bridge", "gambit")])
def test_an_engine_that_talks_and_never_moves_loses_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protocol: str, game: str
) -> None:
    """The limit is for the move, not for the line."""
    monkeypatch.setattr(engines, "GRACE_SECONDS", 0.2)
    played = play(Player("faulty", Limits(0.1), program(tmp_path, TALKING), protocol), game)  # type: ignore[arg-type]
    assert "did not answer within 0.3 s" in played.reason


@pytest.mark.parametrize("body", ["    print('x', flush=True)", "    print('x' * 1000000, end='', flush=True)"])
def test_an_engine_that_only_talks_cannot_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    monkeypatch.setattr(engines, "START_SECONDS", 0.5)
    command = program(tmp_path, f"while True:\n{body}")
    with pytest.raises(ValueError, match=r"did not answer within 0\.5 s"):
        engines.start(Player("faulty", NODES, command, "hub"), load("english"))


def test_a_failed_engine_is_started_again_for_the_next_game(tmp_path: Path) -> None:
    command = program(tmp_path, FAULTY_HUB.format(go="sys.exit(3)"))
    job = Pair(Terms("english", {}, plies=0), Player("faulty", NODES, command, "hub"), OURS, 1)
    found = play_pair(job)
    assert ["failed: it ended with code 3" in played.reason for played in found] == [True, True]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ('return [json.dumps({"id": json.loads(line)["id"], "ok": False, "error": {"message": "no"}})]', "refused"),
        ('return ["nonsense"]', "no JSON"),
    ],
)
def test_a_bridge_engine_that_fails_at_once_is_an_error(tmp_path: Path, answer: str, why: str) -> None:
    command = program(tmp_path, f"def answer(line):\n    {answer}")
    with pytest.raises(ValueError, match=why):
        engines.start(Player("faulty", NODES, command, "bridge"), load("rock"))


def test_an_engine_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^nowhere: No such file or directory$"):
        engines.start(Player("nowhere", NODES, ("/nowhere/engine",), "hub"), load("english"))
    with pytest.raises(ValueError, match="it ended with code 1"):
        engines.start(Player("short", NODES, (sys.executable, "-c", "raise SystemExit(1)"), "hub"), load("english"))


def test_an_engine_for_another_variant_is_an_error(tmp_path: Path) -> None:
    greeting = 'return ["param name=variant type=enum values=\\"normal frisian\\"", "wait"]'
    command = program(tmp_path, f"def answer(line):\n    {greeting}")
    with pytest.raises(ValueError, match="it plays normal, frisian, not english"):
        engines.start(Player("other", NODES, command, "hub"), load("english"))
    with pytest.raises(ValueError, match="not for rock"):
        engines.start(Player("other", NODES, HUB, "hub"), load("rock"))


def test_limits_are_told_in_either_protocol() -> None:
    from saltus.engine.timeman import Clock

    assert engines.hub_level(Limits(0.5)) == "move-time=0.5"
    assert engines.hub_level(Limits(nodes=2_000)) == "nodes=2000"
    assert engines.hub_level(Limits(depth=12)) == "depth=12"
    assert engines.hub_level(Limits(clock=Clock(59.5, 1.0))) == "time=59.500 inc=1"
    assert engines.hub_score("-1.25") == -125
    assert engines.hub_score("?") is None


def test_players_are_read_with_their_limits() -> None:
    usual = Limits(0.1)
    assert read_player("7", usual) == Player("level 7", Limits(0.1, level=7))
    assert read_player("level:7", usual) == read_player("7", usual)
    assert read_player("10@0.5", usual) == Player("level 10, 0.5 s", Limits(0.5))
    assert read_player("hub@2000n:./scan 'a b'", usual) == Player(
        "./scan 'a b', 2,000 nodes", Limits(nodes=2_000), ("./scan", "a b"), "hub"
    )
    assert read_player("bridge:python3 -m saltus bridge", usual).command[-1] == "bridge"
    assert limit("12d") == Limits(depth=12)
    for wrong in ("0", "11", "hub:", "scan", "10@", "10@0", "10@1.5n", "hub@x:scan", "hub:'a", "bridge@0d:x"):
        with pytest.raises(ValueError, match=r"\S"):
            read_player(wrong, usual)

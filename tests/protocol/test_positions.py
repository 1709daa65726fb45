"""Requests about a position, which need no match."""

from typing import Any

import pytest
from saltus.engine.search import SLICE_NODES
from saltus.games import keys, load
from saltus.protocol.bridge import Bridge

from tests.support.bridge import START, ask, code, oracle

GAMES = keys()


def test_games_describes_every_game() -> None:
    games = ask(Bridge(), "games")["games"]
    assert [game["key"] for game in games] == list(GAMES)
    for told in games:
        game = load(told["key"])
        assert told["squares"] == list(game.board.squares)
        assert (told["files"], told["ranks"]) == (game.board.files, game.board.ranks)
        assert (told["first"], told["kings"], told["numbered"]) == (game.first, game.has_kings, game.numbered)
        assert [setup["key"] for setup in told["setups"]] == [setup.key for setup in game.setups]
        assert {option["key"]: option["default"] for option in told["options"]} == dict(game.chosen)
        assert told["rules"] == dict(game.rules)
        assert told["levels"] == 10
        assert "json" in told["formats"]


@pytest.mark.parametrize("game", GAMES)
def test_the_start_that_games_tells_is_the_one_meant_without_rows(game: str) -> None:
    (told,) = [one["start"] for one in ask(Bridge(), "games")["games"] if one["key"] == game]
    found = ask(Bridge(), "check", game=game)
    assert (found["rows"], found["side"]) == (told["rows"], told["side"])
    again = ask(Bridge(), "check", game=game, setup=told["setup"], seed=told["seed"])
    assert again["rows"] == told["rows"]


@pytest.mark.parametrize("game", GAMES)
def test_the_oracles_entries_are_understood_as_they_are(game: str) -> None:
    bridge = Bridge()
    entries = oracle(game)
    for entry in entries["moves"]:
        reply = ask(bridge, "moves", **{**entry, "game": game})
        found = {(*move["path"], "x", *move["captured"]) for move in reply["moves"]}
        wanted = {(move["from"], *move["path"], "x", *move["captured"]) for move in entry["moves"] if move["from"]}
        assert reply["id"] == entry["id"]
        assert found == (wanted or {("x",)})
    for entry in entries["outcomes"]:
        reply = ask(bridge, "outcome", **{**entry, "game": game})
        assert reply["result"] == entry["result"]
    for entry in entries["perft"][:4]:
        plies = entry["perft"][:3]
        counts = [ask(bridge, "perft", **{**entry, "game": game, "depth": ply}) for ply in range(1, len(plies) + 1)]
        assert [count["leaves"] for count in counts] == plies


def test_moves_tells_the_result_after_each_move() -> None:
    for entry in oracle("rock")["moves"]:
        wanted = {(move["from"], *move["path"]): move["result"] for move in entry["moves"]}
        reply = ask(Bridge(), "moves", game="rock", rows=entry["rows"], side=entry["side"])
        assert {tuple(move["path"]): move["result"] for move in reply["moves"]} == wanted


def test_a_pass_is_an_empty_path() -> None:
    (entry,) = [one for one in oracle("roman")["moves"] if one["id"] == "roman-p-moves-25"]
    (move,) = ask(Bridge(), "moves", game="roman", rows=entry["rows"], side=entry["side"])["moves"]
    assert (move["path"], move["captured"], move["text"]) == ([], [], "pass")


def test_perft_of_a_finished_game_is_nothing() -> None:
    over = oracle("english")["outcomes"][0]
    assert ask(Bridge(), "perft", game="english", rows=over["rows"], side=over["side"], depth=3)["leaves"] == 0


def test_perft_beyond_its_time_is_too_long() -> None:
    assert code(Bridge(), "perft", game="rock", depth=40, time=0.01) == "too-long"


def test_outcome_gives_reasons_and_scores() -> None:
    entry = oracle("gambit")["outcomes"][-1]
    reply = ask(Bridge(), "outcome", game="gambit", rows=entry["rows"], side=entry["side"])
    assert (reply["result"], reply["scores"]) == (entry["result"], entry["score"])
    assert sorted(map(len, reply["islands"]["b"])) == entry["islands"]["b"]
    assert reply["reason"] in load("gambit").rules
    assert reply["text"]


def test_outcome_of_a_game_that_goes_on_is_null() -> None:
    reply = ask(Bridge(), "outcome", game="gambit")
    assert {reply[key] for key in ("result", "reason", "text", "scores", "islands")} == {None}


def test_bestmove_tells_what_it_found() -> None:
    reply = ask(Bridge(), "bestmove", game="english", depth=4)
    assert reply["path"] == reply["pv"][0] == reply["lines"][0]["pv"][0]
    assert reply["path"] in [move["path"] for move in ask(Bridge(), "moves", game="english")["moves"]]
    assert (reply["captured"], reply["depth"], reply["stopped"]) == ([], 4, False)
    assert all(type(reply[key]) is int for key in ("score", "depth", "nodes", "nps"))


@pytest.mark.parametrize("more", [{}, {"depth": 30}, {"time": 60}])
def test_a_search_ends_after_its_nodes(more: dict[str, Any]) -> None:
    reply = ask(Bridge(), "bestmove", game="english", nodes=2_000, **more)
    assert 2_000 <= reply["nodes"] < 2_000 + 10 * SLICE_NODES
    assert 0 < reply["depth"] < 30


def test_bestmove_takes_the_win_and_says_how_far_it_is() -> None:
    rows = ["........", "........", "........", "..b.....", ".w......", "........", "........", "........"]
    reply = ask(Bridge(), "bestmove", game="english", rows=rows, side="w", depth=3)
    assert (reply["path"], reply["captured"], reply["score"]) == (["b4", "d6"], ["c5"], 999_999)


def test_bestmove_tells_as_many_lines_as_asked() -> None:
    lines = ask(Bridge(), "bestmove", game="english", depth=3, lines=3)["lines"]
    assert len({tuple(line["pv"][0]) for line in lines}) == 3
    assert [line["score"] for line in lines] == sorted((line["score"] for line in lines), reverse=True)


def test_bestmove_in_a_finished_game_is_not_now() -> None:
    over = oracle("english")["outcomes"][0]
    assert code(Bridge(), "bestmove", game="english", rows=over["rows"], side=over["side"], depth=1) == "not-now"


def test_check_reads_a_position_back() -> None:
    reply = ask(Bridge(), "check", game="english", rows=START, side="w")
    assert (reply["rows"], reply["side"]) == (START, "w")


def test_options_change_the_rules() -> None:
    changed = 0
    for entry in oracle("italian")["moves"]:
        plain, strict = (
            ask(Bridge(), "moves", game="italian", rows=entry["rows"], side=entry["side"], options={"federation": on})
            for on in (False, True)
        )
        changed += plain["moves"] != strict["moves"]
    assert changed >= 4


def board(*changes: tuple[int, str]) -> list[str]:
    """The English start with some rows changed."""
    rows = list(START)
    for row, text in changes:
        rows[row] = text
    return rows


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        (START[:7], "8 rows"),
        ([*START, "........"], "8 rows"),
        (board((3, ".......")), "row 4"),
        (board((3, ".........")), "row 4"),
        (board((3, "..q.....")), "c5"),
        (board((3, "w.......")), "13 pieces"),
        (board((3, ".w......")), "b5"),
        (board((0, ".w.b.b.b"), (5, "..w.w.w.")), "1: a white man"),
        (board((7, "b.w.w.w."), (0, "...b.b.b")), "29: a black man"),
        (board((3, "\u0000.......")), "row 4"),
        (board((3, "\ud800.......")), "row 4"),
    ],
)
def test_an_impossible_position_is_a_bad_position_and_what_is_wrong_is_named(rows: list[str], named: str) -> None:
    reply = ask(Bridge(), "check", game="english", rows=rows, side="b")
    assert reply["error"]["code"] == "bad-position"
    assert named in reply["error"]["message"]


@pytest.mark.parametrize(
    ("op", "fields"),
    [
        ("moves", {"game": 7}),
        ("moves", {"game": ["english"]}),
        ("moves", {"rows": "/".join(START)}),
        ("moves", {"rows": [1, 2, 3, 4, 5, 6, 7, 8]}),
        ("moves", {"rows": {"0": "........"}}),
        ("moves", {"rows": ["........"] * 1000}),
        ("moves", {"rows": START, "side": "x"}),
        ("moves", {"rows": START, "side": True}),
        ("moves", {"side": "white"}),
        ("moves", {"options": {"flying": True}}),
        ("moves", {"options": ["flying"]}),
        ("moves", {"options": {"flying": 1}}),
        ("moves", {"setup": "chess"}),
        ("moves", {"setup": 1}),
        ("moves", {"seed": -1}),
        ("moves", {"seed": 1.0}),
        ("moves", {"seed": True}),
        ("moves", {"seed": 2**53}),
        ("perft", {}),
        ("perft", {"depth": -1}),
        ("perft", {"depth": 41}),
        ("perft", {"depth": 10**9}),
        ("perft", {"depth": 2.0}),
        ("perft", {"depth": True}),
        ("perft", {"depth": "3"}),
        ("perft", {"depth": 3, "time": 0}),
        ("bestmove", {}),
        ("bestmove", {"time": 0}),
        ("bestmove", {"time": -1}),
        ("bestmove", {"time": 3601}),
        ("bestmove", {"time": True}),
        ("bestmove", {"time": "1"}),
        ("bestmove", {"clock": 60}),
        ("bestmove", {"clock": {}}),
        ("bestmove", {"clock": {"left": 0}}),
        ("bestmove", {"clock": {"left": 60, "increment": -1}}),
        ("bestmove", {"depth": 0}),
        ("bestmove", {"depth": 101}),
        ("bestmove", {"nodes": 0}),
        ("bestmove", {"depth": 1, "nodes": 1.5}),
        ("bestmove", {"depth": 1, "level": 0}),
        ("bestmove", {"depth": 1, "level": 11}),
        ("bestmove", {"depth": 1, "level": False}),
        ("bestmove", {"depth": 1, "lines": 0}),
        ("bestmove", {"depth": 1, "lines": 10**30}),
        ("bestmove", {"depth": 1, "progress": 1}),
    ],
)
def test_a_field_of_the_wrong_type_or_out_of_range_is_a_bad_request(op: str, fields: dict[str, Any]) -> None:
    bridge = Bridge()
    assert code(bridge, op, **{"game": "english", **fields}) == "bad-request"
    assert not bridge.busy


@pytest.mark.parametrize("number", ["1e400", "-1e400", "9" * 5000, "-" + "9" * 400, "1e-400"])
def test_a_number_beyond_measure_is_out_of_range_and_its_request_is_known(number: str) -> None:
    (line,) = Bridge().receive(f'{{"id":5,"op":"bestmove","game":"rock","time":{number}}}')
    assert line.startswith('{"id":5,"ok":false,"error":{"code":"bad-request"')


@pytest.mark.parametrize("game", ["chess", "", "English", "../english", "__init__", "english\u0000", "\ud800"])
def test_a_game_that_does_not_exist_is_an_unknown_game(game: str) -> None:
    assert code(Bridge(), "moves", game=game) == "unknown-game"

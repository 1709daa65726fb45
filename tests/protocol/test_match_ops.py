"""The current match, op by op."""

import json
from typing import Any

import pytest
from saltus.games import keys
from saltus.protocol.bridge import Bridge

from tests.support.bridge import START, Message, ask, code, oracle, send

KINGS = ["...B....", "........", "........", "........", "........", "........", "........", "W......."]
"""Two lonely kings of English checkers."""
SHUFFLE = ("29-25", "2-6", "25-29", "6-2")


def table(game: str = "english", **fields: Any) -> Bridge:
    """A bridge with a new match."""
    bridge = Bridge()
    assert ask(bridge, "new", game=game, **fields)["ok"]
    return bridge


def play(bridge: Bridge, *texts: str) -> Message:
    """The state after these moves."""
    state: Message = {}
    for text in texts:
        state = ask(bridge, "play", text=text)
        assert state["ok"], state
    return state


def test_without_a_match_there_is_nothing_to_ask_of_it() -> None:
    asked: dict[str, dict[str, Any]] = {
        "state": {},
        "record": {"format": "json"},
        "follow": {"path": []},
        "why": {"path": []},
        "play": {"text": "9-14"},
        "undo": {},
        "redo": {},
        "goto": {"node": 0},
        "resign": {"side": "w"},
        "offer": {"side": "w"},
        "accept": {"side": "w"},
        "decline": {"side": "w"},
        "claim": {"side": "w", "kind": "win"},
        "flag": {"side": "w"},
        "think": {"time": 1},
    }
    for op, fields in asked.items():
        assert code(Bridge(), op, **fields) == "no-match"


def test_the_state_of_a_new_match() -> None:
    state = ask(Bridge(), "new", game="english")
    assert set(state) == {
        *(
            "id",
            "ok",
            "game",
            "options",
            "setup",
            "seed",
            "ballot",
            "rows",
            "side",
            "ply",
            "node",
            "moves",
            "forced",
            "last",
            "before",
        ),
        *(
            "outcome",
            "history",
            "end",
            "can_undo",
            "can_redo",
            "offer",
            "claims",
            "counters",
            "clock",
            "groups",
            "counts",
            "position",
        ),
    }
    assert (state["game"], state["setup"], state["seed"]) == ("english", "standard", None)
    assert (state["rows"], state["side"], state["ply"], state["node"]) == (START, "b", 0, 0)
    assert state["position"] == "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    assert state["moves"][0] == {"path": ["b6", "a5"], "captured": [], "crowns": False, "text": "9-13"}
    assert state["counts"] == {"w": 12, "b": 12}
    assert [state[key] for key in ("forced", "can_undo", "can_redo")] == [False] * 3
    assert [state[key] for key in ("last", "outcome", "offer", "clock", "groups")] == [None] * 5
    assert [state[key] for key in ("history", "claims")] == [[], []]
    assert {counter["key"]: counter["limit"] for counter in state["counters"]} == {"repetition": 3, "quiet": 80}


@pytest.mark.parametrize("game", keys())
def test_every_game_is_played_from_its_start_to_its_end(game: str) -> None:
    bridge = table(game)
    state = ask(bridge, "state")
    while state["outcome"] is None:
        assert state["moves"]
        taking = [move for move in state["moves"] if move["captured"]] or state["moves"]
        state = ask(bridge, "play", path=taking[len(taking) * 2 // 3]["path"])
        assert state["ok"], state
    assert state["moves"] == []
    assert state["outcome"]["winner"] in ("w", "b", None)
    assert state["outcome"]["text"]
    assert state["ply"] == len(state["history"])
    assert code(bridge, "play", path=state["last"]["path"]) == "not-now"


def test_the_state_has_the_islands_and_their_points_while_gambit_goes_on() -> None:
    rows = ["ww.....b", "ww......", "........", ".wb..b.."]
    state = ask(Bridge(), "new", game="gambit", rows=rows, side="w")
    assert state["outcome"] is None
    assert state["groups"] == {
        "w": [{"squares": ["a4", "b4", "a3", "b3"], "points": 7}],
        "b": [{"squares": ["f1"], "points": 1}, {"squares": ["h4"], "points": 1}],
    }


def test_the_state_has_the_groups_of_rock_the_largest_first() -> None:
    rows = ["ww......", "........", "........", "...b....", "........", "w.......", "ww....b.", "......b."]
    state = ask(Bridge(), "new", game="rock", rows=rows)
    assert [(len(group["squares"]), group["points"]) for group in state["groups"]["w"]] == [(3, None), (2, None)]
    assert [group["squares"] for group in state["groups"]["b"]] == [["g2", "g1"], ["d5"]]


def test_a_seeded_setup_is_drawn_or_given() -> None:
    drawn = ask(Bridge(), "new", game="roman")
    assert drawn["setup"] == "random"
    again = ask(Bridge(), "new", game="roman", setup="random", seed=drawn["seed"])
    assert again["rows"] == drawn["rows"]
    balanced = ask(Bridge(), "new", game="roman", setup="balanced", seed=drawn["seed"])
    assert balanced["rows"] != drawn["rows"]
    assert code(Bridge(), "new", game="english", seed=3) == "bad-request"


def test_a_match_starts_from_a_position() -> None:
    state = ask(Bridge(), "new", game="english", rows=KINGS, side="w")
    assert (state["rows"], state["side"], state["setup"], state["counts"]) == (KINGS, "w", None, {"w": 1, "b": 1})
    assert code(Bridge(), "new", game="english", rows=KINGS[1:]) == "bad-position"
    assert code(Bridge(), "new", game="english", side="w") == "bad-request"


def test_play_by_path_and_by_text() -> None:
    bridge = table()
    assert play(bridge, "11-15")["last"]["path"] == ["f6", "e5"]
    state = ask(bridge, "play", path=["c3", "d4"])
    assert (state["last"]["text"], state["side"], state["ply"], state["forced"]) == ("22-18", "b", 2, True)
    assert state["can_undo"]
    assert [move["text"] for move in state["moves"]] == ["15x22"]


def test_a_move_that_is_not_allowed_names_its_rule_and_changes_nothing() -> None:
    bridge = table()
    before = play(bridge, "11-15", "22-18")
    reply = ask(bridge, "play", path=["b6", "a5"])
    assert reply["error"]["code"] == "bad-move"
    assert (reply["error"]["rule"], reply["error"]["squares"]) == ("capture-compulsory", ["e5"])
    assert {**ask(bridge, "state"), "id": None} == {**before, "id": None}


@pytest.mark.parametrize("fields", [{}, {"path": "b6a5"}, {"path": [1]}, {"text": 5}, {"path": ["a1"] * 101}])
def test_a_turn_that_is_no_turn_is_a_bad_request(fields: Message) -> None:
    assert code(table(), "play", **fields) == "bad-request"


@pytest.mark.parametrize("text", ["", "9", "9-9-9", "x" * 10_000, "99-98", "٩-١٣", "\u0000", "\ud800"])
def test_a_text_that_is_no_move_is_a_bad_move(text: str) -> None:
    assert code(table(), "play", text=text) == "bad-move"


def test_follow_tells_what_may_come_next() -> None:
    (entry,) = [one for one in oracle("gambit")["moves"] if one["id"] == "gambit-p-moves-24"]
    bridge = table("gambit", rows=entry["rows"], side=entry["side"])
    assert set(ask(bridge, "follow", path=[])["next"]) == {move["from"] for move in entry["moves"]}
    first = ask(bridge, "follow", path=["f4"])
    assert (set(first["next"]), first["captured"], first["complete"]) == ({"h2", "h4"}, [], False)
    then = ask(bridge, "follow", path=["f4", "h4"])
    assert (then["next"], then["captured"], then["complete"]) == (["f2"], ["g4"], True)
    last = ask(bridge, "follow", path=["f4", "h4", "f2"])
    assert (last["next"], last["captured"][0], last["complete"]) == ([], "g4", True)
    wrong = ask(bridge, "follow", path=["f4", "a1"])["error"]
    assert wrong["code"] == "bad-move"
    assert wrong["rule"]


@pytest.mark.parametrize("game", keys())
def test_follow_leads_to_every_move_and_to_no_other(game: str) -> None:
    bridge = Bridge()
    for entry in oracle(game)["moves"]:
        state = ask(bridge, "new", game=game, rows=entry["rows"], side=entry["side"])
        if not state["moves"]:
            continue
        wanted = {tuple(move["path"]): move["captured"] for move in state["moves"]}
        found = {}
        todo: list[list[str]] = [[]]
        while todo:
            path = todo.pop()
            reply = ask(bridge, "follow", path=path)
            if reply["complete"]:
                found[tuple(path)] = reply["captured"]
            todo += [[*path, square] for square in reply["next"]]
        assert found == wanted


def test_why_names_the_rule_or_nothing() -> None:
    bridge = table()
    play(bridge, "11-15", "22-18")
    assert ask(bridge, "why", path=["e5"])["rule"] is None
    assert ask(bridge, "why", path=["e5", "c3"])["rule"] is None
    refused = ask(bridge, "why", path=["b6", "a5"])
    assert (refused["rule"], refused["squares"]) == ("capture-compulsory", ["e5"])
    assert refused["text"]
    assert ask(bridge, "why", path=["b3"])["rule"] == "board"
    assert ask(bridge, "why", path=["a3"])["rule"] == "turn"


def test_undo_and_redo() -> None:
    bridge = table()
    states = [ask(bridge, "state"), play(bridge, "11-15"), play(bridge, "22-18")]
    back = ask(bridge, "undo")
    assert (back["rows"], back["can_redo"]) == (states[1]["rows"], True)
    assert [one["main"] for one in back["history"]] == [True, True]
    assert ask(bridge, "undo")["can_undo"] is False
    assert code(bridge, "undo") == "not-now"
    assert ask(bridge, "redo", plies=2)["rows"] == states[2]["rows"]
    assert code(bridge, "redo") == "not-now"
    assert ask(bridge, "undo", plies=2)["ply"] == 0
    for plies in (0, -1, 1.5, True, "1", 2**60):
        assert code(bridge, "redo", plies=plies) == "bad-request"


def test_variations_are_kept_and_gone_to() -> None:
    bridge = table()
    play(bridge, "11-15", "22-18")
    ask(bridge, "undo")
    state = play(bridge, "23-19")
    assert [(one["node"], one["parent"], one["ply"], one["side"]) for one in state["history"]] == [
        (1, 0, 1, "b"),
        (2, 1, 2, "w"),
        (3, 1, 2, "w"),
    ]
    assert [one["move"]["text"] for one in state["history"]] == ["11-15", "22-18", "23-19"]
    assert [one["main"] for one in state["history"]] == [True, False, True]
    other = ask(bridge, "goto", node=2)
    assert (other["node"], [one["main"] for one in other["history"]]) == (2, [True, True, False])
    start = ask(bridge, "goto", node=0, through=3)
    assert (start["ply"], [one["main"] for one in start["history"]]) == (0, [True, False, True])
    assert ask(bridge, "redo", plies=2)["node"] == 3
    assert code(bridge, "goto", node=2, through=3) == "not-now"
    for node in (4, -1, True, "1", None):
        assert code(bridge, "goto", node=node) == "bad-request"


def test_resignation_is_taken_back_like_a_turn() -> None:
    bridge = table()
    state = ask(bridge, "resign", side="b")
    assert (state["outcome"]["winner"], state["outcome"]["reason"]) == ("w", "resignation")
    assert state["moves"] == []
    assert code(bridge, "resign", side="w") == "not-now"
    assert ask(bridge, "undo")["outcome"] is None
    assert ask(bridge, "goto", node=0)["outcome"]["reason"] == "resignation"
    assert ask(bridge, "goto", node=0, ended=False)["outcome"] is None


def test_a_draw_is_offered_and_answered() -> None:
    bridge = table()
    assert code(bridge, "accept", side="w") == "not-now"
    assert ask(bridge, "offer", side="b")["offer"] == "b"
    assert code(bridge, "accept", side="b") == "not-now"
    assert ask(bridge, "decline", side="w")["offer"] is None
    ask(bridge, "offer", side="w")
    outcome = ask(bridge, "accept", side="b")["outcome"]
    assert (outcome["winner"], outcome["reason"]) == (None, "agreement")
    for op in ("offer", "accept", "decline", "flag"):
        assert code(bridge, op, side="w") == "not-now"
        assert code(table(), op, side="W") == "bad-request"


@pytest.mark.parametrize("ahead", [True, False])
@pytest.mark.parametrize("offering", ["w", "b"])
def test_a_search_says_whether_the_computer_accepts_the_draw_that_is_offered(offering: str, ahead: bool) -> None:
    """White, to move, has three kings and Black one, or the other way round; the computer plays the other side."""
    strong, weak = ["W:WK29,K30,K31:BK2", "W:WK29:BK2,K3,K4"]
    bridge = Bridge()
    ask(bridge, "load", text=strong if (offering == "b") == ahead else weak, game="english")
    assert ask(bridge, "think", depth=3)["accepts"] is None
    ask(bridge, "offer", side=offering)
    assert ask(bridge, "think", depth=3)["accepts"] is not ahead
    ask(bridge, "decline", side="w" if offering == "b" else "b")
    assert ask(bridge, "think", depth=3)["accepts"] is None


def test_what_cannot_be_claimed_is_refused() -> None:
    assert code(table(), "claim", side="b", kind="win") == "not-now"
    assert code(table(), "claim", side="b", kind="everything") == "bad-request"


def test_repetition_counts_down_to_a_draw() -> None:
    bridge = table(rows=KINGS, side="w")
    state = play(bridge, *SHUFFLE)
    counters = {one["key"]: one for one in state["counters"]}
    assert (counters["repetition"]["count"], counters["quiet"]["count"]) == (2, 4)
    assert all(one["text"] for one in state["counters"])
    assert play(bridge, *SHUFFLE)["outcome"]["reason"] == "repetition"


def test_clocks_run_and_fall() -> None:
    bridge = table(clock={"initial": 60, "increment": 2})
    state = ask(bridge, "play", text="9-13", spent=12.5)
    assert state["clock"] == {"w": 60.0, "b": 49.5, "increment": 2.0, "initial": 60.0}
    assert code(bridge, "flag", side="b") == "not-now"
    assert ask(bridge, "flag", side="w")["outcome"]["reason"] == "flag"
    assert code(table(), "flag", side="b") == "not-now"


@pytest.mark.parametrize(
    "clock",
    [
        5,
        [60, 0],
        {},
        {"initial": 0},
        {"initial": -5},
        {"initial": "60"},
        {"initial": True},
        {"initial": 60, "increment": -1},
        {"initial": 1e9},
    ],
)
def test_a_clock_that_cannot_be_is_a_bad_request(clock: object) -> None:
    bridge = Bridge()
    assert code(bridge, "new", game="english", clock=clock) == "bad-request"
    assert code(bridge, "state") == "no-match"


@pytest.mark.parametrize("spent", [-1, "1", True, 1e9])
def test_a_time_that_cannot_have_been_spent_is_a_bad_request(spent: object) -> None:
    assert code(table(), "play", text="9-13", spent=spent) == "bad-request"


@pytest.mark.parametrize("game", keys())
def test_a_record_is_loaded_as_it_was_written(game: str) -> None:
    bridge = table(game)
    for _ in range(3):
        ask(bridge, "play", path=ask(bridge, "state")["moves"][-1]["path"])
    state = ask(bridge, "state")
    (formats,) = [one["formats"] for one in ask(bridge, "games")["games"] if one["key"] == game]
    for form in formats:
        text = ask(bridge, "record", format=form)["text"]
        loaded = ask(Bridge(), "load", text=text, game=game)
        assert (loaded["rows"], loaded["side"]) == (state["rows"], state["side"])
        assert loaded["ply"] == (0 if form == "position" else 3)
    record = json.loads(ask(bridge, "record", format="json")["text"])
    assert ask(Bridge(), "load", record=record)["history"] == state["history"]


def test_the_record_comes_with_the_state_where_it_is_wanted() -> None:
    bridge = Bridge()
    assert "record" not in ask(bridge, "new", game="rock")
    state = ask(bridge, "play", text="b1-b3", recorded=True)
    assert state["record"] == ask(bridge, "record", format="json")["text"]
    assert {**ask(bridge, "state"), "record": state["record"], "id": "play"} == state
    assert code(bridge, "undo", recorded="yes") == "bad-request"
    assert ask(bridge, "state")["ply"] == 1, "nothing was undone"


def test_a_record_is_written_only_in_the_games_formats() -> None:
    assert code(table("rock"), "record", format="pdn") == "bad-request"
    assert code(table("english"), "record", format="docx") == "bad-request"
    assert code(table("english"), "record") == "bad-request"


def test_a_wrong_record_names_line_and_column_and_leaves_the_match() -> None:
    bridge = table()
    before = play(bridge, "9-13")
    error = ask(bridge, "load", text='[GameType "21"]\n\n1. 9-13 22-18 2. 1-32 *')["error"]
    assert error["code"] == "bad-record"
    assert (error["line"], error["column"]) == (3, 18)
    unreadable: list[dict[str, Any]] = [
        {"text": ""},
        {"text": "nonsense"},
        {"text": "[" * 50_000},
        {"text": '{"game":' * 20_000},
        {"text": "\ud800\u0000"},
        {"text": "(;" * 20_000},
        {"text": "(" * 50_000, "format": "pdn", "game": "english"},
        {"record": {}},
        {"record": {"game": "english", "nodes": 7}},
        {"text": "W:W1:B2", "format": "json"},
        {"text": "9" * 10_000, "format": "json"},
        {"text": '{"game":' + "9" * 10_000 + "}", "format": "json"},
    ]
    for fields in unreadable:
        assert code(bridge, "load", **fields) == "bad-record", fields
    wrong: list[dict[str, Any]] = [
        {},
        {"text": 7},
        {"record": []},
        {"text": "", "format": "docx"},
        {"text": "", "game": "english", "options": {"x": True}},
    ]
    for fields in wrong:
        assert code(bridge, "load", **fields) == "bad-request"
    assert code(bridge, "load", text="", game="chess") == "unknown-game"
    assert {**ask(bridge, "state"), "id": None} == {**before, "id": None}


def test_a_position_is_loaded_for_the_game_that_is_named() -> None:
    state = ask(Bridge(), "load", text="W:WK29:BK2", game="english")
    assert (state["rows"], state["side"]) == (KINGS, "w")
    assert code(Bridge(), "load", text="W:WK29:BK2") == "bad-record"


def test_every_request_about_the_match_has_one_reply_at_once() -> None:
    bridge = table()
    for op in ("state", "undo", "redo", "stop", "record", "games"):
        assert len(send(bridge, op)) == 1
        assert not bridge.busy


def test_tags_of_a_new_match_stand_in_its_record() -> None:
    bridge = table(tags={"Event": "Casual game", "Date": "2026.11.22"}, clock={"initial": 300, "increment": 5})
    pdn = ask(bridge, "record", format="pdn")["text"].split("\n")
    assert pdn[0] == '[Event "Casual game"]'
    assert '[Date "2026.11.22"]' in pdn
    assert '[TimeControl "300+5"]' in pdn
    assert '"Date": "2026.11.22"' in ask(bridge, "record", format="json")["text"]


def test_tags_of_a_record_fill_in_what_the_match_does_not_say_and_stay_out_of_it() -> None:
    bridge = table(tags={"White": "Ada"})
    pdn = ask(bridge, "record", format="pdn", tags={"White": "You", "Black": "Saltus level 4"})["text"]
    assert '[White "Ada"]' in pdn
    assert '[Black "Saltus level 4"]' in pdn
    assert '[Black "?"]' in ask(bridge, "record", format="pdn")["text"]


@pytest.mark.parametrize(
    "tags", [{"white": "Ada"}, {"White": ""}, {"White": 3}, {"Result": "1-0"}, ["White"], "White"]
)
def test_tags_that_no_record_can_have_are_a_bad_request(tags: object) -> None:
    assert code(Bridge(), "new", game="english", tags=tags) == "bad-request"
    assert code(table(), "record", format="pdn", tags=tags) == "bad-request"


def test_clocks_are_full_after_a_ballot() -> None:
    bridge = table(ballot=126, clock={"initial": 300, "increment": 5})
    assert ask(bridge, "state")["clock"] == {"w": 300.0, "b": 300.0, "increment": 5.0, "initial": 300.0}


def test_sgf_has_the_tags_in_its_own_words() -> None:
    bridge = table(
        "rock", tags={"Event": "Casual game", "Date": "2026.11.22"}, clock={"initial": 300, "increment": 5}
    )
    sgf = ask(bridge, "record", format="sgf", tags={"White": "You", "Black": "Saltus level 4"})["text"]
    for each in ("EV[Casual game]", "DT[2026-11-22]", "PW[You]", "PB[Saltus level 4]", "TimeControl:300+5"):
        assert each in sgf

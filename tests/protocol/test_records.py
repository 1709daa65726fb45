"""Records over the bridge: the tree, texts with several games, lines with their moves."""

import re
from typing import Any

import pytest
from saltus.games import keys
from saltus.protocol.bridge import Bridge

from tests.support.bridge import Message, ask, code

TWO_GAMES = """[Event "First"]
[GameType "21"]
[White "Ada"]

1. 11-15 22-18 2. 15x22 25x18 1/2-1/2

[Event "Second"]
[GameType "21"]

1. 9-14 {a ) 1-0 b} (1. 10-14) 23-19 2. 5-9 *
"""


def table(*moves: str, **fields: Any) -> Bridge:
    """A match of English checkers in which these moves have been played."""
    bridge = Bridge()
    ask(bridge, "new", game="english", **fields)
    for move in moves:
        assert ask(bridge, "play", text=move)["ok"]
    return bridge


def tree(state: Message) -> dict[str, str]:
    """Each turn of the record: its text → its parent's, with a star if it is not the main child."""
    names = {0: ""} | {one["node"]: one["move"]["text"] for one in state["history"]}
    return {one["move"]["text"]: names[one["parent"]] + ("" if one["chief"] else "*") for one in state["history"]}


def test_a_move_played_as_a_variation_leaves_the_main_line_as_it_is() -> None:
    bridge = table("11-15", "22-18")
    ask(bridge, "undo")
    state = ask(bridge, "play", text="23-19", variation=True)
    assert tree(state) == {"11-15": "", "22-18": "11-15", "23-19": "11-15*"}
    assert state["last"]["text"] == "23-19"
    state = ask(bridge, "play", text="8-11")
    assert tree(state) == {"11-15": "", "22-18": "11-15*", "23-19": "11-15", "8-11": "23-19"}


def test_a_move_played_as_a_variation_keeps_a_resignation() -> None:
    bridge = table("11-15")
    ask(bridge, "resign", side="w")
    ask(bridge, "undo")
    state = ask(bridge, "play", text="22-18", variation=True)
    assert (state["end"]["reason"], state["end"]["winner"], state["end"]["node"]) == ("resignation", "b", 1)
    assert state["outcome"] is None
    record = ask(bridge, "record", format="json")["text"]
    assert ask(Bridge(), "load", text=record)["end"]["reason"] == "resignation"


def test_promote_makes_a_variation_the_main_line() -> None:
    bridge = table("11-15", "22-18")
    ask(bridge, "undo", plies=2)
    ask(bridge, "play", text="9-14", variation=True)
    state = ask(bridge, "promote", node=3)
    assert tree(state) == {"11-15": "*", "22-18": "11-15", "9-14": ""}
    assert code(bridge, "promote", node=4) == "bad-request"


def test_prune_forgets_a_node_and_what_follows_it() -> None:
    bridge = table("11-15", "22-18")
    ask(bridge, "undo")
    ask(bridge, "play", text="23-19", variation=True)
    ask(bridge, "play", text="8-11", variation=True)
    state = ask(bridge, "prune", node=2)
    assert tree(state) == {"11-15": "", "23-19": "11-15", "8-11": "23-19"}
    assert [one["node"] for one in state["history"]] == [1, 2, 3]
    assert (state["node"], state["last"]["text"]) == (3, "8-11")
    state = ask(bridge, "prune", node=2)
    assert (tree(state), state["node"], state["can_redo"]) == ({"11-15": ""}, 1, False)
    assert ask(bridge, "play", text="22-18")["ok"], "the match goes on from where it stands"
    assert code(bridge, "prune", node=0) == "not-now"


def test_what_was_pruned_is_not_in_any_record() -> None:
    bridge = table("11-15", "22-18", "15x22")
    ask(bridge, "undo")
    ask(bridge, "prune", node=2)
    for form in ("json", "pdn"):
        again = ask(Bridge(), "load", text=ask(bridge, "record", format=form)["text"])
        assert tree(again) == {"11-15": ""}


def test_notes_of_a_record_are_in_its_history() -> None:
    text = '[GameType "21"]\n\n1. 11-15 $1 {bold} 22-18 0-1'
    state = ask(Bridge(), "load", text=text)
    first, second = state["history"]
    assert (first["glyphs"], first["comment"]) == ([1], "bold")
    assert "glyphs" not in second
    assert (second["result"], state["end"]["winner"]) == ("w", "w")


@pytest.mark.parametrize("form", ["json", "pdn"])
def test_notes_written_here_are_in_the_history_and_in_the_records(form: str) -> None:
    bridge = table("11-15", "22-18")
    before = ask(bridge, "state")
    ask(bridge, "annotate", node=0, comment="At the club.")
    state = ask(bridge, "annotate", node=1, comment="Black [%end w resignation] wants the middle.", glyphs=[5])
    assert (state["node"], state["position"], state["moves"]) == (2, before["position"], before["moves"])
    again = ask(Bridge(), "load", text=ask(bridge, "record", format=form)["text"])
    assert again["comment"] == "At the club."
    first, second = again["history"]
    assert first["glyphs"] == [5]
    assert re.fullmatch(r"Black \[ ?%end w resignation\] wants the middle\.", first["comment"])
    assert "comment" not in second
    assert again["end"] is None, "a comment ends no game"
    cleared = ask(bridge, "annotate", node=1, comment="")["history"][0]
    assert "comment" not in cleared
    assert "glyphs" not in cleared


def test_notes_that_cannot_be_written_change_nothing() -> None:
    bridge = table("11-15")
    for fields in (
        {"node": 2, "comment": ""},
        {"node": 1},
        {"node": 1, "comment": "x" * 2001},
        {"node": 1, "comment": "", "glyphs": [256]},
        {"node": 1, "comment": "", "glyphs": [True]},
        {"node": 1, "comment": "", "glyphs": "!"},
    ):
        assert code(bridge, "annotate", **fields) == "bad-request", fields
    assert "comment" not in ask(bridge, "state")["history"][0]


def test_history_tells_how_often_a_position_has_stood() -> None:
    bridge = Bridge()
    ask(bridge, "load", text="W:WK29:BK4", format="position", game="english")
    for move in ("29-25", "4-8", "25-29", "8-4", "29-25"):
        state = ask(bridge, "play", text=move)
    assert [one.get("repeats") for one in state["history"]] == [None, None, None, 2, 2]


def test_contents_lists_the_games_of_a_text() -> None:
    found = ask(Bridge(), "contents", text=TWO_GAMES)
    assert found["format"] == "pdn"
    assert [(one["game"], one["tags"]["Event"], one["turns"]) for one in found["games"]] == [
        ("english", "First", 4),
        ("english", "Second", 3),
    ]
    assert found["games"][0]["tags"]["White"] == "Ada"
    assert ask(Bridge(), "contents", text="{}")["format"] == "json"
    assert code(Bridge(), "contents", text=" ") == "bad-record"


def test_contents_lists_the_game_trees_of_an_sgf_text_and_load_takes_one_of_them() -> None:
    text = "(;GM[9]PW[Ada];B[e1-e3];W[draw])\n(;GM[9];B[b8-b6];W[a7-c7])"
    found = ask(Bridge(), "contents", text=text)
    assert found["format"] == "sgf"
    assert found["games"] == [
        {"game": "rock", "tags": {"White": "Ada"}, "turns": 1, "winner": None, "start": 0, "end": 32},
        {"game": "rock", "tags": {}, "turns": 2, "winner": None, "start": 32, "end": 59},
    ]
    first, second = (ask(Bridge(), "load", text=text, part=part) for part in (0, 1))
    assert (first["end"]["reason"], len(first["history"]), len(second["history"])) == ("agreement", 1, 2)
    assert code(Bridge(), "load", text=text) == "bad-record"
    assert code(Bridge(), "load", text=text, part=2) == "bad-record"


def in_pieces(text: str, letters: int) -> list[Message]:
    """The games of a text of which so many letters are sent at a time, and again what they leave open."""
    found: list[Message] = []
    at, size = 0, letters
    form: dict[str, str] = {}
    while at < len(text):
        goes_on = at + size < len(text)
        answer = ask(Bridge(), "contents", text=text[at : at + size], goes_on=goes_on, **form)
        form = {"format": answer["format"]}
        found += [{**one, "start": at + one["start"], "end": at + one["end"]} for one in answer["games"]]
        ended = answer["games"][-1]["end"] if answer["games"] else 0
        at, size = at + ended, letters if ended else 2 * size
    return found


@pytest.mark.parametrize(
    "text",
    [
        TWO_GAMES * 3,
        "\ufeff{Before} " + TWO_GAMES.replace("\n", "\r\n") * 2,
        TWO_GAMES.replace("Ada", "Ada \u2013 \U0001f3c6 {(;") + "{after} ; it\n" + TWO_GAMES,
        TWO_GAMES.replace(" b}", "") + TWO_GAMES,
        "1. 11-15 1-0 {so} 1. 9-14 * 11-15 22-17 0-1 " * 3,
        "(;GM[9]PW[Ada];B[e1-e3](;W[draw])(;W[a7-c7]C[\\] (;]))\n(;GM[9];B[b8-b6];W[a7-c7])\n" * 3,
    ],
    ids=["pdn", "crlf", "letters", "unclosed", "bare", "sgf"],
)
def test_contents_of_a_text_in_pieces_are_those_of_the_whole(text: str) -> None:
    """Wherever it is cut."""
    whole = ask(Bridge(), "contents", text=text)["games"]
    assert "".join(text[one["start"] : one["end"]] for one in whole) == text
    for letters in range(7, len(text), 3):
        assert in_pieces(text, letters) == whole, letters


def test_contents_wants_a_form_that_there_is() -> None:
    assert code(Bridge(), "contents", text="x", format="pgn") == "bad-request"
    assert code(Bridge(), "contents", text="x", goes_on=1) == "bad-request"


def test_the_only_game_of_any_text_is_its_first() -> None:
    text = ask(table("11-15"), "record", format="json")["text"]
    assert len(ask(Bridge(), "load", text=text, part=0)["history"]) == 1


def test_what_is_amiss_in_a_record_is_told_once_when_it_is_loaded() -> None:
    bridge = Bridge()
    text = '[Event "a"]\n[Event "b"]\n[GameType "21"]\n\n1. 11-15 *'
    state = ask(bridge, "load", text=text)
    (warning,) = state["warnings"]
    assert (warning["line"], warning["column"]) == (2, 1)
    assert warning["text"] == "line 2, column 1: Event occurs twice; the first counts"
    assert warning["said"]["values"]["message"]["key"] == "record.tag-twice"
    assert "warnings" not in ask(bridge, "state")
    assert "warnings" not in ask(bridge, "load", text="11-15 *", game="english")


def test_a_game_that_went_on_after_draws_that_nobody_claimed_can_be_walked_through() -> None:
    bridge = Bridge()
    turns = "25-22 4-8 22-25 8-4 " * 4
    state = ask(bridge, "load", text=f'[FEN "W:WK25:BK4"]\n[GameType "21"]\n\n{turns} 1-0')
    assert (state["end"]["winner"], state["end"]["reason"]) == ("b", "record")
    due = [one["ply"] for one in state["history"] if "claimable" in one]
    assert due == list(range(8, 17))
    assert state["history"][7]["claimable"]["said"]["key"] == "end.repetition"
    assert {one["result"] for one in state["history"][:-1]} == {None}
    state = ask(bridge, "goto", node=8)
    assert (state["outcome"], bool(state["moves"]), state["can_redo"]) == (None, True, True)
    assert [(claim["side"], claim["kind"]) for claim in state["claims"]] == [("w", "draw"), ("b", "draw")]
    for _ in range(9):
        state = ask(bridge, "redo")
    assert state["outcome"]["reason"] == "record"
    for _ in range(9):
        state = ask(bridge, "undo")
    assert state["node"] == 8
    state = ask(bridge, "claim", side="w", kind="draw")
    assert state["outcome"]["text"] == "Claimed. The same position for the third time: draw."


def test_games_without_tags_are_told_apart_by_their_results() -> None:
    found = ask(Bridge(), "contents", text="1. 11-15 1-0 1. 9-14 *", game="english")
    assert [(one["game"], one["turns"]) for one in found["games"]] == [("english", 1), ("english", 1)]


@pytest.mark.parametrize(
    "wrong",
    ["1. 11-17 *", "1. nonsense *", "1. 11-15 {never closed 22-18 *", "1. 11-15 ( 22-18", "1. 11-15 } 22-18 *"],
    ids=["illegal", "nonsense", "comment", "variation", "brace"],
)
def test_an_unreadable_game_does_not_keep_the_others_from_being_loaded(wrong: str) -> None:
    tags = '[Event "%s"]\n[GameType "21"]\n\n'
    good = tags + "1. 11-15 {a comment} *\n\n"
    text = good.replace("%s", "First") + tags + wrong + "\n\n" + good.replace("%s", "Third")
    found = ask(Bridge(), "contents", text=text)["games"]
    assert [one["tags"]["Event"] for one in found] == ["First", "%s", "Third"]
    assert [len(ask(Bridge(), "load", text=text, part=part)["history"]) for part in (0, 2)] == [1, 1]
    refused = ask(Bridge(), "load", text=text, part=1)["error"]
    assert (refused["code"], 7 <= refused["line"] <= 11) == ("bad-record", True)


@pytest.mark.parametrize(("part", "event", "moves"), [(0, "First", 4), (1, "Second", 4)])
def test_load_takes_one_game_of_many(part: int, event: str, moves: int) -> None:
    bridge = Bridge()
    state = ask(bridge, "load", text=TWO_GAMES, part=part)
    assert len(state["history"]) == moves
    assert event in ask(bridge, "record", format="pdn")["text"]


def test_an_error_in_one_game_of_many_is_found_where_it_stands_in_the_text() -> None:
    error = ask(Bridge(), "load", text=TWO_GAMES.replace("5-9", "5-30"), part=1)["error"]
    assert (error["code"], error["line"], error["column"]) == ("bad-record", 10, 41)
    assert code(Bridge(), "load", text=TWO_GAMES, part=2) == "bad-record"


@pytest.mark.parametrize("game", keys())
def test_a_position_parses_to_what_it_was_written_from(game: str) -> None:
    placed = ask(Bridge(), "check", game=game)
    again = ask(Bridge(), "parse", game=game, text=placed["position"])
    assert {**again, "id": ""} == {**placed, "id": ""}


def test_a_wrong_position_says_where() -> None:
    error = ask(Bridge(), "parse", game="english", text="W:W21,22:B1,99")["error"]
    assert (error["code"], error["line"], error["column"]) == ("bad-record", 1, 13)
    assert "1 to 32" in error["message"]
    assert error["said"]["key"] == "record.at"
    assert error["said"]["values"]["message"]["values"]["found"] == "99"


@pytest.mark.parametrize("game", keys())
def test_written_lines_can_be_played(game: str) -> None:
    bridge = Bridge()
    ask(bridge, "new", game=game)
    lines = ask(bridge, "think", depth=3, lines=2, written=True)["lines"]
    assert len(lines) == 2
    for line in lines:
        assert line["moves"]
        assert [one["path"] for one in line["moves"]] == line["pv"][:12]
        for move in line["moves"]:
            assert ask(bridge, "play", text=move["text"])["last"] == move
        ask(bridge, "goto", node=0)


def test_every_turn_can_be_told_apart() -> None:
    bridge = Bridge()
    moves = ask(bridge, "new", game="gambit")["moves"]
    lines = ask(bridge, "think", depth=2, lines=200)["lines"]
    assert {tuple(line["pv"][0]) for line in lines} == {tuple(move["path"]) for move in moves}


def test_a_match_is_written_as_a_page_with_the_players_that_are_named() -> None:
    bridge = Bridge()
    ask(bridge, "new", game="english", tags={"White": "Ada"})
    ask(bridge, "play", text="11-15")
    tags = {"White": "somebody", "Black": "<Bob>"}
    replay, printed = (ask(bridge, "page", kind=kind, tags=tags)["html"] for kind in ("replay", "print"))
    for told in (replay, printed):
        assert "<h1>Ada – &lt;Bob&gt;</h1>" in told
        assert "1. 11-15" in told
    assert "<script>" in replay
    assert "<script" not in printed
    assert code(bridge, "page", kind="pdf") == "bad-request"
    assert ask(bridge, "state", recorded=True)["record"].count("Bob") == 0


def test_a_match_names_the_players_of_its_record() -> None:
    bridge = Bridge()
    assert "names" not in ask(bridge, "new", game="english")
    state = ask(bridge, "load", text='[White "Ada"]\n[Black "?"]\n[GameType "21"]\n\n11-15 *')
    assert state["names"] == {"w": "Ada", "b": ""}
    assert ask(bridge, "undo")["names"] == {"w": "Ada", "b": ""}

"""The bridge's replies about openings: the book, the ballots, the names."""

import pytest
from saltus.protocol.bridge import Bridge

from tests.support.bridge import ask, code

MIDDLE = {"game": "english", "rows": [*["........"] * 5, "..W.W...", "........", "B......."], "side": "w"}


def test_book_tells_every_first_move_with_games_and_value() -> None:
    reply = ask(Bridge(), "openings", game="english")
    assert reply["book"] is reply["known"] is True
    assert len(reply["moves"]) == 7
    assert sum(move["games"] for move in reply["moves"]) == reply["games"] > 0
    assert max(move["value"] for move in reply["moves"]) == reply["value"]
    assert {move["text"]: move["name"] for move in reply["moves"]}["11-15"] == "Old Faithful"
    for move in reply["moves"]:
        assert move["games"] == move["won"] + move["drawn"] + move["lost"]


def test_mirror_images_of_a_move_are_told_with_it() -> None:
    moves = ask(Bridge(), "openings", game="rock")["moves"]
    texts = {other["text"] for move in moves for other in (move, *move["alike"])}
    assert texts == {move["text"] for move in ask(Bridge(), "moves", game="rock")["moves"]}


def test_beyond_the_book_nothing_is_known() -> None:
    nothing: dict[str, object] = {"known": False, "value": None, "games": 0, "moves": []}
    told = ask(Bridge(), "openings", **MIDDLE)
    assert told.items() >= {"book": True, **nothing}.items()
    assert ask(Bridge(), "openings", game="roman").items() >= {"book": False, **nothing}.items()


def test_without_its_file_there_is_no_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saltus.core.resources.TABLE_SUFFIX", ".nothing")
    assert ask(Bridge(), "openings", game="english")["book"] is False


def test_ballots_are_listed_for_the_game_that_has_them() -> None:
    ballots = ask(Bridge(), "ballots", game="english")["ballots"]
    assert [each["number"] for each in ballots] == list(range(1, 175))
    last = ballots[-1]
    assert (last["text"], last["name"], last["deck"]) == ("12-16 24-20 10-15", "Skunk", True)
    assert ask(Bridge(), "ballots", game="italian")["ballots"] == []
    assert [game["key"] for game in ask(Bridge(), "games")["games"] if game["ballots"]] == ["english"]


def test_match_may_begin_with_a_ballot_that_its_record_keeps() -> None:
    bridge = Bridge()
    state = ask(bridge, "new", game="english", ballot=68)
    assert (state["ballot"], state["ply"], state["side"]) == (68, 3, "w")
    assert [turn["move"]["text"] for turn in state["history"]] == ["10-14", "22-18", "12-16"]
    assert state["rows"] == ask(bridge, "ballots", game="english")["ballots"][67]["rows"]
    pdn = ask(bridge, "record", format="pdn")["text"]
    assert '[Opening "10-14 22-18 12-16, White Doctor"]' in pdn
    for text in (pdn, ask(bridge, "record", format="json")["text"]):
        assert ask(bridge, "load", text=text)["ballot"] == 68
    assert ask(bridge, "new", game="english")["ballot"] is None


@pytest.mark.parametrize(
    "fields", [{"ballot": 0}, {"ballot": 175}, {"ballot": "8"}, {"game": "italian"}, {**MIDDLE}], ids=str
)
def test_ballot_that_cannot_be_is_refused_and_the_match_stays(fields: dict[str, object]) -> None:
    bridge = Bridge()
    before = ask(bridge, "new", game="rock")
    assert code(bridge, "new", **{"game": "english", "ballot": 1, **fields}) == "bad-request"
    assert ask(bridge, "state")["position"] == before["position"]


def test_tag_that_names_no_ballot_is_none() -> None:
    bridge = Bridge()
    assert ask(bridge, "load", text='[GameType "21"]\n[Ballot "easy"]\n\n1. 11-15 *')["ballot"] is None


def test_opening_is_called_what_its_last_name_was() -> None:
    bridge = Bridge()
    ask(bridge, "new", game="english")
    assert ask(bridge, "opening").items() >= {"name": None, "ply": None, "number": None}.items()
    for text in ("9-14", "23-19", "11-15", "22-17", "5-9"):
        ask(bridge, "play", text=text)
    assert ask(bridge, "opening").items() >= {"name": "Fife", "ply": 5, "number": 128}.items()
    ask(bridge, "play", text="26-23")
    assert ask(bridge, "opening")["name"] == "Fife"
    ask(bridge, "undo", plies=4)
    assert ask(bridge, "opening").items() >= {"name": "Double Corner", "ply": 1, "number": None}.items()


def test_opening_needs_a_match() -> None:
    assert code(Bridge(), "opening") == "no-match"

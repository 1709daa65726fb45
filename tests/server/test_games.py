"""Games over HTTP and WebSocket against a server in a process of its own, on both stores."""

from random import Random

import pytest
from saltus.games import keys
from saltus.records import json as records

from tests.support.club import Club, Game, Message
from tests.support.tiers import mostly_slow

GAMES = list(keys())


def record_of(state: Message) -> Message:
    match = records.read(state["record"])
    return {"ply": match.ply, "tags": match.tags, "outcome": match.outcome}


LONG = 1_000
SHORT = 40


@mostly_slow(
    "key, most",
    [*((key, SHORT) for key in GAMES), *((key, LONG) for key in GAMES)],
    ("english", LONG),
    ("gambit", LONG),
    *((key, SHORT) for key in ("italian", "rock", "roman")),
)
def test_two_players_and_a_watcher_see_the_same_game_to_its_end(any_club: Club, key: str, most: int) -> None:
    """White plays by WebSocket and Black by HTTP alone. After so many moves one side resigns."""
    lots = Random(key)
    game = any_club.create(key, days=1).joined()
    with game.enter("w") as white, game.enter() as watcher:
        now = white.do("state")
        while now["outcome"] is None:
            path = lots.choice(now["moves"])["path"]
            if now["side"] == "w":
                white.do("move", turn=now["turn"], path=path)
                now = game.state("b", f"?after={now['version']}&wait=20")
            else:
                now = game.do("b", "move", turn=now["turn"], path=path)
                assert white.event("move")["turn"] == now["turn"]
                now = white.do("state")
            event = watcher.event("move")
            assert (event["path"], event["version"]) == (path, now["version"])
            if now["turn"] == most:
                white.do("resign")
                now, event = white.do("state"), watcher.event("resign")
        assert event["outcome"] == now["outcome"] == game.state()["outcome"]
        assert record_of(now)["tags"]["White"] == "Ada"


def test_a_move_is_checked_by_the_rules(any_club: Club) -> None:
    game = any_club.create("rock").joined()
    turn = game.state()["turn"]
    status, reply = game.ask("w", "move", turn=turn, path=["b1", "b2"])
    assert (status, reply["error"]["code"], reply["error"]["rule"]) == (409, "bad-move", "distance")
    assert game.refused("w", "move", turn=turn, path=["z9"]) == "bad-move"
    assert game.refused("w", "move", turn=turn, path="b1") == "bad-request"
    assert game.refused("w", "move", path=["b1", "b3"]) == "bad-request"
    assert game.refused("b", "move", turn=turn, path=["b1", "b3"]) == "not-now"
    assert game.refused("w", "move", turn=turn + 1, path=["b1", "b3"]) == "not-now"
    assert game.refused("w", "fly") == "unknown-op"
    assert game.state()["turn"] == turn
    assert game.do("w", "move", turn=turn, text="b1-b3")["side"] == "b"


def test_who_watches_cannot_do_anything(any_club: Club) -> None:
    game = any_club.create("rock").joined()
    for op in ("join", "move", "resign", "draw", "takeback", "rematch", "accept", "decline"):
        fields = {"turn": 0, "path": ["b1", "b3"], "what": "draw"}
        assert game.refused(None, op, **fields) == "no-seat"
        with game.enter() as watcher:
            assert watcher.ask(op, **fields)["error"]["code"] == "no-seat"
    game.tokens["x"] = "a" * 22
    assert game.refused("x", "resign") == "no-seat"
    assert any_club.ask("/api/games/nothing-here")[1]["error"]["code"] == "no-game"
    assert game.state()["version"] == 3


def test_tokens_are_told_once_and_kept_only_as_hashes(own_club: Club) -> None:
    game = own_club.create("rock").joined()
    assert "tokens" not in game.state("w")
    own_club.kill()
    kept = b"".join(path.read_bytes() for path in own_club.folder.iterdir())
    assert game.id.encode() in kept
    assert [token for token in game.tokens.values() if token.encode() in kept] == []


def test_a_move_that_comes_twice_counts_once(any_club: Club) -> None:
    game = any_club.create("rock").joined()
    first = game.do("w", "move", turn=0, path=["b1", "b3"], key="m")
    assert game.do("w", "move", turn=0, path=["b1", "b3"], key="m")["version"] == first["version"]
    assert game.refused("w", "move", turn=0, path=["b1", "b3"]) == "not-now"
    # Also after it was taken back, when the same move would be legal again.
    game.do("w", "takeback")
    back = game.do("b", "accept", what="takeback")
    assert (back["side"], back["turn"]) == ("w", 2)
    assert game.do("w", "move", turn=0, path=["b1", "b3"], key="m")["version"] == back["version"]
    assert game.refused("w", "move", turn=0, path=["b1", "b3"]) == "not-now"


def test_a_request_with_a_key_counts_once(any_club: Club) -> None:
    game = any_club.create("rock").joined()
    game.do("w", "draw", key="offer-1")
    declined = game.do("b", "decline", what="draw")
    assert game.do("w", "draw", key="offer-1")["version"] == declined["version"]
    assert game.do("w", "draw", key="offer-2")["draw"] == "w"
    assert game.refused("w", "resign", key="a b") == "bad-request"
    # The other side's keys are its own.
    assert game.do("b", "draw", key="offer-1")["outcome"]["reason"] == "agreement"


@pytest.mark.parametrize("answer", ["accept", "decline", "offer"])
def test_a_draw_is_offered_and_answered(any_club: Club, answer: str) -> None:
    game = any_club.create("gambit").joined()
    assert game.refused("b", "accept", what="draw") == "not-now"
    with game.enter("b") as black:
        assert game.do("w", "draw")["draw"] == black.event("draw")["draw"] == "w"
        assert game.refused("w", "draw") == "not-now"
        now = black.do("draw") if answer == "offer" else black.do(answer, what="draw")
    assert now["draw"] is None
    assert (now["outcome"] is None) == (answer == "decline")


def test_a_draw_offer_lapses_with_the_other_sides_move(any_club: Club) -> None:
    game = any_club.create("rock").joined()
    game.move()
    game.do("w", "draw")
    assert game.move()["draw"] is None
    assert game.refused("b", "accept", what="draw") == "not-now"


def test_a_player_resigns_once(any_club: Club) -> None:
    game = any_club.create("rock").joined()
    now = game.do("b", "resign")
    assert (now["outcome"]["winner"], now["outcome"]["reason"]) == ("w", "resignation")
    assert game.refused("b", "resign") == "not-now"
    assert game.refused("w", "resign") == "not-now"
    assert game.refused("w", "move", turn=0, path=["b1", "b3"]) == "not-now"
    assert game.refused("w", "takeback") == "not-now"


@pytest.mark.parametrize(("asks", "plies"), [("w", 2), ("b", 1)])
def test_moves_are_taken_back_only_by_consent(any_club: Club, asks: str, plies: int) -> None:
    game = any_club.create("rock").joined()
    answers = "b" if asks == "w" else "w"
    assert game.refused("w", "takeback") == "not-now"
    before = [game.state()["rows"], *(game.move()["rows"] for _ in range(4))]
    assert game.do(asks, "takeback")["takeback"] == asks
    assert game.state()["rows"] == before[-1]
    assert game.do(answers, "decline", what="takeback")["takeback"] is None
    assert game.refused(answers, "accept", what="takeback") == "not-now"
    game.do(asks, "takeback")
    with game.enter() as watcher:
        now = game.do(answers, "accept", what="takeback")
        assert watcher.event("takeback")["turn"] == now["turn"] == 5
    assert (now["rows"], now["side"], record_of(now)["ply"]) == (before[-1 - plies], asks, 4 - plies)
    assert now["record"].count('"path"') == 4 - plies
    assert game.move()["turn"] == 6


def test_a_takeback_that_nobody_answers_lapses_with_the_next_move(any_club: Club) -> None:
    game = any_club.create("rock").joined()
    game.move()
    game.do("w", "takeback")
    assert game.move()["takeback"] is None


@pytest.mark.parametrize("key", ["italian", "roman"])
def test_a_rematch_has_the_colours_changed_and_the_same_tokens(any_club: Club, key: str) -> None:
    clock = {"initial": 300, "increment": 2}
    game = any_club.create(key, clock=clock).joined()
    assert game.refused("w", "rematch") == "not-now"
    game.do("w", "resign")
    assert game.do("w", "rematch")["rematch"] == "w"
    assert game.do("b", "decline", what="rematch")["rematch"] is None
    game.do("w", "rematch")
    with game.enter() as watcher:
        following = game.do("b", "accept", what="rematch")["next"]
        assert watcher.event("rematch")["next"] == following
    assert game.refused("b", "rematch") == "not-now"
    assert game.state()["next"] == following
    again = Game(any_club, {"game_id": following, "tokens": {"w": game.tokens["b"], "b": game.tokens["w"]}})
    now = again.state("w")
    assert (now["seat"], now["names"], now["turn"]) == ("w", {"w": "Ben", "b": "Ada"}, 0)
    assert now["control"] == {**clock, "days": None}
    assert now["game"] == key
    again.move()


def test_who_is_there_is_told(any_club: Club) -> None:
    game = any_club.create("rock")
    with game.enter("w") as white:
        assert white.now["present"] == {"w": True, "b": False, "watchers": 0}
        with game.enter("b"), game.enter("b"), game.enter():
            white.present(b=True, watchers=1)
        white.present(b=False, watchers=0)
        game.state("b")  # by HTTP
        white.present(b=True)


def test_both_seats_in_one_browser_and_a_seat_in_two_tabs(any_club: Club) -> None:
    game = any_club.create("rock").joined()
    with game.enter("w") as one, game.enter("w") as two, game.enter("b") as other:
        one.move()
        assert two.event("move")["version"] == other.event("move")["version"]
        other.move()
        assert one.event("move")["turn"] == two.event("move")["turn"] == 2
        # Both tabs send a move for the same turn: one of them comes too late, and nothing is lost.
        moves = two.do("state")["moves"]
        one.do("move", turn=2, path=moves[0]["path"])
        assert two.ask("move", turn=2, path=moves[1]["path"])["error"]["code"] == "not-now"
        assert two.do("state")["turn"] == 3


def test_a_link_brings_the_seat_back_whoever_has_joined(any_club: Club) -> None:
    game = any_club.create("rock", seat="b", name="Ada")
    assert game.state("w")["joined"] == {"w": False, "b": True}
    game.do("w", "join", name="Ben")
    assert game.do("w", "join", name="Benno")["names"]["w"] == "Benno"
    assert game.state("w")["seat"] == "w"
    assert game.refused("w", "join", name="a\nb") == "bad-request"
    assert game.refused("w", "join", name="x" * 41) == "bad-request"


def test_a_game_begins_as_it_was_asked_for(any_club: Club) -> None:
    empty = "........"
    rows = ["b......b", empty, empty, "...b....", empty, empty, "..w.....", "w......w"]
    game = any_club.create("rock", rows=rows, side="b", days=3, options={"repetition": False})
    now = game.state()
    assert (now["rows"], now["side"], now["control"]["days"]) == (rows, "b", 3)
    seats = {any_club.create("rock", seat="any").state()["joined"]["w"] for _ in range(40)}
    assert seats == {True, False}
    ballot = any_club.create("english", ballot=5)
    assert record_of(ballot.state())["ply"] == 3
    assert ballot.refused(ballot.state()["side"], "takeback") == "not-now"


WRONG_GAMES = {
    "unknown-game": {"game": "chess"},
    "bad-position": {"game": "rock", "rows": ["w......."] + ["........"] * 7},
    "no game": {},
    "a clock and days": {"game": "rock", "days": 1, "clock": {"initial": 60}},
    "too many days": {"game": "rock", "days": 11},
    "a seat that is none": {"game": "rock", "seat": "white"},
    "a clock without time": {"game": "rock", "clock": {"initial": 0}},
    "an option that is none": {"game": "rock", "options": {"x": True}},
}


@pytest.mark.parametrize("what", WRONG_GAMES)
def test_a_game_that_cannot_be_says_why(any_club: Club, what: str) -> None:
    status, reply = any_club.ask("/api/games", WRONG_GAMES[what])
    assert status == 400
    assert reply["error"]["code"] == (what if "-" in what else "bad-request")

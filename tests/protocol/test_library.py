"""The bridge's requests about collections of games."""

import base64

import pytest
from saltus.games import keys, load
from saltus.library.entry import Entry, entry_of
from saltus.library.query import parse
from saltus.library.search import fit
from saltus.protocol.bridge import Bridge
from saltus.protocol.request import MAX_REQUEST_CHARS
from saltus.protocol.schema.library import MAX_GAMES
from saltus.records.record import write

from tests.support.bridge import Message, ask, code, finish, send, slices
from tests.support.played import every, some

ONE = '[White "Ada"]\n[GameType "21"]\n\n1. 11-15 23-19 *\n'
WRONG = ONE.replace("11-15", "11-17")
OTHER = ONE.replace("Ada", "Eve")


def indexed(text: str, **fields: object) -> Message:
    return ask(Bridge(), "index", text=text, **fields)


def bytes_of(entry: Message) -> dict[str, bytes]:
    return {name: base64.b64decode(entry[name]) for name in ("keys", "material", "planes")}


def same(entry: Message, wanted: Entry) -> bool:
    """Whether the entry in a reply is that of the game."""
    told = {**entry, **bytes_of(entry), "collections": tuple(entry["collections"])}
    return told == {**wanted._asdict(), "tags": dict(wanted.tags)}


# -- index ---------------------------------------------------------------------------------------------------


def test_the_games_of_a_text_are_indexed_and_wrong_ones_named() -> None:
    text = ONE + WRONG + OTHER
    found = indexed(text)
    assert [text[game["start"] : game["end"]] for game in found["games"]] == [ONE, OTHER]
    assert [game["entry"]["white"] for game in found["games"]] == ["Ada", "Eve"]
    (wrong,) = found["rejected"]
    assert text[wrong["start"] : wrong["end"]] == WRONG
    assert (wrong["line"], wrong["column"]) == (8, 4)
    assert wrong["message"].startswith("'11-17' is not a legal move")
    assert wrong["said"]["key"] == "why.not-legal"
    assert (found["used"], found["stopped"]) == (len(text), False)


def test_old_line_ends_keep_their_places() -> None:
    text = (ONE + OTHER).replace("\n", "\r")
    assert [(game["start"], game["end"]) for game in indexed(text)["games"]] == [
        (0, len(ONE)),
        (len(ONE), len(ONE + OTHER)),
    ]


def test_entries_are_those_of_the_library() -> None:
    text = "\n".join(write(match, "json") for match in every() if len(write(match, "json")) < 20_000)
    found = indexed(text)
    assert len(found["games"]) == len(every())
    assert all(same(game["entry"], entry_of(match)) for game, match in zip(found["games"], every(), strict=True))


def test_the_same_game_has_the_same_digest() -> None:
    one, same_game, other = (game["digest"] for game in indexed(ONE + ONE.replace("*", "{so} *") + OTHER)["games"])
    assert one == same_game != other


def test_a_text_in_pieces_is_indexed_as_the_whole() -> None:
    text = (ONE + WRONG + OTHER) * 4
    whole = indexed(text)
    for size in (60, 100, 333):
        at, end, games, rejected = 0, size, 0, 0
        while True:
            goes_on = end < len(text)
            found = indexed(text[at:end], goes_on=goes_on)
            games += len(found["games"])
            rejected += len(found["rejected"])
            at += found["used"]
            if not goes_on:
                break
            end = max(end, at) + size
        assert (games, rejected) == (len(whole["games"]), len(whole["rejected"])), size


def test_a_text_that_does_not_name_its_game_is_told_it() -> None:
    assert indexed("W:W18,22:B9,2", game="italian")["games"][0]["entry"]["game"] == "italian"
    assert len(indexed("W:W18,22:B9,2")["rejected"]) == 1
    assert code(Bridge(), "index", text=" ") == "bad-record"
    assert code(Bridge(), "index", text="1. 11-15 *", game="chess") == "unknown-game"


def test_indexing_can_be_stopped_and_lets_other_jobs_go_first() -> None:
    bridge = Bridge()
    send(bridge, "index", text=ONE * 200)
    slices(bridge, 3)
    send(bridge, "perft", game="gambit", depth=1)
    (counted,) = slices(bridge, 2)[:1]
    assert counted["leaves"] == 20
    assert send(bridge, "stop")[0]["stopped"] is False
    assert send(bridge, "stop", of="index")[0]["stopped"] is True
    *_, found = finish(bridge)
    assert found["stopped"] is True
    assert 0 < len(found["games"]) < 200
    assert found["used"] == found["games"][-1]["end"]


# -- queries -------------------------------------------------------------------------------------------------


def test_a_query_is_told_in_a_form_to_compare_with() -> None:
    found = ask(
        Bridge(), "query", query="-player:SMITH year:1950.. date:1950.03 result:draw material:3v2", game="rock"
    )
    assert found["game"] == "rock"
    assert [(term["key"], term["negated"]) for term in found["terms"]] == [
        ("player", True),
        ("year", False),
        ("date", False),
        ("result", False),
    ]
    assert found["terms"][0]["text"] == "smith"
    assert found["terms"][1]["ranges"] == [[1950, None]]
    assert found["terms"][2]["dates"] == [["1950.03", "1950.03"]]
    assert found["terms"][3]["choices"] == ["draw"]
    assert [moment["material"]["white"]["total"] for moment in found["moments"]] == [3, 2]


def test_the_key_of_a_position_is_the_one_in_the_entries() -> None:
    entry = indexed(ONE)["games"][0]["entry"]
    (moment,) = ask(Bridge(), "query", query="after:11-15", game="english")["moments"]
    assert base64.b64decode(entry["keys"])[6:12] == base64.b64decode(moment["key"])


def test_a_wrong_query_says_where() -> None:
    error = ask(Bridge(), "query", query="year:1950 playr:x")["error"]
    assert (error["code"], error["start"], error["end"]) == ("bad-query", 10, 15)
    assert error["said"]["key"] == "query.near"
    assert error["message"] == "there is no term playr: did you mean player:?"
    assert code(Bridge(), "fitting", query="year:x", games=[]) == "bad-query"


@pytest.mark.parametrize(
    "query", ["", "player:smith", "game:rock turn:white", "game:english pattern:18=w,15=b", "id:3"]
)
def test_games_are_compared_with_a_query(query: str) -> None:
    text = "\n".join(write(match, "json") for match in every())
    assert len(text) < MAX_REQUEST_CHARS
    entries = [game["entry"] for game in indexed(text)["games"]]
    fits = ask(Bridge(), "fitting", query=query, games=entries)["fits"]
    expected = []
    for number, match in enumerate(every()):
        hit = fit(parse(query), entry_of(match), number)
        if hit is not None:
            expected.append({"number": number, "ply": hit.ply})
    assert fits == expected


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("keys", "AAAA"),
        ("keys", "?"),
        ("material", "AAAA"),
        ("planes", "A"),
        ("game", "chess"),
        ("result", "w"),
        ("plies", -1),
        ("plies", 10**9),
        ("side", 2),
        ("tags", ["x"]),
    ],
)
def test_entries_that_cannot_be_are_refused(field: str, value: object) -> None:
    entry = indexed(ONE)["games"][0]["entry"]
    assert code(Bridge(), "fitting", query="", games=[{**entry, field: value}]) == "bad-request"


def test_indexes_that_do_not_fit_the_game_do_no_harm() -> None:
    entry = {**indexed(ONE)["games"][0]["entry"], "planes": "", "material": "", "keys": ""}
    query = "game:english pattern:18=w,1=empty material:3v2 turn:white"
    assert ask(Bridge(), "fitting", query=query, games=[entry])["fits"] == []
    assert code(Bridge(), "fitting", query="", games=[entry] * (MAX_GAMES + 1)) == "bad-request"


# -- the explorer --------------------------------------------------------------------------------------------


def test_moves_are_counted_in_the_games_of_a_request() -> None:
    games = [game["entry"] for game in indexed(ONE + OTHER.replace("23-19", "22-18"))["games"]]
    sent = [{"id": 7 + n, "keys": one["keys"], "result": "white", "year": 1950 + n} for n, one in enumerate(games)]
    found = ask(Bridge(), "explore", game="english", games=sent)
    (move,) = found["moves"]
    assert (move["text"], move["white"], move["ids"]) == ("11-15", 2, [7, 8])
    assert (move["first_year"], move["last_year"]) == (1950, 1951)
    assert found["ended"]["ids"] == []


@pytest.mark.parametrize("key", keys())
def test_views_tell_what_to_look_for(key: str) -> None:
    """A game's own keys hold the key of the view, and after it that of the move played."""
    game = load(key)
    match = some(key)[0]
    start = match.start
    found = ask(
        Bridge(), "explore", game=key, rows=game.rows(start), side="wb"[start[3]], mirrored=True, rotated=True
    )
    view = found["views"][0]
    packed = entry_of(match).keys
    assert packed[:6] == base64.b64decode(view["key"])
    (path,) = [move["path"] for move in view["moves"] if base64.b64decode(move["key"]) == packed[6:12]][:1]
    move = match.nodes[1].move
    assert move is not None
    assert game.play(start, move) == game.play(start, game.find(start, path) or move)
    assert [one["swaps"] for one in found["views"]].count(True) > 0


# -- spaced repetition ---------------------------------------------------------------------------------------


def test_the_schedule_is_that_of_the_deck() -> None:
    missed = ask(Bridge(), "schedule", clean=False, now=1000)["progress"]
    assert missed == {"box": 0, "due": 601_000, "when": 1000, "solved": 0, "missed": 1}
    later = ask(Bridge(), "schedule", clean=True, now=601_000, progress=missed)["progress"]
    assert (later["box"], later["solved"]) == (1, 1)
    assert ask(Bridge(), "schedule", clean=True, now=1)["progress"]["box"] is None
    for wrong in ({"now": 1}, {"clean": True}, {"clean": True, "now": 1, "progress": {"box": 9}}):
        assert code(Bridge(), "schedule", **wrong) == "bad-request"


def test_the_line_of_a_match_has_the_keys_of_its_index() -> None:
    bridge = Bridge()
    ask(bridge, "new", game="english")
    for move in ("11-15", "23-19", "8-11"):
        ask(bridge, "play", text=move)
    ask(bridge, "undo", plies=2)
    positions = ask(bridge, "line")["positions"]
    assert [one["move"] and one["move"]["text"] for one in positions] == ["11-15", "23-19", "8-11", None]
    assert [(one["ply"], one["side"]) for one in positions] == [(0, "b"), (1, "w"), (2, "b"), (3, "w")]
    record = ask(bridge, "record", format="json")["text"]
    (game,) = ask(bridge, "index", text=record)["games"]
    assert b"".join(base64.b64decode(one["key"]) for one in positions) == base64.b64decode(game["entry"]["keys"])

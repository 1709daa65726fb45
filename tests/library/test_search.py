"""Which games fit a query: the indexes must say what a replay of the game says."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saltus.core.game import Position
from saltus.games import keys, load
from saltus.library.entry import Entry, entry_of
from saltus.library.query import parse
from saltus.library.search import fit
from saltus.match.diagram import letters
from saltus.match.match import Match
from saltus.notation.position import position_text

from tests.support.played import every, some

MATCHES = every()
ENTRIES = [entry_of(match) for match in MATCHES]


def fitting(query: str) -> Iterator[Entry]:
    """The games that fit a query."""
    wanted = parse(query)
    return (entry for number, entry in enumerate(ENTRIES) if fit(wanted, entry, number))


def first_ply(query: str, match: Match) -> int | None:
    hit = fit(parse(query, match.game.key), entry_of(match))
    return hit.ply if hit else None


def line(match: Match) -> list[Position]:
    return [node.position for node in match.tree.main_line]


# -- tags ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("player:smith", lambda e: "Smith" in e.white + e.black),
        ("player:BELA", lambda e: "Béla" in e.white + e.black),
        ('player:"smith, j"', lambda e: "Smith, J" in e.white + e.black),
        ("white:sm", lambda e: "Sm" in e.white),
        ("black:sm", lambda e: "Sm" in e.black),
        ("-player:sm", lambda e: "Sm" not in e.white + e.black),
        (
            "winner:sm",
            lambda e: "Sm" in {"white": e.white, "black": e.black}.get(e.result, ""),
        ),
        (
            "loser:sm",
            lambda e: "Sm" in {"white": e.black, "black": e.white}.get(e.result, ""),
        ),
        ("event:universita", lambda e: e.event == "Università"),
        ("round:3", lambda e: "3" in e.tags["Round"]),
        ("year:1902", lambda e: e.year == 1902),
        (
            "year:1902..1904,1906..",
            lambda e: e.year in (1902, 1903, 1904) or e.year >= 1906,
        ),
        ("date:1902.03..1904.05", lambda e: "1902.03" <= e.date[:7] <= "1904.05"),
        ("-year:1902", lambda e: e.year != 1902),
        ("result:draw", lambda e: e.result == "draw"),
        ("result:white,unfinished", lambda e: e.result in ("white", "unfinished")),
        ("game:rock", lambda e: e.game == "rock"),
        ("length:>40", lambda e: e.plies > 40),
        ("length:70", lambda e: e.plies == 70),
        ("ballot:1..174", lambda e: e.ballot is not None),
        ("-ballot:1..174", lambda e: e.ballot is None),
        ("opening:corner", lambda e: "Corner" in e.opening),
        ("smith open", lambda e: "Smith" in e.white + e.black and e.event == "Open"),
        ("smith -open", lambda e: "Smith" in e.white + e.black and e.event != "Open"),
    ],
)
def test_tags_are_searched(query: str, fits: object) -> None:
    expected = [entry for entry in ENTRIES if fits(entry)]  # type: ignore[operator]
    assert list(fitting(query)) == expected
    assert 0 < len(expected) < len(ENTRIES)


def test_ids_are_those_of_the_collection() -> None:
    assert list(fitting("id:3,5..6")) == [ENTRIES[3], ENTRIES[5], ENTRIES[6]]


def test_an_unknown_year_fits_no_year_and_no_date() -> None:
    entry = ENTRIES[0]._replace(date="")
    assert fit(parse("year:1..3000"), entry) is None
    assert fit(parse("date:1000..3000"), entry) is None
    assert fit(parse("-year:1950"), entry) is not None


def test_collections_are_searched() -> None:
    entry = ENTRIES[0]._replace(collections=("Masters", "mine"))
    assert fit(parse("collection:master"), entry)
    assert fit(parse("collection:other"), entry) is None


# -- the board -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", keys())
def test_every_position_of_a_game_is_found_at_its_first_ply(key: str) -> None:
    game = load(key)
    for match in some(key):
        there = line(match)
        for position in there[::5]:
            assert first_ply(f'position:"{position_text(game, position)}"', match) == there.index(position)


@pytest.mark.parametrize("key", keys())
def test_a_game_fits_a_pattern_where_the_replay_does(key: str) -> None:
    game = load(key)

    @given(st.data())
    def check(data: st.DataObject) -> None:
        match = data.draw(st.sampled_from(some(key)))
        wanted = data.draw(
            st.dictionaries(
                st.sampled_from(game.board.squares),
                st.sampled_from(
                    [
                        "w",
                        "b",
                        "W",
                        "B",
                        ".",
                        "white",
                        "!white",
                        "king",
                        "!king",
                        "piece",
                        "!w",
                        "any",
                    ]
                ),
                min_size=1,
                max_size=4,
            )
        )
        side = data.draw(st.sampled_from(["", " turn:white", " turn:black"]))
        allowed = {
            "white": "wW",
            "!white": ".bB",
            "king": "WB",
            "!king": ".wb",
            "piece": "wbWB",
            "!w": ".bWB",
            "any": ".wbWB",
        }
        expected = None
        for ply, position in enumerate(line(match)):
            board = letters(game, position)
            turn = " turn:black" if position[3] else " turn:white"
            if side in ("", turn) and all(board[name] in allowed.get(what, what) for name, what in wanted.items()):
                expected = ply
                break
        text = ",".join(f"{name}={what}" for name, what in wanted.items())
        assert first_ply(f"pattern:{text}{side}", match) == expected

    check()


@pytest.mark.parametrize("key", keys())
def test_material_is_found_where_the_replay_has_it(key: str) -> None:
    game = load(key)
    for match in some(key):
        boards = ["".join(game.rows(position)) for position in line(match)]
        counts = [tuple(board.count(kind) for kind in "wbWB") for board in boards]
        for white, black, white_kings, black_kings in dict.fromkeys(counts):
            query = f"material:w{white}k{white_kings}-b{black}k{black_kings}"
            assert first_ply(query, match) == counts.index((white, black, white_kings, black_kings))
            totals = [{one[0] + one[2], one[1] + one[3]} for one in counts]
            pair = (white + white_kings, black + black_kings)
            assert first_ply(f"material:{pair[1]}v{pair[0]}", match) == totals.index(set(pair))
        assert first_ply("material:w12k12-b12k12", match) is None


def test_the_terms_on_the_board_must_hold_at_one_moment() -> None:
    match = Match(load("english"))
    for text in ("11-15", "23-19", "8-11", "22-17"):
        match.play(text)
    assert first_ply("pattern:15=b turn:black", match) == 2
    assert first_ply("pattern:15=b turn:white", match) == 1
    assert first_ply("pattern:17=w after:11-15", match) is None
    assert first_ply("pattern:17=w material:12v12", match) == 4


def test_a_mirrored_position_is_found_in_the_other_colours() -> None:
    match = Match(load("italian"))
    for text in ("22-18", "11-15"):
        match.play(text)
    # The same with Black to move, as if Black had begun.
    text = position_text(match.game, match.nodes[1].position)
    turned = Match(match.game, position=match.nodes[1].position)
    assert first_ply(f"position:{text}", turned) == 0
    other = parse(f"game:italian position:{text} mirrored").moments[1]
    assert other.key != parse(f"game:italian position:{text}").moments[0].key

"""What was played from a position in a set of games."""

from collections import Counter

import pytest
from saltus.core.game import Game
from saltus.games import keys, load
from saltus.library.entry import Entry, entry_of
from saltus.library.explorer import MAX_IDS, Explored, asking, explore
from saltus.library.query import parse
from saltus.library.search import fit
from saltus.match.match import Match
from saltus.notation.move import move_text, read_move

from tests.support.played import some


def game_of(*moves: str, winner: str = "", year: int = 1950) -> Entry:
    match = Match(load("english"))
    for text in moves:
        match.play(text)
    if winner:
        match.resign("b" if winner == "w" else "w")
    match.tags["Date"] = f"{year}.??.??"
    return entry_of(match)


GAMES = [
    game_of("11-15", "23-19", "8-11", winner="w", year=1950),
    game_of("11-15", "23-19", "9-14", winner="b", year=1940),
    game_of("11-15", "22-18", winner="b", year=1960),
    game_of("11-15"),
    game_of("9-14"),
]


def found(explored: Explored, game: Game, *moves: str) -> dict[str, int]:
    position = game.start()
    for text in moves:
        position = game.play(position, read_move(game, position, text))
    return {move_text(game, position, one.move): one.tally.games for one in explored.moves}


def test_moves_are_counted_with_results_years_and_ids() -> None:
    game = load("english")
    position = game.play(game.start(), read_move(game, game.start(), "11-15"))
    explored = explore(game, position, enumerate(GAMES, 1))
    assert found(explored, game, "11-15") == {"23-19": 2, "22-18": 1}
    tally = explored.moves[0].tally
    assert tally.results == {"white": 1, "black": 1, "draw": 0, "unfinished": 0}
    assert (tally.first_year, tally.last_year) == (1940, 1950)
    assert tally.ids == [1, 2]
    assert explored.ended.ids == [4]
    assert explored.games == 4, "the game with 9-14 never had the position"


@pytest.mark.parametrize("key", keys())
def test_the_explorer_agrees_with_a_replay(key: str) -> None:
    game = load(key)
    matches = some(key)
    start = matches[0].start
    played = Counter(match.nodes[1].position for match in matches if match.start == start and len(match.nodes) > 1)
    explored = explore(game, start, ((number, entry_of(match)) for number, match in enumerate(matches)))
    assert {game.play(start, one.move): one.tally.games for one in explored.moves} == played


def test_moves_to_one_position_are_counted_together() -> None:
    """A king takes four men in a circle, one way round or the other."""
    game = load("english")
    rows = [
        ".......b",
        "........",
        "........",
        "..b.b...",
        ".W......",
        "..b.b...",
        "........",
        "........",
    ]
    match = Match(game, position=game.position(rows, "w"))
    one, other = match.legal
    match.play(one)
    (played,) = explore(game, match.start, [(1, entry_of(match))]).moves
    assert (played.move, played.alike, played.tally.games) == (one, (other,), 1)


def test_mirrored_games_count_with_their_results_exchanged() -> None:
    game = load("rock")
    match = Match(game)
    match.play(match.legal[0])
    match.resign("w")
    swapped = Match(game, position=(match.start[1], match.start[0], 0, 1 - match.start[3]))
    explored = explore(game, swapped.start, [(1, entry_of(match))], mirrored=True)
    assert explored.moves[0].tally.results["white"] == 1
    assert explore(game, swapped.start, [(1, entry_of(match))]).games == 0


def test_few_ids_are_named_of_many_games() -> None:
    explored = explore(
        load("english"),
        load("english").start(),
        ((number, GAMES[0]) for number in range(200)),
    )
    assert explored.moves[0].tally.games == 200
    assert len(explored.moves[0].tally.ids) == MAX_IDS


def test_the_query_is_narrowed_to_the_position() -> None:
    game = load("english")
    position = game.play(game.start(), read_move(game, game.start(), "11-15"))
    query = asking(parse("year:1950.."), game, position)
    assert [number for number, entry in enumerate(GAMES) if fit(query, entry)] == [
        0,
        2,
        3,
    ]


def test_a_query_about_another_board_is_refused() -> None:
    game = load("english")
    with pytest.raises(ValueError, match="leave the query's terms on the board out"):
        asking(parse("turn:white", "english"), game, game.start())
    with pytest.raises(ValueError, match="about rock, and the position about english"):
        asking(parse("game:rock"), game, game.start())

"""The search, on positions of all five games drawn from fixed seeds."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from saltus import lab
from saltus.core.game import PASS, Game, Move, Position
from saltus.core.score import DEEPEST, POINT_SCORE, WIN, WON
from saltus.engine.search import MAX_FREE_CAPTURES, SLICE_NODES, SearchInfo, search
from saltus.engine.tt import TranspositionTable
from saltus.games import keys, load
from saltus.games.italian import Italian
from saltus.lab.source import game_from
from saltus.match.match import Match

GAMES = keys()
BEGINNINGS = Path(lab.__file__).parent / "beginnings"


def last(progress: Iterator[SearchInfo]) -> SearchInfo:
    *_, found = progress
    return found


def walk(game: Game, seed: int, plies: int) -> list[Position]:
    """The positions of a random game, to its end or for `plies` plies."""
    choose = random.Random(seed)
    setup = game.setups[0]
    line = [game.start(setup.key, seed if setup.seeded else None)]
    while len(line) <= plies and (moves := game.moves(line[-1])):
        line.append(game.play(line[-1], choose.choice(moves)))
    return line


def middle(game: Game, seed: int) -> Position:
    """A position from the middle of a random game, not decided.

    It has few enough pieces for every order of captures to be searched quickly.
    """
    line = [position for position in walk(game, seed, 40) if game.moves(position)]
    if game.key == "roman":
        line = [position for position in walk(game, seed, 400) if (position[0] | position[1]).bit_count() < 9][:30]
    return line[len(line) * 2 // 3]


def place(key: str, side: str, **squares: str) -> tuple[Game, Position]:
    """A game, and its position with these squares occupied: `w="a1 c1", B="e5"`."""
    game = load(key)
    kind = {name: letter for letter, names in squares.items() for name in names.split()}
    files, ranks = "abcdefgh"[: game.board.files], range(game.board.ranks, 0, -1)
    return game, game.position(["".join(kind.get(f"{f}{r}", ".") for f in files) for r in ranks], side)


def plays(game: Game, position: Position, moves: tuple[Move, ...]) -> Position:
    """The position after `moves`; each must be legal when its turn comes."""
    for move in moves:
        assert move in game.moves(position)
        position = game.play(position, move)
    return position


def end(game: Game, position: Position, ply: int) -> int:
    margin = game.margin(position)
    return game.result(position) * (WIN - ply) if margin is None else POINT_SCORE * margin


def leaf(game: Game, position: Position, ply: int, left: int = MAX_FREE_CAPTURES) -> int:
    decided = game.decided(position)
    if decided is not None:
        return decided * (WIN - ply)
    captures = game.noisy_moves(position)
    if not captures or not (left or game.must_capture):
        return game.evaluate(position)
    values = [-leaf(game, game.play(position, move), ply + 1, left - 1) for move in captures]
    return max(values if game.must_capture else [*values, game.evaluate(position)])


def minimax(game: Game, position: Position, depth: int, path: tuple[Position, ...] = ()) -> int:
    """The value of `position` by definition, without pruning."""
    decided = game.decided(position)
    if decided is not None:
        return decided * (WIN - len(path))
    moves = game.moves(position)
    if not moves:
        return end(game, position, len(path))
    path = (*path, position)
    values = []
    for move in moves:
        child = game.play(position, move)
        if child in path:
            values.append(0)
        elif depth > 1:
            values.append(-minimax(game, child, depth - 1, path))
        else:
            values.append(-leaf(game, child, len(path)))
    return max(values)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_plain_search_has_the_value_of_minimax(key: str, depth: int) -> None:
    game = load(key)
    for seed in range(12 if depth < 3 else 4):
        position = middle(game, 100 * depth + seed)
        found = last(search(game, position, max_depth=depth, selective=False))
        assert found.score == minimax(game, position, depth), (seed, position)


@pytest.mark.parametrize("key", ["english", "italian", "rock"])
def test_wins_by_force_are_found_at_their_exact_length(key: str) -> None:
    game = load(key)
    lengths = []
    for seed in range(10):
        line = walk(game, seed, 400)
        for position in line[-7:-1]:
            value = last(search(game, position, max_depth=3, selective=False)).score
            if abs(value) < WON:
                continue
            found = last(search(game, position, max_depth=5))
            if value >= WON:
                lengths.append(WIN - value)
                assert found.score == value
                assert len(found.pv) == WIN - value
                final = plays(game, position, found.pv)
                assert game.moves(final) == []
                assert game.result(final) == (-1 if len(found.pv) % 2 else 1)
            else:
                assert found.score == value
    assert {1, 3} <= set(lengths), sorted(lengths)


@pytest.mark.parametrize(
    ("white", "black", "plies"), [("a5 h1 h3", "h2", 3), ("f3 f1 c6", "f2", 3), ("d2 a1 c4", "c1", 5)]
)
def test_three_pieces_catch_one_in_roman(white: str, black: str, plies: int) -> None:
    game, position = place("roman", "w", w=white, b=black)
    found = last(search(game, position, max_depth=6))
    assert found.score == WIN - plies
    assert game.outcome(plays(game, position, found.pv))


@pytest.mark.parametrize("key", GAMES)
def test_first_yield_has_a_legal_move_and_no_nodes(key: str) -> None:
    game = load(key)
    position = middle(game, 1)
    first = next(search(game, position))
    assert first.pv[0] in game.moves(position)
    assert (first.depth, first.nodes) == (0, 0)


@pytest.mark.parametrize("key", GAMES)
def test_same_node_limit_gives_the_same_result(key: str) -> None:
    game = load(key)
    position = middle(game, 2)
    one, other = (last(search(game, position, max_nodes=3_000)) for _ in range(2))
    assert one == other
    assert one.nodes < 3_000 + 10 * SLICE_NODES


@pytest.mark.parametrize("key", GAMES)
def test_every_line_is_legal_and_every_yield_usable(key: str) -> None:
    game = load(key)
    position = middle(game, 3)
    legal = game.moves(position)
    for progress in search(game, position, max_nodes=4_000, lines=3):
        plays(game, position, progress.pv)
        for line in progress.lines:
            plays(game, position, line.pv)
    scores = [line.score for line in progress.lines]
    firsts = [line.pv[0] for line in progress.lines]
    assert len(firsts) == min(3, len(legal))
    assert len(set(firsts)) == len(firsts)
    assert scores == sorted(scores, reverse=True)
    assert (progress.score, progress.pv) == progress.lines[0]


@pytest.mark.parametrize("key", GAMES)
def test_lines_have_the_values_of_the_best_moves(key: str) -> None:
    game = load(key)
    position = middle(game, 4)
    values = sorted(
        (-minimax(game, game.play(position, move), 1, (position,)) for move in game.moves(position)), reverse=True
    )
    found = last(search(game, position, max_depth=2, lines=4, selective=False))
    assert [line.score for line in found.lines] == values[: len(found.lines)]


@pytest.mark.parametrize("key", GAMES)
def test_yields_come_every_few_hundred_nodes(key: str) -> None:
    game = load(key)
    before = 0
    for progress in search(game, middle(game, 5), max_nodes=8_000):
        assert progress.nodes - before < 20 * SLICE_NODES
        before = progress.nodes


def test_compulsory_captures_without_an_end_do_not_hold_up_the_search() -> None:
    """Every move of Konane captures: from a full board, playing them all out takes longer than anybody waits."""
    konane = game_from((BEGINNINGS / "konane.py").read_text("utf-8"), "konane.py")

    class Compulsory(konane):  # type: ignore[misc, valid-type]
        must_capture = True

        def noisy_moves(self, position: Position) -> list[Move]:
            return self.moves(position)  # type: ignore[no-any-return]

    game = Compulsory()
    before = 0
    for progress in search(game, middle(game, 5), max_nodes=8_000):
        assert progress.nodes - before < 20 * SLICE_NODES
        before = progress.nodes
    assert progress.depth > 1


def stop_anywhere(game: Game, position: Position, table: TranspositionTable, **how: Any) -> None:
    """Begin a search eleven times, and stop each time one yield later."""
    for stop in range(1, 12):
        running = search(game, position, table=table, **how)
        for _ in range(stop):
            next(running, None)
        running.close()


@pytest.mark.parametrize("key", GAMES)
def test_a_table_of_stopped_searches_gives_the_value_of_minimax(key: str) -> None:
    game = load(key)
    position = middle(game, 6)
    table = TranspositionTable()
    depth = 3
    stop_anywhere(game, position, table, max_depth=depth, selective=False)
    found = last(search(game, position, table=table, max_depth=depth, selective=False))
    assert found.score == minimax(game, position, depth)


@pytest.mark.parametrize("key", GAMES)
def test_a_table_of_stopped_searches_gives_a_line_that_can_be_played(key: str) -> None:
    """Also where it holds deeper values than are asked for."""
    game = load(key)
    position = middle(game, 6)
    table = TranspositionTable()
    stop_anywhere(game, position, table)
    assert table.current
    plays(game, position, last(search(game, position, table=table, max_depth=2, selective=False)).pv)


@pytest.mark.parametrize(("key", "black", "white"), [("english", "h8", "a1 c1 e1"), ("italian", "h1", "a8 c8 e8")])
def test_move_to_a_position_of_the_game_is_a_draw(key: str, black: str, white: str) -> None:
    """With or without a repetition rule: repeating gains nothing."""
    game, position = place(key, "b", B=black, W=white)
    children = [game.play(position, move) for move in game.moves(position)]
    assert last(search(game, position, max_depth=4)).score < -100
    assert last(search(game, position, past=[*children, position], max_depth=4)).score == 0


def test_kept_table_does_not_hide_that_the_reply_repeats() -> None:
    """From an engine match: White, ahead, played a step to which Black's reply was the third occurrence."""
    game = load("english")
    rows = "......../....w.../...W..../......w./......../....W.../......../..B...B."
    match = Match(game, position=game.position(rows.split("/"), "w"))
    table = TranspositionTable()
    for text in ["d6-e5", "g1-h2", "e5-f4", "c1-b2", "e3-d2", "h2-g1", "d2-e3", "g1-h2", "e3-d2", "h2-g1"]:
        if match.side == "w":
            last(search(game, match.position, past=match.past, quiet=match.quiet, table=table, max_nodes=3_500))
        match.play(text)
    found = last(search(game, match.position, past=match.past, quiet=match.quiet, table=table, max_nodes=3_500))
    after = game.play(match.position, found.pv[0])
    replies = [game.play(after, move) for move in game.moves(after)]
    assert found.score > 100
    assert not set(replies) & set(match.past)


@pytest.mark.parametrize(("key", "limit"), [("english", 80), ("italian", 80), ("roman", 120), ("rock", 200)])
def test_lead_shrinks_as_quiet_turns_pass(key: str, limit: int) -> None:
    places = {
        "english": {"W": "a1 c1 e1 g1", "B": "h8 f8"},
        "italian": {"W": "b1 d1 f1 h1", "B": "g8 e8"},
        "roman": {"w": "a1 b1 c1 d1 e1 f1", "b": "h8 f8 d8"},
        "rock": {"w": "d4 d5 e5 e4 b1 g8", "b": "a8 h2 c1 h6 a3 f8"},
    }
    game, position = place(key, "w", **places[key])
    scores = [last(search(game, position, quiet=quiet, max_depth=2)).score for quiet in (0, limit // 2, limit - 8)]
    assert WON > scores[0] > scores[1] > scores[2] > 0


def test_progress_is_made_before_the_quiet_draw() -> None:
    """White has a man that can still step: it waits while there is time, and steps when there is little."""
    game, position = place("english", "w", W="c3 e3 g3", w="a3", B="h8 f8")
    found = last(search(game, position, quiet=70, max_depth=6))
    assert game.progress(position, found.pv[0])


def test_shuffling_back_and_forth_is_a_draw() -> None:
    game, position = place("english", "b", B="h8", W="a1 c1 e1")
    found = last(search(game, position, max_depth=6))
    assert found.pv[0] in game.moves(position)
    game, position = place("roman", "w", w="a1", b="h7 h8")
    assert last(search(game, position, max_depth=7, selective=False)).score <= 0


@pytest.mark.parametrize(("quiet", "drawn"), [(60, False), (77, True), (79, True)])
def test_quiet_count_running_out_is_a_draw(quiet: int, drawn: bool) -> None:
    game, position = place("english", "w", W="a1 c1 e1", B="h8")
    found = last(search(game, position, quiet=quiet, max_depth=3))
    assert (found.score == 0) is drawn


def test_italian_counts_quiet_turns_only_while_both_sides_have_a_king() -> None:
    game, position = place("italian", "w", W="b1 d1", b="a6")
    assert last(search(game, position, quiet=79, max_depth=2)).score > 0
    game, position = place("italian", "w", W="b1 d1", B="h7")
    assert last(search(game, position, quiet=79, max_depth=2)).score == 0


def test_capture_starts_the_quiet_count_again() -> None:
    game, position = place("roman", "w", w="a1 b2", b="c3")
    found = last(search(game, position, quiet=119, max_depth=3))
    assert found.score == WIN - 1


def test_a_finished_game_cannot_be_searched() -> None:
    game, position = place("roman", "b", w="a1")
    with pytest.raises(ValueError, match="over"):
        next(search(game, position))


def test_gambit_from_the_start_is_solved_a_draw() -> None:
    game = load("gambit")
    found = last(search(game, game.start()))
    assert found.score == 0
    assert found.nodes < 50_000
    final = plays(game, game.start(), found.pv)
    assert game.outcome(final) is not None


def test_gambit_first_moves_14_draw_and_6_lose_by_a_point() -> None:
    game = load("gambit")
    table = TranspositionTable()
    values = []
    for move in game.moves(game.start()):
        child = game.play(game.start(), move)
        values.append(-last(search(game, child, table=table)).score)
    assert sorted(values) == [-POINT_SCORE] * 6 + [0] * 14


def test_gambit_never_gives_a_point_away() -> None:
    game = load("gambit")
    table = TranspositionTable()
    for seed in range(6):
        position = walk(game, seed, 5)[-1]
        if not game.moves(position):
            continue
        value = last(search(game, position, table=table)).score
        while game.moves(position):
            found = last(search(game, position, table=table))
            assert found.score == value
            position, value = game.play(position, found.pv[0]), -value
        margin = game.margin(position)
        assert margin is not None
        assert value == POINT_SCORE * margin


class Corridor(Italian, a1_dark=False):
    """Every move is forced, and the game never ends. The first number of a position counts the plies."""

    farthest = 0

    def moves(self, position: Position, /) -> list[Move]:
        return [PASS]

    def noisy_moves(self, position: Position, /) -> list[Move]:
        return []

    def progress(self, position: Position, move: Move, /) -> bool:
        return True

    def play(self, position: Position, move: Move, /) -> Position:
        plies, black, kings, side = position
        self.farthest = max(self.farthest, plies + 1)
        return plies + 1, black, kings, 1 - side

    def decided(self, position: Position, /) -> int | None:
        return None

    def evaluate(self, position: Position, /) -> int:
        return 0

    def static_eval_if_quiet(self, position: Position, /) -> int | None:
        return 0


def test_forced_replies_lead_no_deeper_than_the_deepest() -> None:
    game = Corridor()
    found = last(search(game, (0, 0, 0, 0)))
    assert (found.depth, found.score, game.farthest) == (DEEPEST, 0, DEEPEST)


def test_table_is_bounded_and_forgets_the_oldest() -> None:
    game = load("english")
    table = TranspositionTable(500)
    for _ in search(game, game.start(), table=table, max_nodes=20_000):
        assert len(table.current) <= 500 + SLICE_NODES
        assert len(table.previous) <= 500 + SLICE_NODES
    assert table.previous


def test_table_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="room"):
        TranspositionTable(0)

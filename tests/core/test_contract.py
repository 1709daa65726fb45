"""The contract of a game, and that adding a sixth game takes one Python file.

The games are all in the registry, one more written into a temporary folder, and the one that the contributor's guide
builds.
"""

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from saltus import games
from saltus.core.game import EVERY_GAME, PASS, SIDES, Game, Position
from saltus.match.match import Match
from saltus.protocol.bridge import Bridge

from tests.support import sixth_game as guide
from tests.support.strategies import boards

SIXTH = "sixth"

SIXTH_GAME = '''\
"""Breakthrough on 4x4: who first reaches the far rank, or takes or blocks all enemy pieces, wins."""

from saltus.core.board import Board
from saltus.core.game import EVERY_GAME, SIDE_NAMES, SIDES, Game, Move, Outcome, Refusal

BOARD = Board.rectangle(4, 4, stride=5)
FAR = BOARD.mask(("a4", "b4", "c4", "d4")), BOARD.mask(("a1", "b1", "c1", "d1"))


class Sixth(Game):
    key = "sixth"
    name = "Little breakthrough"
    goal = "Reach the far rank, or capture or block all enemy pieces."
    board = BOARD
    first = "w"
    pieces = 4
    rules = {**EVERY_GAME, "forward": "A piece goes one square forward.", "through": "Who comes through wins."}

    def start(self, setup=None, seed=None):
        if setup not in (None, "standard") or seed is not None:
            raise ValueError("there is one set-up, and it is not drawn")
        return FAR[1], FAR[0], 0, 0

    def moves(self, position):
        white, black, _, side = position
        if self.decided(position) is not None:
            return []
        own, enemy = (black, white) if side else (white, black)
        found = []
        for name in BOARD.names(own):
            for across in (-1, 0, 1):
                to = BOARD.step(name, (across, -1 if side else 1))
                if to and not own & BOARD.bit[to] and (across or not enemy & BOARD.bit[to]):
                    taken = enemy & BOARD.bit[to]
                    found.append(Move((name, to), (to,) if taken else (), False, BOARD.mask((name, to)), taken))
        return found

    def decided(self, position):
        through = position[1 - position[3]] & FAR[1 - position[3]]
        return -1 if through or not position[position[3]] else None

    def outcome(self, position):
        if self.moves(position):
            return None
        winner = SIDES[1 - position[3]]
        return Outcome(winner, "through", f"{SIDE_NAMES[winner]} wins.")

    def evaluate(self, position):
        own, enemy = position[position[3]], position[1 - position[3]]
        return 100 * (own.bit_count() - enemy.bit_count())

    def explain(self, position, path):
        return Refusal("forward", f"{path[0]} cannot go there.", path[:1])
'''

KEYS = (*games.keys(), SIXTH, guide.KEY)


@pytest.fixture(scope="module", autouse=True)
def sixth(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The registry with a sixth game, in a folder of its own."""
    folder = tmp_path_factory.mktemp("games")
    (folder / f"{SIXTH}.py").write_text(SIXTH_GAME)
    (folder / f"{guide.KEY}.py").write_text(guide.GAME)
    games.__path__.append(str(folder))
    games.keys.cache_clear()
    yield
    games.__path__.remove(str(folder))
    games.keys.cache_clear()
    games.rules.cache_clear()


every_game = pytest.mark.parametrize("key", KEYS)
some_seed = st.integers(0, 2**32)
whole_games = settings(max_examples=10)
"""For tests that visit every position of a played game: a hundred positions or more per example."""


def begin(game: Game, seed: int) -> Position:
    """The starting position, from some seed if it is drawn."""
    return game.start(seed=seed if game.setups[0].seeded else None)


def playout(key: str, seed: int) -> Iterator[tuple[Game, Position]]:
    """Every position of a random game played to its end by `Match`, the last one included."""
    game, random = games.load(key), Random(seed)
    match = Match(game, position=begin(game, seed))
    while match.outcome is None:
        yield game, match.position
        match.play(random.choice(match.legal))
    yield game, match.position


def sound(game: Game, position: Position) -> None:
    """The invariants of a position that `game.py` lists."""
    white, black, kings, side = position
    assert not white & black
    assert not (white | black) & ~game.board.full
    assert not kings & ~(white | black)
    assert side in (0, 1)
    assert max(white.bit_count(), black.bit_count()) <= game.pieces


# -- what a game says of itself --------------------------------------------------------------------------


@every_game
def test_a_game_says_all_that_the_page_draws_it_from(key: str) -> None:
    game = games.load(key)
    assert game.key == key
    assert game.name
    assert game.first in SIDES
    assert game.bottom in SIDES
    assert game.setups
    assert len({setup.key for setup in game.setups}) == len(game.setups)
    assert game.pieces <= len(game.board.squares)


@every_game
def test_every_rule_that_can_end_a_match_has_a_sentence(key: str) -> None:
    game = games.load(key)
    assert EVERY_GAME.keys() <= game.rules.keys()
    assert all(text.endswith(".") for text in game.rules.values())
    if game.repetitions:
        assert "repetition" in game.rules
    if game.quiet_limit:
        assert "quiet" in game.rules


@every_game
def test_options_are_known_and_true_or_false(key: str) -> None:
    options = {option.key: not option.default for option in games.load(key).options}
    assert games.load(key, options).chosen == options
    with pytest.raises(ValueError, match="has no option 'flying'"):
        games.load(key, {"flying": True})
    for option in options:
        with pytest.raises(ValueError, match="must be true or false"):
            games.load(key, {option: 1})  # type: ignore[dict-item]


@every_game
@given(seed=some_seed)
def test_the_first_position_is_sound_and_can_be_played_from(key: str, seed: int) -> None:
    game = games.load(key)
    for setup in game.setups:
        position = game.start(setup.key, seed if setup.seeded else None)
        sound(game, position)
        assert SIDES[position[3]] == game.first
        assert game.moves(position)
        assert game.start(setup.key, seed if setup.seeded else None) == position


@every_game
def test_a_set_up_that_does_not_exist_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="set-up"):
        games.load(key).start("upside-down")


# -- positions -------------------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_a_position_is_read_as_it_was_written(key: str, data: st.DataObject) -> None:
    game = games.load(key)
    position = data.draw(boards(game))
    assert game.position(game.rows(position), SIDES[position[3]]) == position


@every_game
@given(data=st.data())
def test_a_board_that_cannot_be_is_refused_with_what_is_wrong(key: str, data: st.DataObject) -> None:
    game = games.load(key)
    rows = game.rows(begin(game, 1))
    row = data.draw(st.integers(0, len(rows) - 1))
    broken = list(rows)
    kind = data.draw(st.sampled_from(["short", "letter", "missing", "side"]))
    side = "w"
    if kind == "short":
        broken[row] = rows[row][1:]
    elif kind == "letter":
        broken[row] = data.draw(st.characters(exclude_characters="wbWB.")) + rows[row][1:]
    elif kind == "missing":
        del broken[row]
    else:
        side = data.draw(st.text().filter(lambda text: text not in SIDES))
    expected = {
        "short": f"row {row + 1} ",
        "letter": f"row {row + 1}, ",
        "missing": " rows, not ",
        "side": "side to move",
    }
    with pytest.raises(ValueError, match=expected[kind]):
        game.position(broken, side)


# -- playing ---------------------------------------------------------------------------------------------


@every_game
@whole_games
@given(seed=some_seed)
def test_a_game_played_at_random_comes_to_an_end_through_sound_positions(key: str, seed: int) -> None:
    for game, position in playout(key, seed):
        sound(game, position)
        before = position[3]
        for move in game.moves(position):
            after = game.play(position, move)
            sound(game, after)
            assert after[3] == 1 - before
            assert after[before].bit_count() == position[before].bit_count()
            assert after[1 - before].bit_count() == position[1 - before].bit_count() - len(move.captured)


@every_game
@whole_games
@given(seed=some_seed)
def test_a_move_says_what_it_does(key: str, seed: int) -> None:
    """The origin, destination, captures and crowning named by a move are what `play` does to the board."""
    for game, position in playout(key, seed):
        bit = game.board.bit
        own, enemy = position[position[3]], position[1 - position[3]]
        for move in game.moves(position):
            after = game.play(position, move)
            if move == PASS:
                assert after == (*position[:3], 1 - position[3])
                continue
            origin, destination = bit[move.path[0]], bit[move.path[-1]]
            assert own & origin
            assert game.board.mask(move.captured) == move.taken == enemy & ~after[1 - position[3]]
            assert after[position[3]] == own & ~origin | destination
            king = bool(position[2] & origin) or move.crowns
            assert bool(after[2] & destination) is king


@every_game
@whole_games
@given(seed=some_seed)
def test_count_is_the_number_of_different_moves(key: str, seed: int) -> None:
    for game, position in playout(key, seed):
        moves = game.moves(position)
        assert game.count(position) == len(moves) == len({move.path for move in moves})


@every_game
@whole_games
@given(seed=some_seed)
def test_tactics_are_legal_moves_and_all_of_them_where_captures_are_compulsory(key: str, seed: int) -> None:
    for game, position in playout(key, seed):
        moves, noisy_moves = game.moves(position), game.noisy_moves(position)
        assert set(noisy_moves) <= set(moves)
        if game.must_capture:
            assert noisy_moves == [move for move in moves if move.captured]
            assert not noisy_moves or noisy_moves == moves


@every_game
@whole_games
@given(seed=some_seed)
def test_a_position_without_moves_is_one_with_an_outcome(key: str, seed: int) -> None:
    for game, position in playout(key, seed):
        outcome = game.outcome(position)
        assert (outcome is None) is bool(game.moves(position))
        if outcome is not None:
            assert outcome.reason in game.rules
            assert outcome.text
            result = {None: 0, SIDES[position[3]]: 1}.get(outcome.winner, -1)
            assert game.result(position) == result
            assert game.decided(position) in (None, result)
        else:
            assert game.decided(position) is None


@every_game
@whole_games
@given(seed=some_seed)
def test_an_evaluation_is_far_from_a_win(key: str, seed: int) -> None:
    """Wins are scored from 1,000,000 down: no evaluation may come close."""
    for game, position in playout(key, seed):
        assert abs(game.evaluate(position)) < 100_000


@every_game
@whole_games
@given(seed=some_seed)
def test_nothing_that_is_asked_changes_an_answer(key: str, seed: int) -> None:
    """Even for answers from caches: a caller that changes a returned list of moves affects only that list."""
    for game, position in playout(key, seed):
        moves = game.moves(position)
        noisy_moves = game.noisy_moves(position)
        game.moves(position).clear()
        game.noisy_moves(position).clear()
        assert game.moves(position) == moves
        assert game.noisy_moves(position) == noisy_moves
        assert [game.play(position, move) for move in moves] == [game.play(position, move) for move in moves]


@every_game
@whole_games
@given(seed=some_seed)
def test_perft_counts_what_can_be_played(key: str, seed: int) -> None:
    game = games.load(key)
    start = begin(game, seed)
    played = [game.play(start, move) for move in game.moves(start)]
    assert game.perft(start, 0) == 1
    assert game.perft(start, 1) == len(played)
    assert game.perft(start, 2) == sum(len(game.moves(position)) for position in played)
    assert game.perft(start, 3) == sum(game.perft(position, 2) for position in played)


# -- why not ---------------------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_why_is_none_for_the_beginnings_of_legal_turns_and_else_names_a_rule(key: str, data: st.DataObject) -> None:
    """For random squares, and for legal moves with squares appended."""
    game = games.load(key)
    position = data.draw(boards(game))
    moves = game.moves(position)
    squares = st.lists(st.sampled_from(game.board.squares), max_size=4).map(tuple)
    path: tuple[str, ...] = data.draw(squares)
    is_begun: bool = data.draw(st.booleans()) if moves else False
    if is_begun:
        path = data.draw(st.sampled_from(moves)).path + path
    beginnings = {move.path[:length] for move in moves for length in range(len(move.path) + 1)}
    refusal = game.why(position, path)
    assert (refusal is None) is (path in beginnings)
    if refusal is not None:
        assert refusal.rule in game.rules
        assert refusal.text
        assert set(refusal.squares) <= set(game.board.squares)
    assert game.find(position, path) in [move for move in [*moves, None] if move is None or move.path == path]


@every_game
@given(name=st.text())
def test_a_square_that_is_not_on_the_board_is_refused_as_such(key: str, name: str) -> None:
    game = games.load(key)
    assume(name not in game.board.bit)
    refusal = game.why(begin(game, 1), (name,))
    assert refusal is not None
    assert refusal.rule == "board"


# -- the sixth game --------------------------------------------------------------------------------------


def test_a_sixth_game_is_one_python_file() -> None:
    """Beside the others it is listed, played and searched through the bridge."""
    bridge = Bridge()

    def ask(**request: object) -> dict[str, object]:
        replies = bridge.receive(json.dumps({"id": 1, **request}))
        while bridge.busy:
            replies += bridge.work(0.05)
        answer: dict[str, object] = json.loads(replies[-1])
        assert answer["ok"], answer
        return answer

    listed = ask(op="games")["games"]
    assert isinstance(listed, list)
    (sixth,) = (game for game in listed if game["key"] == SIXTH)
    assert (sixth["files"], sixth["ranks"], len(sixth["squares"])) == (4, 4, 16)
    assert sixth["start"]["rows"] == ["bbbb", "....", "....", "wwww"]
    moves = ask(op="moves", game=SIXTH)["moves"]
    assert isinstance(moves, list)
    assert len(moves) == 10
    ask(op="new", game=SIXTH)
    ask(op="play", path=["a1", "b2"])
    ask(op="play", path=["a4", "a3"])
    ask(op="play", path=["b2", "a3"])
    assert ask(op="state")["counts"] == {"w": 4, "b": 3}
    best = ask(op="bestmove", game=SIXTH, rows=["....", ".w..", "..b.", "...."], side="b", depth=2)
    assert best["path"] in (["c2", "b1"], ["c2", "c1"], ["c2", "d1"])
    assert best["score"] == 1_000_000 - 1

"""The contract of a game, and that adding a sixth game takes one Python file.

The games are all in the registry, one more written into a temporary folder, and those of the game lab, among them
that of the contributor's guide.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from saltus import games, lab
from saltus.core.game import SIDES, Game, Position
from saltus.lab import contract
from saltus.lab.own import load
from saltus.match.match import Match
from saltus.protocol.bridge import Bridge

from tests.support.strategies import boards
from tests.support.tiers import mostly_slow

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

BEGINNINGS = Path(lab.__file__).parent / "beginnings"
KEYS = (*games.keys(), SIXTH, *sorted(path.stem for path in BEGINNINGS.glob("*.py")))


@pytest.fixture(scope="module", autouse=True)
def sixth(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The registry with a sixth game, in a folder of its own, and those of the game lab."""
    folder = tmp_path_factory.mktemp("games")
    (folder / f"{SIXTH}.py").write_text(SIXTH_GAME)
    games.__path__.append(str(folder))
    games.shipped.cache_clear()
    own = [load(str(path)).key for path in sorted(BEGINNINGS.glob("*.py"))]
    yield
    for key in own:
        games.remove(key)
    games.__path__.remove(str(folder))
    games.shipped.cache_clear()


every_game = pytest.mark.parametrize("key", KEYS)
most_games = mostly_slow("key", KEYS, *(key for key in KEYS if not key.startswith("my_")))
"""All but those that `tests/lab/test_beginnings.py` compares with the games of the package, move by move."""
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


# -- what a game says of itself --------------------------------------------------------------------------


@every_game
def test_a_game_says_all_that_the_page_draws_it_from(key: str) -> None:
    """And a sentence for every rule that can end a match."""
    game = games.load(key)
    assert game.key == key
    contract.check_attributes(game)
    contract.check_start(game)
    assert all(text.endswith(".") for text in game.rules.values())
    assert len({setup.key for setup in game.setups}) == len(game.setups)


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
        contract.check_sound(game, position)
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


@most_games
@whole_games
@given(seed=some_seed)
def test_a_game_played_at_random_keeps_the_contract_to_its_end(key: str, seed: int) -> None:
    """`tests/lab/test_contract.py` proves that each check finds what it is for."""
    for game, position in playout(key, seed):
        for check in contract.OF_A_POSITION:
            check(game, position)


@most_games
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

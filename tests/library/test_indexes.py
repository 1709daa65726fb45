"""The indexes of a game: keys, planes, material, and the images of a position."""

from random import Random

import pytest
from saltus.core.game import Game, Position
from saltus.games import keys, load
from saltus.library.entry import entry_of
from saltus.library.keys import KEY_BYTES, key_at, key_of, plies_with
from saltus.library.planes import KINDS, RUN_BYTES, Planes
from saltus.library.symmetry import image, symmetries
from saltus.match.diagram import letters
from saltus.match.match import Match

from tests.support.played import every, some
from tests.support.symmetry import swapped, turned, turns


def positions(match: Match) -> list[Position]:
    return [node.position for node in match.tree.main_line]


def test_different_positions_have_different_keys() -> None:
    seen = {position for match in every() for position in positions(match)}
    assert len(seen) > 1_000
    assert len({key_of(position) for position in seen}) == len(seen)


def test_a_key_depends_on_each_part_of_the_position() -> None:
    one = (1, 1 << 70, 0, 0)
    others = [
        (2, 1 << 70, 0, 0),
        (1, 1 << 69, 0, 0),
        (1, 1 << 70, 1, 0),
        (1, 1 << 70, 0, 1),
        (1 << 70, 1, 0, 0),
    ]
    assert len({key_of(position) for position in [one, *others]}) == 6


def test_keys_are_the_same_on_every_machine() -> None:
    """A library is read by other programs than the one that wrote it."""
    assert key_of(load("english").start()).hex() == "7568e52b9480"


def test_a_position_is_found_at_every_ply_that_has_it() -> None:
    for match in every():
        entry, there = entry_of(match), positions(match)
        for ply, position in enumerate(there):
            found = list(plies_with(entry.keys, key_of(position)))
            assert found == [other for other, same in enumerate(there) if same == position]
            assert key_at(entry.keys, ply) == key_of(position)
        assert key_at(entry.keys, len(there)) == b""


def test_a_key_that_lies_across_two_keys_is_not_found() -> None:
    packed = bytes(range(2 * KEY_BYTES))
    assert list(plies_with(packed, packed[3 : 3 + KEY_BYTES])) == []
    assert list(plies_with(packed * 2, packed[KEY_BYTES:])) == [1, 3]


@pytest.mark.parametrize("key", keys())
def test_planes_tell_what_stood_on_every_square(key: str) -> None:
    game = load(key)
    for match in some(key):
        there = positions(match)
        boards = [letters(game, position) for position in there]
        planes = Planes(game.board, entry_of(match).planes, len(there))
        for name in game.board.squares:
            for wanted in (*KINDS, ".", "wW", ".b", "." + KINDS):
                expected = sum(1 << ply for ply, board in enumerate(boards) if board[name] in wanted)
                assert planes.plies(name, wanted) == expected, (name, wanted)


@pytest.mark.parametrize("key", keys())
def test_material_lists_every_change(key: str) -> None:
    for match in some(key):
        packed = entry_of(match).material
        rows = {
            int.from_bytes(packed[at : at + 2], "big"): tuple(packed[at + 2 : at + RUN_BYTES])
            for at in range(0, len(packed), RUN_BYTES)
        }
        told = None
        for ply, position in enumerate(positions(match)):
            board = "".join(match.game.rows(position))
            counts = tuple(board.count(kind) for kind in KINDS)
            assert (ply in rows) == (counts != told)
            assert rows.get(ply, counts) == counts
            told = counts


def images(game: Game, position: Position, rotated: bool, mirrored: bool) -> list[Position]:
    """The position and its images, each once."""
    found = (image(game, position, symmetry) for symmetry in symmetries(game, rotated, mirrored))
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("key", ["rock", "roman", "gambit"])
def test_where_all_pieces_are_alike_every_turn_of_the_board_is_an_image(
    key: str,
) -> None:
    game = load(key)
    position = some(key)[1].position
    every_turn = {turned(game, turn, position) for turn in turns(game.board)}
    assert set(images(game, position, rotated=True, mirrored=False)) == every_turn
    both = every_turn | {swapped(one) for one in every_turn}
    assert set(images(game, position, rotated=True, mirrored=True)) == both
    assert images(game, position, rotated=False, mirrored=True) == [
        position,
        swapped(position),
    ]


@pytest.mark.parametrize("key", ["english", "italian"])
def test_where_men_go_forward_the_image_is_the_board_turned_with_colours_exchanged(
    key: str,
) -> None:
    game = load(key)
    position = some(key)[1].position
    assert images(game, position, rotated=True, mirrored=False) == [position]
    (_, other) = images(game, position, rotated=False, mirrored=True)
    assert [row[::-1].swapcase() for row in reversed(game.rows(position))] == [
        row.translate(str.maketrans("wbWB", "BWbw")) for row in game.rows(other)
    ]


@pytest.mark.parametrize("key", keys())
def test_images_have_the_same_moves(key: str) -> None:
    game = load(key)
    choose = Random(key)
    for match in some(key):
        position = choose.choice(positions(match))
        for symmetry in symmetries(game, rotated=True, mirrored=True):
            other = image(game, position, symmetry)
            assert game.count(other) == game.count(position)
            after = {game.play(position, move) for move in game.moves(position)}
            assert {image(game, one, symmetry) for one in after} == {
                game.play(other, move) for move in game.moves(other)
            }

"""The learned patterns: which squares they cover, and that they favour neither side."""

from random import Random

import pytest
from saltus.boards.dark_squares import FULL
from saltus.core.game import Game, Position
from saltus.evaluation.areas import AREAS, KEPT, PATTERNS, RANK_PAIRS, TURNED, turned_patterns
from saltus.evaluation.patterns import DOWN, KEYS, UP, Patterns, packed
from saltus.games import load
from saltus.games._draughts import Draughts

SQUARES = [1 << bit for bit in range(35) if FULL >> bit & 1]


def patterns_of(key: str) -> Patterns:
    """The learned patterns of a draughts game."""
    game = load(key)
    assert isinstance(game, Draughts)
    return game.patterns


def formation(seed: int) -> tuple[int, int]:
    """Up to twelve men a side, anywhere."""
    choose = Random(seed)
    drawn = choose.sample(SQUARES, 24)
    return sum(drawn[: choose.randrange(13)]), sum(drawn[12 : 12 + choose.randrange(13)])


def turned(bits: int) -> int:
    """The board turned by 180°."""
    return int(f"{bits:035b}"[::-1], 2)


def walk(game: Game, seed: int) -> list[Position]:
    """The positions of a random game."""
    choose = Random(seed)
    line = [game.start()]
    while len(line) < 150 and (moves := game.moves(line[-1])):
        line.append(game.play(line[-1], choose.choice(moves)))
    return line


def test_areas_of_eight_squares_cover_the_board() -> None:
    assert [len(area) for area in AREAS] == [8] * 13
    assert {square for area in AREAS for square in area} == set(SQUARES)
    assert sorted(square for area in RANK_PAIRS for square in AREAS[area]) == SQUARES


def test_turned_areas_are_areas_of_which_one_is_kept() -> None:
    for area, other in enumerate(TURNED):
        assert tuple(map(turned, reversed(AREAS[area]))) == AREAS[other]
        assert (area in KEPT) + (other in KEPT) == (2 if area == other else 1)
    men, opponents = [0, 3, 7], [1, 6]
    image = sum(2 * 3 ** (7 - place) for place in men) + sum(3 ** (7 - place) for place in opponents)
    assert turned_patterns()[sum(3**place for place in men) + sum(2 * 3**place for place in opponents)] == image


@pytest.mark.parametrize("seed", range(20))
def test_keys_have_one_digit_a_square(seed: int) -> None:
    men, _ = formation(seed)
    for area, key in zip(AREAS, KEYS.unpack(packed(men).to_bytes(KEYS.size, "little")), strict=True):
        assert key == sum(3**place for place, square in enumerate(area) if square & men) < PATTERNS


@pytest.mark.parametrize("key", ["english", "italian"])
@pytest.mark.parametrize("seed", range(20))
def test_turned_with_colours_swapped_is_worth_the_opposite(key: str, seed: int) -> None:
    patterns = patterns_of(key)
    white, black = formation(seed)
    assert patterns[turned(black), turned(white)][0] == -patterns[white, black][0]


@pytest.mark.parametrize("key", ["english", "italian"])
def test_something_was_learned_beyond_material(key: str) -> None:
    patterns = patterns_of(key)
    values = [
        patterns[white, black][0] - 100 * (white.bit_count() - black.bit_count())
        for white, black in map(formation, range(50))
    ]
    assert len(set(values)) > 25
    assert max(map(abs, values)) < 400


@pytest.mark.parametrize("key", ["english", "italian"])
def test_men_that_nobody_can_stop_count_by_the_steps_to_their_king_row(key: str) -> None:
    patterns = patterns_of(key)
    runners = patterns.runners
    near, far = 1 << 27, 1 << 9
    assert patterns.running(near | far, UP) == runners[1] + runners[5]
    assert patterns.running(turned(near | far), DOWN) == runners[1] + runners[5]
    assert any(runners)


@pytest.mark.parametrize("key", ["english", "italian"])
def test_at_rest_is_the_evaluation_exactly_where_nothing_can_be_taken(key: str) -> None:
    game = load(key)
    seen = set()
    for seed in range(12):
        for position in walk(game, seed):
            quiet = not game.noisy_moves(position) and game.decided(position) is None
            assert game.static_eval_if_quiet(position) == (game.evaluate(position) if quiet else None)
            seen.add((quiet, bool(position[2])))
    assert len(seen) == 4

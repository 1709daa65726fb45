"""The endings of both draughts games: every value is the best of those after it, and is used wherever it is known."""

from collections.abc import Iterator
from random import Random

import pytest
from saltus.endings import PIECES, ROWS, Endings, endings
from saltus.exact import exact, verdict
from saltus.game import Game, Position
from saltus.games import load
from saltus.levels import think
from saltus.match import Match
from saltus.search import WIN, WON, search
from saltus.stored import stored
from workshop import endings as workshop

DRAUGHTS = ["english", "italian"]
TABLES = {key: Endings(stored(key), load(key)) for key in DRAUGHTS}
LONGEST = {"english": 109, "italian": 89}


def drawn(game: Game, seed: int, count: int, fewest: int = 2) -> Iterator[Position]:
    """Positions as the workshop draws them, that are not over."""
    choose = Random(seed)
    while count:
        position = workshop.drawn(game, choose, fewest)
        if game.moves(position):
            count -= 1
            yield position


def best_after(table: Endings, position: Position) -> int:
    """The best of the values after `position`, a ply further from the end."""
    scores = [-table.score(table.game.play(position, move)) for move in table.game.moves(position)]
    return max(score - (score > 0) + (score < 0) for score in scores)


@pytest.mark.parametrize("key", DRAUGHTS)
def test_every_value_is_the_best_of_those_after_it(key: str) -> None:
    """A sample; `python3 -m workshop.endings` compares all of them whenever it makes a table."""
    table = TABLES[key]
    for position in drawn(table.game, 1, 3_000):
        assert table.score(position) == best_after(table, position)


@pytest.mark.parametrize("key", DRAUGHTS)
def test_the_longest_win_takes_as_many_plies_as_it_is_said_to(key: str) -> None:
    assert max(TABLES[key].values) == LONGEST[key] + 1


@pytest.mark.parametrize("key", DRAUGHTS)
def test_a_turned_board_with_the_colours_changed_is_worth_the_same(key: str) -> None:
    table = TABLES[key]

    def turned(bits: int) -> int:
        return sum(1 << 34 - bit for bit in range(35) if bits >> bit & 1)

    for white, black, kings, side in drawn(table.game, 2, 300):
        other = (turned(black), turned(white), turned(kings), 1 - side)
        assert table.score(other) == table.score((white, black, kings, side))


@pytest.mark.parametrize("key", DRAUGHTS)
def test_the_best_line_of_a_won_ending_wins_in_as_many_plies_as_are_told(key: str) -> None:
    table = TABLES[key]
    game = table.game
    won = [position for position in drawn(game, 3, 60) if table.score(position) >= WON]
    assert won
    for position in won:
        known = exact(game, position)
        if known is None:  # a row without progress might be too long
            continue
        assert known.exact
        assert known.score == table.score(position) == WIN - len(known.pv)
        for move in known.pv:
            assert move in game.moves(position)
            position = game.play(position, move)
        assert game.outcome(position).winner == "wb"[1 - position[3]]


@pytest.mark.parametrize("key", DRAUGHTS)
def test_every_move_of_an_ending_is_told_the_best_first(key: str) -> None:
    game = load(key)
    for position in drawn(game, 4, 40):
        known = exact(game, position)
        if known is not None:
            assert {line.pv[0] for line in known.lines} == set(game.moves(position))
            scores = [line.score for line in known.lines]
            assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("key", DRAUGHTS)
def test_a_search_that_knows_the_endings_finds_what_they_say_a_ply_before(key: str) -> None:
    """With five pieces a capture leads to what is known; the search says so at once, and says how far the end is."""
    game, table = load(key), TABLES[key]
    choose, bits, found = Random(5), sorted(game.board.name), 0
    while found < 20:
        taken = choose.sample(bits, PIECES + 1)
        position = (sum(taken[:3]), sum(taken[3:]), sum(taken), choose.randrange(2))
        moves = game.moves(position)
        if not moves or not all(move.captured for move in moves):
            continue
        found += 1
        *_, last = search(game, position, known=table, lines=len(moves), max_depth=1)
        assert last.score == best_after(table, position)


@pytest.mark.parametrize("key", DRAUGHTS)
def test_what_is_known_holds_against_the_draw_without_progress(key: str) -> None:
    game, table = load(key), TABLES[key]
    for position in drawn(game, 6, 200):
        score = table.score(position)
        plies = WIN - abs(score)
        if score:
            assert table.certain(position, game.quiet_limit - 1) is None
            assert table.certain(position, 0) == (score if min(plies, ROWS[key]) < game.quiet_limit else None)
        else:
            assert table.certain(position, game.quiet_limit - 1) == 0


@pytest.mark.parametrize("key", DRAUGHTS)
def test_full_force_wins_every_ending_that_is_won(key: str) -> None:
    game, table = load(key), TABLES[key]
    won = [position for position in drawn(game, 7, 200, PIECES) if table.score(position) >= WIN - 40]
    for position in won[:4]:
        match = Match(game, position=position)
        winner = "wb"[position[3]]
        while match.outcome is None:
            level = 10 if "wb"[match.position[3]] == winner else 4
            how = {"past": match.past, "quiet": match.node.quiet, "seconds": 1.0 if level == 10 else None}
            *_, last = think(game, match.position, level, **how)
            match.play(last.pv[0].path)
        assert match.outcome.winner == winner


def test_other_rules_than_those_of_the_table_are_not_answered() -> None:
    game = load("italian", {"federation": True})
    assert endings(game) is None
    assert exact(game, next(drawn(game, 8, 1))) is None


@pytest.mark.parametrize("key", DRAUGHTS)
def test_a_verdict_is_told_of_endings_alone(key: str) -> None:
    game = load(key)
    assert verdict(game, game.start()) is None
    position = next(drawn(game, 9, 1))
    assert verdict(game, position) == TABLES[key].certain(position, 0)

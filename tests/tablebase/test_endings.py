"""Every table of endings: its values follow from each other, and the search uses them wherever they are known."""

from collections.abc import Iterator

import pytest
from saltus.core.game import Knowledge, Move, Position
from saltus.core.resources import STEP_BYTES
from saltus.core.score import WIN, WON
from saltus.engine.probe import exact, unpacking, verdict
from saltus.engine.think import Limits, SearchRequest, think
from saltus.games import load
from saltus.games.rock import Rock
from saltus.match.match import Match
from saltus.tablebase.base import Values
from saltus.tablebase.draughts import RESULT_TABLES

from tests.support.endings import DRAUGHTS, EVERY, TABLES, best_after, drawn, opposite, start

LONGEST = {"english": 109, "italian": 89, "roman": 57}
WITHOUT_DISTANCES = {key + name for key in DRAUGHTS for name in RESULT_TABLES.values()}


@pytest.mark.parametrize("key", EVERY)
def test_every_value_is_the_best_of_those_after_it(key: str) -> None:
    """A sample; `workshop.solve.endings` and `workshop.solve.roman` compare all of them when they make a table."""
    table = TABLES[key]
    for position in drawn(table.game, 1, 3_000 if key in DRAUGHTS else 600):
        assert table.score(position) == best_after(table, position)


@pytest.mark.parametrize("key", EVERY)
def test_the_longest_win_takes_as_many_plies_as_it_is_said_to(key: str) -> None:
    distances = [table for table in TABLES[key].tables if table.name not in WITHOUT_DISTANCES]
    assert max(max(table.all()) for table in distances) == LONGEST[key] + 1


@pytest.mark.parametrize("key", EVERY)
def test_a_turned_board_with_the_colours_changed_is_worth_the_same(key: str) -> None:
    table = TABLES[key]
    for position in drawn(table.game, 2, 300):
        assert table.score(opposite(table.game, position)) == table.score(position)


@pytest.mark.parametrize("key", EVERY)
def test_the_best_line_of_a_won_ending_wins_in_as_many_plies_as_are_told(key: str) -> None:
    table = TABLES[key]
    game = table.game
    won = [position for position in drawn(game, 3, 60) if table.score(position) >= WON]
    assert len(won) > 10
    for position in won:
        known = exact(game, position)
        assert known is not None
        assert known.exact
        assert known.score == table.score(position) == WIN - len(known.pv)
        for move in known.pv:
            assert move in game.moves(position)
            position = game.play(position, move)
        outcome = game.outcome(position)
        assert outcome is not None
        assert outcome.winner == "wb"[1 - position[3]]


@pytest.mark.parametrize("key", EVERY)
def test_every_move_of_an_ending_is_told_the_best_first(key: str) -> None:
    game = load(key)
    for position in drawn(game, 4, 40):
        known = exact(game, position)
        assert known is not None
        assert {line.pv[0] for line in known.lines} == set(game.moves(position))
        scores = [line.score for line in known.lines]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("key", EVERY)
def test_what_is_known_holds_against_the_draw_without_progress(key: str) -> None:
    game, table = load(key), TABLES[key]
    for position in drawn(game, 6, 200):
        score = table.score(position)
        plies = WIN - abs(score)
        if score:
            assert table.certain(position, game.quiet_limit - 1) is None
            claimable = min(plies, table.longest_quiet_run) < game.quiet_limit
            assert table.certain(position, 0) == (score if claimable else None)
        else:
            assert table.certain(position, game.quiet_limit - 1) == 0


@pytest.mark.parametrize("key", EVERY)
def test_full_force_wins_every_ending_that_is_won(key: str) -> None:
    game, table = load(key), TABLES[key]
    won = [position for position in drawn(game, 7, 200, table.most) if table.score(position) >= WIN - 40]
    assert len(won) > 4
    for position in won[:4]:
        match = Match(game, position=position)
        winner = "wb"[position[3]]
        while match.outcome is None:
            level = 10 if "wb"[match.position[3]] == winner else 4
            seconds = 1.0 if level == 10 else None
            *_, last = think(SearchRequest.of(match), Limits(seconds, level=level))
            match.play(last.pv[0].path)
        assert match.outcome.winner == winner


@pytest.mark.parametrize("key", EVERY)
def test_a_verdict_is_told_of_endings_alone(key: str) -> None:
    game = load(key)
    assert verdict(game, start(game)) is None
    position = next(drawn(game, 9, 1))
    assert verdict(game, position) == TABLES[key].certain(position, 0)


@pytest.mark.parametrize("key", EVERY)
def test_a_win_that_has_been_there_twice_is_not_told_for_certain(key: str) -> None:
    """A third occurrence would be a draw."""
    game, table = load(key), TABLES[key]
    position = next(each for each in drawn(game, 12, 200) if table.score(each) >= WON and exact(game, each))
    again = game.play(position, game.moves(position)[0])
    assert exact(game, position, [again]) is not None
    assert (exact(game, position, [again, again]) is None) == bool(game.repetitions)


@pytest.mark.parametrize("key", EVERY)
def test_a_table_is_unpacked_in_steps(key: str) -> None:
    """A search can be stopped during unpacking: it waits for at most one step."""
    for table in TABLES[key].tables:
        fresh = Values(table.name)
        assert len(list(fresh.unpack())) > len(table.all()) // STEP_BYTES
        assert fresh.all() == table.all()


def test_nothing_is_unpacked_far_from_the_end() -> None:
    for key in EVERY:
        game = load(key)
        assert list(unpacking(game, start(game))) == []


class Lines(Rock):
    """A game with knowledge of its own: every position is lost."""

    key = "of-its-own"

    def knowledge(self) -> Knowledge:
        return Lost()


class Lost:
    def unpack(self, position: Position) -> Iterator[None]:
        return iter(())

    def near(self, position: Position) -> None:
        return None

    def certain(self, position: Position, quiet: int) -> int:
        return -WIN

    def lines(self, position: Position, past: object, quiet: int) -> list[tuple[int, list[Move]]]:
        return [(2 - WIN, [move]) for move in Rock().moves(position)]


def test_a_game_of_ones_own_may_bring_what_it_knows() -> None:
    game = Lines()
    found = exact(game, game.start())
    assert found is not None
    assert (found.score, len(found.lines), found.exact) == (2 - WIN, len(game.moves(game.start())), True)
    assert verdict(game, game.start()) == -WIN

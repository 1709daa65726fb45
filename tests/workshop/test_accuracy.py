"""The accuracy of players, measured: the same games every time, and a table with margins."""

import re
import sys

import pytest
from saltus.engine.levels import FULL
from workshop.match.accuracy import RANDOM, Play, judged, main, pooled


def test_the_highest_level_keeps_everything_where_the_game_is_solved() -> None:
    job = Play("gambit", 200, 20, RANDOM, FULL, 1)
    white, black = judged(job)
    assert judged(job) == [white, black]
    assert white
    assert pooled([black]) == 100


def test_all_games_together_weigh_by_what_was_at_stake() -> None:
    assert pooled([[(0.0, 1.0)], [(1.0, 3.0)]]) == 75


def test_the_table_has_a_row_for_each_player(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["accuracy", "gambit", "--games", "2", "--nodes", "100", "--players", "0", "10"])
    main()
    rows = capsys.readouterr().out.splitlines()[3:]
    assert [row.split("|")[1].strip() for row in rows] == ["random", "10", "random against 10", "10 against random"]
    assert " ± " in rows[0]
    assert re.search(r"[| ]4 of 4 \|", rows[1]), "level 10 loses nothing, so no move decides its accuracy"

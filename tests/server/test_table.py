"""A game as its log tells it."""

import json
from random import Random

import pytest
from saltus.core.game import SIDES
from saltus.games import keys
from saltus.protocol.request import Fault, decode
from saltus.server.ops import OPS, created, wanted
from saltus.server.table import Table, line_of

NOW = 1_800_000_000.0


def states(table: Table) -> object:
    """All that a table knows and tells."""
    return (
        table.status(NOW), table.moves(), table.turn, table.keys, table.match.tree.main_line[-1].clock, table.began
    )  # fmt: skip


@pytest.mark.parametrize("key", keys())
def test_a_log_makes_the_same_table_after_every_line(key: str) -> None:
    """Random requests of both sides at random times: what is accepted is in the log, and the rest changes nothing."""
    lots = Random(key)
    fields: dict[str, object] = {"game": key, "seat": "w", "name": "Ada", "clock": {"initial": 600, "increment": 3}}
    fields |= {"seed": 3} if key == "roman" else {}
    line, _ = created(decode(json.dumps(fields)), NOW)
    lines, at = [line], NOW
    table = Table(lines)
    refused = 0
    for number in range(150):
        at += lots.random() * 8 - 1  # the clock of another machine may be behind
        side = lots.choice(SIDES)
        moves = table.moves()
        op = lots.choice(["move"] * 12 + [op for op in OPS if op != "resign"])
        asked = {"op": op, "turn": table.turn, "what": lots.choice(["draw", "takeback", "rematch"]), "name": "x"}
        asked |= {"path": lots.choice(moves)["path"] if moves else ["a1"]}
        asked |= {"key": f"k{number}"} if lots.random() < 0.3 else {}
        before = states(table)
        try:
            event = wanted(table, side, decode(json.dumps(asked)))
            if event is None:
                continue
            event["at"] = max(at, table.at)
            if event["act"] == "rematch":
                event["next"] = "following"
            table.apply(event)
        except ValueError:
            assert states(table) == before
            refused += 1
            continue
        lines.append(line_of(event))
        assert table.version == len(lines)
        assert states(Table(lines)) == states(table)
    assert len(lines) > 10
    assert refused > 5


def test_a_side_without_a_name_is_no_player_in_the_record() -> None:
    table = Table([created(decode('{"game": "rock", "seat": "b"}'), NOW)[0]])
    assert "White" not in table.match.tags
    assert table.names == {"b": ""}


def test_a_game_without_a_clock_may_rest_for_years() -> None:
    table = Table([created(decode('{"game": "rock", "seat": "w"}'), NOW)[0]])
    table.apply({"act": "join", "side": "b", "name": "", "at": NOW})
    for turn in range(4):
        at = NOW + turn * 1e8
        assert not table.expired(at)
        table.apply({"act": "move", "side": "wb"[turn % 2], "path": list(table.moves()[turn]["path"]), "at": at})
    assert table.turn == 4


def test_an_unknown_request_is_named() -> None:
    table = Table([created(decode('{"game": "rock"}'), NOW)[0]])
    with pytest.raises(Fault, match="there is no op 'fly'; there are state, join, move") as refused:
        wanted(table, "w", decode('{"op": "fly"}'))
    assert refused.value.code == "unknown-op"

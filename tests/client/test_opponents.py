"""What the page says of the computer's opponents agrees with their strengths."""

import re

import pytest
from saltus.games import keys
from saltus.protocol.bridge import Bridge

from tests.support.bridge import ask
from tests.support.node_client import NodeClient

SLIPS = ("exchanges", "often", "sometimes", "rarely")
"""What an opponent fails to see, in the page's words, from the weakest on."""


@pytest.mark.parametrize("key", keys())
def test_what_opponents_overlook_is_less_from_level_to_level_unless_they_look_further(
    client: NodeClient, key: str
) -> None:
    (game,) = (one for one in ask(Bridge(), "games")["games"] if one["key"] == key)
    told = client.does(
        "const { manner } = await load('state/rating.js');"
        " return given.ladder.slice(0, -1).map((_, at) => manner(given, at + 1));",
        {"ladder": game["ladder"]},
    )
    words = [re.split(r"[.-]", text)[-1] for text in told]
    steps = [(rung["sight"]["depth"], SLIPS.index(word)) for rung, word in zip(game["ladder"], words, strict=False)]
    assert len(steps) == 9
    assert steps == sorted(steps)

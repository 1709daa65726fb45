"""Every sentence for people in the bridge's replies comes with its translatable form."""

from random import Random
from typing import Any

import pytest
from saltus.core.phrase import Phrase, Several, spelled
from saltus.games import keys
from saltus.protocol.bridge import Bridge

from tests.support.bridge import Message, ask


def unspelled(message: Any) -> list[str]:
    """The sentences in a reply without a translatable form."""
    if isinstance(message, list):
        return [text for part in message for text in unspelled(part)]
    if not isinstance(message, dict):
        return []
    own = [str(message["text"])] if "text" in message and "path" not in message else []
    own = own if "said" in message and message["said"] is None and message.get("text") is not None else []
    return own + [text for part in message.values() for text in unspelled(part)]


def test_a_phrase_is_its_sentence_in_english() -> None:
    phrase = Phrase("k", "{who} may go to {where}.", who=Phrase("w", "the man"), where=Several(["a3", "b4", "c5"]))
    assert phrase == "The man may go to a3, b4 or c5."
    assert spelled(phrase) == {
        "key": "k",
        "values": {"who": {"key": "w", "values": {}}, "where": {"or": ["a3", "b4", "c5"]}},
    }
    assert spelled("free text") is None


def test_a_square_at_the_beginning_keeps_its_small_letter() -> None:
    assert Phrase("k", "{square} is empty.", square="c3") == "c3 is empty."


@pytest.mark.parametrize("game", keys())
def test_refusals_reasons_and_endings_say_of_what_they_are_made(game: str) -> None:
    choose = Random(game)
    said: list[Message] = []
    for _ in range(2):
        bridge = Bridge()
        state = ask(bridge, "new", game=game)
        squares = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, len(state["rows"]) + 1)]
        for turn in range(80):
            if state["outcome"]:
                break
            said.append(ask(bridge, "why", path=choose.sample(squares, 2)))
            begun = choose.choice(state["moves"])["path"]
            said.append(ask(bridge, "why", path=[*begun[:1], choose.choice(squares)]))
            said.append(ask(bridge, "play", text="a1-a1"))
            if turn % 8 == 0:
                position = {name: state[name] for name in ("game", "options", "rows", "side")}
                found = [{"turns": ["-".join(move["path"])]} for move in choose.sample(state["moves"], 1)]
                said.append(ask(bridge, "explain", lines=found, **position))
            state = ask(bridge, "play", path=begun)
            said.append(state)
        else:
            said.append(ask(bridge, "resign", side="w"))
        said.append(ask(bridge, "why", path=["a1"]))
    assert len(said) > 60
    assert unspelled(said) == []

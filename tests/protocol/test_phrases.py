"""Every sentence for people in the bridge's replies comes with its translatable form."""

from random import Random
from typing import Any

import pytest
from saltus.core.phrase import Phrase, Several, filled, spelled
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
    movers = Several([Phrase("the.man", square="c3"), Phrase("the.king", square="e3")])
    assert Phrase("why.capture-compulsory", movers=movers) == "You must capture with the man on c3 or the king on e3."
    named = Phrase.name("game.own", "My game")
    assert named == "My game"
    phrase = Phrase("check.option", game=named, option="'x'", known=Several(["a", "b", "c"], "and"))
    assert phrase == "My game has no option 'x'; it has a, b and c"
    assert spelled(phrase) == {
        "key": "check.option",
        "values": {
            "game": {"key": "game.own", "values": {"text": "My game"}},
            "option": "'x'",
            "known": {"and": ["a", "b", "c"]},
        },
    }
    assert spelled("free text") is None


@pytest.mark.parametrize(("count", "said"), [(0, "no pieces"), (1, "a piece"), (2, "two pieces"), (13, "13 pieces")])
def test_what_is_counted_has_the_form_of_its_number(count: int, said: str) -> None:
    assert Phrase("count.pieces", n=count) == said


def test_a_sentence_that_begins_with_another_has_a_capital_letter() -> None:
    end = Phrase("turning.turned-lost", move="1. 11-15", deed=Phrase("turning.mistake"), before="x")
    assert Phrase("turning.and", told=end, reply="a", fault="b").startswith("1. 11-15 was a mistake; x. ")
    where = Phrase("count.quiet", turns=Phrase("count.turns", n=2), limit=80)
    assert where.startswith("2 moves in a row")
    twice = Phrase("count.times", n=2)
    assert filled("{times} of {piece}", {"times": twice, "piece": "c3"}) == "Twice of c3"
    assert filled("{piece} is empty.", {"piece": "c3"}) == "c3 is empty."


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

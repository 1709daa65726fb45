"""Why a game ended: the tag `Termination` and the results of records, through every form and through the library."""

from pathlib import Path

import pytest
from saltus.core.game import Game
from saltus.library.importing import games_of
from saltus.library.store import Library
from saltus.match.match import Match
from saltus.records import json, pdn, sgf
from saltus.records.record import read, write

from tests.support.texts import ENGLISH, ROCK, result

OTHERS = ("abandoned", "Rules infraction", "forfeit", "emergency", "death", "Ada won - game abandoned", 'a "b" \\ c')
NONE = ("Normal", "normal", "unknown", "unterminated")


def ended(said: str, score: str = "1-0") -> str:
    """A game of English checkers in which Black won, with this reason."""
    value = said.replace("\\", "\\\\").replace('"', '\\"')
    return f'[White "Ada"]\n[GameType "21"]\n[Termination "{value}"]\n\n1. 11-15 22-18 {score}\n'


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        *((said, "flag") for said in ("time forfeit", "Time forfeit", "TIME FORFEIT", " Time  Forfeit. ")),
        *((said, "flag") for said in ("time-forfeit", "timeout", "Time out", "time", "Bo won on time")),
        *((said, "flag") for said in ("White forfeits on time", "White ran out of time", "overstepped the time")),
        *((said, "flag") for said in ("Flag fell", "flagged")),
        *((said, "resignation") for said in ("resignation", "Resignation", "White resigned")),
        *((said, "resignation") for said in ("Bo won by resignation", "resigns", "abbandono", "il Bianco abbandona")),
        *((said, "claim") for said in ("adjudication", "Adjudicated", "by adjudication")),
        # What contradicts the result is no reason.
        *((said, "record") for said in ("Black resigned", "agreement", "Black lost on time")),
        *((said, "record") for said in (*OTHERS, *NONE)),
    ],
)  # fmt: skip
def test_termination_is_read_in_any_spelling_and_kept_as_it_is(said: str, reason: str) -> None:
    match = pdn.read(ended(said))
    assert result(match) == ("b", reason)
    assert match.tags["Termination"] == " ".join(said.split())
    for form in ("pdn", "json"):
        back = read(write(match, form), form)
        assert (back.tags, back.outcome) == (match.tags, match.outcome)
        assert pdn.write(back) == pdn.write(match)


@pytest.mark.parametrize(
    "said", ["agreement", "Agreed", "Draw by agreement", "Game drawn by agreement", "mutual agreement"]
)
def test_a_draw_is_agreed_if_the_tag_says_so(said: str) -> None:
    match = pdn.read(ended(said, "1/2-1/2"))
    assert (result(match), match.tags["Termination"]) == ((None, "agreement"), said)


def test_a_draw_on_time_is_a_draw_with_the_reason_that_the_record_gives() -> None:
    match = pdn.read(ended("Time forfeit", "1/2-1/2"))
    assert match.outcome is not None
    assert (result(match), match.outcome.text) == ((None, "record"), "Draw: Time forfeit")
    assert '[Termination "Time forfeit"]' in pdn.write(match)


def test_without_a_reason_none_is_told() -> None:
    for text in ("1. 11-15 1-0", "1. 11-15 Black wins", '[Result "Black won"]\n1. 11-15 *', ended("Normal")):
        match = pdn.read(text, ENGLISH)
        assert match.outcome is not None
        assert match.outcome.text == "Black wins."
    for text in ("1. 11-15 1/2-1/2", "1. 11-15 drawn", '[Result "Draw"]\n1. 11-15 *'):
        match = pdn.read(text, ENGLISH)
        assert match.outcome is not None
        assert match.outcome.text == "Draw."
    for score, text in (("B+", "Black wins."), ("W+", "White wins."), ("0", "Draw."), ("Draw", "Draw.")):
        match = sgf.read(f"(;GM[9]RE[{score}];B[e1-e3])")
        assert match.outcome is not None
        assert match.outcome.text == text
        assert f"RE[{score[0].replace('D', '0')}" in sgf.write(match)


def test_a_reason_that_no_rule_knows_is_told_in_the_words_of_the_record() -> None:
    for said in OTHERS:
        match = pdn.read(ended(said))
        assert match.outcome is not None
        assert match.outcome.text == f"Black wins: {said}"


@pytest.mark.parametrize("game", [ENGLISH, ROCK])
def test_what_a_record_says_of_an_end_goes_when_the_game_ends_otherwise(game: Game) -> None:
    match = Match(game)
    match.play(match.legal[0])
    match.tree.close(match.node, "record", "b")
    match.tags["Termination"] = "abandoned"
    match = json.read(json.write(match))
    match.goto(0)
    match.goto(1)
    assert match.tags["Termination"] == "abandoned"
    match.undo()
    match.play(match.legal[0], variation=True)
    assert match.tags["Termination"] == "abandoned"
    match.resign("w")
    assert "Termination" not in match.tags
    assert "abandoned" not in write(match, "json")
    assert result(read(write(match, "json"))) == ("b", "resignation")


def test_what_a_record_says_of_an_end_is_not_told_of_a_variation() -> None:
    match = pdn.read(ended("abandoned"))
    match.undo(2)
    match.play("22-17")
    assert match.tags == {"White": "Ada"}
    assert [node.ending.text for node in match.nodes if node.ending] == ["Black wins."]
    assert pdn.read(pdn.write(match)).nodes[-1].ending == match.nodes[2].ending


@pytest.mark.parametrize("said", ["Time Forfeit", "abandoned"])
def test_a_library_keeps_the_reason(said: str, tmp_path: Path) -> None:
    with Library(tmp_path / "games.db") as library:
        library.add([one for one in games_of(ended(said)) if hasattr(one, "entry")], "cup")  # type: ignore[misc]
        assert library.entry(1).tags["Termination"] == said
        match = library.match(1)
    assert match.outcome == pdn.read(ended(said)).outcome
    assert f'[Termination "{said}"]' in pdn.write(match)


@pytest.mark.parametrize(
    ("said", "reason"), [("Time Forfeit", "flag"), ("abandoned", "record"), ("Adjudicated", "claim")]
)
def test_sgf_keeps_the_reason(said: str, reason: str) -> None:
    match = Match(ROCK)
    match.tree.close(match.node, reason, "b", said)
    match.goto(0)
    match.tags["Termination"] = said
    back = sgf.read(sgf.write(match))
    assert (back.tags, back.outcome) == (match.tags, match.outcome)


def test_sgf_tells_a_forfeit() -> None:
    for score in ("W+F", "W+Forfeit"):
        match = sgf.read(f"(;GM[9]RE[{score}];B[e1-e3])")
        assert match.outcome is not None
        assert match.outcome.text == "White wins: forfeit"
        assert "RE[W+F]" in sgf.write(match)

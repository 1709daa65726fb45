"""What is wrong in a text, and where; and texts that mean harm.

`samples/wrong.json` holds texts with a mistake, the place of it (line and column from 1) and a word of the error.
"""

import json as standard_json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from saltus.core.game import Game
from saltus.core.phrase import spelled
from saltus.games import load
from saltus.match import tree
from saltus.notation.error import MAX_RECORD_CHARS, RecordError
from saltus.records import json, record
from saltus.records.record import forms, read, write

from tests.support.strategies import games, played
from tests.support.texts import ENGLISH, SAMPLES


def english(said: Any) -> list[str]:
    """The sentences within a spelled one that could not be said in another language.

    What is quoted is none, nor are names of games and what the parser of JSON expected.
    """
    if isinstance(said, str):
        return [said] if re.search(r"[a-z]{2} [a-z]{2}", re.sub(r"'[^']*'", "", said)) else []
    if isinstance(said, dict):
        said = [value for name, value in said.items() if name not in ("game", "text", "detail")]
    return [text for part in said for text in english(part)] if isinstance(said, list) else []


WRONG = standard_json.loads((SAMPLES / "wrong.json").read_text())


@pytest.mark.parametrize("case", WRONG, ids=[f"{case['form']}: {case['says']}" for case in WRONG])
def test_a_mistake_is_told_with_its_place_and_what_was_expected(case: dict[str, Any]) -> None:
    text = case["text"] if isinstance(case["text"], str) else "\n".join(case["text"])
    with pytest.raises(RecordError) as caught:
        read(text, case["form"], case["game"] and load(case["game"]))
    error = caught.value
    assert case["says"] in error.message
    assert (error.line, error.column) == (case["line"], case["column"]), str(error)
    assert str(error) == f"line {error.line}, column {error.column}: {error.message}"
    assert english(spelled(error.args[0])) == []


GOOD = """{"saltus": 1, "game": "italian", "options": {"federation": true}, "setup": "standard", "seed": null,
"rows": ["b.b.b.b.", ".b.b.b.b", "b.b.b.b.", "........", "........", ".w.w.w.w", "w.w.w.w.", ".w.w.w.w"], "side": "w",
"clock": {"initial": 60, "increment": 0}, "tags": {"White": "Ada"},
"nodes": [
 {"comment": "start"},
 {"parent": 0, "path": ["b3", "a4"], "spent": 1.5, "glyphs": [1]},
 {"parent": 0, "path": ["b3", "c4"], "ending": {"reason": "flag", "winner": "w"}}],
"node": 1, "through": 1, "ended": false, "offer": "b"}
"""


@pytest.mark.parametrize(
    ("old", "new", "field", "says"),
    [
        ('"saltus": 1', '"saltus": 2', "saltus", "expected version 1, not '2'"),
        ('{"saltus": 1, ', "{", "", "expected a field 'saltus'"),
        ('"game": "italian"', '"game": "chess"', "game", "english, gambit"),
        ('"game": "italian"', '"game": 7', "game", "expected a text"),
        ('{"federation": true}', "[]", "options", "expected an object"),
        ("true", "1", "options.federation", "true or false"),
        ('{"federation"', '{"huffing"', "options", "no option"),
        ('"standard"', '"random"', "setup", "set-up"),
        ('"standard"', "3", "setup", "expected a text"),
        ('"seed": null', '"seed": 1.5', "seed", "whole number"),
        (', "side"', ', "sides": 1, "side"', "sides", "expected one of"),
        ('"side": "w"', '"side": "x"', "side", '"w" or "b"'),
        ('["b.b.b.b.", ', '["b.b.b.b", ', "rows", "row 1"),
        ('["b.b.b.b.", ', '["b.b.b.b.", 7, ', "rows[1]", "expected a text"),
        ('"b.b.b.b.", ".b', '"b.b.b...", ".b', "rows", "not the rows of the set-up"),
        ('"initial": 60', '"initial": "60"', "clock.initial", "expected a number"),
        ('{"initial": 60', '{"initial": 0', "clock", "second"),
        ('"Ada"', '" Ada"', "tags.White", "one line"),
        ('"Ada"', "7", "tags.White", "expected a text"),
        ('"White"', '"White Player"', "tags.White Player", "name of a tag"),
        ('"White"', '"Result"', "tags.Result", "follows from the moves"),
        ('"parent": 0, "path": ["b3", "c4"]', '"parent": 2, "path": ["b3", "c4"]', "nodes[2].parent", "0 to 1"),
        ('"parent": 0, "path": ["b3", "c4"]', '"parent": -1, "path": ["b3", "c4"]', "nodes[2].parent", "0 to 1"),
        (
            '"parent": 0, "path": ["b3", "c4"]',
            '"parent": true, "path": ["b3", "c4"]',
            "nodes[2].parent",
            "whole number",
        ),
        ('{"parent": 0, "path": ["b3", "c4"]', '{"path": ["b3", "c4"]', "nodes[2]", "expected a field 'parent'"),
        ('["b3", "c4"]', '["b3", "b4"]', "nodes[2].path", "21-17"),
        ('["b3", "c4"]', '["b3", 4]', "nodes[2].path[1]", "expected a text"),
        ('{"parent": 0, "path": ["b3", "c4"]', '{"parent": 0, "path": ["b3", "a4"]', "nodes[2]", "already there"),
        ('"spent": 1.5', '"spent": -1', "nodes[1].spent", "seconds"),
        ('"glyphs": [1]', '"glyphs": [256]', "nodes[1].glyphs[0]", "0 to 255"),
        ('"glyphs": [1]', '"glyphs": ["1"]', "nodes[1].glyphs[0]", "whole number"),
        ('"glyphs": [1]', '"nags": [1]', "nodes[1].nags", "expected one of"),
        ('"comment": "start"', '"comment": null', "nodes[0].comment", "expected a text"),
        ('{"comment": "start"}', '{"comment": "start", "parent": 0}', "nodes[0].parent", "expected one of"),
        ('{"reason": "flag"', '{"reason": "treaty"', "nodes[2].ending", "resignation"),
        ('"winner": "w"', '"winner": "x"', "nodes[2].ending.winner", '"w" or "b"'),
        ('{"reason": "flag", "winner": "w"}', '{"reason": "flag", "winner": null}', "nodes[2].ending", "winner"),
        ('"winner": "w"}}', '"winner": "w"}, "main": 1}', "nodes[2].main", "one of its children"),
        ('{"comment": "start"}', '{"comment": "start", "main": null}', "nodes[0].main", "one of its children"),
        ('"node": 1', '"node": 3', "node", "no node 3"),
        ('"through": 1', '"through": 2', "through", "does not come after"),
        ('"ended": false', '"ended": true', "ended", "no ending"),
        ('"ended": false', '"ended": 0', "ended", "true or false"),
        ('"offer": "b"', '"offer": "x"', "offer", '"w" or "b"'),
        ('"offer": "b"', '"offer": "b", "offer": "b"', "", "occurs twice"),
        ('"offer": "b"}', '"offer": "b"}}', "", "Extra data"),
        ('"offer": "b"}\n', '"offer": "b"\n', "", "delimiter"),
        ('"parent": 0', '"parent": [[[[]]]]', "", "at most 4 levels deep"),
    ],
)
def test_a_mistake_in_json_is_told_with_its_field_and_what_was_expected(
    old: str, new: str, field: str, says: str
) -> None:
    """Where the text is no JSON, or is no record at all, no field is named."""
    json.read(GOOD)
    assert old in GOOD
    with pytest.raises(RecordError) as caught:
        json.read(GOOD.replace(old, new, 1))
    error = caught.value
    assert says in error.message
    assert error.message.startswith(f"{field}: " if field else "")
    assert english(spelled(error.args[0])) == []


def refused_in(text: str, form: str | None, game: Game) -> None:
    """Read a text; if it is rejected, assert that the error points into it, or just behind it."""
    refused = None
    try:
        read(text, form, game)
    except RecordError as error:
        refused = error
    lines = text.split("\n")
    assert refused is None or 1 <= refused.line <= len(lines)
    assert refused is None or 1 <= refused.column <= len(lines[refused.line - 1]) + 1


@given(st.text(), st.sampled_from([*record.FORMATS, None]), games)
def test_any_text_is_read_or_refused_with_a_place_in_it(text: str, form: str | None, game: Game) -> None:
    refused_in(text, form, game)


@given(st.data(), games)
@settings(deadline=None)
def test_a_damaged_record_is_read_or_refused_with_a_place_in_it(data: st.DataObject, game: Game) -> None:
    match = data.draw(played(game))
    form = data.draw(st.sampled_from(forms(game)))
    text = write(match, form)
    pieces = data.draw(st.lists(st.tuples(st.integers(0, len(text)), st.integers(0, 12)), min_size=1, max_size=4))
    for place, length in pieces:
        new = data.draw(
            st.sampled_from(["", "(", ")", "{", "}", "[", "]", '"', "\\", ";", "0", "99", "x", "-1", "b2", "*"])
        )
        text = text[:place] + new + text[place + length :]
    refused_in(text, form, game)


DEEP = 200_000
HOSTILE = {
    "json lists": "[" * DEEP,
    "json objects": '{"a":' * DEEP,
    "json in a node": GOOD.replace('"start"', "[" * DEEP + "]" * DEEP),
    "a long number": GOOD.replace("1.5", "1" * 5000),
    "an endless number": GOOD.replace("1.5", "1e999"),
    "not a number": GOOD.replace("1.5", "NaN"),
    "pdn brackets": "1. 11-15 " + "(" * DEEP,
    "pdn variations": "11-15 " + "(9-14 " * 2 + "(9-13 " * DEEP,
    "pdn comments": "{" * DEEP,
    "pdn tags": '[A "\\' * DEEP,
    "pdn digits": "1" * DEEP,
    "pdn hyphens": "1-" * DEEP,
    "pdn line comments": ";" * DEEP,
    "sgf brackets": "(;" * DEEP,
    "sgf variations": "(;GM[9]" + "(;B[b1-b3]" * DEEP,
    "sgf values": "(;GM" + "[9]" * DEEP + ";B[b1-b9]",
    "sgf escapes": "(;GM[" + "\\]" * DEEP,
    "sgf nodes": "(;GM[9]" + ";" * DEEP + "B[b1-b9]",
    "position": "8/" * DEEP,
    "spaces": " " * DEEP + "x",
    "slashes and spaces": "/" + " " * DEEP + "x",
    "ten megabytes": "1. 11-15 " * 1_100_000,
    "ten megabytes of json": '{"saltus": [' + "1," * 5_000_000,
    "ten megabytes of sgf": "(;GM[9]C[" + "x" * 10_000_000,
}


@pytest.mark.parametrize("form", [*record.FORMATS, None])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_text_that_means_harm_is_refused(name: str, form: str | None) -> None:
    with pytest.raises(RecordError):
        read(HOSTILE[name], form, ENGLISH)


def test_nodes_whose_parents_go_round_in_a_ring_are_refused() -> None:
    ring = GOOD.replace('"parent": 0, "path": ["b3", "a4"]', '"parent": 2, "path": ["b3", "a4"]')
    with pytest.raises(RecordError, match="earlier node"):
        json.read(ring)
    with pytest.raises(RecordError, match="earlier node"):
        json.read(GOOD.replace('"parent": 0, "path": ["b3", "a4"]', '"parent": 1, "path": ["b3", "a4"]'))


def test_a_record_has_a_most_of_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MAX_TURNS", 2)
    json.read(GOOD)
    monkeypatch.setattr(tree, "MAX_TURNS", 1)
    with pytest.raises(RecordError, match="at most 1 moves") as caught:
        json.read(GOOD)
    assert str(caught.value.message).startswith("nodes[2].path: ")


def test_a_record_has_a_most_of_letters() -> None:
    with pytest.raises(RecordError, match="at most") as caught:
        json.read(" " * (MAX_RECORD_CHARS + 1))
    assert caught.value.column == MAX_RECORD_CHARS + 1

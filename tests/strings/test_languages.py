"""Every language is complete: the texts of the page, of the rules, of the terminal and of the book."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest
from bundle import strings as strings_of_the_site
from saltus.games import keys, load
from saltus.play.language import LANGUAGES
from workshop.mine import keys as made_keys

from tests.support.checkout import ROOT

STRINGS = ROOT / "web" / "strings"
RULES = ROOT / "py" / "saltus" / "strings"
OTHERS = sorted(path.stem for path in STRINGS.glob("*.json") if path.stem != "en")
FORMS = {"en": {"one", "other"}, "it": {"one", "other"}, "pirate": {"one", "other"}, "ro": {"one", "few", "other"}}
"""The forms that a counted thing has, by Unicode's plural rules; what is only needed beyond a million is left out."""


def read(path: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(path.read_text("utf-8"))
    return found


def strings(language: str) -> dict[str, str]:
    """What the page, the rules and the terminal say in a language; the key is nowhere twice."""
    page, lab, rules = (read(folder / f"{language}.json") for folder in (STRINGS, STRINGS / "lab", RULES))
    assert not page.keys() & rules.keys()
    return {**page, **lab, **rules}


def of_the_book(language: str) -> dict[str, str]:
    return read(STRINGS / "book" / f"{language}.json")


def bare(key: str) -> str:
    """A key without its plural form."""
    return re.sub(r"\.(one|few|other)$", "", key)


def names(text: str) -> set[str]:
    """The placeholders in a text."""
    return set(re.findall(r"\{(\w+)(?::\w+)?\}", text))


KEY_AT = {"Phrase": 0, "require": 1}
"""What makes a phrase of its arguments, and which of them is the key."""


@cache
def phrases() -> dict[str, set[str] | None]:
    """The key of every phrase in the package and the values it has, None where only a run would tell."""
    found: dict[str, set[str] | None] = {}
    for path in (ROOT / "py" / "saltus").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEY_AT:
                key = node.args[KEY_AT[node.func.id]]
                if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
                    continue
                values = [keyword.arg for keyword in node.keywords]
                found[key.value] = None if None in values else {name for name in values if name}
    return found


def chosen() -> set[str]:
    """What a game itself says in English: its aim and its choices. Lists are joined by the words of a language."""
    found = {"word.and", "word.or"}
    for game in map(load, keys()):
        found |= {f"setup.{game.key}.{setup.key}" for setup in game.setups if len(game.setups) > 1}
        found |= {f"option.{game.key}.{option.key}" for option in game.options}
        found.add(f"goal.{game.key}")
    return found


def test_there_are_four_languages() -> None:
    assert sorted(["en", *OTHERS]) == sorted(FORMS)


def test_the_page_on_architecture_has_every_file_that_names_a_language() -> None:
    page = (ROOT / "py" / "docs" / "architecture.md").read_text("utf-8")
    (section,) = re.findall(r"^## Adding a language\n(.*?)(?:^## |\Z)", page, re.DOTALL | re.MULTILINE)
    listed = {ROOT / name for name in re.findall(r"`((?:web|py|tests)/[\w/.]+)`", section)}
    for source in listed:
        text = source.read_text("utf-8")
        assert [one for one in OTHERS if not re.search(rf"\b{one}\b", text)] == [], source
    sources = [*(ROOT / "web").rglob("*.ts"), *(ROOT / "py").rglob("*.py")]
    shipped = (path for path in sources if "node_modules" not in path.parts and ".test." not in path.name)
    assert [path for path in shipped if "pirate" in path.read_text("utf-8") and path not in listed] == []


def test_english_has_every_sentence_of_the_rules_and_no_other() -> None:
    named = {f"game.{key}" for key in keys()} | {"session.writing"}  # asked for by their keys alone
    assert {bare(key) for key in read(RULES / "en.json")} == set(phrases()) | named
    for key, text in read(RULES / "en.json").items():
        values = phrases().get(bare(key))
        assert values is None or names(text) <= values, key


@pytest.mark.parametrize("key", keys())
def test_a_game_has_the_name_that_the_page_shows_before_the_rules_are_there(key: str) -> None:
    assert read(RULES / "en.json")[f"game.{key}"] == load(key).name


def test_the_type_checker_knows_the_keys_of_sentences() -> None:
    assert made_keys.MADE.read_text("utf-8") == made_keys.text(), "python3 -m workshop.mine.keys"


def test_the_terminal_has_the_languages_of_the_page() -> None:
    assert sorted(LANGUAGES) == sorted(["en", *OTHERS]) == strings_of_the_site.LANGUAGES


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_text_and_no_other(language: str) -> None:
    for folder, more in ((STRINGS, set()), (STRINGS / "lab", set()), (RULES, chosen())):
        english, other = ({bare(key) for key in read(folder / f"{name}.json")} for name in ("en", language))
        assert sorted((english | more) ^ other) == []


def test_the_page_has_the_sentences_of_the_rules() -> None:
    english, italian = (strings_of_the_site.texts(language) for language in ("en", "it"))
    assert {*read(STRINGS / "en.json"), "game.rock", "side.w"} <= set(english)
    assert not {"hint.only", "session.over"} & set(english)
    assert {"hint.only", "end.agreement", "goal.rock"} <= set(italian)
    assert "session.over" not in italian


@pytest.mark.parametrize("language", FORMS)
def test_a_counted_noun_has_every_plural_form(language: str) -> None:
    counted: dict[str, set[str]] = {}
    for key in strings(language):
        if bare(key) != key:
            counted.setdefault(bare(key), set()).add(key.rsplit(".", 1)[1])
    assert counted
    always = {"count.number"} if language == "en" else {"count.number", "count.times"}
    wrong = {key: forms for key, forms in counted.items() if forms != FORMS[language] and key not in always}
    assert wrong == {}


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_placeholders_of_the_english_text(language: str) -> None:
    english = strings("en")
    wrong = []
    for key, text in [
        *read(STRINGS / f"{language}.json").items(),
        *read(STRINGS / "lab" / f"{language}.json").items(),
    ]:
        like = english.get(key, english.get(f"{bare(key)}.other"))
        if like is not None and names(text) - names(like):
            wrong.append(key)
        if like is not None and bare(key) == key and names(text) != names(like):
            wrong.append(key)
    known = phrases()
    for key, text in strings(language).items():
        values = known.get(bare(key))
        if values is not None and names(text) - values:
            wrong.append(key)
    assert wrong == []


BARRED = {
    "it": r"(?<!della )\bcas[ae]\b|\b(?:libreri|bibliotec)[ae]\b|\bproblem[ai]\b",
    "ro": r"\bcomputer|\bpunctaj|\bpunctat|\bpies[eă] simpl",
    "pirate": r"\b(?:computer|contraption|library|fleet)\b",
}
"""What else a language might call the square, the library, a puzzle, the computer, a rating or a man."""


@pytest.mark.parametrize("language", OTHERS)
def test_one_thing_has_one_word(language: str) -> None:
    texts = {**strings(language), **of_the_book(language)}
    assert {key: text for key, text in texts.items() if re.search(f"(?i){BARRED[language]}", text)} == {}


@pytest.mark.parametrize("language", FORMS)
def test_a_percentage_is_written_as_the_language_has_it(language: str) -> None:
    assert [key for key, text in strings(language).items() if "%" in text] == []  # its sign comes with the number


def test_a_game_within_a_sentence_is_named_in_the_language() -> None:
    for path in (ROOT / "py" / "saltus").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Phrase":
                given = {each.arg: each.value for each in node.keywords}
                assert not isinstance(given.get("game"), ast.Attribute), f"{path}: {node.lineno}"


@pytest.mark.parametrize("language", OTHERS)
def test_the_rule_book_has_the_same_texts_in_every_language(language: str) -> None:
    english, book = of_the_book("en"), of_the_book(language)
    rules = {key for key in book if key.startswith("rule.")}
    assert sorted(set(english) ^ (set(book) - rules)) == []
    used = set()
    for game in map(load, keys()):
        for rule in game.rules:
            chosen = [f"rule.{game.key}.{rule}", f"rule.{game.style}.{rule}", f"rule.{rule}"]
            found = next((key for key in chosen if key in rules), None)
            assert found, f"{game.key}: {rule}"
            used.add(found)
    assert sorted(rules - used) == []


def test_the_book_has_a_text_for_every_diagram_and_step() -> None:
    english = of_the_book("en")
    for game in keys():
        book = json.loads((ROOT / "web" / "book" / f"{game}.json").read_text("utf-8"))
        wanted = [f"{game}.{what}" for what in ("aim", "notation")]
        wanted += [f"section.{section['key']}" for section in book["sections"]]
        wanted += [f"{game}.{rule}" for rule in book["diagrams"]]
        for step in range(1, len(book["lesson"]) + 1):
            wanted += [f"{game}.lesson.{step}", f"{game}.lesson.{step}.title", f"{game}.lesson.{step}.done"]
        assert [key for key in wanted if key not in english] == []


@pytest.mark.parametrize("language", FORMS)
def test_a_lesson_step_names_the_same_squares_in_every_language(language: str) -> None:
    english, book = of_the_book("en"), of_the_book(language)
    steps = [key for key in english if ".lesson." in key]
    assert len(steps) > 50
    for key in steps:
        named = re.findall(r"\b[a-h][1-8]\b", book[key])
        assert sorted(named) == sorted(re.findall(r"\b[a-h][1-8]\b", english[key])), key
        assert set(named) <= set(load(key.split(".")[0]).board.squares), key


@pytest.mark.parametrize("language", FORMS)
def test_strings_are_sorted_by_key(language: str) -> None:
    for folder in (STRINGS, RULES):
        texts = read(folder / f"{language}.json")
        found = [re.sub(r"\d+", lambda number: number[0].zfill(3), key) for key in texts]
        assert found == sorted(found)

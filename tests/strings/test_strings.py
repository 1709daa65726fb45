"""Every text of the page is in its strings, and no other."""

import json
import re
from html.parser import HTMLParser

from bundle import strings
from saltus.games import load

from tests.support.checkout import ROOT

WEB = ROOT / "web"
STRINGS: dict[str, str] = {
    key: text
    for folder in ("strings", "strings/lab")
    for key, text in json.loads((WEB / folder / "en.json").read_text("utf-8")).items()
}
SCRIPTS = "\n".join(
    path.read_text("utf-8")
    for path in WEB.rglob("*.ts")
    if not {"node_modules"} & set(path.parts) and ".test." not in path.name
)
PAGE = (ROOT / "index.html").read_text("utf-8")

PATTERN = re.compile(r"""\bt(?:Or)?\(\s*(?:`([^`]*)`|'([^']*)')""")
"""A call of `t` or `tOr` and the key it begins with."""


class Texts(HTMLParser):
    """The texts that index.html holds for elements with `data-t` and `data-t-label`."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.key = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.key = given.get("data-t", "")
        if label := given.get("data-t-label"):
            self.found += [(label, given["aria-label"])]

    def handle_data(self, data: str) -> None:
        if self.key:
            self.found.append((self.key, data))
            self.key = ""


def test_html_says_what_the_english_strings_say() -> None:
    texts = Texts()
    texts.feed(PAGE)
    assert texts.found
    assert [(key, STRINGS.get(key)) for key, text in texts.found if STRINGS.get(key) != text] == []


def test_every_text_that_is_asked_for_exists() -> None:
    asked = [plain for _, plain in PATTERN.findall(SCRIPTS) if plain]
    assert len(asked) > 50
    texts = {**strings.texts("en"), **strings.of_the_lab("en")}
    assert [key for key in asked if key not in texts and f"{key}.other" not in texts] == []


def test_every_text_is_asked_for() -> None:
    mentioned = set(re.findall(r"""['"`]([a-z][\w.-]*)['"`]""", SCRIPTS + PAGE))
    families = [re.escape(pattern).replace(r"\$\{", "{") for pattern, _ in PATTERN.findall(SCRIPTS) if "$" in pattern]
    families += [re.escape(p).replace(r"\$\{", "{") for p in re.findall(r"(?:\[|\bhas\()`([^`]*\$\{[^`]*)`", SCRIPTS)]
    patterns = [re.compile(re.sub(r"\{.*?\}", r"[\\w-]+", family)) for family in families]
    found = (re.sub(r"\.(one|few|other)$", "", key) for key in STRINGS)
    unused = [key for key in found if key not in mentioned and not any(one.fullmatch(key) for one in patterns)]
    assert unused == []


EVERY = {
    path.relative_to(ROOT).as_posix(): json.loads(path.read_text("utf-8"))
    for folder in (WEB / "strings", ROOT / "py" / "saltus" / "strings")
    for path in folder.rglob("*.json")
}


def test_no_text_tells_the_player_of_a_mouse_to_tap() -> None:
    for name, texts in EVERY.items():
        clicked = {key: re.sub(r"\[[^][|]*\|([^][|]*)\]", r"\1", text) for key, text in texts.items()}
        assert [key for key, text in clicked.items() if "|" in text or re.search(r"(?i)\btap\b", text)] == [], name


def test_one_word_names_the_pieces_of_rock() -> None:
    for name, texts in EVERY.items():
        words = {key: text for key, text in texts.items() if key.startswith(("rock.", "rule.rock.", "goal.rock"))}
        assert [
            key for key, text in words.items() if re.search(r"(?i)\bstones?\b|piet(?:ra|re)\b|piatr", text)
        ] == [], name
    assert "pieces" in load("rock").goal


def test_lessons_name_the_edge_that_the_board_has_below() -> None:
    for name, texts in EVERY.items():
        if "/book/" in name:
            directions = r"(?i)\bfrom the (?:bottom|top|left|right)\b|\bdal(?:l’alto| basso)\b|\bde (?:jos|sus)\b"
            lessons = {key: text for key, text in texts.items() if ".lesson." in key}
            assert [key for key, text in lessons.items() if re.search(directions, text)] == [], name
            assert sum("{edge}" in text for text in lessons.values()) == 3


def test_every_title_can_be_set_in_the_display_typeface() -> None:
    """The characters that the page's titles need are named where the typeface is made."""
    made = (ROOT / "py" / "workshop" / "typeface.py").read_text("utf-8")
    found = re.search(r'set\("([^"]+)"\)', made)
    assert found
    kept = {chr(code) for code in range(0x20, 0x7F)} | set(found[1])
    for path in (WEB / "strings").glob("*.json"):
        for key, text in json.loads(path.read_text("utf-8")).items():
            if key.endswith(".title") or key.startswith(("result.", "menu.")):
                assert set(text) <= kept, (path.name, key, set(text) - kept)


def test_texts_shown_before_the_strings_load_equal_the_strings() -> None:
    script = (WEB / "boot" / "missing.ts").read_text("utf-8")
    for key in ("page.cut", "page.reload", "page.unloaded"):
        assert f"'{key}': '{STRINGS[key]}'" in script

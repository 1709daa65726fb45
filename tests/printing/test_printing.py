"""Games and puzzles as HTML pages: whole, safe, and with everything that the record has."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest
from saltus.core.game import Outcome
from saltus.games import keys, load
from saltus.match.match import Match
from saltus.printing.board import board_svg, symbols
from saltus.printing.game import EVERY_PLIES, events, printed, replayed
from saltus.printing.page import CASUAL, RATED, Words, data, page
from saltus.printing.sheet import Printed, puzzle_sheet, sheet
from saltus.records.record import read
from saltus.study.puzzles import puzzles

from tests.support.played import some

EVIL = "</script><script>alert(1)</script>\"&'<b>"
TEXT = (
    '[White "Ada"]\n[Black "Bob"]\n[Event "Open"]\n[Date "1950.??.??"]\n[GameType "21"]\n[Result "1-0"]\n\n'
    "{before} 1. 11-15 23-19 2. 8-11! {good} (2. 9-14 22-17 {so} (2... 27-23 $2) 3. 6-9) 22-17 3. 9-13 1-0\n"
)


class Page(HTMLParser):
    """What a page contains."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in self.raw:
            self.raw[self.open[-1]].append(data)
        elif data.strip():
            self.words.append(data.strip())

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)

    def data(self) -> Any:
        """The data of the script."""
        return json.loads(self.raw["script"][0])


def evil() -> Match:
    """A game whose record tries to run something."""
    match = Match(load("english"))
    match.tags.update(dict.fromkeys(("White", "Black", "Event", "Site", "Date"), EVIL))
    match.annotate(0, EVIL)
    match.play("11-15")
    match.annotate(1, EVIL)
    match.undo()
    match.play("9-13", variation=True)
    match.annotate(2, EVIL)
    return match


@pytest.mark.parametrize("write", [printed, replayed])
def test_nothing_in_a_record_can_run(write: Any) -> None:
    text = write(evil())
    found = Page(text)
    assert "alert(1)" in found.text, "it is shown"
    scripts = [attrs for tag, attrs in found.tags if tag == "script"]
    assert len(scripts) == (2 if write is replayed else 0)
    assert found.count("b") == 0
    assert not any(
        name.startswith("on") or value.startswith("javascript:") for _, a in found.tags for name, value in a.items()
    )
    assert not any({"src", "style", "srcdoc"} & attrs.keys() for _, attrs in found.tags)


@pytest.mark.parametrize("write", [printed, replayed])
def test_the_policy_allows_the_pages_own_style_and_script_alone(write: Any) -> None:
    found = Page(write(read(TEXT)))
    (policy,) = [
        attrs["content"] for tag, attrs in found.tags if attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none'; base-uri 'none'; form-action 'none'; ")

    def hashed(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    assert f"style-src {hashed(found.raw['style'][0])}" in policy
    if write is replayed:
        assert f"script-src {hashed(found.raw['script'][1])}" in policy
    else:
        assert "script-src" not in policy


@pytest.mark.parametrize("write", [printed, replayed])
def test_a_page_needs_nothing_from_elsewhere(write: Any) -> None:
    text = write(read(TEXT))
    assert not re.search(r"url\(|@import|<link|<img|<iframe|https?://(?!www\.w3\.org/2000/svg)", text)
    assert text.count("<html") == 1


def test_a_printed_game_has_its_moves_marks_comments_and_variations() -> None:
    text = re.sub("<.*?>", "", printed(read(TEXT)))
    assert "Ada – Bob" in text
    assert "English checkers · Open · 1950 · Black wins." in text
    assert "before" in text
    assert "1. 11-15 23-19 2. 8-11! good (2. 9-14 22-17 so (2… 27-23?) 3. 6-9)" in text
    assert "2… 22-17 3. 9-13" in text


@pytest.mark.parametrize("key", keys())
def test_a_printed_game_has_diagrams_often_enough(key: str) -> None:
    for match in some(key)[:3]:
        found = Page(printed(match))
        boards = [attrs["aria-label"] for tag, attrs in found.tags if attrs.get("class") == "board"]
        assert len(boards) >= match.ply // EVERY_PLIES
        assert len(boards) == found.count("figure") == found.count("figcaption")
        assert all(label.endswith(("White to move", "Black to move")) for label in boards)


def test_every_node_can_be_replayed() -> None:
    match = read(TEXT)
    found = Page(replayed(match))
    nodes = found.data()["nodes"]
    assert [node["parent"] for node in nodes] == [node.parent.id if node.parent else None for node in match.nodes]
    assert ["".join(match.game.rows(node.position)) for node in match.nodes] == [node["rows"] for node in nodes]
    assert nodes[-1]["next"] is None
    buttons = [int(attrs["data-node"]) for tag, attrs in found.tags if "data-node" in attrs]
    assert sorted(buttons) == list(range(1, len(match.nodes)))
    assert "1. 11-15 23-19 2. 8-11! good ( 2. 9-14 22-17 so ( 2… 27-23? ) 3. 6-9 ) 2… 22-17 3. 9-13" in found.text


def test_variations_may_nest_to_any_depth() -> None:
    match = Match(load("english"))
    for _ in range(300):
        # A new main move each time: the one before becomes a variation inside the variation.
        node = match.node
        legal = match.legal
        if len(legal) < 2:
            break
        match.play(legal[0])
        match.goto(node.id)
        match.play(legal[1])
    assert len(list(events(match.tree.root))) >= len(match.nodes) - 1
    assert printed(match)
    assert replayed(match)


@pytest.mark.parametrize("key", keys())
def test_a_board_shows_every_piece_and_marks_squares(key: str) -> None:
    game = load(key)
    position = some(key)[0].position
    drawn = board_svg(game, position, some(key)[0].game.board.squares[:2])
    white, black, kings, _ = position
    assert len(re.findall(r'href="#[wbWB]"', drawn)) == (white | black).bit_count()
    assert len(re.findall(r'href="#[WB]"', drawn)) == kings.bit_count()
    assert drawn.count('class="mark"') == 2
    defined = symbols(game)
    assert defined.count("<rect") == game.board.files * game.board.ranks + 1
    if game.numbered:
        assert defined.count('class="dark"') == 32
        assert defined.count('class="number"') == 64, "32 for either side at the bottom"


def test_the_squares_that_are_played_on_are_dark() -> None:
    """In Italian draughts these are the others than in English checkers."""
    for key, x in (("english", 0.5), ("italian", 10.5)):
        (first,) = re.findall(r'<rect class="dark" x="([\d.]+)" y="70.5"', symbols(load(key)))[:1]
        assert float(first) == x, key


def test_a_sheet_has_puzzles_and_apart_from_them_the_solutions() -> None:
    game = load("rock")
    positions = [match.position for match in some("rock")[:3]]
    text = sheet(
        game,
        "Rock <1>",
        [Printed(one, f"Task {n} <i>", [f"a{n}-b2", "c3-<i>"], "(a note)") for n, one in enumerate(positions)],
    )
    found = Page(text)
    assert found.count("i") == 0
    before, after = found.text.split("Solutions")
    assert [f"Task {n} <i>" in before for n in range(3)] == [True] * 3
    assert re.findall(r"a\d-b2", before) == []
    told = [f"{n + 1}. a{n}-b2 c3-<i> (a note)" for n in range(3)]
    assert after.split() == " ".join(told).split(), "each with its number"
    assert sum(attrs.get("class") == "board" for _, attrs in found.tags) == 3


@pytest.mark.parametrize("key", keys())
def test_a_diagram_has_the_numbers_of_the_squares_or_coordinates_but_not_both(key: str) -> None:
    defined = symbols(load(key))
    assert ('class="number"' in defined) != ('class="coordinate"' in defined)


@pytest.mark.parametrize("key", keys())
def test_a_sheet_of_paper_is_a_list_of_its_own(key: str) -> None:
    game = load(key)
    chosen = puzzles(game)[:25]
    found = Page(puzzle_sheet(game, chosen))
    starts = [int(attrs["start"]) for _, attrs in found.tags if attrs.get("class") == "sheet"]
    size = 8 if key == "gambit" else 6
    assert starts == list(range(1, 26, size))
    solutions = found.text.split("Solutions")[1]
    assert [word for word in solutions.split() if re.fullmatch(r"\d+\.", word)] == [f"{n}." for n in range(1, 26)]


def test_data_cannot_end_its_element() -> None:
    assert "</" not in data("x", ["</script>", "<!--"]).removesuffix("</script>")
    assert page("<&>", "").count("<title>&lt;&amp;&gt;</title>") == 1


ITALIAN = Words(**{name: f"<{name}>" for name in Words._fields} | {"after": "<after {move}>", "language": "it"})
"""A text for each word, in brackets that a page must escape."""


def english_words(text: str) -> set[str]:
    """The words of the page's own that are left in it, without those of the record and the names of the new ones."""
    told = " ".join(text.split())
    for word in sorted(ITALIAN, key=len, reverse=True):
        told = told.replace(word, "")
    return set(re.findall(r"[A-Za-z]{3,}", re.sub(r"<after .*?>", "", told)))


@pytest.mark.parametrize("write", [printed, replayed])
def test_a_page_has_the_words_that_are_given_and_no_others(write: Any) -> None:
    match = read(TEXT)
    match.tags["Event"] = CASUAL
    found = Page(write(match, ITALIAN))
    assert dict(found.tags)["html"]["lang"] == "it"
    labels = [attrs["aria-label"] for _, attrs in found.tags if "aria-label" in attrs]
    of_record = {"Ada", "Bob", "before", "good"}
    assert english_words(" ".join([found.text, *labels])) == of_record
    assert "<game> · <casual> · 1950 · <ended>" in found.text
    match.tags["Event"] = RATED
    assert "<game> · <rated> · 1950 · <ended>" in Page(write(match, ITALIAN)).text
    assert any(label.endswith("<white_to_move>") for label in labels)


def test_the_script_of_a_replayed_page_has_its_words_as_data() -> None:
    found = Page(replayed(read(TEXT), ITALIAN))
    said = found.data()["words"]
    assert said == {
        "play": "<play>",
        "pause": "<pause>",
        "start": "<starting_position>",
        "after": "<position_after>",
    }
    assert not re.search("'[^']*(Play|Pause|Position|Starting)", found.raw["script"][1])
    assert found.data()["nodes"][-1]["ended"] == "<ended>"


def test_a_variation_that_ends_the_game_says_who_won() -> None:
    won, drawn = (
        Outcome("w", "resign", "White wins."),
        Outcome(None, "agreed", "A draw."),
    )
    assert [ITALIAN.end(one, is_main=False) for one in (won, drawn)] == [
        "<white_wins>",
        "<draw>",
    ]
    assert ITALIAN.end(drawn, is_main=True) == "<ended>"
    assert [Words().end(won, is_main=main) for main in (True, False)] == ["White wins."] * 2


def test_a_sheet_has_the_tasks_and_words_that_are_given() -> None:
    game = load("rock")
    chosen = puzzles(game)[:2]
    found = Page(puzzle_sheet(game, chosen, "", ["Uno", "Due"], ITALIAN))
    assert dict(found.tags)["html"]["lang"] == "it"
    assert "1. Uno 2. Due <solutions>" in found.text
    labels = [attrs["aria-label"] for _, attrs in found.tags if attrs.get("class") == "board"]
    assert all(label.endswith("_to_move>") for label in labels)


def test_a_move_in_a_text_is_put_in_as_it_is() -> None:
    """Nothing else that stands in braces is looked up."""
    words = Words(after="{move.__class__} {move} {0}")
    assert "{move.__class__} 1. 11-15 {0}" in Page(printed(read("1. 11-15 *", game=load("english")), words)).text

"""The editor of the game lab by itself: what is typed, offered and marked, and how that looks."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from bundle import toolchain
from playwright.sync_api import Page, expect

from tests.support.person import Person
from tests.support.settle import pass_time

AXE = toolchain.NODE_MODULES / "axe-core" / "axe.min.js"

TEXT = '''"""A game."""

class Short(Game):
    size = 8  # a side of the board, with a remark that is far longer than the window of any telephone is wide

    def moves(self, position):
        for square in position:
            yield square, None
'''
ORIGINAL = TEXT.replace("size = 8", "size = 6").replace('"""\n\n', '"""\n\nimport saltus\n\n')
NAMES = [
    {"name": "must_capture", "about": "Whether a capture is compulsory."},
    {"name": "moves", "about": "Yields the moves that are legal."},
]

MOUNT = """async ([text, original, names]) => {
  const host = document.createElement('main');
  host.id = 'lab';
  host.style.cssText = 'display: flex; position: fixed; inset: 0; z-index: 99; background: var(--paper)';
  document.body.append(host);
  const { web } = JSON.parse(document.getElementById('assets').textContent);
  const { mountEditor } = await import(new URL(`${web}features/lab/editor.js`, document.baseURI).href);
  const lab = { texts: [], plays: 0, refused: [] };
  globalThis.lab = lab;
  addEventListener('securitypolicyviolation', (event) => lab.refused.push(event.violatedDirective));
  const onchange = (text) => lab.texts.push(text);
  const onplay = () => lab.plays++;
  const phrases = { Completions: 'Names' };
  lab.editor = mountEditor(host, { names, label: 'Source of the game', phrases, onchange, onplay });
  lab.editor.set(text, original);
}"""
DROP = """() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/plain', '# 11-15');
  const how = { dataTransfer, bubbles: true, cancelable: true, composed: true, clientX: 200, clientY: 10 };
  const text = document.getElementById('lab').shadowRoot.querySelector('.cm-content');
  for (const type of ['dragover', 'drop']) text.dispatchEvent(new DragEvent(type, how));
}"""
UNMOUNT = """() => {
  const host = document.getElementById('lab');
  lab.editor.destroy();
  const left = host.shadowRoot.childElementCount;
  host.remove();
  return left;
}"""
AUDIT = """async () => {
  const { violations, passes } = await axe.run('#lab', { runOnly: ['wcag2a', 'wcag2aa'] });
  // The list of names scrolls by the keys that choose among them, while the text has the focus.
  const isList = ({ id, html }) => id === 'scrollable-region-focusable' && html.includes('role="listbox"');
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => ({ id, html })));
  const told = found.filter((one) => !isList(one)).map(({ id, html }) => `${id}: ${html}`);
  return [told, passes.find(({ id }) => id === 'color-contrast').nodes.length];
}"""
"""What axe finds in the editor, and in how many elements it has seen that the contrast is enough."""
QUICK_SECONDS = 0.5
"""Longer than CodeMirror waits until it offers names, or draws."""


@pytest.fixture
def mounted() -> Iterator[Callable[[Person], Page]]:
    """Puts an editor over the page, and takes it away after the test."""
    pages: list[Page] = []

    def mount(person: Person) -> Page:
        person.open("english")
        person.page.evaluate(MOUNT, [TEXT, ORIGINAL, NAMES])
        pages.append(person.page)
        return person.page

    yield mount
    for page in pages:
        assert page.evaluate("lab.refused") == []
        assert page.evaluate(UNMOUNT) == 0


def show(page: Page, line: int, text: str) -> None:
    page.evaluate("(fault) => lab.editor.show(fault)", {"line": line, "text": text})
    pass_time(page, QUICK_SECONDS)


def type_keys(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
    pass_time(page, QUICK_SECONDS)


def test_one_types_python_is_offered_the_names_of_the_contract_and_plays_by_a_key(
    person: Person, mounted: Callable[[Person], Page]
) -> None:
    page = mounted(person)
    page.locator(".cm-content").focus()
    type_keys(page, "Control+End", "Enter", *"def m", "u")
    offered = page.locator(".cm-tooltip-autocomplete [aria-selected]")
    expect(offered).to_have_text("must_capture")
    expect(page.get_by_role("listbox", name="Names")).to_be_visible()
    expect(page.locator(".cm-completionInfo")).to_have_text("Whether a capture is compulsory.")
    type_keys(page, "Control+Enter")
    assert page.evaluate("lab.plays") == 1
    expect(offered).to_have_count(0)
    type_keys(page, *"st")
    type_keys(page, "Tab", *"(self", "End", ":", "Enter", *"return [T", "Escape", "ArrowRight")
    written = "def must_capture(self):\n    return [T]"
    assert page.evaluate("lab.editor.text()") == f"{TEXT}\n{written}"
    assert page.evaluate("lab.texts.at(-1)") == f"{TEXT}\n{written}"
    # Keys of the page, such as those for another game and for taking a move back, are text here.
    expect(page.locator("#panel")).to_be_hidden()
    type_keys(page, "Control+z")
    assert page.evaluate("lab.editor.text()") != f"{TEXT}\n{written}"
    told = page.evaluate("lab.texts.length")
    page.evaluate("lab.editor.set('size = 1\\n', 'size = 2\\n')")
    page.evaluate("lab.editor.set('size = 3\\n', 'size = 2\\n')")
    assert page.evaluate("[lab.editor.text(), lab.texts.length]") == ["size = 3\n", told]
    for _ in range(2):
        type_keys(page, "Control+z")
        assert page.evaluate("[lab.editor.text(), lab.texts.at(-1)]") == ["size = 1\n"] * 2
    expect(page.get_by_role("textbox", name="Source of the game")).to_be_focused()
    type_keys(page, "Escape", "Tab")
    assert page.evaluate("document.activeElement.getRootNode() === document")
    assert not page.evaluate("document.getElementById('lab').contains(document.activeElement)")
    page.evaluate(DROP)
    pass_time(page, QUICK_SECONDS)
    assert "# 11-15" in page.evaluate("lab.editor.text()")
    assert page.evaluate("document.documentElement.dataset.dropping") is None
    expect(page.locator("#panel")).to_be_hidden()
    # What is selected is typed over without a style of its own, which the policy would refuse.
    type_keys(page, "Control+a", "x")
    assert page.evaluate("[lab.editor.text(), lab.texts.at(-1)]") == ["x"] * 2
    type_keys(page, *" = 1", "Shift+ArrowLeft", "(")
    assert page.evaluate("lab.editor.text()") == "x = (1)"
    type_keys(page, "Control+z", "Control+z")
    assert page.evaluate("lab.editor.text()") != "x = (1)"


def test_a_fault_stands_below_its_line_and_goes_with_it_and_lines_that_were_changed_are_marked(
    person: Person, mounted: Callable[[Person], Page]
) -> None:
    page = mounted(person)
    pass_time(page, QUICK_SECONDS)
    number = page.locator(".cm-lineNumbers .cm-gutterElement")
    expect(number.and_(page.locator(".changed"))).to_have_text(["4"])
    expect(number.and_(page.locator(".cut-before"))).to_have_text(["3"])
    faulty = page.locator(".fault-message, .fault, .fault-text")
    show(page, 99, "It ends too soon.")
    expect(page.locator(".fault-message")).to_have_text(["It ends too soon."])
    expect(page.locator(".fault-text")).to_have_count(0)  # the line is empty
    expect(number.and_(page.locator(".fault"))).to_have_text(["9"])
    show(page, 0, "It has no name.")
    expect(faulty).to_have_count(0)
    show(page, 7, "position is not iterable")
    expect(page.locator(".fault-message")).to_have_text(["position is not iterable"])
    expect(page.locator(".cm-line.fault .fault-text")).to_have_text(["for square in position:"])
    expect(number.and_(page.locator(".fault"))).to_have_text(["7"])
    # The cursor is there; whoever comes back to the line hears it.
    page.locator(".cm-content").focus()
    for key in "ArrowUp", "ArrowDown":
        page.keyboard.press(key)
    expect(page.locator(".cm-announced")).to_have_text("position is not iterable")
    type_keys(page, "Control+Home", "Enter")
    expect(number.and_(page.locator(".fault"))).to_have_text(["8"])
    page.evaluate("lab.editor.show(null)")
    expect(faulty).to_have_count(0)
    page.evaluate("lab.editor.set(lab.editor.text(), lab.editor.text())")
    pass_time(page, QUICK_SECONDS)
    expect(page.locator(".changed, .cut-before, .cut-after")).to_have_count(0)


def test_all_is_readable_by_day_and_night_and_on_a_telephone_the_text_scrolls_by_itself(
    touch: Person, mounted: Callable[[Person], Page]
) -> None:
    page = mounted(touch)
    page.evaluate(AXE.read_text("utf-8"))
    show(page, 7, "position is not iterable: it is a number, or something else that cannot be counted")
    page.locator(".cm-content").focus()
    type_keys(page, "Control+Enter", "Control+End", "m")
    page.locator(".cm-completionInfo").wait_for()
    found: dict[str, Any] = {}
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        violations, seen = page.evaluate(AUDIT)
        found[theme] = violations
        assert seen > 10
    page.evaluate("delete document.documentElement.dataset.theme")
    assert found == {"light": [], "dark": []}
    scroller = page.locator(".cm-scroller")
    assert scroller.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= 16
    assert scroller.evaluate("(one) => one.scrollWidth > one.clientWidth")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    message = page.locator(".fault-message > div").bounding_box()
    assert message
    assert 0 < message["x"] < message["x"] + message["width"] <= 390

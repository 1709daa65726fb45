"""The board in a real JupyterLab: it is drawn, played on, refuses moves, and follows its kernel."""

from collections.abc import Callable

import pytest
from bundle import toolchain, wheel
from playwright.sync_api import Locator, Page, expect

from tests.notebook.conftest import Lab

Run = Callable[..., Page]

MADE = """
from pathlib import Path
from saltus.notebook import Board
board = Board({arguments})
board.observe(lambda change: Path("moves.txt").write_text(" ".join(change["new"])), "moves")
board
"""


def board_of(page: Page) -> Locator:
    """The first board on the page, drawn."""
    board = page.locator(".saltus-board").first
    expect(board.locator("canvas[data-drawn]")).to_be_visible()
    return board


def click(board: Locator, *squares: str) -> None:
    """Clicks on squares of the board, where the canvas shows them."""
    for name in squares:
        box = board.locator(f"[data-square={name}]").bounding_box()
        assert box
        board.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def colours(board: Locator) -> int:
    """How many colours the canvas shows."""
    return int(
        board.locator("canvas").evaluate(
            "canvas => new Set(new Uint32Array(canvas.getContext('2d')"
            ".getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size"
        )
    )


@pytest.mark.slow("notebook/test_board.py::test_moves_made_on_the_page_are_played_and_observed")
def test_a_game_is_played_on_the_board_and_heard_of_in_python(run: Run, lab: Lab) -> None:
    page = run(MADE.format(arguments='"english"'))
    board = board_of(page)
    assert colours(board) > 500, "the board is drawn with its grain and its pieces"
    expect(board.locator(".saltus-text")).to_have_text("Black to move")
    click(board, "f6", "e5")
    expect(board.locator(".saltus-text")).to_have_text("White to move")
    page.wait_for_timeout(0)
    assert (lab.folder / "moves.txt").read_text() == "11-15"
    board.get_by_role("button", name="Undo").click()
    expect(board.locator(".saltus-text")).to_have_text("Black to move")
    assert (lab.folder / "moves.txt").read_text() == ""


@pytest.mark.slow(
    "notebook/test_board.py::test_a_move_that_is_not_legal_is_refused_with_the_rule",
    "notebook/test_board.py::test_the_computer_replies_and_is_taken_back_with_the_move_before_it",
)
def test_a_refused_move_is_explained_and_the_computer_replies(run: Run, lab: Lab) -> None:
    page = run(MADE.format(arguments='"english", white=1'))
    board = board_of(page)
    click(board, "f6", "f4")
    expect(board.locator(".saltus-text[data-kind=refusal]")).to_be_visible()
    click(board, "f6", "e5")
    expect(board).to_have_attribute("data-ply", "2")
    assert len((lab.folder / "moves.txt").read_text().split()) == 2


@pytest.mark.slow("notebook/test_board.py::test_changes_of_the_match_show_after_a_refresh")
def test_the_board_follows_its_kernel_in_every_cell(run: Run) -> None:
    page = run(
        'import saltus\nfrom saltus.notebook import Board\nboard = Board("english")\nboard',
        "board",
        "\n".join(
            [
                'board.match = saltus.Match(saltus.load("gambit"))',
                "board.play(board.match.legal[0])",
                'board.arrow = ["a1", "c1"]',
            ]
        ),
    )
    for board in (page.locator(".saltus-board").nth(0), page.locator(".saltus-board").nth(1)):
        expect(board).to_have_attribute("data-ply", "1")
        expect(board).to_have_attribute("data-game", "gambit")
        expect(board.locator("canvas[data-drawn=gambit]")).to_be_visible()
        frame = board.locator(".saltus-frame").bounding_box()
        assert frame
        assert frame["height"] < 0.6 * frame["width"], "the board of Gambit is twice as wide as high"


@pytest.mark.slow("notebook/test_board.py::test_moves_made_on_the_page_are_played_and_observed")
def test_the_board_is_played_with_the_keyboard_and_has_no_axe_violations(run: Run) -> None:
    page = run(MADE.format(arguments='"rock", language="it"'))
    board = board_of(page)
    page.add_script_tag(path=toolchain.NODE_MODULES / "axe-core" / "axe.min.js")
    found = page.evaluate("axe.run('.saltus-board').then(({ violations }) => violations.map(({ id }) => id))")
    assert found == []
    board.locator("[data-square][tabindex='0']").focus()
    page.keyboard.press("Enter")
    expect(board.locator(".saltus-live")).not_to_be_empty()
    target = board.locator("[aria-label$='destinazione']").first
    target.focus()
    page.keyboard.press("Enter")
    expect(board).to_have_attribute("data-ply", "1")


def test_the_joined_script_asks_the_network_for_nothing() -> None:
    script = (wheel.notebook() / "widget.js").read_text("utf-8")
    assert "import.meta.url" not in script

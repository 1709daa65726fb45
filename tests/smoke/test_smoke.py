"""What must work in every browser: start, a move before Python is there, play, hint, analysis, reload, offline;
and the site as one file, and in a frame of another site.

`build.py test --all` runs it in Chromium, `build.py smoke firefox` and `build.py smoke webkit` in the other two.
`SALTUS_SMOKE` names the browser.
"""

import threading
from pathlib import Path

import pytest
from bundle import site
from bundle.server import SiteHandler
from saltus.library.query import parse
from saltus.library.search import fit

from tests.smoke.visitor import Visitor
from tests.support.collection import collection, indexed
from tests.support.served import Host, served

pytestmark = pytest.mark.slow(
    "web/test_instant.py::test_the_first_move_of_every_game_is_shown_at_once_and_played_when_the_rules_are_there",
    "web/test_play.py::test_a_whole_game_is_played",
    "web/test_study.py::test_analysis_runs_until_it_is_stopped_and_shows_the_chosen_number_of_lines",
    "web/test_offline.py::test_every_game_plays_and_opens_its_panels_without_a_network_after_one_visit",
    "web/test_snapshot.py::test_the_page_makes_one_when_the_visitor_stays_and_uses_it_unless_it_is_damaged",
    "web/test_library.py::test_files_of_other_formats_and_encodings_are_read_in_slices",
    "web/test_offline.py::test_one_file_plays_from_a_disk",
)
"""In Chromium; `build.py smoke` runs them in the other browsers."""


def test_a_move_that_is_entered_before_python_is_there_is_shown_and_then_played(visitor: Visitor) -> None:
    site.dist()
    released = threading.Event()

    class WaitingHandler(SiteHandler):
        """Sends nothing of Python before it is released."""

        def do_GET(self) -> None:  # noqa: N802  (the base class has it so)
            if "/assets/python-" in self.path:
                released.wait()
            super().do_GET()

    with served(WaitingHandler) as host:
        try:
            visitor.browser.open(f"{host.address}#game=rock")
            visitor.browser.until("return performance.getEntriesByName('board-open').length > 0")
            for square in ("b1", "b3"):
                visitor.browser.press(f"#grid [data-square={square}]")
            visitor.browser.until(
                "return document.getElementById('status').textContent.includes('Loading the rules')"
            )
            assert visitor.moves == []
        finally:
            released.set()
        visitor.turn()
        assert len(visitor.moves) == 2


def test_a_turn_is_played_and_answered_and_is_there_after_a_reload(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=rock")
    visitor.play("b1", "b3")
    moves = visitor.moves
    assert len(moves) == 2
    visitor.browser.reload()
    visitor.turn()
    assert visitor.moves == moves


def test_a_hint_is_given_with_its_reason(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=english")
    visitor.press("#hint")
    visitor.browser.sees("return document.getElementById('status').classList.contains('hint')")


def test_the_analysis_finds_lines(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=english")
    visitor.press("[data-menu=study]")
    visitor.browser.press(".dropdown [data-entry=analysis]")  # it never ends
    visitor.browser.until("return document.querySelectorAll('#engine .engine-line button').length > 0")


def test_the_page_opens_and_plays_without_a_network_after_one_visit(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=rock")
    visitor.browser.until("return Boolean(navigator.serviceWorker.controller)")
    host.close()
    visitor.browser.open("about:blank")
    visitor.open(f"{host.address}#game=gambit")
    visitor.play("a2", "a4")
    visitor.press('[data-panel="rules"]')
    visitor.browser.sees("return document.querySelectorAll('#panel canvas').length > 0")


SNAPSHOT = """for (const name of await caches.keys())
  if (name.startsWith('saltus memory ') && (await (await caches.open(name)).keys()).length) return true;
return false;"""


def test_a_later_visit_starts_from_the_snapshot_of_the_first(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=rock")
    visitor.browser.run(f"window.look = async () => {{ {SNAPSHOT} }};")
    visitor.browser.run("setInterval(async () => { window.kept = await window.look(); }, 500);")
    visitor.browser.until("return window.kept")
    visitor.browser.open("about:blank")
    visitor.open(f"{host.address}#game=gambit")
    visitor.play("a2", "a4")


POSITION = 'game:english after:"9-14" rotated'
"""A search by position: the page asks the rules for the position after this move."""


def test_a_file_of_games_is_imported_and_searched(visitor: Visitor, host: Host) -> None:
    games = collection(12)
    visitor.open(f"{host.address}#game=english&panel=library")
    visitor.browser.run(
        """const given = new DataTransfer();
        given.items.add(new File([arguments[0]], 'Club.pdn'));
        const chosen = document.querySelector('.library input[type=file]');
        chosen.files = given.files;
        chosen.dispatchEvent(new Event('change'));""",
        "\n\n".join(games),
    )
    visitor.browser.settle()
    visitor.press("[data-does=import-done]")
    visitor.browser.sees("return document.querySelectorAll('.library .long-row').length > 3")
    for query in ("round:7", POSITION):
        visitor.browser.run(
            """const field = document.querySelector('.library-search input');
            field.value = arguments[0];
            field.dispatchEvent(new Event('input', { bubbles: true }));""",
            query,
        )
        wanted = parse(query, None)
        fitting = sum(bool(fit(wanted, one.entry)) for one in indexed(games))
        assert 0 < fitting < 4, "so few that all are in sight"
        visitor.browser.settle()
        visitor.browser.sees(f"return document.querySelectorAll('.library .long-row').length === {fitting}")


def test_the_single_file_plays_from_a_disk(visitor: Visitor, tmp_path: Path) -> None:
    site.single()
    visitor.open(f"{site.SINGLE_FILE.as_uri()}#game=rock")
    visitor.play("b1", "b3")


FRAME = """<!doctype html><title>Another site</title><style>body { margin: 0 }</style><iframe id="game" width="960"
height="640" style="border: 0" sandbox="allow-scripts allow-same-origin" src="http://127.0.0.1:%d/#game=rock"></iframe>"""


def test_the_page_plays_in_a_frame_of_another_site(visitor: Visitor, host: Host) -> None:
    """As on itch.io, in browsers that let a frame of another site keep nothing, where they can be told so."""

    class Parent(SiteHandler):
        def do_GET(self) -> None:  # noqa: N802  (the base class has it so)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            text = (FRAME % host.port).encode()
            self.send_header("Content-Length", str(len(text)))
            super(SiteHandler, self).end_headers()
            self.wfile.write(text)

    with served(Parent) as parent:
        visitor.browser.open(parent.address.replace("127.0.0.1", "localhost"))
        visitor.browser.enter("#game")
        visitor.turn()
        visitor.play("b1", "b3")

"""The contributor's guide, followed: its file is added, the site is built, and the game is played there. So are the
games that the game lab begins with.
"""

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from bundle import site, toolchain
from bundle.server import SiteHandler
from playwright.sync_api import Page, expect

from tests.support import sixth_game as guide
from tests.support.checkout import UNCHANGED, built, checkout, embedded
from tests.support.person import Person
from tests.support.served import served

BEGINNINGS = sorted((toolchain.PY / "saltus" / "lab" / "beginnings").glob("*.py"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with the game of the guide and those of the lab, built."""
    made = checkout(tmp_path_factory.mktemp("sixth"), UNCHANGED)
    games = made / "py" / "saltus" / "games"
    for path in BEGINNINGS:
        shutil.copy(path, games)
    (games / f"{guide.KEY}.py").write_text(guide.GAME, "utf-8")
    built(made)
    return made


@pytest.fixture
def elsewhere(folder: Path) -> Iterator[str]:
    """The address of that site."""
    with served(type("Sixth", (SiteHandler,), {"root": folder / "dist"})) as host:
        yield host.address


@pytest.mark.slow(
    "core/test_contract.py::test_a_game_says_all_that_the_page_draws_it_from",
    "core/test_contract.py::test_a_game_played_at_random_keeps_the_contract_to_its_end",
)
def test_sixth_game_is_one_file_and_is_played_on_the_page(folder: Path, page: Page, elsewhere: str) -> None:
    """It is listed, shipped and drawn, and the computer replies."""
    games = {game["key"]: game for game in embedded(folder / "dist", "games")["games"]}
    own = {path.stem for path in BEGINNINGS}
    assert set(games) == {game["key"] for game in embedded(site.DIST, "games")["games"]} | own
    assert games[guide.KEY]["start"]["side"] == "w"
    with zipfile.ZipFile(folder / "build" / "rules" / "saltus.zip") as package:
        assert f"saltus/games/{guide.KEY}.pyc" in package.namelist()
    person = Person(page, elsewhere)
    person.open(guide.KEY)
    page.locator("#choose").click()
    expect(page.locator(f".card[data-game={guide.KEY}] .goal")).to_have_text(games[guide.KEY]["goal"])
    page.keyboard.press("Escape")
    assert len(person.squares) == 36
    assert len(person.named("white piece")) == len(person.named("black piece")) == 12
    person.turn(Random(guide.KEY), person.click)
    person.listed(2)
    person.wait("open")


@pytest.mark.slow("lab/test_requests.py::test_every_request_is_answered")
def test_games_of_the_lab_are_played_on_the_page(page: Page, elsewhere: str) -> None:
    """A move may take a piece off the board by one tap, or be a chain. `lab/test_requests.py` plays to the end."""
    person = Person(page, elsewhere)
    for path in [path for path in BEGINNINGS if path.stem in ("konane", "turkish", "dodgem")]:
        person.open(path.stem)
        person.people()
        random = Random(path.stem)
        before = len(person.named("white")) + len(person.named("black"))
        for number in range(1, 9):
            entered = person.turn(random, person.click)
            person.listed(number)
            if path.stem == "konane" and number < 3:
                assert len(entered) == 1
        after = len(person.named("white")) + len(person.named("black"))
        assert after < before or path.stem != "konane"

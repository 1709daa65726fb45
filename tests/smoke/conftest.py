"""A browser for the tests of one file, and a new visitor for each test."""

import os
from collections.abc import Iterator

import pytest
from bundle import site

from tests.smoke.browsers import KINDS, Browser, Missing
from tests.smoke.visitor import Visitor
from tests.support.served import Host, served


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    try:
        made = KINDS[os.environ.get("SALTUS_SMOKE", "chromium")](tmp_path_factory.mktemp("browser") / "profile")
    except Missing as error:
        pytest.fail(str(error), pytrace=False)
    yield made
    made.close()


@pytest.fixture
def visitor(browser: Browser) -> Visitor:
    return Visitor(browser)


@pytest.fixture
def host() -> Iterator[Host]:
    """The built site."""
    site.dist()
    with served() as made:
        yield made

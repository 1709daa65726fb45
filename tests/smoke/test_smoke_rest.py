"""A runtime in which functions are missing at random plays all the same, in every browser: the rest of it joins."""

from collections.abc import Iterator
from random import Random

import pytest
from bundle import runtime, site, toolchain
from bundle.runtime import GLUE, REST, WASM
from bundle.server import SiteHandler
from bundle.slim import entered

from tests.smoke.visitor import Visitor
from tests.support.served import Host, served

pytestmark = pytest.mark.skipif(runtime.is_stock(), reason="with --stock-runtime nothing is split")

SEED = 55


@pytest.fixture(scope="module")
def host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The site; of the functions that were counted, its small runtime has the share that the test names."""
    made = tmp_path_factory.mktemp("site")
    module = toolchain.PYODIDE / WASM
    counted = sorted(entered.read(module))
    entered.write(module, Random(SEED).sample(counted, int(request.param * len(counted))), made / "entered.txt")
    split = runtime.split(made / "entered.txt", made / "runtime")
    parts = [*(split / name for name in (GLUE, WASM, REST)), site.library() / "library.pack"]
    site.make_site(made / "dist", parts)
    with served(type("Handler", (SiteHandler,), {"root": made / "dist"})) as found:
        yield found


@pytest.mark.slow(
    "build/test_split_runtime.py::test_every_request_has_the_same_reply_whether_and_when_the_rest_joins",
    "build/test_split_runtime.py::test_a_stub_has_the_rest_join_once_and_goes_on",
    "web/test_rest.py::test_what_everyone_asks_first_needs_no_rest_and_what_strangers_paste_is_read_as_everywhere",
)
@pytest.mark.parametrize("host", [0.5, 0.0], ids=["half", "none"], indirect=True)
def test_a_game_is_played_to_its_end_in_spite_of_what_is_missing(visitor: Visitor, host: Host) -> None:
    visitor.open(f"{host.address}#game=gambit")
    visitor.browser.run(
        """for (const side of ['top', 'bottom']) {
          const choice = document.querySelector(`#player-${side} select`);
          choice.value = '2';
          choice.dispatchEvent(new Event('change', { bubbles: true }));
        }"""
    )
    visitor.browser.settle()
    visitor.browser.sees("return document.getElementById('status').dataset.phase === 'over'")
    assert len(visitor.moves) > 1, "both have moved; how long a game of beginners is, is a matter of chance"

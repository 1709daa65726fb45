"""What the client of the rules does with its worker that only a browser shows; tests/client has the rest."""

import pytest
from bundle.runtime import REST, is_stock

from tests.support.engine_client import Client

pytestmark = [pytest.mark.running, pytest.mark.pyodide]


@pytest.mark.parametrize("online", [True, False], ids=["online", "offline"])
def test_replaced_worker_requests_the_rest_of_the_runtime_alone(
    client: Client, online: bool, faults: list[str]
) -> None:
    """Neither modules nor tables. Where the rest does not come, it starts all the same."""
    if not online:
        client.page.route(f"**/{REST}*", lambda route: route.abort("internetdisconnected"))
    asked: list[str] = []
    client.does(
        "engine.complete(); await engine.supply('gambit'); while (!engine.parts.late) await new Promise(setTimeout);"
    )
    client.page.on("request", lambda request: asked.append(request.url))
    exact, text = client.does(
        """const back = new Promise((resolve) => { engine.onrestart = resolve; });
        engine.handle.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
        await back;
        await engine.request('new', { game: 'english' });
        const written = await engine.request('record', { format: 'pdn' });
        return [(await engine.request('bestmove', { game: 'gambit', time: 1 })).exact, written.text];"""
    )
    assert exact
    assert text.startswith("[Event")
    assert [url for url in asked if not url.endswith(("/worker.js", ".mjs", f"/{REST}"))] == []
    assert len([url for url in asked if url.endswith(f"/{REST}")]) == (not is_stock())
    faults.clear()  # the console tells of the lost network


def test_worker_that_fails_to_start_after_a_death_is_given_up(client: Client) -> None:
    client.page.clock.install()
    client.page.evaluate(
        """() => {
          class Mute extends EventTarget { postMessage() {} terminate() {} }
          window.Worker = Mute;
          window.lost = [];
          engine.onlost = (error) => lost.push(error.code);
          engine.handle.worker.dispatchEvent(new ErrorEvent('error', { cancelable: true }));
          engine.request('state').catch((error) => lost.push(error.code));
        }"""
    )
    client.page.clock.fast_forward("00:40")
    client.page.wait_for_function("() => lost.length === 2")
    assert client.page.evaluate("lost") == ["engine-lost", "engine-lost"]

"""The client of the worker, in a page that holds nothing else."""

from typing import Any

from bundle import runtime, site
from playwright.sync_api import Page

NEEDS_REST = "1. 11-15 hello"
"""A game whose reading calls a function that `build.py profile` does not count, as nobody writes so."""


def bare(page: Page, address: str) -> str:
    """Opens a page that holds nothing, and says where the page's own modules are for it: one by one, as in web/."""
    blank = '<link rel="icon" href="data:,">'
    page.route("**/nothing", lambda route: route.fulfill(content_type="text/html", body=blank))
    modules = runtime.modules()
    page.route("**/web/**", lambda route: route.fulfill(path=modules / route.request.url.partition("/web/")[2]))
    page.goto(f"{address}nothing")
    return f"{address}web/"


class Client:
    """An `Engine` of its own, the site being at `address`."""

    def __init__(self, page: Page, address: str) -> None:
        index = (site.DIST / "index.html").read_text("utf-8")
        assets = index.split('id="assets">')[1].split("</script>")[0]
        self.page = page
        page.evaluate(
            """async ([module, assets]) => {
              const { Engine } = await import(module);
              window.engine = new Engine(JSON.parse(assets));
              await window.engine.start();
            }""",
            [f"{bare(page, address)}engine/client.js", assets],
        )

    def does(self, script: str, given: Any = None) -> Any:
        """What an asynchronous function body returns, `engine` being the client and `given` this."""
        return self.page.evaluate(f"async (given) => {{ const engine = window.engine; {script} }}", given)

    def hears(self, holds: str, given: Any = None) -> None:
        """Wait for a message of a worker that makes this so."""
        self.page.wait_for_function(holds, arg=given)

    def ask(self, op: str, **fields: Any) -> Any:
        return self.page.evaluate("([op, fields]) => window.engine.request(op, fields)", [op, fields])

    def refusal(self, op: str, **fields: Any) -> str:
        """The code of the error that this question gets."""
        script = "([op, fields]) => window.engine.request(op, fields).then(() => 'ok', (error) => error.code)"
        return str(self.page.evaluate(script, [op, fields]))

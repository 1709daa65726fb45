"""The panels of the page, as `shell.ts` lists them."""

import re

from bundle import toolchain

LISTED = re.compile(r"\b(\w+): (?:\(\) =>|async \(\) => \(await) lazy\(\(\) => import\('\./([^']+)\.ts'")

MODULES = {kind: f"{module}.js" for kind, module in LISTED.findall((toolchain.WEB / "shell.ts").read_text("utf-8"))}
"""The script of each kind of panel."""
if not {"edit", "lab", "online"} <= MODULES.keys():
    raise AssertionError("shell.ts lists its panels in another way than LISTED expects")

OPEN_ALWAYS = [kind for kind in MODULES if kind not in ("result", "online")]
"""The panels that can be opened in any game. That of the result needs a game that is over, `online` a server."""

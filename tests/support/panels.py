"""The panels of the page, as `shell.ts` lists them."""

import re

from bundle import toolchain

LISTED = re.compile(r"^ +(\w+): (?:\(\) =>|async \(\) => \(await) lazy\(\(\) => import\('\./([^']+)\.ts'", re.M)

MODULES = {kind: f"{module}.js" for kind, module in LISTED.findall((toolchain.WEB / "shell.ts").read_text("utf-8"))}
"""The script of each kind of panel."""
if "edit" not in MODULES or "rules" not in MODULES:
    raise AssertionError("shell.ts lists its panels in another way than LISTED expects")

OPEN_ALWAYS = [kind for kind in MODULES if kind != "result"]
"""The panels that can be opened in any game. That of the result needs a game that is over."""

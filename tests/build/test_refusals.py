"""What a browser may refuse is asked for where refusals are taken care of."""

import json
import re

from tests.support.checkout import ROOT

PLACES = {
    r"\bBroadcastChannel\b": (),
    r"\bAudioContext\(": (),
    r"\bnew Notification\b|\bNotification\.": (),
    r"\bnavigator\.(serviceWorker|vibrate|locks|wakeLock|permissions)\b": (),
    r"\bindexedDB\b": (),
    r"\bsessionStorage\b|\bdocument\.cookie\b": (),
    r"\blocalStorage\b": ("boot/early.ts", "store/"),
    r"\bcaches\.": ("boot/sw.ts", "boot/next-visit.ts", "engine/"),
}
"""Where else than in `lib/capabilities.ts` the page may name it: what may be refused is taken care of there."""


def test_what_a_browser_may_refuse_is_asked_for_in_one_place() -> None:
    web = ROOT / "web"
    sources = {
        path.relative_to(web).as_posix(): re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text("utf-8"), flags=re.S)
        for path in web.rglob("*.ts")
        if "node_modules" not in path.parts and not path.name.endswith((".d.ts", ".test.ts"))
    }
    assert "BroadcastChannel" in sources.pop("lib/capabilities.ts")
    found = [
        (name, pattern)
        for name, text in sources.items()
        for pattern, places in PLACES.items()
        if re.search(pattern, text) and not name.startswith(places or "-")
    ]
    assert found == [], json.dumps(found, indent=1)

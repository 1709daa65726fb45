"""A whole HTML page that needs nothing else: no network, no other file.

Its content security policy names its one style and its one script by their hashes, so that nothing in a record can
run. Every text of a record goes through `escape`, or into JSON whose `<` is escaped.
"""

import json
from binascii import b2a_base64

from saltus.printing.board import STYLE as BOARD_STYLE
from saltus.printing.markup import escape
from saltus.printing.sha256 import sha256

STYLE = """
:root { color-scheme: light; --ink: #222; --line: #bbb; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 60rem; color: var(--ink); background: #fff;
  font: 16px/1.5 Georgia, "Times New Roman", serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .2rem; } h2 { font-size: 1.2rem; }
.about { margin: 0 0 1rem; color: #444; }
.move { display: inline-block; max-width: 100%; overflow-wrap: anywhere; }
figure { margin: 0 0 1rem; break-inside: avoid; } figcaption { font-size: .9rem; text-align: center; }
@page { margin: 15mm; }
@media print { body { padding: 0; max-width: none; font-size: 10.5pt; } .screen { display: none !important; } }
"""
"""The style of every page. Without a page size it fits A4 and Letter."""


def page(title: str, body: str, style: str = "", script: str = "", language: str = "en") -> str:
    """The page with this title, which is text, and body, which is HTML."""
    whole = f"{STYLE}{BOARD_STYLE}{style}"
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src '{_hash(whole)}'"
    policy += f"; script-src '{_hash(script)}'" if script else ""
    running = f"<script>{script}</script>\n" if script else ""
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{whole}</style>\n</head>\n<body>\n{body}\n{running}</body>\n</html>\n"
    )


def unbroken(move: str) -> str:
    """A move as HTML: a line does not end at its hyphens, unless it is longer than a line."""
    return f'<span class="move">{escape(move)}</span>'


def data(name: str, value: object) -> str:
    """Data for the page's script, in an element with the id `name`."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'


def _hash(text: str) -> str:
    return f"sha256-{b2a_base64(sha256(text.encode()), newline=False).decode()}"

"""`server`: games between people, for the page, the terminal and programs."""

import argparse
from pathlib import Path

from saltus.cli import options
from saltus.cli.options import Commands
from saltus.cli.streams import say

SITES = (Path(__file__).parents[3] / "dist", Path("dist"))
"""Where the built site of a checkout is: the one of this package, or the one that this folder is."""


def add(commands: Commands) -> None:
    made = commands.command("server", _server, game=False)
    made.add_argument("--host", default="127.0.0.1", metavar="NAME", help="the address to listen at (127.0.0.1)")
    made.add_argument(
        "--port", type=options.whole(0, 65_535), default=8100, metavar="N", help="(8100); 0: any free one"
    )
    made.add_argument(
        "--store", default="saltus-games.sqlite", metavar="WHERE", help="a file, or redis://HOST/NUMBER"
    )
    made.add_argument("--site", type=Path, metavar="FOLDER", help="the built site (dist/ of a checkout)")
    rate = options.real(0.1, 1e6, "a rate")
    about = "requests a second that one address or connection may make (30)"
    made.add_argument("--rate", type=rate, default=30.0, metavar="N", help=about)
    about = "how many connections may be open (5000)"
    made.add_argument("--guests", type=options.whole(1, 1_000_000), default=5_000, metavar="N", help=about)
    about = "delete games this many days after their last move (60)"
    made.add_argument("--keep-days", type=options.whole(1, 36_500), default=60, metavar="N", help=about)
    about = "another site whose pages may use this server, as https://example.org (may be repeated)"
    made.add_argument("--origin", action="append", default=[], metavar="ORIGIN", help=about)
    about = "addresses of the proxies in front, whose word on clients' addresses counts (127.0.0.1)"
    made.add_argument("--proxies", default="127.0.0.1", metavar="LIST", help=about)


def _server(chosen: argparse.Namespace) -> None:
    try:
        from saltus.server.run import run
    except ImportError as error:
        raise ValueError(f"{error.name} is not installed: pip install 'saltus[server]'") from None
    site = chosen.site or next((one for one in SITES if (one / "index.html").is_file()), None)
    if site is not None and not (site / "index.html").is_file():
        raise ValueError(f"{site} has no index.html: build the site with `build.py dist`")

    def ready(address: str) -> None:
        say(f"Saltus is at {address}   (Ctrl+C ends it)" + ("" if site else "; the API only, without the page"))

    run(chosen, site, ready)

#!/usr/bin/env python3
"""Builds, serves, tests and measures Saltus. Python 3.11 or later; it fetches everything else itself.

    python3 build.py serve      build and open the site on this machine (--port, --no-open)
    python3 build.py serve --watch      the same; rebuild and reload the page when a source is saved
    python3 build.py dist       build the site into dist/ (--server: where its pages play with others, --wheel)
    python3 build.py itch       the site as a zip archive, ready for itch.io
    python3 build.py pictures   the pictures beside links, on itch.io and in the README
    python3 build.py wheel      the Python package as a wheel, with the board for notebooks: for pip and micropip
    python3 build.py release    check and build all that a release has, into build/release/ (--twice, --dry-run)
    python3 build.py docs       the API reference, from the docstrings
    python3 build.py single     the site as one HTML file, to be opened by a double click
    python3 build.py check      linters and types, in seconds
    python3 build.py profile    count again which functions of Pyodide the page enters: see py/bundle/slim/README.md
    python3 build.py protocol   write what is made from the protocol's types: the page's types, and a page of docs
    python3 build.py test       everything that a change can break: linters, types, tests, tests in a browser
    python3 build.py test --all         the same proved on more data, too: nightly, and before a release
    python3 build.py test --shake 20    the page's tests, with replies, files and messages that come late by chance
    python3 build.py test -k NAME       the tests whose names match, as pytest's -k
    python3 build.py test --only rules  one group: `check`, `page` (the page's modules under Node), a folder of tests/
    python3 build.py smoke firefox      what must work in every browser, in this one
    python3 build.py bench      speed of rules, search, start-up and tests (names choose among tests/bench/)
    python3 build.py pyodide -- -m saltus perft english 7       Python as the browser has it
    python3 build.py clean      remove all that was made

`--stock-runtime` has dist, serve, test and pyodide take Pyodide as it comes: see py/bundle/slim/README.md.

This file reads the arguments; the work is done in py/bundle/. Each step there takes what the step before it made,
keeps what it makes under build/, and does nothing where that is up to date.
"""

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "py"))
from bundle import checks, docs, pictures, protocol, release, runtime, server, site, toolchain, wheel
from bundle.slim import count
from bundle.toolchain import Stop


def arguments() -> argparse.ArgumentParser:
    """Returns what reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    stock = argparse.ArgumentParser(add_help=False)
    stock.add_argument("--stock-runtime", action="store_true", help="ship Pyodide as it comes, untrimmed")
    one = commands.add_parser("serve", parents=[stock], help="build and open the site on this machine")
    one.add_argument("--port", type=int, help="default: the first free one from 8000 on")
    one.add_argument("--no-open", action="store_true", help="do not open a browser")
    one.add_argument("--watch", action="store_true", help="rebuild and reload the page when a source is saved")
    one = commands.add_parser("dist", parents=[stock], help="build the site into dist/")
    one.add_argument("--server", metavar="ADDRESS", help="the server of games that its pages use: py/docs/server.md")
    one.add_argument("--wheel", action="store_true", help="offer the Python package, too: py/docs/notebooks.md")
    commands.add_parser("itch", help="build the site as an archive for itch.io")
    commands.add_parser("pictures", help="draw the pictures beside links to the site, on itch.io and in the README")
    commands.add_parser("wheel", help="build the package's wheel")
    one = commands.add_parser("release", help="check and build all that a release has")
    one.add_argument("--twice", action="store_true", help="build it a second time, and compare")
    one.add_argument("--dry-run", action="store_true", help="say what forbids it, and what publishing would send")
    one.add_argument("--unchecked", action="store_true", help="build whatever is here; the second build is made so")
    commands.add_parser("docs", help="build the API reference")
    commands.add_parser("single", help="build the site as one HTML file")
    commands.add_parser("check", help="run the linters and type checkers")
    commands.add_parser("profile", help="count which functions of Pyodide the page enters")
    commands.add_parser("protocol", help="write what is made from the protocol's types")
    one = commands.add_parser("test", parents=[stock], help="run every check and test")
    one.add_argument("--all", action="store_true", help="also what proves the same again on more data")
    one.add_argument("-k", dest="name", metavar="NAME", help="only the tests that this expression selects")
    one.add_argument("--only", action="append", default=[], metavar="GROUP", help="only this group (may be repeated)")
    one.add_argument("--shake", type=int, metavar="N", help="the page's tests, N times, with all that comes late")
    one = commands.add_parser("smoke", help="try what must work in every browser")
    one.add_argument("browser", choices=["chromium", "firefox", "webkit"])
    one = commands.add_parser("bench", help="measure")
    one.add_argument("names", nargs="*", help="which of tests/bench/; default: all")
    one = commands.add_parser("pyodide", parents=[stock], help="Python as the browser has it")
    one.add_argument("arguments", nargs=argparse.REMAINDER, help="after --, what follows `python`")
    commands.add_parser("clean", help="remove all that was made")
    return parser


def main() -> int:
    """Runs one command and returns the exit status."""
    chosen = arguments().parse_args()
    if getattr(chosen, "stock_runtime", False):
        os.environ[runtime.STOCK_RUNTIME] = "1"  # the tests' own builds read it, too
    try:
        match chosen.command:
            case "serve":
                server.serve(chosen.port, show=not chosen.no_open, watch=chosen.watch)
            case "dist":
                os.environ[site.GAME_SERVER] = chosen.server or os.environ.get(site.GAME_SERVER, "")
                site.dist(offers_wheel=chosen.wheel)
                print(f"{site.DIST.name}/ is up to date")
            case "itch":
                site.itch()
            case "pictures":
                pictures.pictures()
            case "wheel":
                made = wheel.wheel()
                print(f"{made.relative_to(toolchain.ROOT)}: {made.stat().st_size:,} bytes")
            case "release":
                release.release(dry_run=chosen.dry_run, twice=chosen.twice, unchecked=chosen.unchecked)
            case "docs":
                print(f"{docs.docs().relative_to(toolchain.ROOT)}/index.html")
            case "single":
                site.single()
            case "check":
                checks.check()
            case "profile":
                count.count()
            case "protocol":
                protocol.write()
            case "test":
                if chosen.shake:
                    checks.shake(chosen.shake)
                else:
                    checks.test(chosen.name, chosen.only, slow=chosen.all)
            case "smoke":
                checks.smoke(chosen.browser)
            case "bench":
                checks.bench(chosen.names)
            case "pyodide":
                program = chosen.arguments
                return site.run_built(program[1:] if program[:1] == ["--"] else program)
            case "clean":
                site.clean()
    except Stop as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How much there is to read, and how much script the first board takes.

    python3 build.py bench size

Lines are those of the files as they are, comments and empty lines included, without tests and what is made from the
protocol's types. The scripts of the first board are those with which it is drawn and takes clicks.
"""

import gzip
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from bundle import protocol, site, toolchain

PACKAGE = toolchain.ROOT / "py" / "saltus"
MADE = protocol.outputs().keys()  # By `build.py protocol`.


def lines(title: str, root: Path, files: Iterable[Path]) -> None:
    """Prints the lines of files by the folder of the first level they are in, the longest first."""
    by_folder: Counter[str] = Counter()
    for path in files:
        folder, _, inside = path.relative_to(root).as_posix().partition("/")
        by_folder[folder if inside else "."] += len(path.read_text("utf-8").splitlines())
    print(f"\n{title:<40}{'lines':>10}")
    for folder, count in by_folder.most_common():
        print(f"  {folder:<38}{count:>10,}")
    print(f"  {'in all':<38}{by_folder.total():>10,}")


def scripts() -> None:
    """Prints the bytes of the scripts that the first board waits for, and of the shell's, which follows it."""
    page = (site.DIST / "index.html").read_text("utf-8")
    board = re.findall(r'(?:rel="modulepreload" href|<script type="module" src)="([^"]+)">', page)
    shell = re.findall(r'rel="modulepreload" href="([^"]+)" id="last-script"', page)
    for title, names in (("scripts of the first board", board), ("what follows it", shell)):
        print(f"\n{title:<40}{'gzip -9':>10}")
        sizes = {Path(name).name: len(gzip.compress((site.DIST / name).read_bytes(), 9)) for name in sorted(names)}
        for name, size in sizes.items():
            print(f"  {name:<38}{size:>10,}")
        print(f"  {'in all':<38}{sum(sizes.values()):>10,}")


def main() -> None:
    """Counts and prints."""
    site.dist()
    web = [path for path in toolchain.files(toolchain.WEB) if "node_modules" not in path.parts]
    page = [path for path in web if path.suffix in (".ts", ".mjs") and ".test." not in path.name and path not in MADE]
    lines("the page, TypeScript", toolchain.WEB, page)
    lines("the page, CSS", toolchain.WEB, (path for path in web if path.suffix == ".css"))
    package = [path for path in toolchain.files(PACKAGE) if path.suffix == ".py" and path not in MADE]
    lines("the package", PACKAGE, package)
    scripts()


if __name__ == "__main__":
    main()

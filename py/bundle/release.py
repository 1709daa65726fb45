"""Makes a release: checks that it may be made, builds all that is shipped, says what publishing would send.

It publishes nothing: `.github/workflows/release.yml` does, from what is in `build/release/`.
"""

import datetime
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Sequence
from email.parser import HeaderParser
from pathlib import Path
from typing import NamedTuple

from bundle import materials, runtime, site, wheel
from bundle.toolchain import BUILD, PROVEN, PY, ROOT, Stop, files, git, hashed, step

RELEASE, AGAIN = BUILD / "release", BUILD / "again"
CHANGELOG = ROOT / "CHANGELOG.md"
PUBLIC = PY / "saltus" / "__init__.py"
VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.M)
FORM = re.compile(r"\d+\.\d+\.\d+")
"""What a version looks like: https://semver.org, without anything behind it."""
HEADING = re.compile(r"^## \[([^\]]+)\](?: - (.+))?$", re.M)
UNRELEASED = "Unreleased"
CHECKSUMS, NOTES = "SHA256SUMS", "NOTES.md"

ITCH_PLACE = "USER/GAME:html5"
"""Where itch.io gets the archive; USER and GAME are variables of the repository."""
FETCHED = ("venv", "node", "packager", "packages-wheel", "packages-node")
"""What a second build need not fetch again."""


class Limit(NamedTuple):
    """What a host takes at most."""

    files: int
    total_bytes: int
    file_bytes: int
    name_chars: int


MEGABYTE = 1_000_000
ITCH = Limit(1_000, 500 * MEGABYTE, 200 * MEGABYTE, 240)
"""https://itch.io/docs/creators/html5"""
STATIC = Limit(100_000, 1_000 * MEGABYTE, 100 * MEGABYTE, 240)
"""GitHub Pages, the smallest of the usual hosts: a gigabyte in all."""
PAGE = Limit(1_000, 100_000 * MEGABYTE, 2_000 * MEGABYTE, 240)
"""The page of a release on GitHub."""
INDEX = Limit(2, 200 * MEGABYTE, 100 * MEGABYTE, 240)
"""The package index: 100 MB a file."""


class Entry(NamedTuple):
    """What the changelog says of a version: its date, as it stands there, and the text below the heading."""

    date: str
    text: str


# -- may it be made? -----------------------------------------------------------------------------------


def version() -> str:
    """Returns the version. It stands in `py/saltus/__init__.py` alone."""
    (found,) = VERSION.findall(PUBLIC.read_text("utf-8"))
    return str(found)


def entries(text: str) -> dict[str, Entry]:
    """Returns the entries of a changelog, by version."""
    found = list(HEADING.finditer(text))
    ends = [*(one.start() for one in found[1:]), len(text)]
    return {one[1]: Entry(one[2] or "", text[one.end() : end].strip()) for one, end in zip(found, ends, strict=True)}


def dated(entry: Entry | None, today: datetime.date) -> str:
    """Returns the day of an entry, as YYYY-MM-DD; empty if it has none yet, or one that has not come."""
    try:
        day = datetime.date.fromisoformat(entry.date if entry else "")
    except ValueError:
        return ""
    # It may be tomorrow already where the release is written.
    return day.isoformat() if day <= today + datetime.timedelta(days=1) else ""


def told(number: str, text: str, today: datetime.date) -> list[str]:
    """Returns what is wrong with a version and the changelog of its release."""
    found = entries(text)
    wrong = []
    if not FORM.fullmatch(number):
        wrong.append(f"py/saltus/__init__.py: {number!r} is no version; one looks like 1.0.1")
    if UNRELEASED in found and found[UNRELEASED].text:
        wrong.append(f"CHANGELOG.md: something is still under [{UNRELEASED}]; move it to [{number}]")
    entry = found.get(number)
    if entry is None:
        wrong.append(f"CHANGELOG.md: it has no entry for {number}; write `## [{number}] - YYYY-MM-DD`")
    elif not entry.text:
        wrong.append(f"CHANGELOG.md: the entry for {number} says nothing")
    elif not dated(entry, today):
        wrong.append(f"CHANGELOG.md: {number} has no date that has come; write `## [{number}] - {today.isoformat()}`")
    if entry and next((name for name in found if name != UNRELEASED), number) != number:
        wrong.append(f"CHANGELOG.md: {number} is not the first entry; the latest version stands first")
    for name, other in found.items():
        if name not in (number, UNRELEASED) and not dated(other, today):
            wrong.append(f"CHANGELOG.md: {name} has no date: release it first, or move its entry to [{number}]")
    return wrong


def stored(number: str, folder: Path = ROOT) -> list[str]:
    """Returns what is wrong with the working tree, or with the tag of a version if there is one."""
    changed = git(folder, "status", "--porcelain")
    if changed is None:
        return ["this is no checkout of git: a release is made of a commit"]
    wrong = []
    if changed:
        lines = changed.splitlines()
        wrong.append(f"the working tree has changes; commit them: {', '.join(line[3:] for line in lines[:5])}")
    tagged, head = (
        git(folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}") for name in (tag(number), "HEAD")
    )
    if tagged and tagged != head:
        wrong.append(f"{tag(number)} is the tag of another commit: {number} was released; raise the version")
    proven = folder / PROVEN.relative_to(ROOT)
    if not proven.is_file() or proven.read_text("utf-8") != head:
        wrong.append("`build.py test --all` was not green on this commit: run it")
    return wrong


def tag(number: str) -> str:
    """Returns the name of a version's tag."""
    return f"v{number}"


# -- what is shipped -----------------------------------------------------------------------------------


class Names(NamedTuple):
    """What the files of a release are called."""

    site: str
    itch: str
    single: str
    wheel: str
    sdist: str
    bill: str
    sums: str


def names(number: str) -> Names:
    """Returns what the files of a version's release are called."""
    saltus = f"saltus-{number}"
    site_and_itch = f"{saltus}-site.zip", f"{saltus}-itch.zip"
    package = f"{saltus}-py3-none-any.whl", f"{saltus}.tar.gz"
    return Names(*site_and_itch, f"{saltus}.html", *package, f"{saltus}.cdx.json", CHECKSUMS)


def made(number: str) -> list[Path]:
    """Builds everything that is shipped, and copies it to `build/release/` under its name."""
    site.itch()
    site.single()
    shutil.rmtree(RELEASE, ignore_errors=True)
    RELEASE.mkdir(parents=True)
    called = names(number)
    site.archive(RELEASE / called.site, files(site.DIST))
    copies = {site.ITCH_ARCHIVE: called.itch, site.SINGLE_FILE: called.single}
    copies |= {wheel.wheel(): called.wheel, wheel.sdist(): called.sdist}
    for path, name in copies.items():
        if path.suffix in (".whl", ".gz") and path.name != name:
            raise Stop(f"setuptools calls it {path.name}, not {name}: it has another version")
        shutil.copy(path, RELEASE / name)
    return [RELEASE / called.site, *(RELEASE / name for name in copies.values())]


def described(number: str, entry: Entry | None, date: str, shipped: list[Path]) -> list[Path]:
    """Writes what comes with the files: the bill of materials, the notes, the checksums of all."""
    bill, notes, sums = (RELEASE / name for name in (names(number).bill, NOTES, CHECKSUMS))
    materials.write(bill, materials.bill(number, date, site.DIST, shipped))
    notes.write_text(f"{entry.text if entry else ''}\n", "utf-8")
    listed = sorted([*shipped, bill])
    sums.write_text("".join(f"{hashed(path).hex()}  {path.name}\n" for path in listed), "utf-8")
    return [*shipped, bill, sums]


def over(sizes: dict[str, int], limit: Limit) -> list[str]:
    """Returns which limits of a host are exceeded by files of these sizes in bytes, by name."""
    wrong = []
    if len(sizes) > limit.files:
        wrong.append(f"{len(sizes):,} files, and {limit.files:,} are allowed")
    if (total := sum(sizes.values())) > limit.total_bytes:
        wrong.append(f"{total:,} bytes, and {limit.total_bytes:,} are allowed")
    for name, size in sizes.items():
        if size > limit.file_bytes:
            wrong.append(f"{name}: {size:,} bytes, and {limit.file_bytes:,} are allowed in one file")
        if len(name.encode()) > limit.name_chars:
            wrong.append(f"{name}: {len(name.encode())} bytes long, and {limit.name_chars} are allowed in a name")
        if not re.fullmatch(r"[A-Za-z0-9._/-]+", name) or name.startswith("/") or ".." in name.split("/"):
            wrong.append(f"{name}: has signs that a host may not take; names have A-Z a-z 0-9 . _ - /")
    folded = [name.lower() for name in sizes]
    if twice := {name for name in sizes if folded.count(name.lower()) > 1}:
        wrong.append(f"{', '.join(sorted(twice))}: are one name where a host takes small letters for capitals")
    return wrong


def sizes_in(archive: Path) -> dict[str, int]:
    """Returns the size of each file of a zip archive, unpacked."""
    with zipfile.ZipFile(archive) as opened:
        return {one.filename: one.file_size for one in opened.infolist()}


def itch_faults(archive: Path) -> list[str]:
    """Returns what itch.io would not take of an archive."""
    found = sizes_in(archive)
    return over(found, ITCH) + ([] if "index.html" in found else ["index.html is not at its root"])


def index_faults(package: Path, number: str) -> list[str]:
    """Returns what the package index would not take of a wheel, by what the wheel says of itself."""
    with zipfile.ZipFile(package) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        said = HeaderParser().parsestr(archive.read(name).decode())
    wanted = {"Name": "saltus", "Version": number, "Description-Content-Type": "text/markdown"}
    wrong = [f"{key} is {said[key]!r}, not {value!r}" for key, value in wanted.items() if said[key] != value]
    wrong += [f"{key} is missing" for key in ("Summary", "Requires-Python", "License-Expression") if not said[key]]
    return wrong + ([] if str(said.get_payload()).strip() else ["it has no description"])


# -- publishing, as far as it can be tried here ----------------------------------------------------------


class Sending(NamedTuple):
    """What a step of publishing sends: where to, as what, which files with their sizes, what is wrong with it."""

    name: str
    what: str
    files: dict[str, int]
    wrong: list[str]


def sendings(number: str, released: Sequence[Path]) -> list[Sending]:
    """Returns what each job of `.github/workflows/release.yml` that publishes would send."""
    by_name = {path.name: path for path in released}

    def chosen(names: Iterable[str]) -> dict[str, int]:
        return {name: by_name[name].stat().st_size for name in names}

    called = names(number)
    page, index = chosen(called), chosen([called.wheel, called.sdist])
    static = {path.relative_to(site.DIST).as_posix(): path.stat().st_size for path in files(site.DIST)}
    archive = by_name[called.itch]
    notes = (RELEASE / NOTES).read_text("utf-8")
    return [
        Sending(
            "page",
            f"tag {tag(number)}, title Saltus {number}, {len(notes):,} characters of notes",
            page,
            over(page, PAGE),
        ),
        Sending("static", "the folder dist/", static, over(static, STATIC)),
        Sending("itch", f"{ITCH_PLACE}, version {number}: {archive.name}", sizes_in(archive), itch_faults(archive)),
        Sending(
            "index", "by trusted publishing", index, over(index, INDEX) + index_faults(by_name[called.wheel], number)
        ),
    ]


MAX_NAMED = 8
"""So many files of a step are printed with their names."""


def show(sending: Sending) -> None:
    """Prints what a step of publishing would send."""
    print(f"\n{sending.name} would send {sending.what}")
    if len(sending.files) <= MAX_NAMED:
        for name, size in sending.files.items():
            print(f"    {size:>12,} bytes  {name}")
    longest = max(sending.files, key=len)
    print(
        f"    {sum(sending.files.values()):>12,} bytes  in {len(sending.files)} files; longest name: {len(longest)}"
    )
    for fault in sending.wrong:
        print(f"    WRONG: {fault}")


# -- the same twice --------------------------------------------------------------------------------------


def sources() -> list[str]:
    """Returns the names of the files of this checkout that git keeps or, in a tree that is not clean, would keep."""
    listed = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed is None:
        raise Stop("this is no checkout of git: what a release is made of is not known")
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def second(folder: Path) -> Path:
    """Builds everything once more, in a new folder with nothing but the sources and what was fetched."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in sources():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    (folder / "build" / "stamps").mkdir(parents=True)
    for name in FETCHED:
        if (BUILD / name).exists():
            (folder / "build" / name).symlink_to(BUILD / name)
            shutil.copy(BUILD / "stamps" / name, folder / "build" / "stamps")
    command = [sys.executable, "build.py", "release", "--unchecked"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env={**os.environ, "TMPDIR": str(folder)}
    )
    if done.returncode:
        raise Stop(f"the second build failed:\n{done.stdout}{done.stderr}")
    return folder / RELEASE.relative_to(ROOT)


def differing(first: Path, other: Path) -> list[str]:
    """Returns the names of the files that are not the same in two folders."""
    found = {path.relative_to(folder).as_posix() for folder in (first, other) for path in files(folder)}
    return sorted(name for name in found if content(first / name) != content(other / name))


def content(path: Path) -> str:
    """Returns the hash of a file; empty if there is none."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


# -- the command -----------------------------------------------------------------------------------------


def release(*, dry_run: bool = False, twice: bool = False, unchecked: bool = False) -> None:
    """Makes everything that is released, in `build/release/`. Raises Stop if something forbids that.

    `dry_run` builds all the same, says what forbids it, and what each step of publishing would send. `twice` builds a
    second time and compares. `unchecked` builds whatever is there, without a word of whether it may be released.
    """
    number, today = version(), datetime.datetime.now(datetime.UTC).date()
    text = CHANGELOG.read_text("utf-8")
    wrong = [] if unchecked else [*told(number, text, today), *stored(number)]
    if runtime.is_stock():
        wrong.append("--stock-runtime is for finding faults: a release has the runtime that was tested")
    if wrong and not dry_run:
        raise Stop(f"{number} cannot be released yet:\n" + "\n".join(f"  - {one}" for one in wrong))
    entry = entries(text).get(number)
    shipped = made(number)
    released = described(number, entry, dated(entry, today), shipped)
    planned = sendings(number, released)
    faults = [f"{one.name}: {fault}" for one in planned for fault in one.wrong]
    faults += [f"{name}: is in the wheel and in no source" for name in materials.unlisted(wheel.wheel())]
    if faults and not dry_run:
        raise Stop(f"{number} cannot be published:\n" + "\n".join(f"  - {one}" for one in faults))
    if twice:
        with step("everything once more"):
            differ = differing(RELEASE, second(AGAIN))
        if differ:
            raise Stop(
                f"two builds differ in {', '.join(differ)}: compare build/release/ with build/again/build/release/"
            )
        shutil.rmtree(AGAIN)
        print("two builds are the same, byte for byte")
    for name in site.built_in():
        print(f"built into the site: {name}={os.environ[name]}")
    print(f"\nbuild/{RELEASE.name}/ has Saltus {number}:\n{(RELEASE / CHECKSUMS).read_text('utf-8')}", end="")
    if dry_run:
        for sending in planned:
            show(sending)
        print("\nNothing was published.", "It is ready to be." if not wrong + faults else "Before it can be:")
        for one in wrong + faults:
            print(f"  - {one}")
    elif not unchecked and git(ROOT, "rev-parse", "--verify", "--quiet", tag(number)) is None:
        print(f"\nTo publish it: git tag {tag(number)} && git push origin {tag(number)}")

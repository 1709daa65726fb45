"""A release: what forbids one, what the hosts would not take of one, and that two are the same."""

import datetime
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import saltus
from bundle import release, site, toolchain, wheel

from tests.support.checkout import ROOT, checkout

TODAY = datetime.date(2026, 12, 3)
NOTES = """# Changelog

## [1.0.1] - 2026-12-03

- A fault less.

## [1.0.0] - 2026-11-28

- The first.
"""


def test_the_version_stands_in_one_place() -> None:
    assert release.version() == saltus.__version__
    number = re.escape(release.version())
    texts = {name: (ROOT / name).read_bytes() for name in release.sources()}
    ours = re.compile(rf"saltus-{number}|\"version\": \"{number}\"|__version__ = \"{number}\"".encode())
    assert [name for name, text in texts.items() if ours.search(text) and not name.startswith("tests/")] == [
        "py/saltus/__init__.py"
    ]


def test_the_changelog_has_an_entry_for_the_version() -> None:
    entries = release.entries(release.CHANGELOG.read_text("utf-8"))
    assert entries[release.version()].text


def test_a_release_with_its_entry_and_its_date_is_allowed() -> None:
    assert release.told("1.0.1", NOTES, TODAY) == []


@pytest.mark.parametrize(
    ("number", "notes", "wrong"),
    [
        ("1.0", NOTES.replace("1.0.1", "1.0"), "'1.0' is no version"),
        ("1.0.2", NOTES, "it has no entry for 1.0.2"),
        ("1.0.1", NOTES.replace(" - 2026-12-03", ""), "1.0.1 has no date that has come"),
        ("1.0.1", NOTES.replace("2026-12-03", "soon"), "1.0.1 has no date that has come"),
        ("1.0.1", NOTES.replace("2026-12-03", "2026-12-30"), "1.0.1 has no date that has come"),
        ("1.0.1", NOTES.replace("- A fault less.", ""), "the entry for 1.0.1 says nothing"),
        (
            "1.0.1",
            NOTES.replace("## [1.0.1]", "## [Unreleased]\n\n- More.\n\n## [1.0.1]"),
            "still under [Unreleased]",
        ),
        ("1.0.0", NOTES, "1.0.0 is not the first entry"),
        ("1.0.1", NOTES.replace(" - 2026-11-28", " - unreleased"), "1.0.0 has no date"),
    ],
)
def test_what_is_missing_in_the_changelog_is_said(number: str, notes: str, wrong: str) -> None:
    (told,) = release.told(number, notes, TODAY)
    assert wrong in told


def test_an_empty_heading_for_what_is_not_released_yet_is_allowed() -> None:
    assert release.told("1.0.1", NOTES.replace("## [1.0.1]", "## [Unreleased]\n\n## [1.0.1]"), TODAY) == []


def test_what_the_environment_puts_into_the_site_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SALTUS_URL", "URL", "SALTUS_SERVER"):
        monkeypatch.delenv(name, raising=False)
    assert site.built_in() == []
    monkeypatch.setenv("SALTUS_SERVER", "https://club.example.org")
    assert site.built_in() == ["SALTUS_SERVER"]


def git(folder: Path, *command: str) -> None:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *command], cwd=folder, check=True, capture_output=True)


UNPROVEN = "`build.py test --all` was not green on this commit: run it"


def prove(folder: Path) -> None:
    """As a green run of all tests does."""
    stamp = folder / "build" / "proven"
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(toolchain.git(folder, "rev-parse", "HEAD") or "")


def test_a_changed_tree_and_a_tag_elsewhere_forbid_a_release(tmp_path: Path) -> None:
    assert "no checkout of git" in release.stored("1.0.0", tmp_path)[0]
    git(tmp_path, "init", "-q")
    (tmp_path / ".git" / "info" / "exclude").write_text("build/")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "First.")
    assert release.stored("1.0.0", tmp_path) == [UNPROVEN]
    prove(tmp_path)
    assert release.stored("1.0.0", tmp_path) == []
    git(tmp_path, "tag", "v1.0.0")
    assert release.stored("1.0.0", tmp_path) == []
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "Second.")
    assert release.stored("1.0.1", tmp_path) == [UNPROVEN], "the run was of another commit"
    prove(tmp_path)
    assert "1.0.0 was released; raise the version" in release.stored("1.0.0", tmp_path)[0]
    assert release.stored("1.0.1", tmp_path) == []
    (tmp_path / "new").touch()
    assert release.stored("1.0.1", tmp_path) == ["the working tree has changes; commit them: new"]


LIMIT = release.Limit(files=2, total_bytes=100, file_bytes=60, name_chars=20)


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        ({"a": 1, "b": 1, "c": 1}, "3 files, and 2 are allowed"),
        ({"a": 55, "b": 55}, "110 bytes, and 100 are allowed"),
        ({"a": 61}, "a: 61 bytes, and 60 are allowed in one file"),
        ({"a" * 21: 1}, "21 bytes long, and 20 are allowed"),
        ({"a b": 1}, "has signs"),
        ({"é": 1}, "has signs"),
        ({"../a": 1}, "has signs"),
        ({"a/B": 1, "a/b": 1}, "a/B, a/b: are one name"),
    ],
)
def test_what_exceeds_a_limit_of_a_host_is_said(names: dict[str, int], wrong: str) -> None:
    (told,) = release.over(names, LIMIT)
    assert wrong in told


def test_the_site_fits_what_hosts_take_and_the_archive_has_all_of_it() -> None:
    site.itch()
    assert release.itch_faults(site.ITCH_ARCHIVE) == []
    with zipfile.ZipFile(site.ITCH_ARCHIVE) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == {
            path.relative_to(site.DIST).as_posix(): path.read_bytes()
            for path in toolchain.files(site.DIST)
            if path.suffix != site.MAP  # for debuggers, not for players
        }
        text = archive.read("index.html").decode()
    assert re.findall(r'(?:href|src)="(/[^"]*|https?:[^"]*)"', text) == []
    static = {path.relative_to(site.DIST).as_posix(): path.stat().st_size for path in toolchain.files(site.DIST)}
    assert release.over(static, release.STATIC) == []


def test_an_archive_without_a_page_at_its_root_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "itch.zip", "w") as archive:
        archive.writestr("dist/index.html", "")
    assert release.itch_faults(tmp_path / "itch.zip") == ["index.html is not at its root"]


def test_the_package_says_of_itself_what_the_index_asks() -> None:
    assert release.index_faults(wheel.wheel(), release.version()) == []
    assert release.index_faults(wheel.wheel(), "9.9.9") == [f"Version is {release.version()!r}, not '9.9.9'"]


def test_a_single_file_comes_with_the_licences_of_what_is_in_it() -> None:
    site.single()
    text = site.SINGLE_FILE.read_text("utf-8")
    assert [name for name in ("Marcellus", "Microsoft Corporation") if name not in text] == []


@pytest.mark.slow("build/test_build.py::test_the_site_is_laid_out_the_same_each_time")
def test_two_builds_of_everything_are_the_same(tmp_path: Path) -> None:
    """The site, both archives, the single file, the wheel, its sources, the bill of materials and the checksums."""
    folders = [checkout(tmp_path / name) for name in ("first", "second")]
    for folder in folders:
        command = [sys.executable, "build.py", "release", "--unchecked"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    first, second = (folder / "build" / "release" for folder in folders)
    assert len(toolchain.files(first)) == 8
    assert release.differing(first, second) == []

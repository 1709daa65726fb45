"""The hosted workflows: everything that they run exists, and no job may do more than it needs."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from bundle import release

from tests.support.checkout import ROOT

FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.yml"))}
PUBLISHING = ("page", "static", "itch", "index")
"""The jobs that publish."""
BUILDING = ("test", "install", "build")
"""The jobs that all of them wait for."""
JOBS = WORKFLOWS["release"]["jobs"]
VERSION = "1.2.3"


def steps() -> list[dict[str, Any]]:
    """The steps of all jobs of all workflows."""
    return [step for each in WORKFLOWS.values() for job in each["jobs"].values() for step in job["steps"]]


def commands() -> list[str]:
    """The commands that are run, line by line."""
    return [line.strip() for step in steps() for line in str(step.get("run", "")).splitlines() if line.strip()]


def test_every_workflow_is_read() -> None:
    assert set(WORKFLOWS) == {"nightly", "release", "test"}
    assert len(commands()) > 8


def test_every_action_is_pinned_to_a_commit() -> None:
    used = [step["uses"] for step in steps() if "uses" in step]
    assert [name for name in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", name)] == []


def test_every_command_of_the_build_exists() -> None:
    matrix = re.compile(r"\$\{\{ matrix\.browser \}\}")
    asked = [matrix.sub("firefox", line).split() for line in commands() if line.startswith("python3 ")]
    assert {words[1] for words in asked} == {"build.py"}
    browsers = WORKFLOWS["nightly"]["jobs"]["browsers"]["strategy"]["matrix"]["browser"]
    asked += [["python3", "build.py", "smoke", name] for name in browsers]
    program = "import build, sys; build.arguments().parse_args(sys.argv[1:])"
    for words in {tuple(words[2:]) for words in asked}:
        done = subprocess.run(["python3", "-c", program, *words], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, (words, done.stderr)


def test_no_step_has_a_permission_of_the_whole_workflow_that_writes() -> None:
    for name, workflow in WORKFLOWS.items():
        assert set(workflow["permissions"].values()) <= {"read"}, name
        for job in workflow["jobs"].values():
            assert job["timeout-minutes"] <= 120


def test_each_publishing_job_may_do_what_it_needs_and_nothing_else() -> None:
    assert {name: JOBS[name]["permissions"] for name in JOBS} == {
        "test": {"contents": "read"},
        "install": {"contents": "read"},
        "build": {"contents": "read"},
        "page": {"contents": "write"},
        "static": {"pages": "write", "id-token": "write"},
        "itch": {},
        "index": {"id-token": "write"},
    }


def test_the_only_secret_is_that_of_itch() -> None:
    text = (FOLDER / "release.yml").read_text("utf-8")
    assert re.findall(r"\$\{\{ *secrets\.(\w+) *\}\}", text) == ["BUTLER_API_KEY"]
    assert "BUTLER_API_KEY" in str(JOBS["itch"])


def test_nothing_is_published_before_everything_was_tested_and_built_and_only_for_a_tag() -> None:
    assert set(JOBS) == {*BUILDING, *PUBLISHING}
    for name in PUBLISHING:
        assert set(JOBS[name]["needs"]) == set(BUILDING)
        assert JOBS[name]["if"].startswith("github.event_name == 'push'")
    assert WORKFLOWS["release"][True]["push"] == {"tags": ["v[0-9]+.[0-9]+.[0-9]+"]}  # YAML takes `on` for a yes
    assert {"python3 build.py test --all", "python3 build.py release --twice"} <= set(commands())


def test_the_dry_run_tells_of_each_publishing_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "RELEASE", tmp_path)
    monkeypatch.setattr(release, "index_faults", lambda *_: [])
    monkeypatch.setattr(release, "sizes_in", lambda _: {"index.html": 1})
    for name in (*release.names(VERSION), release.NOTES):
        (tmp_path / name).touch()
    told = release.sendings(VERSION, [tmp_path / name for name in release.names(VERSION)])
    assert tuple(one.name for one in told) == PUBLISHING


STUB = """#!/bin/sh
echo "$(basename "$0") $*" >> "$HEARD"
"""


@pytest.mark.parametrize("job", PUBLISHING)
def test_what_a_publishing_job_runs_finds_the_files_of_the_release(job: str, tmp_path: Path) -> None:
    """With programs in place of `gh` and `butler` that write down how they were called."""
    released = tmp_path / "build" / "release"
    released.mkdir(parents=True)
    for name in (*release.names(VERSION), release.NOTES):
        (released / name).touch()
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("gh", "butler", "sha256sum"):
        (programs / name).write_text(STUB)
        (programs / name).chmod(0o755)
    heard = tmp_path / "heard"
    heard.touch()
    env = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "HEARD": str(heard), "ITCH_GAME": "ada/saltus"}
    env |= {"GITHUB_REF_NAME": release.tag(VERSION), "GITHUB_REPOSITORY": "ada/saltus"}
    for step in JOBS[job]["steps"]:
        if "run" in step:
            where = tmp_path / step.get("working-directory", ".")
            subprocess.run(["bash", "-eu", "-c", step["run"]], cwd=where, env=env, check=True)
    called = heard.read_text().splitlines()
    names = release.names(VERSION)
    if job == "page":
        check, create = called
        assert check == "sha256sum --check SHA256SUMS"
        assert create.startswith("gh release create v1.2.3 --repo ada/saltus --verify-tag --title Saltus 1.2.3 ")
        assert set(create.split("NOTES.md ")[1].split()) == set(names)
    elif job == "itch":
        assert called == [f"butler push {names.itch} ada/saltus:html5 --userversion 1.2.3"]
        assert (released / names.itch).exists()
    elif job == "index":
        assert {path.name for path in (tmp_path / "package").iterdir()} == {names.wheel, names.sdist}
        assert JOBS[job]["steps"][-1]["with"]["packages-dir"] == "package/"
    else:
        assert called == []

"""A JupyterLab with the built wheel, and a browser that looks at it.

Its settings, its kernels and what it writes are in a folder of the test run; the kernel's Python finds the package in
the unpacked wheel alone.
"""

import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from bundle import toolchain, wheel
from playwright.sync_api import Page, expect, sync_playwright

from tests.support import chromium

PATIENCE = 90_000
"""How long tests wait for a state, in ms."""
START_WITHIN_SECONDS = 120


class Lab(NamedTuple):
    """A running JupyterLab: its address, and the folder of its notebooks."""

    address: str
    folder: Path


def environment(folder: Path) -> dict[str, str]:
    """The environment of a JupyterLab that touches nothing outside `folder`."""
    places = {
        name: str(folder / name.lower())
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR")
    }
    places |= {"IPYTHONDIR": str(folder / "ipython"), "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces")}
    return {**os.environ, **places, "PYTHONPATH": str(folder / "package")}


def started(runtime: Path, server: subprocess.Popen[bytes]) -> str:
    """The address of a server, as soon as it says it."""
    until = time.monotonic() + START_WITHIN_SECONDS
    while time.monotonic() < until and server.poll() is None:
        for path in runtime.glob("jpserver-*.json"):
            try:
                return str(json.loads(path.read_text())["url"])
            except (ValueError, KeyError):
                continue  # it is being written
        time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start: see {runtime.parent / 'log'}")


@pytest.fixture(scope="package")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    pytest.importorskip("jupyterlab")
    folder = tmp_path_factory.mktemp("lab")
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    with zipfile.ZipFile(wheel.wheel()) as archive:
        archive.extractall(folder / "package")
    options = ["--no-browser", "--port=0", "--expose-app-in-browser", f"--notebook-dir={notebooks}"]
    options += ["--IdentityProvider.token=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    options += ["--allow-root"] if hasattr(os, "geteuid") and not os.geteuid() else []
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            env=environment(folder),
            cwd=notebooks,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Lab(started(folder / "jupyter_runtime_dir", server), notebooks)
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="package")
def window() -> Iterator[Page]:
    try:
        path = chromium.path()
    except toolchain.Stop as error:  # `build.py test` asks for the browser first, and fails without it
        pytest.skip(str(error))
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=chromium.plain())
        page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        yield page
        browser.close()


@pytest.fixture
def run(lab: Lab, window: Page, request: pytest.FixtureRequest) -> Callable[..., Page]:
    """Opens a notebook of these cells in JupyterLab and runs all of them."""

    def opened(*cells: str) -> Page:
        name = f"{request.node.originalname}.ipynb"
        code: dict[str, Any] = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        found = [{**code, "id": f"cell-{index}", "source": text} for index, text in enumerate(cells)]
        document = {"cells": found, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        (lab.folder / name).write_text(json.dumps(document))
        window.goto(f"{lab.address}lab/tree/{name}?reset")
        window.wait_for_function("globalThis.jupyterapp?.shell.currentWidget?.content?.widgets?.length")
        # Its promises are not awaited: one that never settles would stop the test without a word.
        window.wait_for_function("jupyterapp.shell.currentWidget.context.sessionContext.isReady")
        # A session may be ready whose kernel is not: what it is asked then is lost.
        window.wait_for_function(
            "jupyterapp.shell.currentWidget.context.sessionContext.session?.kernel?.status === 'idle'"
        )
        window.evaluate("void jupyterapp.commands.execute('notebook:run-all-cells')")
        return window

    return opened

"""In place of Pyodide's `_package_loader`, which installs packages. Nothing is installed into this Python.

The original brings in `shutil`, `tempfile`, `zipfile` and all that they need. What the runtime asks of it at its
start is here; what it would ask when a package is loaded is not.
"""

from site import getsitepackages


class Place:
    """A path, as far as the runtime looks at it."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __str__(self) -> str:
        return self.path


SITE_PACKAGES = Place(getsitepackages()[0])
DSO_DIR = Place("/usr/lib")


def init_loaded_packages() -> None:
    """There are none."""

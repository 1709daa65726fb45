"""Makes the API reference from the package's docstrings, with pdoc: pages for a browser, in build/reference/."""

import shutil
from pathlib import Path

from bundle.toolchain import BUILD, BUNDLE, PY, call, digest, make, pins, program, python_packages

REFERENCE = BUILD / "reference"
MODULES = ("saltus", "saltus.notebook")
"""What programs import."""
INNER = r"!saltus\.(?!notebook$)"
"""pdoc follows a package into its modules. These are not public: this pattern leaves them out."""


def docs() -> Path:
    """Makes the reference and returns its folder."""
    python_packages("reference")

    def write() -> None:
        shutil.rmtree(REFERENCE, ignore_errors=True)
        options = ["--output-directory", str(REFERENCE), "--no-show-source", "--footer-text", "Saltus"]
        call(program("python"), "-m", "pdoc", *options, *MODULES, INNER, env={"PYTHONPATH": str(PY)})

    key = digest(PY / "saltus", BUNDLE / "docs.py", *pins("reference"))
    make(REFERENCE, key, "the API reference", write)
    return REFERENCE

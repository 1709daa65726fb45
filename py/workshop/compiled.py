"""The workshop's programs in C, compiled where they are needed: here, or on a worker of a cluster."""

import os
import subprocess
from pathlib import Path

BUILD = Path(__file__).parents[2] / "build" / "lab"


def compiled(source: Path) -> Path:
    """The program made from a source; compiled if it is older than that. Any number of processes may ask for it."""
    target = BUILD / source.stem
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        BUILD.mkdir(parents=True, exist_ok=True)
        begun = target.with_name(f"{target.name}.{os.getpid()}")
        subprocess.run(["cc", "-O3", "-march=native", "-Wno-parentheses", "-o", begun, source, "-lm"], check=True)
        begun.replace(target)
    return target

"""In place of Pyodide's own start-up code. The original gives `sys.excepthook` to `traceback`; here it stays."""

from . import _base, _importhook

__all__ = ["_base", "_importhook"]


def set_excepthook() -> None:
    """Called by the runtime when all else is ready."""

"""In place of what adapts Python's functions to calls with too many arguments. The original brings in `inspect`."""

from collections.abc import Callable
from typing import Any

from _pyodide._base import eval_code

__all__ = ["eval_code", "relaxed_call"]


def relaxed_call(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Calls as it is called."""
    return function(*args, **kwargs)

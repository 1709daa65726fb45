"""In place of `asyncio/__init__.py`, which imports all of the package. Pyodide's event loop needs this much of it.

The rest, sockets and streams and processes and what they need, was a twelfth of the start.
"""

# ruff: noqa: F403  (the original does the same)
from . import coroutines, events, exceptions, futures, runners, tasks
from .coroutines import *
from .events import *
from .exceptions import *
from .futures import *
from .runners import *
from .tasks import *

DefaultEventLoopPolicy = events._BaseDefaultEventLoopPolicy

__all__ = (
    *coroutines.__all__,
    *events.__all__,
    *exceptions.__all__,
    *futures.__all__,
    *runners.__all__,
    *tasks.__all__,
)

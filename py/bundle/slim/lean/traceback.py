"""In place of the standard library's `traceback`: what became of a call, in words, without the lines of the sources,
which are not shipped. The original brings in `tokenize`, `textwrap`, `contextlib` and the compiler's warnings.
"""

import sys
from collections.abc import Iterator
from types import TracebackType


def places(trace: TracebackType | None) -> Iterator[str]:
    """Where each call of a traceback stands, the outermost first."""
    while trace is not None:
        code = trace.tb_frame.f_code
        yield f'  File "{code.co_filename}", line {trace.tb_lineno}, in {code.co_name}\n'
        trace = trace.tb_next


def format_exception(
    kind: object, error: BaseException | None = None, trace: TracebackType | None = None
) -> list[str]:
    """The lines that tell of an exception, and first those of what it came from."""
    error = kind if isinstance(kind, BaseException) else error
    if error is None:
        return ["NoneType: None\n"]
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    before = [*format_exception(cause), "\nwhich led to:\n\n"] if cause else []
    notes = [f"{note}\n" for note in getattr(error, "__notes__", ())]
    head = "Traceback (most recent call last):\n"
    return [*before, head, *places(error.__traceback__), f"{type(error).__name__}: {error}\n", *notes]


def format_exc() -> str:
    """The text that tells of the exception that is being handled."""
    return "".join(format_exception(sys.exception()))


def print_exc() -> None:
    """Writes it."""
    print(format_exc(), end="", file=sys.stderr)

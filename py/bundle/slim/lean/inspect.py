"""In place of the standard library's `inspect`: all that the runtime asks of it at its start."""

CO_COROUTINE = 0x80


def iscoroutinefunction(function: object) -> bool:
    """Asked of each function that JavaScript gets."""
    code = getattr(function, "__code__", None)
    return bool(code and code.co_flags & CO_COROUTINE)

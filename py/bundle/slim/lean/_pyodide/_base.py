"""In place of what runs source texts given by JavaScript. The original finds a text's last expression by `ast`, and
brings that in, and `tokenize`.
"""

from types import CodeType
from typing import Any


def parts(source: str, filename: str) -> tuple[CodeType, CodeType | None]:
    """A text compiled: its statements and, behind its last line break or semicolon, an expression if one is there."""
    source = source.strip()
    at = max(source.rfind("\n"), source.rfind(";")) + 1
    try:
        return compile(source[:at], filename, "exec"), compile(source[at:].strip(), filename, "eval")
    except SyntaxError:
        return compile(source, filename, "exec"), None


def eval_code(
    source: str,
    globals: dict[str, Any] | None = None,
    locals: dict[str, Any] | None = None,
    *,
    filename: str = "<exec>",
) -> Any:
    """Runs a text; the value of the expression at its end."""
    scope: dict[str, Any] = {} if globals is None else globals
    statements, expression = parts(source, filename)
    exec(statements, scope, locals)
    return None if expression is None else eval(expression, scope, locals)

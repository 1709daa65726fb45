"""In place of what binds Python's type hints to JavaScript's functions. The original brings in `inspect`.

Nothing here gives hints to JavaScript's functions, so each is called by the one signature that takes everything.
"""

from _pyodide_core import JsFuncSignature, js2py_default_call_result, py2js_default


class BindClass:
    """Marks a class whose instances are bound; none is."""


def everything(*args: object, **kwargs: object) -> None:
    """What a function without hints takes."""


default_signature = JsFuncSignature(
    everything, False, 0, (), (), py2js_default, (), (), (), py2js_default, js2py_default_call_result
)
no_default = type("empty", (), {})


def func_to_sig(function: object) -> JsFuncSignature:
    """The signature of a function."""
    return default_signature

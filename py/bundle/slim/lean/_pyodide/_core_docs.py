"""In place of the documentation of the runtime's types and functions. At every start the original was built with
`typing`'s generics and copied, signature by signature, into C. What is converted by type stays.
"""

from typing import Any


class _JsProxyMetaClass(type):
    """Recognises the runtime's own types by their flags. Whatever else it is asked for documents nothing."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return None

    def __instancecheck__(cls, instance: object) -> bool:
        return cls.__subclasscheck__(type(instance))

    def __subclasscheck__(cls, subclass: type) -> bool:
        return type.__subclasscheck__(cls, subclass) or hasattr(subclass, "_js_type_flags")


class JsProxy(metaclass=_JsProxyMetaClass):
    """An object of JavaScript. The runtime makes one of this class, and asks it what its methods are told with."""

    def __init__(self, token: object = None) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        return None


_instantiate_token = object()


class JsNull:
    """The type of JavaScript's null."""

    typeof = "object"

    def __repr__(self) -> str:
        return "jsnull"

    def __bool__(self) -> bool:
        return False


jsnull = JsNull()


class JsBigInt(int):
    """A number that becomes a BigInt in JavaScript."""


class ConversionError(Exception):
    """Something cannot be said in the other language."""


class InternalError(Exception):
    """The runtime found itself in a state that cannot be."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return JsProxy if name.startswith("Js") else None


__all__ = ["ConversionError", "InternalError", "JsBigInt", "JsNull", "JsProxy", "jsnull"]

"""In place of the standard library's `typing`. Hints are for those who check types; when the program runs only what
makes classes is left: named tuples, whose fields are their annotations.

The original, when the first named tuple is made, brings in `annotationlib` and `ast`.
"""

from _typing import TypeVar as TypeVar
from collections import namedtuple

TYPE_CHECKING = False


class Hint:
    """Any hint: it can be indexed, and joined with others."""

    def __getitem__(self, _: object) -> "Hint":
        return self

    def __or__(self, _: object) -> "Hint":
        return self

    __ror__ = __or__


Any = ClassVar = Literal = NoReturn = TypeAlias = Hint()


class Protocol:
    """What has the same methods is one; nothing is to inherit."""


VALUE = 1
"""How annotations are asked for: as what they mean."""


class Fields(type):
    """Makes tuple types of classes that list their fields."""

    def __new__(cls, name, bases, space):
        if not bases:
            return super().__new__(cls, name, bases, space)
        fields = list(space["__annotate_func__"](VALUE))
        defaults = [space[field] for field in fields if field in space]
        made = namedtuple(name, fields, defaults=defaults, module=space["__module__"])
        for key, value in space.items():
            if key not in fields and not key.startswith(("__annotate", "__module", "__qualname", "__classdict")):
                setattr(made, key, value)
        return made


class NamedTuple(metaclass=Fields):
    """The base of such classes."""

"""The words of a page, from a request. Imported on first use."""

from saltus.printing.words import ENGLISH, Words
from saltus.protocol.request import Fault, Request


def read_words(request: Request) -> Words:
    """The words of a page to write: English where the request has none."""
    given = request.part("words")
    if given is None:
        return ENGLISH
    names = list(request.object("words"))
    for name in names:
        if name not in Words._fields:
            raise Fault("bad-request", f"words: there is no {name[:40]!r}; there are {', '.join(Words._fields)}")
    return Words(**{name: given.text(name) for name in names if given.has(name)})

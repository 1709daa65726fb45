"""The reply to `page`, and the words of every page that is written."""

from typing import TYPE_CHECKING

from saltus.printing.game import printed, replayed
from saltus.printing.page import ENGLISH, Words
from saltus.protocol.connection import Connection
from saltus.protocol.match_ops import tagged
from saltus.protocol.ops import op
from saltus.protocol.request import Fault, Request

if TYPE_CHECKING:
    from saltus.protocol.schema import replies


@op("PageRequest", "no-match")
def page(connection: Connection, request: Request) -> "replies.PageReply":
    """Writes the match as an HTML page of its own, which replays it or is to be printed."""
    match, kind = connection.match, request.one_of("kind", ("replay", "print"))
    words, write = read_words(request), replayed if kind == "replay" else printed
    return {"html": tagged(match, request, lambda match: write(match, words))}


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

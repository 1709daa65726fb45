"""The reply to `page`, and the words of every page that is written."""

from typing import TYPE_CHECKING

from saltus.printing.game import printed, replayed
from saltus.printing.page import ENGLISH, Words
from saltus.protocol.connection import Connection
from saltus.protocol.match_ops import tagged
from saltus.protocol.ops import op
from saltus.protocol.request import Fault

if TYPE_CHECKING:
    from saltus.protocol.schema import replies, requests


@op("no-match")
def page(connection: Connection, request: "requests.PageRequest") -> "replies.PageReply":
    """Writes the match as an HTML page of its own, which replays it or is to be printed."""
    match, kind = connection.match, request["kind"]
    words, write = read_words(request.get("words")), replayed if kind == "replay" else printed
    return {"html": tagged(match, request.get("tags", {}), lambda match: write(match, words))}


def read_words(given: "requests.PageWords | None") -> Words:
    """The words for a page: English where the request has none."""
    for name in given or {}:
        if name not in Words._fields:
            raise Fault("bad-request", f"words: there is no {name[:40]!r}; there are {', '.join(Words._fields)}")
    return ENGLISH._replace(**{name: word for name, word in (given or {}).items() if isinstance(word, str)})

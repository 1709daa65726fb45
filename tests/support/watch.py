"""Has every bridge in a test compare what it reads and says with the protocol's types."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

from saltus.protocol import bridge as module
from saltus.protocol.bridge import Bridge
from saltus.protocol.request import Request, decode
from saltus.protocol.schema.ops import EVERY
from saltus.records.json import Json

from tests.support.schema import Message, fields_of, wrong_error, wrong_message, wrong_request


class Recorder(dict[str, Json]):
    """The fields of a request. It remembers which were asked for."""

    def __init__(self, fields: Mapping[str, Json]) -> None:
        super().__init__(fields)
        self.read: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.read.add(key)
        return super().get(key, default)


def agree(name: str, problems: list[str]) -> None:
    """Fails where a request, or what was said to it, differs from its type."""
    assert not problems, f"{name}: {problems}"


class Watch:
    """Compares requests, replies and events with the types while it is patched in; a difference fails the test."""

    def __init__(self) -> None:
        self.answered: set[str] = set()
        """The ops that had a reply without an error."""
        self._pending: WeakKeyDictionary[Bridge, list[tuple[Any, str]]] = WeakKeyDictionary()
        """The jobs of each bridge: id and op, in the order of the requests."""
        self._last: Recorder | None = None
        """The request that was read last."""

    @contextmanager
    def patched(self) -> Iterator[None]:
        """Every bridge is watched."""
        receive, work = Bridge.receive, Bridge.work

        def decoded(sent: str | bytes) -> Request:
            request = decode(sent)
            self._last = request._fields = Recorder(request._fields)
            return request

        def received(bridge: Bridge, text: str | bytes) -> list[str]:
            self._last = None
            said = receive(bridge, text)
            self.see_request(bridge, said)
            return said

        def worked(bridge: Bridge, seconds: float) -> list[str]:
            said = work(bridge, seconds)
            for line in said:
                self.see_late(bridge, json.loads(line))
            return said

        with (
            patch.object(module, "decode", decoded),
            patch.object(Bridge, "receive", received),
            patch.object(Bridge, "work", worked),
        ):
            yield

    def see_request(self, bridge: Bridge, said: list[str]) -> None:
        """A request was read, and its reply sent or a job begun."""
        fields = self._last
        name = str(dict(fields or {}).get("op"))
        op = EVERY.get(name)
        if fields is None or op is None:
            agree("no request", [problem for line in said for problem in wrong_error(json.loads(line))])
            return
        unlisted = fields.read - {"id", "op"} - fields_of(op.request).keys()
        agree(name, [f"it reads the field {field}, which its type does not list" for field in unlisted])
        if not said:
            assert op.is_job, f"{name} is no job, and was not answered at once"
            self._pending.setdefault(bridge, []).append((Request(fields).id, name))
        for message in map(json.loads, said):
            agree(name, wrong_message(message, op))
            if message["ok"]:
                self.answered.add(name)
        if not said or json.loads(said[0])["ok"]:
            agree(name, wrong_request({key: fields[key] for key in fields.read & fields.keys()}, op))

    def see_late(self, bridge: Bridge, message: Message) -> None:
        """A job has said something. Of jobs with the same id, it may be any."""
        jobs = [job for job in self._pending[bridge] if job[0] == message["id"]]
        problems = {job: wrong_message(message, EVERY[job[1]]) for job in jobs}
        fitting = [job for job in jobs if not problems[job]]
        assert fitting, f"no job fits {message!r:.200}: {problems}"
        if "event" not in message:
            self._pending[bridge].remove(fitting[0])
            if message["ok"]:
                self.answered.add(fitting[0][1])

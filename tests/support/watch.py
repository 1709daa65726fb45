"""Has every bridge in a test compare what it says with the protocol's types."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

from bundle.ops import EVERY
from saltus.lab.worker import LabWorker
from saltus.protocol import bridge as module
from saltus.protocol.bridge import Bridge
from saltus.protocol.request import Request, decode

from tests.support.schema import Message, wrong_error, wrong_message


def agree(name: str, problems: list[str]) -> None:
    """Fails where what was said to a request differs from its type."""
    assert not problems, f"{name}: {problems}"


class Watch:
    """Compares replies and events with the types while it is patched in; a difference fails the test."""

    def __init__(self) -> None:
        self.answered: set[str] = set()
        """The ops that had a reply without an error."""
        self._pending: WeakKeyDictionary[Bridge, list[tuple[Any, str]]] = WeakKeyDictionary()
        """The jobs of each bridge: id and op, in the order of the requests."""
        self._last: Request | None = None
        """The request that was read last."""

    @contextmanager
    def patched(self) -> Iterator[None]:
        """Every bridge is watched."""
        receive, work = Bridge.receive, Bridge.work

        def decoded(sent: str | bytes) -> Request:
            self._last = decode(sent)
            return self._last

        def received(bridge: Bridge, text: str | bytes) -> list[str]:
            self._last = None
            said = receive(bridge, text)
            if not isinstance(bridge, LabWorker):  # whose own requests are no part of the protocol
                self.see_request(bridge, said)
            return said

        def worked(bridge: Bridge, seconds: float) -> list[str]:
            said = work(bridge, seconds)
            for line in [] if isinstance(bridge, LabWorker) else said:
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
        request = self._last
        name = str(request and request._fields.get("op"))
        op = EVERY.get(name)
        if request is None or op is None:
            agree("no request", [problem for line in said for problem in wrong_error(json.loads(line))])
            return
        if not said:
            assert op.is_job, f"{name} is no job, and was not answered at once"
            self._pending.setdefault(bridge, []).append((request.id, name))
        for message in map(json.loads, said):
            agree(name, wrong_message(message, op))
            if message["ok"]:
                self.answered.add(name)

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

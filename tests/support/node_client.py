"""The page's client of the rules under Node, which talks to the bridge as the page does to its worker."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from bundle import runtime, toolchain

SCRIPT = Path(__file__).with_suffix(".mjs")
TABLES = toolchain.PY / "saltus" / "data"


class NodeClient:
    """An `Engine` (web/engine/client.ts) in a process of its own."""

    def __init__(self) -> None:
        program, _ = toolchain.node()
        command: list[str | Path] = [program, SCRIPT, runtime.modules(), sys.executable, TABLES]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )

    def does(self, script: str, given: Any = None) -> Any:
        """What an asynchronous function body returns: `engine` is the client, and `load` imports a module of web/."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"script": script, "given": given}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the client has ended"
        answer = json.loads(line)
        assert "error" not in answer, answer["error"]
        return answer.get("value")

    def ask(self, op: str, **fields: Any) -> Any:
        return self.does(f"return engine.request({json.dumps(op)}, given)", fields)

    def refusal(self, op: str, **fields: Any) -> str:
        """The code of the error that this question gets."""
        script = f"return engine.request({json.dumps(op)}, given).then(() => 'ok', (error) => error.code)"
        return str(self.does(script, fields))

    def close(self) -> None:
        """Ends it and its bridges, which may be in the middle of a search."""
        if hasattr(os, "killpg"):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.communicate()

"""Games in Redis, for any number of processes: a list a game, and beside it the set of the processes that watch it.

A script appends a line if the list is as long as the writer thinks, renews the expiry, and tells the other watchers,
each on a channel of its own. What is told may be lost: where the next line does not follow on what is known, the game
is read again, and so is every game that is watched when the connection was lost, and now and then in any case. A
process that hears nothing any more leaves the sets as soon as somebody tells it something, and is there again when it
says who is at a game.

All commands share one connection. What comes while the answers to others are awaited is sent together: that takes a
quarter of the time that a pool of connections takes of the processor, and 1,000 moves at a time wait 0.2 s, not 2 s.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from saltus.server.store import MAX_UPTIMES, Listener, Store, StoreError, Uptime
from saltus.server.table import drawn

LOG = logging.getLogger("saltus.server")
ANSWER_SECONDS = 3.0
AGAIN_SECONDS = 0.5
LISTEN_SECONDS = 5.0
LINES, WATCHERS, CHANNEL, UPTIMES = "saltus:game:", "saltus:watchers:", "saltus:process:", "saltus:uptimes"
TELL = """\
for _, name in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if name ~= ARGV[1] and redis.call('PUBLISH', name, ARGV[2]) == 0 then redis.call('SREM', KEYS[1], name) end
end
return 1
"""
"""Send the watchers a text, except to the channel that it comes from."""
APPEND = f"""\
if redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[3]) then return 0 end
redis.call('RPUSH', KEYS[2], ARGV[4])
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[5]) end
{TELL}"""
WATCH = """\
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[#ARGV])
"""
BEAT = """\
local last = redis.call('LINDEX', KEYS[1], -1)
if last and ARGV[1] - last <= tonumber(ARGV[2]) then
  if tonumber(ARGV[1]) > tonumber(last) then redis.call('LSET', KEYS[1], -1, ARGV[1]) end
else
  redis.call('RPUSH', KEYS[1], ARGV[1], ARGV[1])
  redis.call('LTRIM', KEYS[1], ARGV[3], -1)
end
return redis.call('LRANGE', KEYS[1], 0, -1)
"""


SET_BACK = """\
while redis.call('LLEN', KEYS[1]) > 0 do
  local since, till = unpack(redis.call('LRANGE', KEYS[1], -2, -1))
  if tonumber(till) <= tonumber(ARGV[1]) then break end
  if tonumber(since) <= tonumber(ARGV[1]) then redis.call('LSET', KEYS[1], -1, ARGV[1]) break end
  redis.call('LTRIM', KEYS[1], 0, -3)
end
"""


class RedisStore(Store):
    def __init__(self, address: str, keep_days: int) -> None:
        self.address, self.keep_seconds = address, keep_days * 86_400
        self._channel = CHANNEL + drawn(6)
        self._watched: set[str] = set()
        self._unsent: list[tuple[tuple[str | int, ...], asyncio.Future[Any]]] = []
        """Commands that wait to be sent, with the futures for their answers."""
        self._sending: asyncio.Task[None] | None = None

    async def open(self, listener: Listener) -> None:
        try:
            self._redis: Redis = Redis.from_url(
                self.address,
                decode_responses=True,
                encoding_errors="replace",
                socket_timeout=ANSWER_SECONDS,
                socket_connect_timeout=ANSWER_SECONDS,
                health_check_interval=10,
                retry=None,
            )
        except ValueError as error:  # without the address, which may have a password
            raise StoreError(f"redis: {error}") from None
        await self._ask("PING")
        self._listening = asyncio.create_task(self._listen(listener))

    async def read(self, game: str, after: int = 0) -> list[str]:
        found: list[str] = await self._ask("LRANGE", LINES + game, after, -1)
        return found

    async def append(self, game: str, version: int, line: str) -> bool:
        told = self._channel, f"{game} {version + 1} {line}"
        keys = WATCHERS + game, LINES + game
        return bool(await self._ask("EVAL", APPEND, 2, *keys, *told, version, line, self.keep_seconds))

    async def beat(self, now: float, most: float) -> list[Uptime]:
        told = await self._ask("EVAL", BEAT, 1, UPTIMES, repr(now), repr(most), -2 * MAX_UPTIMES)
        times = list(map(float, told))
        return list(zip(times[::2], times[1::2], strict=True))

    async def set_back(self, now: float) -> None:
        await self._ask("EVAL", SET_BACK, 1, UPTIMES, repr(now))

    async def watch(self, game: str) -> None:
        self._watched.add(game)
        await self._ask("EVAL", WATCH, 1, WATCHERS + game, self._channel, self.keep_seconds)

    async def unwatch(self, game: str) -> None:
        self._watched.discard(game)
        with suppress(StoreError):
            await self._ask("SREM", WATCHERS + game, self._channel)

    async def tell(self, game: str, text: str) -> None:
        script = WATCH + TELL if game in self._watched else TELL
        with suppress(StoreError):
            told = self._channel, f"{game} 0 {text}"
            await self._ask("EVAL", script, 1, WATCHERS + game, *told, self.keep_seconds)

    async def close(self) -> None:
        self._listening.cancel()
        with suppress(asyncio.CancelledError):
            await self._listening
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _ask(self, *command: str | int) -> Any:
        """The answer to a command. Raises StoreError."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._unsent.append((command, answer))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())
        return await answer

    async def _send(self) -> None:
        """Send the waiting commands until there are none. If Redis fails, all of them fail."""
        while batch := self._unsent:
            self._unsent = []
            try:
                pipeline = self._redis.pipeline(transaction=False)
                for command, _ in batch:
                    pipeline.execute_command(*command)
                answers = await pipeline.execute(raise_on_error=False)
            except (RedisError, OSError) as error:
                batch += self._unsent
                self._unsent = []
                answers = [error] * len(batch)
            for (_, waiting), answer in zip(batch, answers, strict=True):
                if waiting.done():  # whoever asked has been cancelled
                    continue
                if isinstance(answer, Exception):
                    waiting.set_exception(StoreError(f"Redis: {answer}"))
                else:
                    waiting.set_result(answer)
        self._sending = None

    async def _listen(self, listener: Listener) -> None:
        """Receive messages, and subscribe again whenever the connection was lost."""
        while True:
            listening = self._redis.pubsub(ignore_subscribe_messages=True)
            try:
                await listening.subscribe(self._channel)
                for game in list(self._watched):
                    await self.watch(game)
                    await listener(game, -1, "")
                while True:
                    found = await listening.get_message(timeout=LISTEN_SECONDS)
                    if found is not None:
                        await self._take(found["data"], listener)
            except Exception as error:
                if not isinstance(error, RedisError | OSError | StoreError):
                    LOG.error("hearing other processes", exc_info=error)
                await asyncio.sleep(AGAIN_SECONDS)
            finally:
                with suppress(RedisError, OSError):
                    await listening.aclose()  # type: ignore[no-untyped-call]

    async def _take(self, told: str, listener: Listener) -> None:
        try:
            game, version, line = told.split(" ", 2)
            await listener(game, int(version), line)
        except Exception as error:  # from a newer version or a stranger: it may be anything
            LOG.warning("a message of another process is not understood: %r", error)

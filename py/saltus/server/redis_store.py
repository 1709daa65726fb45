"""Games in Redis, for any number of processes: a list a game, and a channel for those who watch it.

A script appends a line if the list is as long as the writer thinks, renews the expiry, and publishes the line. What
is published may be lost: where the next line does not follow on what is known, the game is read again, and so is
every game that is watched when the connection was lost.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from saltus.server.store import MAX_UPTIMES, Heard, StoreError, Uptime
from saltus.server.table import drawn

ANSWER_SECONDS = 3.0
MAX_CONNECTIONS = 20
"""Further commands wait for one of these."""
AGAIN_SECONDS = 0.5
LISTEN_SECONDS = 5.0
PREFIX, UPTIMES = "saltus:game:", "saltus:uptimes"
APPEND = """\
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', KEYS[1], ARGV[4] .. ' ' .. (ARGV[1] + 1) .. ' ' .. ARGV[2])
return 1
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


class RedisStore:
    def __init__(self, address: str, keep_days: int) -> None:
        self.address, self.keep_seconds = address, keep_days * 86_400
        self._name = drawn(6)
        """Of this process: it does not hear itself."""
        self._watched: set[str] = set()
        self._listening: PubSub | None = None

    async def open(self, heard: Heard) -> None:
        try:
            pool = BlockingConnectionPool.from_url(
                self.address,
                max_connections=MAX_CONNECTIONS,
                timeout=ANSWER_SECONDS,
                decode_responses=True,
                socket_timeout=ANSWER_SECONDS,
                socket_connect_timeout=ANSWER_SECONDS,
                health_check_interval=10,
            )
            self._redis: Redis = Redis(connection_pool=pool)
        except ValueError as error:
            raise StoreError(f"{self.address}: {error}") from None
        self._append = self._redis.register_script(APPEND)
        self._beat = self._redis.register_script(BEAT)
        with self._failing():
            await self._redis.ping()
        self._listener = asyncio.create_task(self._listen(heard))

    async def create(self, game: str, line: str) -> None:
        if not await self.append(game, 0, line):
            raise StoreError("there is a game of this id")

    async def read(self, game: str, after: int = 0) -> list[str]:
        with self._failing():
            return [str(line) for line in await self._redis.lrange(PREFIX + game, after, -1)]

    async def append(self, game: str, version: int, line: str) -> bool:
        with self._failing():
            arguments: list[str | int] = [version, line, self.keep_seconds, self._name]
            return bool(await self._append(keys=[PREFIX + game], args=arguments))

    async def beat(self, now: float, most: float) -> list[Uptime]:
        with self._failing():
            arguments: list[str | int] = [repr(now), repr(most), -2 * MAX_UPTIMES]
            told = list(map(float, await self._beat(keys=[UPTIMES], args=arguments)))
            return list(zip(told[::2], told[1::2], strict=True))

    async def watch(self, game: str) -> None:
        self._watched.add(game)
        if self._listening is not None:
            # If this fails, the connection is lost, and the next one subscribes to all.
            with suppress(RedisError, OSError):
                await self._listening.subscribe(PREFIX + game)

    async def unwatch(self, game: str) -> None:
        self._watched.discard(game)
        if self._listening is not None:
            with suppress(RedisError, OSError):
                await self._listening.unsubscribe(PREFIX + game)

    async def tell(self, game: str, text: str) -> None:
        with suppress(RedisError, OSError):
            await self._redis.publish(PREFIX + game, f"{self._name} 0 {text}")

    async def tidy(self) -> None:
        pass  # Redis lets keys expire

    async def close(self) -> None:
        self._listener.cancel()
        with suppress(asyncio.CancelledError):
            await self._listener
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _listen(self, heard: Heard) -> None:
        """Hear what is published, and subscribe again whenever the connection was lost."""
        while True:
            listening = self._redis.pubsub(ignore_subscribe_messages=True)
            try:
                await listening.subscribe(PREFIX)
                # From here on `watch` subscribes itself: no game falls between the two.
                self._listening = listening
                await listening.subscribe(PREFIX, *(PREFIX + game for game in self._watched))
                for game in list(self._watched):
                    await heard(game, -1, "")
                while True:
                    found = await listening.get_message(timeout=LISTEN_SECONDS)
                    if found is not None:
                        name, version, line = found["data"].split(" ", 2)
                        if name != self._name:
                            await heard(found["channel"].removeprefix(PREFIX), int(version), line)
            except (RedisError, OSError):
                self._listening = None
                await asyncio.sleep(AGAIN_SECONDS)
            finally:
                self._listening = None
                with suppress(RedisError, OSError):
                    await listening.aclose()  # type: ignore[no-untyped-call]

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except (RedisError, OSError) as error:
            raise StoreError(f"Redis: {error}") from error

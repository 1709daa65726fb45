"""Servers of games, on each of the stores."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bundle import toolchain

from tests.support.club import FAST, Club, RedisProcess, club

STORES = ("sqlite", "redis")


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisProcess]:
    """A Redis server."""
    made = RedisProcess(toolchain.redis_server(), tmp_path_factory.mktemp("redis"))
    yield made
    made.kill()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisProcess]:
    """A Redis server that a test may end."""
    made = RedisProcess(toolchain.redis_server(), tmp_path)
    yield made
    made.kill()


@pytest.fixture(scope="session")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Club]]:
    """The servers that run, by their stores: each starts once."""
    running: dict[str, Club] = {}
    yield running
    for each in running.values():
        each.kill()


@pytest.fixture(params=STORES)
def any_club(
    request: pytest.FixtureRequest, clubs: dict[str, Club], tmp_path_factory: pytest.TempPathFactory
) -> Club:
    """A server that nobody disturbs, on each of the stores."""
    kind = str(request.param)
    if kind not in clubs:
        redis = request.getfixturevalue("redis") if kind == "redis" else None
        clubs[kind] = Club(redis.address if redis else str(tmp_path_factory.mktemp("store") / "games"), FAST)
    return clubs[kind]


@pytest.fixture
def own_club(tmp_path: Path) -> Iterator[Club]:
    """A server with a file of its own."""
    with club(str(tmp_path / "games"), FAST) as made:
        yield made


@pytest.fixture
def hasty_club(tmp_path: Path) -> Iterator[Club]:
    """The same, which waits for less long."""
    with club(str(tmp_path / "games"), FAST, hasty=True) as made:
        yield made

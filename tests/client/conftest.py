"""The client of the rules without a browser."""

from collections.abc import Iterator

import pytest

from tests.support.node_client import NodeClient


@pytest.fixture
def client() -> Iterator[NodeClient]:
    made = NodeClient()
    yield made
    made.close()

"""Every request, reply, event and error in these tests is compared with the protocol's types."""

from collections.abc import Iterator

import pytest

from tests.support.watch import Watch


@pytest.fixture(scope="session", autouse=True)
def watch() -> Iterator[Watch]:
    """What compares them."""
    watch = Watch()
    with watch.patched():
        yield watch

"""The built site, for all tests of the build."""

import pytest
from bundle import site


@pytest.fixture(scope="package", autouse=True)
def built_site() -> None:
    """The site, built where it is not up to date."""
    site.dist()

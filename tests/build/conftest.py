"""The built site, for the tests that look into it."""

import pytest
from bundle import site


@pytest.fixture(scope="package")
def built_site() -> None:
    """The site, built where it is not up to date."""
    site.dist()

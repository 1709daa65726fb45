"""The page for what earlier releases have written: as the tests of the page have it."""

from tests.web.conftest import (
    address,
    browser,
    built_site,
    chromium,
    faults,
    native_address,
    playwright,
    profiles,
    pytest_configure,
    real_address,
    visit,
)

__all__ = [
    "address",
    "browser",
    "built_site",
    "chromium",
    "faults",
    "native_address",
    "playwright",
    "profiles",
    "pytest_configure",
    "real_address",
    "visit",
]

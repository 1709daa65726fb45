"""A package, so that what `conftest.py` starts for it (`scope="package"`) ends with its last test."""

"""Makes what is shipped of Pyodide small: README.md explains how, and what to do with a new version."""

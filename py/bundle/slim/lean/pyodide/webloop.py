"""In place of Pyodide's event loop on the browser's own. Nothing here awaits, so there is no loop to set."""


def _initialize_event_loop() -> None:
    """Called by the package `pyodide` when it is imported."""

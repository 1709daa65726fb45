"""An interactive board for Jupyter, JupyterLab, JupyterLite and marimo. Needs the extra `notebook`.

`Board` shows a match and lets people play it, drawn by the same code as the board of the page.
"""

from saltus.notebook.board import Board as Board

__all__ = ["Board"]

"""The game that the contributor's guide writes, as its reader would have it: the blocks of the page in one file."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "py" / "docs" / "sixth-game.md"
KEY = "breakthrough"
_BLOCK = re.compile(rf"^```python {KEY}\.py\n(.*?)^```$", re.MULTILINE | re.DOTALL)

GAME = "".join(_BLOCK.findall(PAGE.read_text("utf-8")))

"""What a front end is to the game that it shows: three things to do, whatever it shows them on.

The idea is that of the document of Gambit: "This repository handles all game logic but does not implement the display
interface". `saltus.sitting.Sitting` has the players, the clocks and the computer; a display has none of that. The
package has three: lines of text (`saltus.terminal`), a full screen (`saltus.screen`), and JSON for a page or a
program in any language (`saltus.wire`). `py/docs/displays.md` writes two more, a chat and a script.
"""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from saltus.sitting import Sitting


class Display(Protocol):
    """A front end. It draws what it is shown and hands in what people say; what is legal it never decides."""

    @property
    def waits(self) -> bool:
        """Whether `ask` waits for an answer. Where it does not, it is asked again and again, while the computer
        thinks as well, so that people can take back a turn or leave at any time."""

    def show(self, sitting: "Sitting") -> None:
        """Draw the match: a turn was played or taken back, it ended, or somebody asked to see it."""

    def say(self, text: str) -> None:
        """Tell the people a sentence or more: what was played, why a turn is refused, a hint, how it ended."""

    def ask(self, sitting: "Sitting") -> str | None:
        """What the people say: a turn, or one of the words of `saltus.words.WORDS`; `sitting.prompt` asks for it.

        None where nobody has said anything yet (only where it does not wait). Raises EOFError when nobody will any
        more.
        """

# What a type checker reads in place of `__init__.py`: the same names, imported at once.
from saltus.analysis.analyse import (
    Analysis as Analysis,
)
from saltus.analysis.analyse import (
    Variation as Variation,
)
from saltus.analysis.analyse import (
    analyse as analyse,
)
from saltus.analysis.analyse import (
    analysing as analysing,
)
from saltus.analysis.analyse import (
    choose as choose,
)
from saltus.analysis.analyse import (
    rate as rate,
)
from saltus.core.game import (
    Game as Game,
)
from saltus.core.game import (
    Move as Move,
)
from saltus.core.game import (
    Outcome as Outcome,
)
from saltus.core.game import (
    Position as Position,
)
from saltus.core.game import (
    Refusal as Refusal,
)
from saltus.core.game import (
    Side as Side,
)
from saltus.engine.think import Limits as Limits
from saltus.games import keys as keys
from saltus.lab.own import load as load
from saltus.match.diagram import Picture as Picture
from saltus.match.diagram import diagram as diagram
from saltus.match.diagram import picture as picture
from saltus.match.match import Match as Match
from saltus.match.tree import Node as Node
from saltus.match.tree import TimeControl as TimeControl
from saltus.match.turns import destinations as destinations
from saltus.match.turns import legal as legal
from saltus.match.turns import story as story
from saltus.notation.error import RecordError as RecordError
from saltus.notation.error import RecordWarning as RecordWarning
from saltus.notation.move import IllegalMove as IllegalMove
from saltus.notation.move import move_text as move_text
from saltus.notation.move import read_move as read_move
from saltus.notation.position import position_text as position_text
from saltus.notation.position import read_position as read_position
from saltus.play.session import Display as Display
from saltus.play.session import Session as Session
from saltus.protocol.bridge import Bridge as Bridge
from saltus.records.collection import read_all as read_all
from saltus.records.collection import read_each as read_each
from saltus.records.encoding import decode as decode
from saltus.records.record import forms as forms
from saltus.records.record import read as read
from saltus.records.record import write as write
from saltus.study.ballots import ballot as ballot
from saltus.study.ballots import begin as begin
from saltus.study.openings import opening_book as opening_book

__version__: str
__all__: list[str]

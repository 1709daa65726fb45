# What a type checker reads in place of `__init__.py`: the same names, imported at once.
from saltus.analysis import Analysis as Analysis
from saltus.analysis import Variation as Variation
from saltus.analysis import analyse as analyse
from saltus.analysis import analysing as analysing
from saltus.analysis import choose as choose
from saltus.analysis import rate as rate
from saltus.ballots import ballot as ballot
from saltus.ballots import begin as begin
from saltus.bridge import Bridge as Bridge
from saltus.display import Display as Display
from saltus.drawing import Picture as Picture
from saltus.drawing import diagram as diagram
from saltus.drawing import picture as picture
from saltus.game import Game as Game
from saltus.game import Move as Move
from saltus.game import Outcome as Outcome
from saltus.game import Position as Position
from saltus.game import Refusal as Refusal
from saltus.game import Side as Side
from saltus.games import keys as keys
from saltus.games import load as load
from saltus.match import Match as Match
from saltus.notation.error import RecordError as RecordError
from saltus.notation.error import RecordWarning as RecordWarning
from saltus.notation.move import IllegalMove as IllegalMove
from saltus.notation.move import move_text as move_text
from saltus.notation.move import read_move as read_move
from saltus.notation.position import position_text as position_text
from saltus.notation.position import read_position as read_position
from saltus.notation.record import forms as forms
from saltus.notation.record import read as read
from saltus.notation.record import write as write
from saltus.openings import opening_book as opening_book
from saltus.sitting import Sitting as Sitting
from saltus.tree import Node as Node
from saltus.tree import TimeControl as TimeControl
from saltus.turns import destinations as destinations
from saltus.turns import legal as legal
from saltus.turns import read_all as read_all
from saltus.turns import read_each as read_each
from saltus.turns import story as story

__version__: str
__all__: list[str]

"""What a request holds that the first board does not make, as kinds.

Made from `py/saltus/protocol/schema` by `python3 build.py protocol`: change it there.
"""

from saltus.core.kind import Fields
from saltus.protocol.fields import REQUESTS, NoFields, PathRequest, PositionRequest

IndexRequest: Fields = {
    "game": ("optional", ("text",)),
    "options": ("optional", ("map", ("text",), ("truth",))),
    "text": ("text",),
    "goes_on": ("optional", ("truth",)),
}

QueryRequest: Fields = {
    "query": ("text",),
    "game": ("optional", ("any",)),
}

GameEntry: Fields = {
    "game": ("any",),
    "white": ("text",),
    "black": ("text",),
    "event": ("text",),
    "date": ("text",),
    "result": ("one", ("white", "black", "draw", "unfinished")),
    "opening": ("text",),
    "ballot": ("or", (("whole", 1, 9007199254740991), ("null",))),
    "plies": ("whole", 0, 10000),
    "side": ("whole", 0, 1),
    "tags": ("map", ("text",), ("text",)),
    "keys": ("base64",),
    "material": ("base64",),
    "planes": ("base64",),
    "collections": ("array", ("text",), 500),
}

FittingRequest: Fields = {
    **QueryRequest,
    "games": ("array", ("object", GameEntry), 500),
}

ExploredGame: Fields = {
    "id": ("whole", 0, 9007199254740991),
    "keys": ("base64",),
    "result": ("one", ("white", "black", "draw", "unfinished")),
    "year": ("optional", ("or", (("whole", 0, 9999), ("null",)))),
}

ExploreRequest: Fields = {
    **PositionRequest,
    "rotated": ("optional", ("truth",)),
    "mirrored": ("optional", ("truth",)),
    "games": ("optional", ("array", ("object", ExploredGame), 500)),
}

PuzzleProgress: Fields = {
    "box": ("or", (("whole", 0, 4), ("null",))),
    "due": ("whole", 0, 9007199254740991),
    "when": ("whole", 0, 9007199254740991),
    "solved": ("whole", 0, 9007199254740991),
    "missed": ("whole", 0, 9007199254740991),
}

ScheduleRequest: Fields = {
    "progress": ("optional", ("object", PuzzleProgress)),
    "clean": ("truth",),
    "now": ("whole", 0, 9007199254740991),
}

GameRequest: Fields = {
    "game": ("text",),
    "options": ("optional", ("map", ("text",), ("truth",))),
}

PageWords: Fields = {
    "language": ("optional", ("text",)),
    "game": ("optional", ("text",)),
    "casual": ("optional", ("text",)),
    "rated": ("optional", ("text",)),
    "ended": ("optional", ("text",)),
    "white_wins": ("optional", ("text",)),
    "black_wins": ("optional", ("text",)),
    "draw": ("optional", ("text",)),
    "white_to_move": ("optional", ("text",)),
    "black_to_move": ("optional", ("text",)),
    "passes": ("optional", ("text",)),
    "start": ("optional", ("text",)),
    "after": ("optional", ("text",)),
    "solutions": ("optional", ("text",)),
    "replay": ("optional", ("text",)),
    "first": ("optional", ("text",)),
    "back": ("optional", ("text",)),
    "play": ("optional", ("text",)),
    "pause": ("optional", ("text",)),
    "forward": ("optional", ("text",)),
    "last": ("optional", ("text",)),
    "flip": ("optional", ("text",)),
    "starting_position": ("optional", ("text",)),
    "position_after": ("optional", ("text",)),
}

PageRequest: Fields = {
    "kind": ("one", ("replay", "print")),
    "tags": ("optional", ("map", ("text",), ("text",))),
    "words": ("optional", ("object", PageWords)),
}

PuzzleRequest: Fields = {
    **GameRequest,
    "puzzle": ("optional", ("text",)),
    "day": ("optional", ("whole", 0, 9007199254740991)),
}

JudgeRequest: Fields = {
    **PuzzleRequest,
    "turns": ("array", ("text",), 100),
}

SheetRequest: Fields = {
    **GameRequest,
    "puzzles": ("array", ("text",), 500),
    "title": ("optional", ("text",)),
    "tasks": ("optional", ("any",)),
    "words": ("optional", ("object", PageWords)),
}

ReviewRequest: Fields = {
    "nodes": ("optional", ("whole", 1, 9007199254740991)),
}

CostRequest: Fields = {
    **PositionRequest,
    **PathRequest,
    "time": ("number", 0.001, 3600.0),
}

FoundLine: Fields = {
    "turns": ("array", ("text",), 100),
    "score": ("optional", ("whole", -1000000, 1000000)),
}

ExplainRequest: Fields = {
    **PositionRequest,
    "lines": ("array", ("object", FoundLine), 3),
    "choose": ("optional", ("truth",)),
    "owed": ("optional", ("whole", 0, 9007199254740991)),
    "impersonal": ("optional", ("truth",)),
}

REQUESTS |= {
    "openings": PositionRequest,
    "ballots": GameRequest,
    "opening": NoFields,
    "review": ReviewRequest,
    "cost": CostRequest,
    "explain": ExplainRequest,
    "puzzles": GameRequest,
    "puzzle": PuzzleRequest,
    "judge": JudgeRequest,
    "sheet": SheetRequest,
    "index": IndexRequest,
    "query": QueryRequest,
    "fitting": FittingRequest,
    "explore": ExploreRequest,
    "line": NoFields,
    "schedule": ScheduleRequest,
    "page": PageRequest,
}

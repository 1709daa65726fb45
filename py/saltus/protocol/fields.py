"""What a request holds, as kinds.

Made from `py/saltus/protocol/schema` by `python3 build.py protocol`: change it there.
"""

from saltus.core.kind import Fields

NoFields: Fields = {}

PositionRequest: Fields = {
    "game": ("text",),
    "options": ("optional", ("map", ("text",), ("truth",))),
    "rows": ("optional", ("array", ("text",), 100)),
    "side": ("optional", ("one", ("w", "b"))),
    "setup": ("optional", ("any",)),
    "seed": ("optional", ("whole", 0, 9007199254740991)),
}

PerftRequest: Fields = {
    **PositionRequest,
    "depth": ("whole", 0, 40),
    "time": ("optional", ("number", 0.001, 3600.0)),
}

ParseRequest: Fields = {
    "game": ("text",),
    "options": ("optional", ("map", ("text",), ("truth",))),
    "text": ("text",),
}

ContentsRequest: Fields = {
    "game": ("optional", ("text",)),
    "options": ("optional", ("map", ("text",), ("truth",))),
    "text": ("text",),
    "format": ("optional", ("one", ("json", "pdn", "sgf", "position"))),
    "goes_on": ("optional", ("truth",)),
}

EncodingRequest: Fields = {
    "data": ("base64",),
    "encoding": ("optional", ("any",)),
}

ClockLeft: Fields = {
    "left": ("number", 0.001, 1000000.0),
    "increment": ("optional", ("number", 0, 1000000.0)),
}

BestMoveRequest: Fields = {
    **PositionRequest,
    "time": ("optional", ("number", 0.001, 3600.0)),
    "depth": ("optional", ("whole", 1, 100)),
    "nodes": ("optional", ("whole", 1, 9007199254740991)),
    "clock": ("optional", ("object", ClockLeft)),
    "level": ("optional", ("whole", 1, 10)),
    "lines": ("optional", ("whole", 1, 200)),
    "progress": ("optional", ("truth",)),
    "written": ("optional", ("truth",)),
}

ThinkRequest: Fields = {
    "time": ("optional", ("number", 0.001, 3600.0)),
    "depth": ("optional", ("whole", 1, 100)),
    "nodes": ("optional", ("whole", 1, 9007199254740991)),
    "clock": ("optional", ("object", ClockLeft)),
    "level": ("optional", ("whole", 1, 10)),
    "lines": ("optional", ("whole", 1, 200)),
    "progress": ("optional", ("truth",)),
    "written": ("optional", ("truth",)),
    "shares": ("optional", ("truth",)),
    "helps": ("optional", ("truth",)),
}

ShareRequest: Fields = {
    "entries": ("text",),
}

StopRequest: Fields = {
    "of": ("optional", ("one", ("review", "index"))),
}

ClockSetting: Fields = {
    "initial": ("number", 0, 1000000.0),
    "increment": ("optional", ("number", 0, 1000000.0)),
}

NewRequest: Fields = {
    **PositionRequest,
    "recorded": ("optional", ("truth",)),
    "clock": ("optional", ("object", ClockSetting)),
    "ballot": ("optional", ("whole", 0, 9007199254740991)),
    "tags": ("optional", ("map", ("text",), ("text",))),
}

LoadRequest: Fields = {
    "recorded": ("optional", ("truth",)),
    "game": ("optional", ("text",)),
    "options": ("optional", ("map", ("text",), ("truth",))),
    "text": ("optional", ("text",)),
    "record": ("optional", ("map", ("text",), ("any",))),
    "format": ("optional", ("one", ("json", "pdn", "sgf", "position"))),
    "part": ("optional", ("whole", 0, 9007199254740991)),
}

RecordRequest: Fields = {
    "format": ("any",),
    "tags": ("optional", ("map", ("text",), ("text",))),
}

StateRequest: Fields = {
    "recorded": ("optional", ("truth",)),
}

PathRequest: Fields = {
    "path": ("array", ("text",), 100),
}

PlayRequest: Fields = {
    **StateRequest,
    "path": ("optional", ("array", ("text",), 100)),
    "text": ("optional", ("text",)),
    "spent": ("optional", ("number", 0, 1000000.0)),
    "variation": ("optional", ("truth",)),
}

PliesRequest: Fields = {
    **StateRequest,
    "plies": ("optional", ("whole", 1, 9007199254740991)),
}

GotoRequest: Fields = {
    **StateRequest,
    "node": ("any",),
    "through": ("optional", ("any",)),
    "ended": ("optional", ("truth",)),
}

NodeRequest: Fields = {
    **StateRequest,
    "node": ("any",),
}

AnnotateRequest: Fields = {
    **NodeRequest,
    "comment": ("text",),
    "glyphs": ("optional", ("array", ("whole", 0, 255), 8)),
}

SideRequest: Fields = {
    **StateRequest,
    "side": ("one", ("w", "b")),
}

ClaimRequest: Fields = {
    **SideRequest,
    "kind": ("one", ("win", "draw")),
}

REQUESTS: dict[str, Fields] = {
    "games": NoFields,
    "moves": PositionRequest,
    "perft": PerftRequest,
    "outcome": PositionRequest,
    "check": PositionRequest,
    "parse": ParseRequest,
    "contents": ContentsRequest,
    "encoding": EncodingRequest,
    "bestmove": BestMoveRequest,
    "think": ThinkRequest,
    "share": ShareRequest,
    "stop": StopRequest,
    "new": NewRequest,
    "load": LoadRequest,
    "record": RecordRequest,
    "state": StateRequest,
    "follow": PathRequest,
    "why": PathRequest,
    "play": PlayRequest,
    "undo": PliesRequest,
    "redo": PliesRequest,
    "goto": GotoRequest,
    "promote": NodeRequest,
    "prune": NodeRequest,
    "annotate": AnnotateRequest,
    "resign": SideRequest,
    "offer": SideRequest,
    "accept": SideRequest,
    "decline": SideRequest,
    "claim": ClaimRequest,
    "flag": SideRequest,
}

"""What a record in JSON holds, as kinds.

Made from `py/saltus/records/schema.py` by `python3 build.py protocol`: change it there.
"""

from saltus.core.kind import Fields

Clock: Fields = {
    "initial": ("number",),
    "increment": ("number",),
}

Record: Fields = {
    "saltus": ("any",),
    "game": ("text",),
    "options": ("map", ("text",), ("truth",)),
    "setup": ("or", (("text",), ("null",))),
    "seed": ("or", (("whole",), ("null",))),
    "rows": ("array", ("text",)),
    "side": ("one", ("w", "b")),
    "clock": ("or", (("object", Clock), ("null",))),
    "tags": ("map", ("text",), ("text",)),
    "nodes": ("array", ("any",)),
    "node": ("whole",),
    "through": ("whole",),
    "ended": ("truth",),
    "offer": ("or", (("one", ("w", "b")), ("null",))),
}

Ending: Fields = {
    "reason": ("text",),
    "winner": ("or", (("one", ("w", "b")), ("null",))),
}

Root: Fields = {
    "comment": ("optional", ("text",)),
    "glyphs": ("optional", ("array", ("whole", 0, 255))),
    "sgf": ("optional", ("text",)),
    "ending": ("optional", ("object", Ending)),
    "main": ("optional", ("any",)),
}

Turn: Fields = {
    "parent": ("whole",),
    "path": ("array", ("text",)),
    "spent": ("optional", ("or", (("number",), ("null",)))),
    **Root,
}

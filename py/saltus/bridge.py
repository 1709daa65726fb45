"""The only door between the rules and the rest of the world: JSON text in, JSON text out.

This docstring is the protocol. The browser's worker and `python3 -m saltus bridge` both speak it.

Shape
-----
A request is one JSON object: `{"id": 7, "op": "moves", …}`. It is answered by exactly one reply with the
same `id` (null where the request had none that could be read):

    {"id": 7, "ok": true, …}
    {"id": 7, "ok": false, "error": {"code": "bad-position", "message": "row 3, a6: …"}}

A `think` or `bestmove` is answered when it has done, while other requests are served, and before its reply come any number of
`{"id": 7, "event": "progress", "depth", "score", "nodes", "nps", "pv", "lines"}`. Fields that are not known are
ignored; an unknown op is an error. Error codes: `bad-json`, `bad-request` (a field is missing or of the wrong type),
`unknown-op`, `unknown-game`, `bad-position`, `bad-move` (with `rule` and `squares` beside the message), `bad-record`
(with `line` and `column`), `no-match`, `not-now` (the match is over, nothing to undo, a search is running …),
`too-large`, `too-long`. Nothing that is sent raises, hangs, or changes a match by halves.

Values
------
- position: `"game"`, `"rows"` (text, the top rank first, `.wbWB`), `"side"` (`"w"`/`"b"`, the side to move), and
  optionally `"options"` ({key: bool}). Without `rows` the game's first position (`"setup"`, `"seed"`); without
  `side` the side that moves first.
- move: `{"path": [origin, …landing squares], "captured": […], "crowns": bool, "text": "11x18"}`; a pass has
  `"path": []`.
- score: an int from the mover's view, a piece about 100; a win in n plies is `1_000_000 - n`, a loss the negative.
- side: `"w"`/`"b"`; result: null, `"w"`, `"b"` or `"draw"`.

Questions about a position (they need no match)
-----------------------------------------------
    games                                → games: [{key, name, files, ranks, squares (playable, reading order),
                                             first, bottom, numbered, kings, piece, style, lots, setups: [{key, name, seeded}],
                                             options: [{key, name, default, house}], rules: {key: text}, levels: 10,
                                             start: {rows, side}}]
    moves     position                   → moves: [move + result after it]
    perft     position, depth            → leaves
    outcome   position                   → result, reason, text, scores, islands (both null where not counted)
    bestmove  position, time | depth, level?  → path, captured, score, depth, nodes, nps, pv ([paths])
    check     position                   → rows, side (as read)

The match on the table (one a bridge)
-------------------------------------
    new       position, clock?: {initial, increment} in seconds      → state
    load      text | record, format?     → state      (json, pdn, sgf or a position text; told apart by what it says)
    record    format                     → text       (json, pdn, sgf, position)
    state                                → state
    follow    path                       → next: [squares], captured: [so far], complete: bool (may end here)
    why       path                       → rule, text, squares; rule null where the turn is allowed
    play      path | text, spent?: s     → state
    undo      plies?                     → state      (default 1)
    redo      plies?                     → state
    goto      node                       → state      (a node id from `history`)
    resign    side                       → state
    offer     side                       → state      (a draw)
    accept    side                       → state
    decline   side                       → state
    claim     side, kind                 → state
    flag      side                       → state      (the clock of `side` ran out)
    think     time | depth, level?, lines? → as bestmove, plus move (with text) and `because` (words)
    stop                                 → ok; a running search then replies with what it has

state: {game, options, setup, seed, rows, side, ply, node, moves: [move], forced (every move captures),
last: move | null, outcome: null | {winner, reason, text, scores, islands}, history: [{node, parent, ply, side, move,
main}], can_undo, can_redo, offer: side | null, claims: [{kind, text}], counters: [{key, count, limit, text}],
clock: null | {w, b, increment}, counts: {w, b}, position (text)}. `history` lists every node of the tree of
variations but the root, in the order they were first played; `main` is true on the line that leads from the root
through `node` to the last redo.
"""

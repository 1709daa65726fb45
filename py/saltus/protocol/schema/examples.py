"""An example session for each request, as `py/docs/protocol.md` shows it. The tests run every one.

`>` is sent, `<` received; `…` stands for any text, and alone on a line for any number of lines.
"""

from collections.abc import Mapping

_NEW = """\
> {"id":1,"op":"new","game":"english"}
< {"id":1,"ok":true,"game":"english",…
"""
_PLAYED = f"""\
{_NEW}> {{"id":2,"op":"play","text":"11-15"}}
< {{"id":2,"ok":true,…"ply":1,"node":1,…
"""

EXAMPLES: Mapping[str, str] = {
    "games": """\
> {"id":1,"op":"games"}
< {"id":1,"ok":true,"games":[{"key":"english","name":"English checkers",…"files":8,"ranks":8,…
""",
    "moves": """\
> {"id":1,"op":"moves","game":"rock"}
< {"id":1,"ok":true,"moves":[{"path":["b1","b3"],"captured":[],"crowns":false,"text":"b1-b3","result":null},…
""",
    "perft": """\
> {"id":1,"op":"perft","game":"gambit","depth":3}
< {"id":1,"ok":true,"leaves":6242}
""",
    "outcome": """\
> {"id":1,"op":"outcome","game":"gambit"}
< {"id":1,"ok":true,"result":null,"reason":null,"text":null,"said":null,"scores":null,"islands":null}
""",
    "bestmove": """\
> {"id":1,"op":"bestmove","game":"gambit","depth":2}
< {"id":1,"ok":true,"path":["d2","d4"],"captured":["d3"],"score":-8,"depth":2,…"leads":null,"stopped":false}
""",
    "cost": """\
> {"id":1,"op":"cost","game":"english","path":["d6","c5"],"time":0.2}
< {"id":1,"ok":true,"score":…,"loss":…,"mark":"…","best":{"score":…,"moves":[…]},"stopped":false}
""",
    "explain": """\
> {"id":1,"op":"explain","game":"english","lines":[{"turns":["d6-c5"],"score":4}]}
< {"id":1,"ok":true,"text":"It …","said":…,"squares":[…],"arrow":[]}
""",
    "check": """\
> {"id":1,"op":"check","game":"gambit"}
< {"id":1,"ok":true,"rows":["........","wwwwwwww","bbbbbbbb","........"],"side":"b","position":"8/wwwwwwww/…
""",
    "parse": """\
> {"id":1,"op":"parse","game":"gambit","text":"8/wwwwwwww/bbbbbbbb/8 b"}
< {"id":1,"ok":true,"rows":["........","wwwwwwww","bbbbbbbb","........"],"side":"b",…
> {"id":2,"op":"parse","game":"english","text":"W:W21,22:B1,99"}
< {"id":2,"ok":false,"error":{"code":"bad-record",…"line":1,"column":13,…
""",
    "contents": """\
> {"id":1,"op":"contents","game":"english","text":"1. 11-15 23-19 1-0"}
< {"id":1,"ok":true,"format":"pdn","games":[{"game":"english","tags":{},"turns":2,"winner":"b","start":0,"end":18}]}
""",
    "index": """\
> {"id":1,"op":"index","text":"[White \\"Ada\\"]\\n[GameType \\"21\\"]\\n\\n1. 11-15 23-19 *\\n"}
< …
< {"id":1,"ok":true,"games":[{"start":0,"end":48,"line":1,"digest":"…","entry":{"game":"english","white":"Ada",…
""",
    "query": """\
> {"id":1,"op":"query","query":"winner:smith year:1950..1960"}
< {"id":1,"ok":true,"game":null,"terms":[{"key":"winner","negated":false,"text":"smith","ranges":[],…"moments":[]}
> {"id":2,"op":"query","query":"playr:smith"}
< {"id":2,"ok":false,"error":{"code":"bad-query",…did you mean player:?","start":0,"end":5,…
""",
    "fitting": """\
> {"id":1,"op":"fitting","query":"white:ada","games":[]}
< {"id":1,"ok":true,"fits":[]}
""",
    "explore": """\
> {"id":1,"op":"explore","game":"english"}
< {"id":1,"ok":true,"moves":[],"ended":{"white":0,…"views":[{"key":"dWjlK5SA","swaps":false,"moves":[{"key":"…
""",
    "schedule": """\
> {"id":1,"op":"schedule","clean":false,"now":1800000000000}
< {"id":1,"ok":true,"progress":{"box":0,"due":1800000600000,"when":1800000000000,"solved":0,"missed":1}}
""",
    "encoding": """\
> {"id":1,"op":"encoding","data":"W1doaXRlICJBZIpsZSJd"}
< {"id":1,"ok":true,"encoding":"cp850","letters":"\\u00c7\\u00fc…
""",
    "openings": """\
> {"id":1,"op":"openings","game":"english"}
< {"id":1,"ok":true,"book":true,"known":true,"value":10,"games":2500,"moves":[{"path":["f6","e5"],…
""",
    "ballots": """\
> {"id":1,"op":"ballots","game":"english"}
< {"id":1,"ok":true,"ballots":[{"number":1,"text":"9-13 21-17 5-9","name":"Edinburgh","deck":true,"rows":[…
""",
    "puzzles": """\
> {"id":1,"op":"puzzles","game":"gambit"}
< {"id":1,"ok":true,"puzzles":[{"puzzle":"…","rows":[…],"side":"…","goal":"…","by":0,"grade":1,…
""",
    "puzzle": """\
> {"id":1,"op":"puzzle","game":"gambit","day":1}
< {"id":1,"ok":true,"puzzle":"4fbexk1",…"side":"b","goal":"hold",…"asked":1,"line":[{"path":["a2","a4"],…
""",
    "judge": """\
> {"id":1,"op":"judge","game":"gambit","puzzle":"6x844e4","turns":["h2-f4-d2"]}
< {"id":1,"ok":true,"right":true,"done":false,"answer":{"path":["c1","e3"],…
""",
    "sheet": """\
> {"id":1,"op":"sheet","game":"gambit","puzzles":["6x844e4"],"title":"Monday"}
< {"id":1,"ok":true,"html":"<!doctype html>…
""",
    "new": """\
> {"id":1,"op":"new","game":"rock","clock":{"initial":300,"increment":2}}
< {"id":1,"ok":true,"game":"rock",…"clock":{"w":300.0,"b":300.0,"increment":2.0,"initial":300.0},…
""",
    "load": """\
> {"id":1,"op":"load","game":"english","text":"1. 11-15 23-19 1-0"}
< {"id":1,"ok":true,"game":"english",…"ply":2,…
""",
    "record": f"""\
{_PLAYED}> {{"id":3,"op":"record","format":"pdn"}}
< {{"id":3,"ok":true,"text":"[Event…11-15 *\\n"}}
""",
    "line": f"""\
{_PLAYED}> {{"id":3,"op":"line"}}
< {{"id":3,"ok":true,"positions":[{{"node":0,"ply":0,"key":"…
""",
    "page": f"""\
{_PLAYED}> {{"id":3,"op":"page","kind":"replay"}}
< {{"id":3,"ok":true,"html":"<!doctype html>…
""",
    "state": f"""\
{_NEW}> {{"id":2,"op":"state","recorded":true}}
< {{"id":2,"ok":true,"game":"english",…"record":"{{…
""",
    "opening": f"""\
{_PLAYED}> {{"id":3,"op":"opening"}}
< {{"id":3,"ok":true,"name":"Old Faithful","ply":1,"number":null}}
""",
    "follow": f"""\
{_PLAYED}> {{"id":3,"op":"follow","path":["c3"]}}
< {{"id":3,"ok":true,"next":["d4","b4"],"captured":[],"complete":false}}
""",
    "why": f"""\
{_NEW}> {{"id":2,"op":"why","path":["c3","d4"]}}
< {{"id":2,"ok":true,"rule":"turn","text":"It is Black's turn.",…"squares":["c3"]}}
""",
    "play": f"""\
{_NEW}> {{"id":2,"op":"play","path":["f6","e5"]}}
< {{"id":2,"ok":true,…"ply":1,…"last":{{"path":["f6","e5"],"captured":[],"crowns":false,"text":"11-15"}},…
> {{"id":3,"op":"play","text":"11-15"}}
< {{"id":3,"ok":false,"error":{{"code":"bad-move","message":"…
""",
    "undo": f"""\
{_PLAYED}> {{"id":3,"op":"undo"}}
< {{"id":3,"ok":true,…"ply":0,"node":0,…"can_undo":false,"can_redo":true,…
""",
    "redo": f"""\
{_PLAYED}> {{"id":3,"op":"undo"}}
< {{"id":3,"ok":true,…
> {{"id":4,"op":"redo"}}
< {{"id":4,"ok":true,…"ply":1,"node":1,…
""",
    "goto": f"""\
{_PLAYED}> {{"id":3,"op":"goto","node":0}}
< {{"id":3,"ok":true,…"ply":0,"node":0,…
""",
    "promote": f"""\
{_PLAYED}> {{"id":3,"op":"promote","node":1}}
< {{"id":3,"ok":true,…"ply":1,"node":1,…
""",
    "prune": f"""\
{_PLAYED}> {{"id":3,"op":"prune","node":1}}
< {{"id":3,"ok":true,…"ply":0,"node":0,…"history":[],…
""",
    "annotate": f"""\
{_PLAYED}> {{"id":3,"op":"annotate","node":1,"comment":"The most popular opening.","glyphs":[1]}}
< {{"id":3,"ok":true,…"history":[{{"node":1,…"glyphs":[1],"comment":"The most popular opening."}}],…
""",
    "resign": f"""\
{_NEW}> {{"id":2,"op":"resign","side":"w"}}
< {{"id":2,"ok":true,…"outcome":{{"winner":"b","reason":"resignation",…
""",
    "offer": f"""\
{_NEW}> {{"id":2,"op":"offer","side":"w"}}
< {{"id":2,"ok":true,…"offer":"w",…
""",
    "accept": f"""\
{_NEW}> {{"id":2,"op":"offer","side":"w"}}
< {{"id":2,"ok":true,…"offer":"w",…
> {{"id":3,"op":"accept","side":"b"}}
< {{"id":3,"ok":true,…"outcome":{{"winner":null,"reason":"agreement","text":"Draw by agreement.",…
""",
    "decline": f"""\
{_NEW}> {{"id":2,"op":"offer","side":"w"}}
< {{"id":2,"ok":true,…"offer":"w",…
> {{"id":3,"op":"decline","side":"b"}}
< {{"id":3,"ok":true,…"offer":null,…
""",
    "claim": f"""\
{_NEW}> {{"id":2,"op":"claim","side":"w","kind":"win"}}
< {{"id":2,"ok":false,"error":{{"code":"not-now","message":"White has no 'win' to claim here"}}}}
""",
    "flag": """\
> {"id":1,"op":"new","game":"rock","clock":{"initial":60}}
< {"id":1,"ok":true,"game":"rock",…
> {"id":2,"op":"flag","side":"w"}
< {"id":2,"ok":true,…"outcome":{"winner":"b","reason":"flag",…
""",
    "think": f"""\
{_NEW}> {{"id":2,"op":"think","depth":3,"progress":false}}
< {{"id":2,"ok":true,"path":["f6","e5"],…"node":0,"move":{{…"text":"11-15"}},"accepts":null…
""",
    "share": f"""\
{_NEW}> {{"id":2,"op":"share","entries":""}}
< {{"id":2,"ok":true,"known":0}}
""",
    "review": f"""\
{_PLAYED}> {{"id":3,"op":"review","time":0.2}}
< …
< {{"id":3,"ok":true,"chances":[…],"turns":[{{"node":1,"ply":1,"side":"b","text":"11-15",…
""",
    "stop": """\
> {"id":1,"op":"stop"}
< {"id":1,"ok":true,"stopped":false}
""",
}
"""By `op`."""

"""Hostile links, files and messages do no harm."""

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.person import Person, guest

pytestmark = pytest.mark.running


@pytest.fixture
def person(forgiving: BrowserContext, address: str) -> Person:
    return Person(forgiving.new_page(), address)


SCRIPT = "\"'><img src=x onerror=document.title='pwned'><script>document.title='pwned'</script>javascript:"

PACK = """async (text) => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let letters = '';
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}"""


def hostile() -> dict[str, str]:
    """Hostile records, by name."""
    path = ["c3", "d4"]
    record: dict[str, Any] = {"game": "english", "setup": None, "options": {}, "moves": [path]}
    return {
        "script": json.dumps(
            {**record, "game": SCRIPT, "setup": SCRIPT, "tags": {SCRIPT: SCRIPT}, "moves": [SCRIPT]}
        ),
        "tags": json.dumps({**record, "tags": {"White": SCRIPT, "Event": SCRIPT}, "moves": [SCRIPT]}),
        "illegal": json.dumps({**record, "moves": [["c3", "h8"]]}),
        "deep": "[" * 100_000,
        "nested": '{"game":"english","moves":' + "[" * 9000,
        "long": "1. 11-15 " * 40_000,
        "variations": "1. 11-15 " + "(1. 11-16 " * 5000,
        "numbers": json.dumps({**record, "seed": 10**400, "clock": {"initial": 1e308, "increment": -1}}),
        "proto": '{"__proto__": {"game": "english"}, "constructor": 1, "game": "__proto__"}',
        "pdn": f'[Event "{SCRIPT}"]\n[White "{SCRIPT}"]\n[GameType "21"]\n[FEN "{SCRIPT}"]\n1. 11-15 {{{SCRIPT}}} *',
        "control": "\x00\ud7ff\ufeff\u202e1. 11-15",
    }


def test_hostile_links_and_files_do_no_harm(person: Person) -> None:
    """Each is refused with a message or opens as a game. None of its scripts runs."""
    page = person.page
    person.open("english", "open")
    for name, text in hostile().items():
        packed = page.evaluate(PACK, text)
        page.evaluate("text => { location.hash = `game=english&record=${text}`; }", packed)
        page.wait_for_function(
            """() => document.querySelector('#status.error') || !location.hash.includes('record=')"""
        )
        page.evaluate("location.hash = 'game=english&panel=share'")
        page.locator("#panel input[type=file]").set_input_files(
            {"name": f"{SCRIPT}.pdn", "mimeType": "text/html", "buffer": text.encode("utf-8", "surrogatepass")}
        )
        page.wait_for_function(
            """() => document.querySelector('#panel .fault:not(:empty), #panel .found .kept')
                || !document.getElementById('paste').value"""
        )
        page.locator("#panel-close").click()
        assert "pwned" not in page.title(), name
    for field in ("game", "panel", "rule", "turn", "record"):
        for value in (SCRIPT, "__proto__", "constructor", "x" * 100_000, "%00", "#'\\"):
            page.evaluate(
                "([field, value]) => { location.hash = `${field}=${encodeURIComponent(value)}`; }", [field, value]
            )
    page.goto("about:blank")
    page.goto(f"{person.address}?{SCRIPT}#game={SCRIPT}&panel={SCRIPT}&rule={SCRIPT}&record={SCRIPT}&turn={SCRIPT}")
    person.wait("open", "thinking")
    assert "pwned" not in page.title()


MESSAGES = """() => {
    const loop = {}; loop.self = loop;
    const script = "<img src=x onerror=parent.document.title='pwned'>";
    const long = 'x'.repeat(1e5);
    const strange = [null, 7, loop, 10n, new Map(), [], long, script, NaN, -1, 1e308, [[]], { toString: 7 }];
    const fields = ['game', 'record', 'rows', 'side', 'setup', 'seed', 'options', 'players', 'bottom', 'move',
        'theme', 'language', 'board', 'pieces'];
    const all = [...strange];
    for (const saltus of ['set', 'play', 'look', 'undo', 'get', '__proto__', script, loop, 7]) {
        for (const value of strange) {
            for (const field of fields) all.push({ saltus, [field]: value });
            all.push({ saltus, ...Object.fromEntries(fields.map((field) => [field, value])) });
        }
    }
    return all;
}"""


def test_hostile_messages_to_a_guest_board_do_no_harm(forgiving: BrowserContext, address: str) -> None:
    page = forgiving.new_page()
    guest(page, address, "gambit")
    page.wait_for_function("() => heard.some((one) => one.saltus === 'ready')")
    page.evaluate(
        f"""() => {{
          for (const said of ({MESSAGES})()) board.contentWindow.postMessage(said, '*');
          board.contentWindow.postMessage({{ saltus: 'set', game: 'rock', players: {{ w: 0, b: 0 }} }}, '*');
          board.contentWindow.postMessage({{ saltus: 'play', move: 'b1-b3' }}, '*');
        }}"""
    )
    page.wait_for_function("() => heard.some((one) => one.saltus === 'move' && one.game === 'rock')")
    assert page.title() == "A page"
    assert page.evaluate("Object.keys(localStorage)") == []


LONG = """{"game":"english","moves":[],"comment":"%s"}"""


@pytest.mark.again("test_an_overlong_message_to_a_guest_board_gets_an_error")
def test_a_link_that_unpacks_to_too_long_a_record_shows_an_error(person: Person) -> None:
    """The link itself is short: a few thousand letters unpack to millions."""
    page = person.page
    person.open("english", "open")
    for text, said in (
        (LONG % ("x" * 3_000_000), "too long to be a game"),
        (LONG % ("\\r\\n" * 120_000), "the limit is"),
    ):
        packed = page.evaluate(PACK, text)
        page.evaluate("text => { location.hash = `game=english&record=${text}`; }", packed)
        expect(page.locator("#status.error")).to_contain_text(said)
        page.keyboard.press("Escape")
        expect(page.locator("#status.error")).to_have_count(0)


def test_an_overlong_message_to_a_guest_board_gets_an_error(forgiving: BrowserContext, address: str) -> None:
    page = forgiving.new_page()
    guest(page, address, "rock")
    page.wait_for_function("() => heard.some((one) => one.saltus === 'ready')")
    for message in ("{ saltus: 'set', record: '\\r\\n'.repeat(2e5) }", "{ saltus: 'play', move: 'x'.repeat(6e5) }"):
        page.evaluate(f"() => {{ heard.length = 0; board.contentWindow.postMessage({message}, '*'); }}")
        page.wait_for_function(
            "() => heard.some((one) => one.saltus === 'error' && one.message.includes('too long'))"
        )
    page.evaluate(
        "() => { heard.length = 0; board.contentWindow.postMessage({ saltus: 'play', move: 'b1-b3' }, '*'); }"
    )
    page.wait_for_function("() => heard.some((one) => one.saltus === 'move')")

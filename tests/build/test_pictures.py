"""The pictures beside links to the site and on itch.io, and the addresses by which other sites find them."""

import struct

import pytest
from bundle import pictures, site, toolchain


def size(raw: bytes) -> tuple[int, int]:
    """Width and height of a JPEG."""
    at = 2
    while raw[at] == 0xFF:
        marker, length = raw[at + 1], struct.unpack(">H", raw[at + 2 : at + 4])[0]
        if marker in (0xC0, 0xC1, 0xC2):
            height, width = struct.unpack(">HH", raw[at + 5 : at + 9])
            return width, height
        at += 2 + length
    raise AssertionError("no JPEG")


def test_the_picture_beside_links_has_the_size_that_the_page_says() -> None:
    raw = site.SHARE_PICTURE.read_bytes()
    assert size(raw) == (1200, 630)
    assert len(raw) < 300_000
    page = (toolchain.ROOT / "index.html").read_text("utf-8")
    assert '<meta property="og:image:width" content="1200">' in page
    assert '<meta property="og:image:height" content="630">' in page


def test_pictures_are_drawn_by_the_board_and_the_same_each_time() -> None:
    try:
        first = pictures.drawn()
    except toolchain.Stop as error:
        pytest.skip(str(error))
    assert {name: size(raw) for name, raw in first.items()} == {"share": (1200, 630), "cover": (630, 500)}
    assert pictures.drawn() == first


def test_the_picture_of_the_readme_is_the_page_in_the_middle_of_a_game() -> None:
    shown = (pictures.SCREENSHOT_SIZE["width"], pictures.SCREENSHOT_SIZE["height"])
    assert size(pictures.SCREENSHOT.read_bytes()) == shown
    try:
        fresh = pictures.screenshot()
    except toolchain.Stop as error:
        pytest.skip(str(error))
    assert size(fresh) == shown


def test_addresses_for_other_sites_are_whole_where_the_own_one_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (toolchain.ROOT / "index.html").read_text("utf-8")
    for name in site.SITE_ADDRESSES:
        monkeypatch.delenv(name, raising=False)
    assert site.site_address() == ""
    assert site.addressed(page, site.site_address()) == page
    monkeypatch.setenv("URL", "https://saltus.example")
    assert site.site_address() == "https://saltus.example/"
    monkeypatch.setenv("SALTUS_URL", 'https://example.org/a"b/')
    told = site.addressed(page, site.site_address())
    assert '<meta property="og:image" content="https://example.org/a&quot;b/share.jpg">' in told
    assert '<meta name="twitter:image" content="https://example.org/a&quot;b/share.jpg">' in told
    assert '<meta property="og:url" content="https://example.org/a&quot;b/">' in told
    monkeypatch.setenv("SALTUS_URL", "javascript:alert(1)")
    monkeypatch.setenv("URL", "")
    assert site.site_address() == ""


def test_a_site_may_be_built_for_a_server_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pages know the address and may connect to it; other sites' pages know of none."""
    page = (toolchain.ROOT / "index.html").read_text("utf-8")
    assert site.with_server(page, site.game_server()) == page
    monkeypatch.setenv(site.GAME_SERVER, "https://club.example/games/")
    told = site.with_server(page, site.game_server())
    assert '<meta name="saltus-server" content="https://club.example/games/api">' in told
    assert "connect-src 'self' https://club.example wss://club.example;" in told
    monkeypatch.setenv(site.GAME_SERVER, "club.example")
    with pytest.raises(toolchain.Stop):
        site.game_server()

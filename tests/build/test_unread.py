"""The data that the small runtime does without: nothing that a kept function can read."""

import struct

import pytest
from bundle import runtime, toolchain
from bundle.slim import entered, unread, wasm
from bundle.slim.operands import Operand, constants
from bundle.slim.wasm import leb128, vector

pytestmark = pytest.mark.skipif(runtime.is_stock(), reason="with --stock-runtime nothing is split")

SIZE = 1 << 18
TABLE = SIZE // 2
"""The address of the table that only a stub knows, in the middle of the constants."""
POINTERS = SIZE
"""Where the data that may hold pointers begin."""
FIRST = 16
"""An address that a kept function knows."""


def signed(value: int) -> bytes:
    """A number of at most 34 bits as signed LEB128, in five bytes."""
    return bytes([*(value >> 7 * place & 0x7F | 0x80 for place in range(4)), value >> 28 & 0x7F])


def body(*instructions: bytes) -> bytes:
    whole = b"\0" + b"".join(instructions) + b"\x0b"
    return leb128(len(whole)) + whole


def constant(value: int) -> bytes:
    return b"\x41" + signed(value) + b"\x1a"  # i32.const, drop


def long_constant(value: int) -> bytes:
    out = bytearray(b"\x42")
    for place in range(9):
        out.append(value >> 7 * place & 0x7F | 0x80)
    return bytes([*out, value >> 63 & 0x7F]) + b"\x1a"


def load(offset: int) -> bytes:
    return b"\x41\x00\x2d\x00" + leb128(offset) + b"\x1a"  # i32.const 0, i32.load8_u, drop


def module(*kept: bytes, word: int = 0, exported: int = 0, other: int = TABLE) -> bytes:
    """A module of two functions, of which the first is kept. No constant is zero. `word` is among the data that may
    hold pointers; the second function knows the address `other`, and the script `exported`."""
    parts = {
        wasm.IMPORTS: vector([]),
        wasm.GLOBALS: vector([b"\x7f\x00\x41" + signed(value) + b"\x0b" for value in (POINTERS, exported)]),
        wasm.EXPORTS: vector([b"\x05_ZTS1\x03\x00", b"\x03ptr\x03\x01"]),
        wasm.CODE: vector([body(constant(FIRST), *kept), body(constant(other))]),
        wasm.DATA: vector(
            [
                b"\0\x41" + signed(FIRST) + b"\x0b" + leb128(SIZE - FIRST) + b"\1" * (SIZE - FIRST),
                b"\0\x41" + signed(POINTERS) + b"\x0b" + leb128(8) + struct.pack("<II", word, 7),
            ]
        ),
    }
    sections = (bytes([kind]) + leb128(len(content)) + content for kind, content in parts.items())
    return b"\0asm\1\0\0\0" + b"".join(sections)


def spans(made: bytes) -> list[range]:
    return unread.unread(made, {0}, made)


def test_a_table_that_only_a_stub_knows_is_emptied_up_to_what_may_be_known() -> None:
    made = module()
    assert spans(made) == [range(TABLE, POINTERS - unread.GUARD_BYTES)]
    emptied = unread.emptied(made, spans(made))
    (constants_before, _), (constants_after, _) = (
        [data[one.begin : one.end] for one in unread.segments(data)] for data in (made, emptied)
    )
    assert len(emptied) == len(made)
    assert constants_after[: TABLE - FIRST] == constants_before[: TABLE - FIRST]
    assert constants_after[TABLE - FIRST : -unread.GUARD_BYTES] == bytes(POINTERS - unread.GUARD_BYTES - TABLE)
    assert constants_after[-unread.GUARD_BYTES :] == constants_before[-unread.GUARD_BYTES :]


INSIDE = TABLE + (POINTERS - TABLE) // 2


@pytest.mark.parametrize(
    "known",
    [
        module(constant(INSIDE)),
        module(load(INSIDE)),
        module(long_constant(INSIDE << 32)),
        module(long_constant(INSIDE)),
        module(word=INSIDE),
        module(exported=INSIDE),
    ],
    ids=["constant", "offset", "upper half", "lower half", "pointer", "export"],
)
def test_data_around_a_known_address_are_kept(known: bytes) -> None:
    assert spans(known) == []


def test_a_global_that_a_kept_function_reads_is_an_address() -> None:
    read = b"\x23\x01\x1a"  # global.get 1, drop
    assert spans(module(read, exported=INSIDE)) == []


def test_nothing_is_emptied_before_an_address_that_only_a_stub_knows() -> None:
    """Else it might be the rest of a table that begins at the address before."""
    assert spans(module(other=POINTERS + 16)) == []
    assert spans(module(other=TABLE + 4)) == [], "no table begins there"
    assert spans(module(constant(TABLE - unread.GUARD_BYTES // 2))) == [], "the table may begin before"


def test_an_unknown_instruction_stops_the_build() -> None:
    with pytest.raises(ValueError, match="0xfd"):
        list(constants(b"\xfd\x00\x0b", 0, 3))
    with pytest.raises(ValueError, match="0xfc 99"):
        list(constants(b"\xfc\x63\x0b", 0, 3))


def test_operands_are_read_as_they_are_written() -> None:
    code = (
        constant(5) + load(300) + long_constant((7 << 32) + 9) + b"\x43abcd\x1a\x44abcdefgh\x1a\x0e\x02\x00\x01\x02"
    )
    code += b"\x23\x04\x11\x01\x00\xfc\x0a\x00\x00\x0b"
    found = list(constants(code, 0, len(code)))
    known = [(Operand.INT, 5), (Operand.INT, 0), (Operand.MEMORY, 300), (Operand.INT, 9), (Operand.INT, 7)]
    assert found == [*known, (Operand.GLOBAL, 4)]


@pytest.mark.slow(
    "test_a_table_that_only_a_stub_knows_is_emptied_up_to_what_may_be_known",
    "test_data_around_a_known_address_are_kept",
)
def test_runtime_lacks_only_data_that_no_kept_function_knows() -> None:
    small, whole = ((folder / runtime.WASM).read_bytes() for folder in (runtime.split(), runtime.whole()))
    kept = entered.read(toolchain.PYODIDE / runtime.WASM)
    found = unread.unread(whole, kept, (toolchain.PYODIDE / runtime.WASM).read_bytes())
    assert sum(map(len, found)) > 500_000
    ours, _ = unread.addresses(whole, kept)
    for span in found:
        near = range(span.start - unread.GUARD_BYTES, span.stop + unread.GUARD_BYTES)
        assert [address for address in ours if address in near] == []
    for one, other in zip(unread.segments(small), unread.segments(whole), strict=True):
        assert (one.address, one.limit) == (other.address, other.limit)
        ours_, theirs = small[one.begin : one.end], whole[other.begin : other.end]
        if ours_ != theirs:
            for address, (byte, before) in enumerate(zip(ours_, theirs, strict=True), one.address):
                assert byte == before or (not byte and any(address in span for span in found)), address

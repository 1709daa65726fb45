"""Reads the numbers that the instructions of WebAssembly functions hold: what may be an address in the data.

Only instructions that Pyodide's module uses are known; another one is a ValueError, so that somebody looks at it.

The format: https://webassembly.github.io/spec/core/binary/instructions.html
"""

from collections.abc import Iterator
from enum import Enum, auto

from bundle.slim.wasm import read_leb128, read_signed_leb128

WORD = 0xFFFF_FFFF
"""The mask of an address, and of each half of a 64-bit constant: two of 32 bits may be stored as one."""


CALL, REF_FUNC = 0x10, 0xD2


class Operand(Enum):
    """What follows an opcode."""

    NUMBER = auto()
    """An index or a type, as LEB128."""
    TWO_NUMBERS = auto()
    INT = auto()
    """A constant of 32 bits, as signed LEB128."""
    LONG = auto()
    """A constant of 64 bits."""
    FLOAT = auto()
    DOUBLE = auto()
    MEMORY = auto()
    """An alignment and an offset, which is added to the address."""
    GLOBAL = auto()
    """The number of a global."""
    NUMBERS = auto()
    """How many, and each."""
    TARGETS = auto()
    """The same with one more: `br_table`."""
    BULK = auto()
    """A second opcode, and what follows that."""


def _operands() -> dict[int, Operand | None]:
    """Returns what follows each opcode; None for nothing."""
    found: dict[int, Operand | None] = dict.fromkeys(range(0x45, 0xC5))  # arithmetic
    found |= dict.fromkeys((0x00, 0x01, 0x05, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1))
    # Blocks, branches, calls, exceptions, locals, tables, and the size of the memory.
    blocks, branches, thrown = (0x02, 0x03, 0x04, 0x06), (0x0C, 0x0D, 0x10), (0x07, 0x08, 0x09, 0x18)
    rest = (0x20, 0x21, 0x22, 0x24, 0x25, 0x26, 0x3F, 0x40, 0xD0, 0xD2)
    found |= dict.fromkeys((*blocks, *branches, *thrown, *rest), Operand.NUMBER)
    found |= dict.fromkeys(range(0x28, 0x3F), Operand.MEMORY)
    found |= {0x11: Operand.TWO_NUMBERS, 0x23: Operand.GLOBAL, 0x0E: Operand.TARGETS, 0x1C: Operand.NUMBERS}
    found |= {0x41: Operand.INT, 0x42: Operand.LONG, 0x43: Operand.FLOAT, 0x44: Operand.DOUBLE, 0xFC: Operand.BULK}
    return found


OPERANDS = _operands()
BULK_NUMBERS = {
    **dict.fromkeys(range(8), 0),
    **dict.fromkeys((9, 11, 13, 15, 16, 17), 1),
    **dict.fromkeys((8, 10, 12, 14), 2),
}
"""The second opcodes of 0xFC (conversions that saturate, and what concerns whole ranges), and how many numbers
follow each."""


def constants(data: bytes, at: int, end: int) -> Iterator[tuple[Operand, int]]:
    """Yields what may be an address in these instructions: constants as `INT`, offsets as `MEMORY`, and the numbers
    of globals that are read, as `GLOBAL`. Raises ValueError for an instruction that is not known."""
    while at < end:
        kind = OPERANDS.get(data[at])
        match kind:
            case Operand.INT | Operand.LONG:
                value, at = read_signed_leb128(data, at + 1)
                yield Operand.INT, value & WORD
                if kind is Operand.LONG:
                    yield Operand.INT, value >> 32 & WORD
            case Operand.MEMORY:
                _, at = read_leb128(data, at + 1)
                offset, at = read_leb128(data, at)
                yield Operand.MEMORY, offset
            case Operand.GLOBAL:
                number, at = read_leb128(data, at + 1)
                yield Operand.GLOBAL, number
            case _:
                at = skipped(data, at)


def called(data: bytes, at: int, end: int) -> Iterator[int]:
    """Yields the numbers of the functions that these instructions call, or refer to, by their numbers."""
    while at < end:
        if data[at] in (CALL, REF_FUNC):
            number, at = read_leb128(data, at + 1)
            yield number
        else:
            at = skipped(data, at)


def skipped(data: bytes, at: int) -> int:
    """Returns the offset behind an instruction. Raises ValueError for one that is not known."""
    opcode, at = data[at], at + 1
    if opcode not in OPERANDS:
        raise ValueError(f"the runtime uses the WebAssembly instruction {opcode:#x}")
    count = 0
    match OPERANDS[opcode]:
        case Operand.FLOAT:
            return at + 4
        case Operand.DOUBLE:
            return at + 8
        case Operand.NUMBER | Operand.GLOBAL | Operand.INT | Operand.LONG:
            count = 1
        case Operand.TWO_NUMBERS | Operand.MEMORY:
            count = 2
        case Operand.NUMBERS:
            count, at = read_leb128(data, at)
        case Operand.TARGETS:
            count, at = read_leb128(data, at)
            count += 1
        case Operand.BULK:
            second, at = read_leb128(data, at)
            if second not in BULK_NUMBERS:
                raise ValueError(f"the runtime uses the WebAssembly instruction 0xfc {second}")
            count = BULK_NUMBERS[second]
    for _ in range(count):
        _, at = read_leb128(data, at)
    return at

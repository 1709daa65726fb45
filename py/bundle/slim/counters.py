"""Makes a module that counts which of its functions are entered. count.cjs reads the counters: see count.py."""

from bundle.slim import wasm

MARK = "entered-"
"""How the names of the counters begin. count.cjs knows them by that."""
MARK_BITS = 31
"""How many functions share a counter, a global: it stays positive as a signed number."""
I32 = 0x7F
GLOBAL_GET, GLOBAL_SET, OR = 0x23, 0x24, 0x72


def counting(data: bytes) -> bytes:
    """Returns the module with a counter in each function: a bit of an exported global, set when it is entered.

    No function, and no global that was there, gets another number: globals are added at the end.
    """
    defined, _ = wasm.read_leb128(wasm.contents(data, wasm.GLOBALS), 0)
    first = wasm.imported(data, wasm.GLOBAL) + defined
    counters = -(-sum(1 for _ in wasm.bodies(data)) // MARK_BITS)

    def counted(number: int, body: bytes) -> bytes:
        start = wasm.after_locals(body)
        counter = wasm.leb128(first + number // MARK_BITS)
        bit = wasm.signed_leb128(1 << number % MARK_BITS)
        step = bytes([GLOBAL_GET]) + counter + bytes([wasm.CONST]) + bit + bytes([OR, GLOBAL_SET]) + counter
        return body[:start] + step + body[start:]

    marks = [wasm.export(f"{MARK}{number}", wasm.GLOBAL, first + number) for number in range(counters)]
    parts = {
        wasm.GLOBALS: wasm.extended(
            wasm.contents(data, wasm.GLOBALS), [bytes([I32, wasm.MUTABLE, wasm.CONST, 0, wasm.END])] * counters
        ),
        wasm.EXPORTS: wasm.extended(wasm.contents(data, wasm.EXPORTS), marks),
        wasm.CODE: wasm.rewritten(data, counted),
    }
    return wasm.replaced(data, parts)

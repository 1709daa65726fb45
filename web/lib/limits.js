/** How much text the rules read. */

/** The most characters of one request, as JSON text: `MAX_REQUEST_CHARS` in py/saltus/protocol/request.py. */
export const MAX_REQUEST_CHARS = 500_000;

/** The longest text that is taken in, in characters (of a file: bytes): with what is around it, it fits into a request. */
export const MAX_TEXT_CHARS = 480_000;

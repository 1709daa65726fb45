/** The limits on texts that are sent to the rules. */

/** The most characters of one request, as JSON text: `MAX_REQUEST_CHARS` in py/saltus/protocol/request.py. */
export const MAX_REQUEST_CHARS = 500_000;

/** The longest text of the player, in characters (for a file: bytes). It leaves room for the rest of the request. */
export const MAX_TEXT_CHARS = 480_000;

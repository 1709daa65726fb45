/** The most characters of one request, as JSON text: `MAX_REQUEST_CHARS` in py/saltus/protocol/request.py. */
export const MAX_REQUEST_CHARS = 500_000;

"""In place of the standard library's `json.encoder`: the writer written in C alone, and so without `re`."""

from _json import encode_basestring, encode_basestring_ascii, make_encoder
from collections.abc import Callable
from typing import Any


class JSONEncoder:
    """Writes JSON on one line."""

    item_separator = ", "
    key_separator = ": "

    def __init__(
        self,
        *,
        skipkeys: bool = False,
        ensure_ascii: bool = True,
        check_circular: bool = True,
        allow_nan: bool = True,
        sort_keys: bool = False,
        indent: None = None,
        separators: tuple[str, str] | None = None,
        default: Callable[[Any], Any] | None = None,
    ) -> None:
        self.how = skipkeys, ensure_ascii, check_circular, allow_nan, sort_keys
        if separators is not None:
            self.item_separator, self.key_separator = separators
        if default is not None:
            self.default = default

    def default(self, o: Any) -> Any:
        """What stands for something that JSON has no word for."""
        raise TypeError(f"Object of type {type(o).__name__} is not JSON serializable")

    def encode(self, o: Any) -> str:
        """The text of a value."""
        skipkeys, ensure_ascii, check_circular, allow_nan, sort_keys = self.how
        write = make_encoder(
            {} if check_circular else None,
            self.default,
            encode_basestring_ascii if ensure_ascii else encode_basestring,
            None,
            self.key_separator,
            self.item_separator,
            sort_keys,
            skipkeys,
            allow_nan,
        )
        return "".join(write(o, 0))

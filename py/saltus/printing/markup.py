"""HTML from text.

The standard library's `html` has a table of 2,000 names, which the browser's Python need not fetch.
"""


def escape(text: str) -> str:
    """A text as HTML shows it, also within an attribute."""
    for letter, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "#x27")):
        text = text.replace(letter, f"&{name};")
    return text

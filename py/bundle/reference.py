"""Writes the reference of the protocol, `py/docs/protocol.md`, from its types and its table of requests."""

import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from saltus.core.limits import Most, Range
from saltus.protocol.schema.errors import ANYWHERE, MEANINGS

from bundle.ops import EVERY, GROUPED, Op
from bundle.schema import Alias, Field, Shape, Types, Writer, read
from bundle.toolchain import PY

WIDTH = 118
REQUEST = "Request"
EXAMPLES = PY / "docs" / "protocol-examples.txt"

HEAD = """\
<!-- Made from py/saltus/protocol/schema by `python3 build.py protocol`: change it there. -->

# The protocol

Every request of the [JSON bridge](bridge.md), with its fields, its reply, the errors that it may fail with, and an
example. [bridge.md](bridge.md) says how messages come and go.

- Beside the fields listed here, a request has `id` and `op`, a reply `id` and `ok`, an event `id` and `event`.
- A request may leave out a field marked *optional*, or send null in it. A reply has such a field only where its
  meaning says so.
- Every request may fail with {anywhere}.
  Other [errors](#errors) are listed with the request.
- In the examples, `>` is sent, `<` is received, and `…` stands for something left out.

"""


class Words(Writer):
    """Types in words, with links to the shapes that they name."""

    plain: Mapping[str, str] = {
        "str": "text",
        "int": "whole number",
        "float": "number",
        "bool": "true or false",
        "Any": "anything",
        "None": "null",
    }

    def __init__(self, types: Types) -> None:
        self.types = types

    def named(self, name: str) -> str:
        one = self.types[name]
        return f"[{label(one)}](#{anchor(one)})"

    def text(self, value: object) -> str:
        return f'`"{value}"`'

    def either(self, choices: Sequence[str]) -> str:
        return " or ".join(choices)

    def array(self, item: str) -> str:
        return f"array of ({item})" if " or " in item else f"array of {item}"

    def limited(self, written: str, limit: object) -> str:
        match limit:
            case Range(low, high):
                return f"{written} from {low:,} to {high:,}"
            case Most(items):
                return f"{written}, at most {items}"
        return written

    def mapping(self, key: str, value: str) -> str:
        return f"object: {value} for each {'key' if key == self.plain['str'] else key}"


class Reference:
    """The parts of the page."""

    def __init__(self) -> None:
        self.modules = read()
        self.words = Words({name: one for types in self.modules.values() for name, one in types.items()})
        self.shared = self.shared_requests()
        self.examples = examples()
        self.values = {
            **self.modules["shapes"],
            **self.modules["state"],
            **self.modules["games"],
            **self.parts("replies"),
            **self.parts("library"),
        }
        """What requests and replies are made of."""

    def shared_requests(self) -> Types:
        """Returns the sets of fields that more than one request has, and those that are a field's value."""
        library = {name: one for name, one in self.modules["library"].items() if name.endswith(REQUEST)}
        used = [op.request.__name__ for op in EVERY.values()]
        return {
            name: one
            for name, one in {**self.modules["requests"], **library}.items()
            if isinstance(one, Shape) and one.fields and (name in self.bases() or used.count(name) != 1)
        }

    def parts(self, module: str) -> Types:
        """Returns the types of a module that messages are made of: all but whole messages that no other extends."""
        messages = {kind.__name__ for op in EVERY.values() for kind in (op.request, op.reply, *op.events.values())}
        whole = messages - self.bases()
        return {name: one for name, one in self.modules[module].items() if name not in whole | self.shared.keys()}

    def bases(self) -> set[str]:
        """Returns the names of the types that others add fields to."""
        return {base for one in self.words.types.values() if isinstance(one, Shape) for base in one.bases}

    def page(self) -> str:
        """Returns the page."""
        parts = [HEAD.format(anywhere=codes(ANYWHERE)), contents()]
        for group, ops in GROUPED.items():
            parts.append(f"## {group}\n\n")
            parts += [self.request(name, op) for name, op in ops.items()]
        parts.append("## Fields that several requests have\n\n")
        parts += [self.described(one) for one in self.shared.values() if isinstance(one, Shape)]
        parts.append("## Values\n\n### Names\n\n| name | type | meaning |\n|---|---|---|\n")
        aliases = (one for one in self.values.values() if isinstance(one, Alias))
        parts += [row(one.name, self.words.write(one.type), one.doc) for one in aliases]
        parts.append("\n")
        parts += [self.described(one) for one in self.values.values() if isinstance(one, Shape)]
        parts.append("## Errors\n\n| code | meaning |\n|---|---|\n")
        parts += [f"| `{code}` | {meaning} |\n" for code, meaning in MEANINGS.items()]
        parts.append("\nThe fields of an `error` depend on its code.\n\n")
        parts += [self.described(one) for one in self.modules["errors"].values() if isinstance(one, Shape)]
        return "".join(parts).rstrip() + "\n"

    def request(self, name: str, op: Op) -> str:
        """Returns the description of one request."""
        notes = [" Takes time."] if op.is_job else []
        told = {"Fields": op.request, "Reply": op.reply}
        told |= {f"Event `{event}`": shape for event, shape in op.events.items()}
        lines = [f"### {name}\n\n{op.about}{''.join(notes)}\n\n"]
        lines += [self.listed(title, kind.__name__) for title, kind in told.items()]
        if op.errors:
            lines.append(f"Errors: {codes(op.errors)}.\n\n")
        lines.append(f"```session bridge\n{self.examples[name]}```\n\n")
        return "".join(lines)

    def listed(self, title: str, name: str) -> str:
        """Returns the fields of a TypedDict under a title: a link if they are described elsewhere on the page."""
        shape = self.words.types[name]
        assert isinstance(shape, Shape)
        if name in self.shared or name in self.values:
            return f"**{title}**: {self.words.named(name)}.\n\n"
        if not shape.fields:
            return f"**{title}**: {self.inherited(shape)}.\n\n" if shape.bases else ""
        besides = f" Beside {self.inherited(shape)}:" if shape.bases else ""
        return f"**{title}**: {shape.doc[:1].lower()}{shape.doc[1:]}{besides}\n\n{self.table(shape)}"

    def described(self, shape: Shape) -> str:
        """Returns the description of a TypedDict, under a heading of its own."""
        besides = f" Beside {self.inherited(shape)}:" if shape.bases else ""
        return f"### {heading(shape)}\n\n{shape.doc}{besides}\n\n{self.table(shape)}"

    def inherited(self, shape: Shape) -> str:
        """Returns links to the bases, as in `the fields of Move`."""
        links = map(self.words.named, shape.bases)
        return " and ".join(link if shape.name.endswith(REQUEST) else f"the fields of {link}" for link in links)

    def table(self, shape: Shape) -> str:
        """Returns the fields of a TypedDict as a table."""
        if not shape.fields:
            return ""
        rows = [(one.name, self.words.write(one.type) + note(one), one.doc) for one in shape.fields]
        if any(one.doc for one in shape.fields):
            return f"| field | type | meaning |\n|---|---|---|\n{''.join(row(*cells) for cells in rows)}\n"
        return f"| field | type |\n|---|---|\n{''.join(row(*cells[:2]) for cells in rows)}\n"


def examples() -> dict[str, str]:
    """Returns an example session for each request."""
    parts = re.split(r"^== (\w+)\n", EXAMPLES.read_text("utf-8"), flags=re.MULTILINE)
    return {name: f"{text.strip()}\n" for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def label(one: Shape | Alias) -> str:
    """Returns what a type is called: its name, or words for the fields of a request."""
    if not one.name.endswith(REQUEST):
        return one.name
    words = re.sub(r"(?<!^)([A-Z])", r" \1", one.name.removesuffix(REQUEST))
    return f"{words.lower()} fields"


def heading(shape: Shape) -> str:
    """Returns the heading over the description of a TypedDict. `Object` tells it from the heading of a request."""
    return label(shape).capitalize() if shape.name.endswith(REQUEST) else f"Object {shape.name}"


def anchor(one: Shape | Alias) -> str:
    """Returns the address of a type on the page."""
    if isinstance(one, Alias):
        return "errors" if one.name.endswith("Code") else "names"
    return heading(one).lower().replace(" ", "-")


def contents() -> str:
    """Returns the list of requests, with links."""
    rows = []
    for group, ops in GROUPED.items():
        links = ", ".join(f"[{name}](#{name})" for name in ops)
        rows += wrap(f"- {group}: {links}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(rows) + "\n\n"


def codes(errors: Iterable[str]) -> str:
    """Returns error codes as a list in words."""
    return ", ".join(f"`{code}`" for code in errors)


def note(field: Field) -> str:
    """Returns what to say about a field that may be missing."""
    return "" if field.required else ", *optional*"


def row(name: str, *cells: str) -> str:
    """Returns a row of a table."""
    return f"| `{name}` | {' | '.join(cells)} |\n"

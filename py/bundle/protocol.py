"""Writes what is made from the protocol's types: the tables that check requests and records, the page's types, its
list of requests, and the reference.

`python3 build.py protocol` writes the files; `build.py check` runs `protocol.py --check`, which compares them with
those that are there. They are committed, so that editors and readers have them without a build.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap

from saltus.core.kind import Kind
from saltus.protocol.ops import LATE
from saltus.records.schema import Record, Root, Turn

from bundle.kinds import Table, table_of
from bundle.ops import EVERY, Op
from bundle.reference import Reference
from bundle.schema import Alias, Field, Shape, Writer, read
from bundle.toolchain import PY, ROOT, WEB, Stop

WIDTH = 118
SOURCE = "py/saltus/protocol/schema"
COMMAND = "python3 build.py protocol"


def outputs() -> dict[Path, str]:
    """Returns the files and what must be in them."""
    return {
        PY / "saltus" / "protocol" / "fields.py": fields(),
        PY / "saltus" / "protocol" / "late_fields.py": late_fields(),
        PY / "saltus" / "records" / "fields.py": record_fields(),
        WEB / "protocol.d.ts": declarations(),
        WEB / "engine" / "requests.ts": requests(),
        PY / "docs" / "protocol.md": Reference().page(),
    }


def write() -> None:
    """Writes the files."""
    for path, text in outputs().items():
        path.write_text(text, "utf-8")


def check() -> None:
    """Raises Stop if a file is not what would be written."""
    old = [path for path, text in outputs().items() if not path.is_file() or path.read_text("utf-8") != text]
    if old:
        names = ", ".join(path.relative_to(ROOT).as_posix() for path in old)
        raise Stop(f"{names}: not what {SOURCE} says; run {COMMAND}")


# -- the kinds of fields --------------------------------------------------------------------------------


def fields() -> str:
    """Returns `protocol/fields.py`: the requests of the first board."""
    table = table_of(op.request for name, op in EVERY.items() if name not in LATE)
    requests = (f'    "{name}": {op.request.__name__},\n' for name, op in EVERY.items() if name not in LATE)
    listed = "\nREQUESTS: dict[str, Fields] = {\n" + "".join(requests) + "}\n"
    return kinds("What a request holds", SOURCE, table, {}) + listed


def late_fields() -> str:
    """Returns `protocol/late_fields.py`: the other requests."""
    first = table_of(op.request for name, op in EVERY.items() if name not in LATE)
    table = table_of((EVERY[name].request for name in LATE), first)
    requests = (f'    "{name}": {op.request.__name__},\n' for name, op in EVERY.items() if name in LATE)
    listed = "\nREQUESTS |= {\n" + "".join(requests) + "}\n"
    return kinds("What a request holds that the first board does not make", SOURCE, table, first, listed)


def record_fields() -> str:
    """Returns `records/fields.py`."""
    return kinds("What a record in JSON holds", "py/saltus/records/schema.py", table_of((Record, Root, Turn)), {})


def kinds(what: str, source: str, table: Table, first: Table, more: str = "") -> str:
    """Returns a module with the fields of each type of a table. Those of the `first` are imported."""
    about = f"{what}, as kinds.\n\nMade from `{source}` by `{COMMAND}`: change it there.\n"
    names = {id(found): name for name, found in table.items()}
    written: Table = {}
    body = ""
    for name, found in table.items():
        inner = "".join(rows(found, written, names))
        body += "" if name in first else f"\n{name}: Fields = {{{inner}{chr(10) if inner else ''}}}\n"
        written[name] = found
    used = [name for name in ("REQUESTS", *sorted(first)) if re.search(rf"\b{name}\b", body + more)] if first else []
    imported = f"from saltus.protocol.fields import {', '.join(used)}\n" if used else ""
    return f'"""{about}"""\n\nfrom saltus.core.kind import Fields\n{imported}{body}{more}'


def rows(fields: Mapping[str, Kind], written: Table, names: Mapping[int, str]) -> Iterator[str]:
    """Yields the fields of a type. A beginning that is all of another type before it is taken from there."""
    left = list(fields.items())
    while left:
        beginnings = [name for name, known in written.items() if known and list(known.items()) == left[: len(known)]]
        longest = max(beginnings, key=lambda name: len(written[name]), default="")
        if longest:
            yield f"\n    **{longest},"
        else:
            yield f'\n    "{left[0][0]}": {literal(left[0][1], names)},'
        del left[: len(written[longest]) if longest else 1]


def literal(part: object, names: Mapping[int, str]) -> str:
    """Returns a part of a kind as Python writes it; fields by the name of their type."""
    if isinstance(part, tuple):
        return f"({', '.join(literal(one, names) for one in part)}{',' if len(part) == 1 else ''})"
    if isinstance(part, dict):
        return names[id(part)]
    return f'"{part}"' if isinstance(part, str) else f"{part}"


# -- the page's types -----------------------------------------------------------------------------------


class TypeScript(Writer):
    """Types as TypeScript has them."""

    plain: Mapping[str, str] = {
        "str": "string",
        "int": "number",
        "float": "number",
        "bool": "boolean",
        "Any": "unknown",
        "None": "null",
    }

    def named(self, name: str) -> str:
        return name

    def text(self, value: object) -> str:
        return f"'{value}'"

    def either(self, choices: Sequence[str]) -> str:
        return " | ".join(choices)

    def array(self, item: str) -> str:
        return f"({item})[]" if " | " in item else f"{item}[]"

    def mapping(self, key: str, value: str) -> str:
        return f"Record<{key}, {value}>"


TYPESCRIPT = TypeScript()


def declarations() -> str:
    """Returns `protocol.d.ts`."""
    about = f"The types of the protocol. Made from `{SOURCE}` by `{COMMAND}`: change them there."
    parts = [comment(f"{about} Read by the type checker alone; the browser never loads this file.")]
    for module, types in read().items():
        null = module == "requests"
        parts += [alias(one) if isinstance(one, Alias) else interface(one, null) for one in types.values()]
    about = "The fields of each request, beside `id` and `op`."
    parts.append(table("Requests", about, {name: op.request.__name__ for name, op in EVERY.items()}))
    about = "The fields of each reply, beside `id` and `ok`."
    parts.append(table("Replies", about, {name: op.reply.__name__ for name, op in EVERY.items()}))
    about = "What each request may tell before its reply, as events called `progress`."
    parts.append(table("Progress", about, {name: progress(op) for name, op in EVERY.items()}))
    parts.append(comment("The kinds of request.") + "export type Op = keyof Requests;\n")
    return "\n".join(parts)


def progress(op: Op) -> str:
    """Returns the name of the type of a request's progress."""
    return op.events["progress"].__name__ if "progress" in op.events else "never"


def comment(text: str, indent: str = "") -> str:
    """Returns a comment, on one line if it fits."""
    if len(line := f"{indent}/** {text} */\n") <= WIDTH + 1:
        return line
    lines = wrap(text, WIDTH - len(indent) - 3, break_long_words=False, break_on_hyphens=False)
    return "".join([f"{indent}/**\n", *(f"{indent} * {one}\n" for one in lines), f"{indent} */\n"])


def alias(one: Alias) -> str:
    """Returns the declaration of an alias."""
    written = TYPESCRIPT.write(one.type)
    line = f"export type {one.name} = {written};\n"
    if len(line) > WIDTH + 1:
        line = "".join([f"export type {one.name} =", *(f"\n  | {choice}" for choice in written.split(" | ")), ";\n"])
    return (comment(one.doc) if one.doc else "") + line


def interface(shape: Shape, null: bool) -> str:
    """Returns the declaration of a TypedDict; `null` if that may stand for a missing field."""
    if not shape.fields and not shape.bases:
        return comment(shape.doc) + f"export type {shape.name} = Record<never, never>;\n"
    bases = f" extends {', '.join(shape.bases)}" if shape.bases else ""
    if not shape.fields:
        return comment(shape.doc) + f"export type {shape.name} = {' & '.join(shape.bases)};\n"
    body = "".join(member(field, null) for field in shape.fields)
    return comment(shape.doc) + f"export interface {shape.name}{bases} {{\n{body}}}\n"


def member(field: Field, null: bool) -> str:
    """Returns the declaration of a field."""
    doc = comment(field.doc, "  ") if field.doc else ""
    name, kind = field.name, TYPESCRIPT.write(field.type)
    if not field.required:
        name, kind = f"{name}?", f"{kind} | null" if null else kind
    return f"{doc}  {name}: {kind};\n"


def table(name: str, doc: str, rows: Mapping[str, str]) -> str:
    """Returns the declaration of an interface with a type for each request."""
    body = "".join(f"  {key}: {kind};\n" for key, kind in rows.items())
    return comment(doc) + f"export interface {name} {{\n{body}}}\n"


# -- the page's list of requests ------------------------------------------------------------------------


def requests() -> str:
    """Returns `requests.ts`."""
    heads = comment(f"The kinds of request, from the functions that answer them: `{COMMAND}` makes this file.")
    return "\n".join([heads, *sets()])


def sets() -> Iterator[str]:
    """Yields the declaration of each set of requests."""
    every: dict[str, tuple[str, Callable[[Op], bool]]] = {
        "CHANGES": ("Requests that change the match.", lambda op: op.changes),
        "BEGINNINGS": ("Of these, the ones that put another match in its place.", lambda op: op.begins),
        "JOBS": ("Requests that take time. Others are answered meanwhile.", lambda op: op.is_job),
    }
    for name, (about, holds) in every.items():
        members = f"'{' '.join(key for key, op in EVERY.items() if holds(op))}'.split(' ')"
        line = f"export const {name} = new Set({members});\n"
        if len(line) > WIDTH + 1:
            line = f"export const {name} = new Set(\n  {members},\n);\n"
        yield comment(about) + line


if __name__ == "__main__":
    try:
        check() if sys.argv[1:] == ["--check"] else write()
    except Stop as error:
        sys.exit(str(error))

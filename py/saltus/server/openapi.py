"""The description of the API, for programs (OpenAPI) and for people, made from the types and the functions."""

import typing
from collections.abc import Callable, Mapping, Sequence
from html import escape
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints, is_typeddict

from saltus import __version__
from saltus.protocol.schema import errors
from saltus.server import schema
from saltus.server.ops import OPS

SCALARS: Mapping[Any, str] = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}
End: TypeAlias = tuple[str, str, Callable[..., Any]]
"""A method, a path, and the function that answers there: its docstring says what it does, its type the reply."""
LIVE = (
    "By WebSocket at `/api/games/{game}/live`. The first message is `enter`, with the token as `seat`, or without to"
    " watch; it is answered with the state. Each further message is a request with an `id`, answered with the same"
    " `id`. Changes are told as the event `game`, who is there as `presence`."
)


def description(ends: Sequence[End]) -> dict[str, Any]:
    """The OpenAPI document."""
    known: dict[str, Any] = {}
    _schema(schema.GameEvent, known)
    requests = {
        name: {"summary": said(op.ask), "value": {"op": name, **dict.fromkeys(op.fields, "…")}}
        for name, op in OPS.items()
    }
    paths: dict[str, dict[str, Any]] = {}
    for method, path, work in ends:
        reply = get_type_hints(work)["return"]
        replies = {"200": _json(_schema(reply, known)), "default": _json({"$ref": "#/components/schemas/Error"})}
        end: dict[str, Any] = {"summary": said(work), "responses": replies, "security": [{}, {"seat": []}]}
        if "{game}" in path:
            end["parameters"] = [_parameter("game", "path", "string")]
            if method == "GET":
                end["parameters"] += [_parameter(name, "query", "integer") for name in ("after", "wait")]
        if method == "POST":
            body = {"schema": {"type": "object"}, **({"examples": requests} if "{game}" in path else {})}
            end["requestBody"] = {"content": {"application/json": body}}
        paths.setdefault(path, {})[method.lower()] = end
    error = _object({"code": {"enum": [*errors.MEANINGS, *schema.MEANINGS]}, "message": {"type": "string"}})
    known["Error"] = _object({"id": {}, "ok": {"const": False}, "error": error})
    return {
        "openapi": "3.1.0",
        "info": {"title": "Saltus", "version": __version__, "description": LIVE},
        "paths": paths,
        "components": {"schemas": known, "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}}},
    }


def page(ends: Sequence[End], document: Mapping[str, Any]) -> str:
    """The same as an HTML page without scripts."""
    paths = [(f"{method} {path}", get_type_hints(work)["return"].__name__, said(work)) for method, path, work in ends]
    ops = [(name, ", ".join(op.fields), said(op.ask)) for name, op in OPS.items()]
    codes = [
        (code, str(schema.STATUS.get(code, 400)), says)
        for code, says in (*errors.MEANINGS.items(), *schema.MEANINGS.items())
    ]
    types = {
        name: [(field, _kind(found)) for field, found in one.get("properties", {}).items()]
        for name, one in document["components"]["schemas"].items()
    }
    tables: dict[str, Sequence[Sequence[str]]] = {"By HTTP": paths, "Requests": ops, "Errors": codes, **types}
    body = "".join(
        f"<h2>{title}</h2><table>{''.join(f'<tr>{_cells(row)}' for row in rows)}</table>"
        for title, rows in tables.items()
    )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Saltus: API</title>"
        "<style>body{font:16px/1.5 sans-serif;max-width:50rem;margin:2rem auto}td{padding-right:1rem}</style>"
        "<h1>The API of this server</h1><p>A seat's requests have its token, as"
        " <code>Authorization: Bearer TOKEN</code>."
        f" Programs read <a href=openapi.json>openapi.json</a>.</p><p>{_text(LIVE)}</p>{body}</html>"
    )


def said(work: Callable[..., Any]) -> str:
    return " ".join((getdoc(work) or "").split())


def _cells(row: Sequence[str]) -> str:
    return "".join(f"<td>{_text(cell)}" for cell in row)


def _text(markdown: str) -> str:
    parts = escape(markdown).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))


def _kind(found: Mapping[str, Any]) -> str:
    """A schema in a word or two."""
    if "anyOf" in found:
        return " or ".join(map(_kind, found["anyOf"]))
    if "enum" in found:
        return ", ".join(f"`{value}`" for value in found["enum"])
    name = str(found.get("$ref", found.get("type", ""))).rpartition("/")[2]
    return f"{name} of {_kind(found['items'])}" if "items" in found else name


def _schema(kind: Any, known: dict[str, Any]) -> dict[str, Any]:
    """The JSON schema of a type; those of TypedDicts go to `known`."""
    origin = get_origin(kind)
    if is_typeddict(kind):
        if kind.__name__ not in known:
            known[kind.__name__] = {}
            properties = {name: _schema(hint, known) for name, hint in get_type_hints(kind).items()}
            known[kind.__name__] = {**_object(properties), "required": sorted(kind.__required_keys__)}
        return {"$ref": f"#/components/schemas/{kind.__name__}"}
    if origin in (typing.Union, UnionType):
        return {"anyOf": [_schema(part, known) for part in get_args(kind)]}
    if origin is Literal:
        return {"enum": list(get_args(kind))}
    if origin is Sequence:
        return {"type": "array", "items": _schema(get_args(kind)[0], known)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema(get_args(kind)[1], known)}
    return {"type": SCALARS[kind]} if kind in SCALARS else {}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(properties)}


def _json(found: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": "", "content": {"application/json": {"schema": found}}}


def _parameter(name: str, place: str, kind: str) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": {"type": kind}}

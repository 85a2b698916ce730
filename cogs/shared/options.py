"""House rules as players read them."""

import types
import typing
from collections.abc import Container, Mapping
from functools import reduce
from typing import Any

from pydantic.fields import FieldInfo

from cogs.shared.rendering import Renderer
from engines.contract import GameOptions
from engines.house_rules import READS
from engines.texts import Text, say


def changed_lines(
    options: type[GameOptions],
    chosen: Mapping[str, Any],
    renderer: Renderer,
    *,
    explained: bool,
    names: Container[str] | None = None,
) -> list[str]:
    """A line for each house rule that differs from its default, but only for those with these ``names``, if given."""
    lines: list[str] = []
    for name, field in options.model_fields.items():
        value = chosen.get(name, field.default)
        if value == field.default or (names is not None and name not in names):
            continue
        named = say("{name}: {value}", name=option_title(name, field), value=option_value(value, field))
        lines.append(f"**{renderer.render(named)}**")
        if explained and field.default is not None:
            lines[-1] += f" — {renderer.render(Text(str(field.description)))}"
    return lines


def reads_of(field: FieldInfo) -> dict[Any, Text]:
    """The values of this field that are words."""
    extra = field.json_schema_extra
    reads: Any = extra.get(READS) if isinstance(extra, dict) else None
    return dict(reads or {})


def kind_of(field: FieldInfo) -> Any:
    """The type of this field's values apart from ``None``."""
    annotation: Any = field.annotation
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return next(part for part in typing.get_args(annotation) if part is not type(None))
    return annotation


def bounds_of(field: FieldInfo) -> dict[str, int]:
    """The lowest value of a number as ``ge`` and the highest as ``le``, as far as there are any."""
    return {limit: getattr(each, limit) for each in field.metadata for limit in ("ge", "le") if hasattr(each, limit)}


def possible_values(field: FieldInfo) -> Text | None:
    """What an option can be set to, ``None`` if it is either on or off."""
    kind, bounds = kind_of(field), bounds_of(field)
    if typing.get_origin(kind) is typing.Literal:
        first, *others = (option_value(one, field) for one in typing.get_args(kind))
        return reduce(lambda row, one: say("{values}, {value}", values=row, value=one), others, first)
    if "le" in bounds:
        return say("{least}–{most}", least=bounds.get("ge", 0), most=bounds["le"])
    return say("{least} or more", least=bounds["ge"]) if "ge" in bounds else None


def option_title(name: str, field: FieldInfo) -> Text:
    """The name of an option; a game that names none has the word of its commands."""
    return Text(field.title or name.replace("_", " ").capitalize())


def option_value(value: object, field: FieldInfo) -> Text:
    """The value of an option as a player reads it."""
    match value:
        case True:
            return say("yes")
        case False:
            return say("no")
        case _ if value in (reads := reads_of(field)):
            return reads[value]
        case None:
            return say("not set")
        case _:
            return Text(str(value))

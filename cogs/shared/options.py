"""House rules as players read them."""

import types
import typing
from collections.abc import Container, Mapping
from typing import Any

from pydantic.fields import FieldInfo

from cogs.shared.rendering import Renderer
from engines.contract import WHEN_SET, GameOptions
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
        lines.append(f"**{name.replace('_', ' ')}: {option_value(value, renderer)}**")
        if explained:
            lines[-1] += f" — {renderer.render(_explanation(field))}"
    return lines


def _explanation(field: FieldInfo) -> Text:
    """What a house rule means where it is set. It is collected for translation where it is defined (``house_rule``)."""
    extra = field.json_schema_extra
    shorter = extra.get(WHEN_SET) if isinstance(extra, dict) else None
    return Text(str(shorter or field.description))


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
        return say("{values}", values=", ".join(str(one) for one in typing.get_args(kind)))
    if "le" in bounds:
        return say("{least}–{most}", least=bounds.get("ge", 0), most=bounds["le"])
    return say("{least} or more", least=bounds["ge"]) if "ge" in bounds else None


def option_title(name: str) -> str:
    """The name of an option in a form, and where a form is refused."""
    return name.replace("_", " ").capitalize()


def option_value(value: object, renderer: Renderer) -> str:
    """The value of an option as a player reads it."""
    match value:
        case True:
            return renderer.render(say("yes"))
        case False:
            return renderer.render(say("no"))
        case None:
            return renderer.render(say("not set"))
        case _:
            return str(value).replace("_", " ")

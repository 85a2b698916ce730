"""House rules as players read them."""

from collections.abc import Mapping
from typing import Any

from cogs.shared.rendering import Renderer
from engines.contract import GameOptions
from engines.texts import Text, say


def changed_rules(options: type[GameOptions], chosen: Mapping[str, Any], renderer: Renderer, *, explained: bool) -> str:
    """The house rules that differ from the usual ones, one per line; empty if there are none."""
    lines: list[str] = []
    for name, field in options.model_fields.items():
        value = chosen.get(name, field.default)
        if value == field.default:
            continue
        lines.append(f"**{name.replace('_', ' ')}: {option_value(value, renderer)}**")
        # The explanation is collected for translation where the rule is defined (``house_rule``).
        if explained and field.description:
            lines[-1] += f" — {renderer.render(Text(field.description))}"
    return "\n".join([f"### {renderer.render(say('House rules'))}", *lines]) if lines else ""


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

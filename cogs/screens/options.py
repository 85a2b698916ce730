"""House rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cogs.rendering import Renderer
from engines.contract import GameOptions
from engines.texts import Text, say


def changed_rules(options: type[GameOptions], chosen: Mapping[str, Any], renderer: Renderer, *, explained: bool) -> str:
    """The options that were chosen otherwise than usual, one a line; empty if there are none."""
    lines: list[str] = []
    for name, field in options.model_fields.items():
        value = chosen.get(name, field.default)
        if value == field.default:
            continue
        line = f"**{name.replace('_', ' ')}: {option_value(value, renderer)}**"
        # The explanation is collected for translation where the rule is defined (``house_rule``).
        lines.append(f"{line} — {renderer.say(Text(field.description))}" if explained and field.description else line)
    return "\n".join([f"### {renderer.say(say('House rules'))}", *lines]) if lines else ""


def option_value(value: object, renderer: Renderer) -> str:
    """The value of an option as a player would say it."""
    match value:
        case True:
            return renderer.say(say("yes"))
        case False:
            return renderer.say(say("no"))
        case None:
            return renderer.say(say("not set"))
        case _:
            return str(value).replace("_", " ")

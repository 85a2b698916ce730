"""Limits of modals that the description omits (Discord: "Modal")."""

from collections.abc import Iterator
from typing import Any

from tests.discord_api.components import TEXT_INPUT, component_problems, is_blank, walk

MOST_ROWS = 5


def modal_problems(modal: Any, place: str) -> Iterator[str]:
    """Why Discord would reject this modal."""
    if not isinstance(modal, dict):
        return
    if is_blank(modal.get("title")):
        yield f"{place}.title: is blank"
    components = modal.get("components")
    where = f"{place}.components"
    if isinstance(components, list) and len(components) > MOST_ROWS:
        yield f"{where}: {len(components)} rows, at most {MOST_ROWS}"
    yield from component_problems(components, where)
    for at, component in walk(components, where):
        if component.get("type") == TEXT_INPUT:
            yield from _input_problems(component, at, labelled=at.endswith(".component"))


def _input_problems(field: dict[str, Any], where: str, *, labelled: bool) -> Iterator[str]:
    """A text input takes its name from the label around it or, in an action row, from its own label."""
    if labelled == bool(field.get("label")):
        yield f"{where}.label: " + ("not allowed inside a label" if labelled else "missing")
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if least > most:
        yield f"{where}: min_length {least} is greater than max_length {most}"
    value = field.get("value")
    if value and not least <= len(value) <= most:
        yield f"{where}.value: {len(value)} characters, allowed are {least} to {most}"

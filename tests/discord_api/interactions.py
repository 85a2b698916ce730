"""Limits of responses and modals that the description omits (Discord: "Receiving and Responding", "Modal")."""

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any

from tests.discord_api.circumstances import Circumstances, InteractionType
from tests.discord_api.components import TEXT_INPUT, component_problems, is_blank, repeated, walk
from tests.discord_api.messages import Sending, message_problems

MOST_CHOICE_TEXT = 100


class CallbackType(IntEnum):
    """The kind of response (Discord: "Interaction Callback Type")."""

    PONG = 1
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


_RESPONSES_TO: Mapping[InteractionType, frozenset[int]] = {
    InteractionType.PING: frozenset({CallbackType.PONG}),
    InteractionType.COMMAND: frozenset({CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE, CallbackType.MODAL}),
    InteractionType.COMPONENT: frozenset(CallbackType) - {CallbackType.PONG, CallbackType.CHOICES},
    InteractionType.AUTOCOMPLETE: frozenset({CallbackType.CHOICES}),
    InteractionType.MODAL_SUBMIT: frozenset(CallbackType)
    - {CallbackType.PONG, CallbackType.CHOICES, CallbackType.MODAL},
}


def callback_problems(body: Any, known: Circumstances) -> Iterator[str]:
    """Why Discord would reject this response."""
    if not isinstance(body, dict):
        return
    kind, data = body.get("type"), body.get("data") or {}
    if known.interaction is not None and kind not in _RESPONSES_TO[known.interaction]:
        yield f"$.type: {kind} is not a response to a {known.interaction.name.lower().replace('_', ' ')}"
    if kind == CallbackType.MESSAGE:
        yield from message_problems(data, Sending.REPLY, known, "$.data")
    elif kind == CallbackType.DEFERRED_MESSAGE:
        yield from message_problems(data, Sending.DEFERRED, known, "$.data")
    elif kind == CallbackType.UPDATE:
        yield from message_problems(data, Sending.EDIT, known, "$.data")
    elif kind == CallbackType.MODAL:
        yield from modal_problems(data, "$.data")
    elif kind == CallbackType.CHOICES:
        yield from choice_problems(data.get("choices"), "$.data.choices")


def choice_problems(choices: Any, place: str) -> Iterator[str]:
    """Limits of the choices of an option, whether fixed or autocompleted."""
    offered = [choice for choice in choices or [] if isinstance(choice, dict)]
    for name in repeated(choice.get("name") for choice in offered):
        yield f"{place}: two choices have the name {name!r}"
    for value in repeated(choice.get("value") for choice in offered):
        yield f"{place}: two choices have the value {value!r}"
    for index, choice in enumerate(offered):
        if is_blank(choice.get("name")):
            yield f"{place}[{index}].name: is blank"
        value = choice.get("value")
        if isinstance(value, str) and len(value) > MOST_CHOICE_TEXT:
            yield f"{place}[{index}].value: {len(value)} characters, at most {MOST_CHOICE_TEXT}"


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

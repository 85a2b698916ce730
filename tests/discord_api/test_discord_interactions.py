"""Interaction responses, modals and autocomplete: a valid and an invalid body for each limit."""

from typing import Any

import pytest

from tests.discord_api.circumstances import Circumstances, InteractionType
from tests.discord_api.validator import check_request

CALLBACK = ("POST", "/interactions/5/token/callback")
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
GREETING = {"content": "Hello", "allowed_mentions": {"parse": []}}


def field(**fields: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "note", "style": 1, **fields}


def label(text: str = "Note", component: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    return {"type": 18, "label": text, "component": component or field(), **fields}


def modal(*components: dict[str, Any], title: str = "Rules") -> dict[str, Any]:
    return {"type": MODAL, "data": {"custom_id": "modal", "title": title, "components": list(components)}}


def labels(count: int) -> list[dict[str, Any]]:
    return [label(component=field(custom_id=str(number))) for number in range(count)]


def choices(*pairs: tuple[Any, Any]) -> dict[str, Any]:
    return {"type": CHOICES, "data": {"choices": [{"name": name, "value": value} for name, value in pairs]}}


def numbered(count: int) -> list[tuple[str, str]]:
    return [(str(number), str(number)) for number in range(count)]


LIMITS = {
    "title of 45": (modal(label(), title="x" * 45), modal(label(), title="x" * 46), "longer than"),
    "no blank title": (modal(label()), modal(label(), title=" "), "blank"),
    "label of 45": (modal(label("x" * 45)), modal(label("x" * 46)), "longer than"),
    "no blank label": (modal(label()), modal(label(" ")), "blank"),
    "label description of 100": (
        modal(label(description="x" * 100)),
        modal(label(description="x" * 101)),
        "longer than",
    ),
    "five rows": (modal(*labels(5)), modal(*labels(6)), "at most 5"),
    "different custom ids": (modal(*labels(2)), modal(label(), label()), "more than once"),
    "only one label": (modal(label()), modal(label(component=field(label="Note"))), "not allowed inside a label"),
    "a label for an input in a row": (
        modal({"type": 1, "components": [field(label="Note")]}),
        modal({"type": 1, "components": [field()]}),
        "missing",
    ),
    "a value that fits": (
        modal(label(component=field(value="abc", max_length=3))),
        modal(label(component=field(value="abc", max_length=2))),
        "3 characters",
    ),
    "min_length up to max_length": (
        modal(label(component=field(min_length=2, max_length=2))),
        modal(label(component=field(min_length=3, max_length=2))),
        "min_length",
    ),
    "25 choices": (choices(*numbered(25)), choices(*numbered(26)), "more than"),
    "choice name of 100": (choices(("x" * 100, "a")), choices(("x" * 101, "a")), "longer than"),
    "choice value of 100": (choices(("a", "x" * 100)), choices(("a", "x" * 101)), "at most 100"),
    "no blank choice name": (choices(("a", "a")), choices((" ", "a")), "blank"),
    "unique choice names": (choices(("a", "a"), ("b", "b")), choices(("a", "a"), ("a", "b")), "the name 'a'"),
    "unique choice values": (choices(("a", 1), ("b", 2)), choices(("a", 1), ("b", 1)), "value 1"),
    "flags of a deferred response": (
        {"type": DEFERRED, "data": {"flags": 64}},
        {"type": DEFERRED, "data": {"flags": 1 << 15}},
        "flags",
    ),
    "allowed mentions": (
        {"type": MESSAGE, "data": GREETING},
        {"type": MESSAGE, "data": {"content": "Hello"}},
        "must be set",
    ),
    "allowed mentions in an update": (
        {"type": UPDATE, "data": GREETING},
        {"type": UPDATE, "data": {"content": "Hello"}},
        "must be set",
    ),
    "a known type": ({"type": DEFERRED_UPDATE}, {"type": 99}, "$"),
}


@pytest.mark.parametrize("name", LIMITS)
def test_the_limit_is_checked(name: str) -> None:
    valid, invalid, problem = LIMITS[name]
    assert check_request(*CALLBACK, valid) == []
    problems = check_request(*CALLBACK, invalid)
    assert any(problem in line for line in problems), problems


RESPONSES = {
    MESSAGE: {"type": MESSAGE, "data": GREETING},
    DEFERRED: {"type": DEFERRED, "data": {"flags": 64}},
    DEFERRED_UPDATE: {"type": DEFERRED_UPDATE},
    UPDATE: {"type": UPDATE, "data": GREETING},
    CHOICES: choices(("a", "a")),
    MODAL: modal(label()),
}


@pytest.mark.parametrize(
    ("interaction", "allowed"),
    [
        (InteractionType.COMMAND, {MESSAGE, DEFERRED, MODAL}),
        (InteractionType.COMPONENT, {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL}),
        (InteractionType.AUTOCOMPLETE, {CHOICES}),
        (InteractionType.MODAL_SUBMIT, {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE}),
    ],
)
def test_a_response_fits_its_interaction(interaction: InteractionType, allowed: set[int]) -> None:
    known = Circumstances(interaction=interaction)
    assert {kind for kind, body in RESPONSES.items() if not check_request(*CALLBACK, body, known)} == allowed

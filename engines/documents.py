"""Positions, views and events as JSON-serializable documents, written and read by their declared fields."""

from collections.abc import Container, Sequence
from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, Field, TypeAdapter, WrapSerializer

from engines.cards import Card

T = TypeVar("T")

Count: TypeAlias = Annotated[int, Field(strict=True, ge=0)]
"""A count or an index: 0 or more."""


DrawPile: TypeAlias = Annotated[
    list[Card], AfterValidator(lambda cards: cards[::-1]), WrapSerializer(lambda cards, write: write(cards[::-1]))
]
"""A face-down pile: the next card is first in its document but last in its list, where popping is cheap."""


def fill(state: Any, document: BaseModel, *, without: Container[str] = ()) -> None:
    """Set all attributes of ``state`` that a document declares.

    ``without`` names derived keys: they are written for readers and accepted, but never set.
    """
    for name in type(document).model_fields:
        if name not in without:
            setattr(state, name, getattr(document, name))


def write(kind: type[BaseModel], state: Any) -> dict[str, Any]:
    """The document of this kind for ``state``; its keys are the names of the state's attributes."""
    fields = {name: getattr(state, name) for name in kind.model_fields}
    return kind.model_construct(**fields).model_dump(mode="json", warnings="error")


def written(value: Any) -> dict[str, Any]:
    """A view or an event (a dataclass) as JSON-serializable data, with cards written as in the rules texts."""
    return _adapter(type(value)).dump_python(value, mode="json", warnings="error")


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def per_seat(name: str, values: Sequence[T] | None, default: Sequence[T]) -> list[T]:
    """The values of key ``name``, or the default. Raises ``ValueError`` unless there is one for each seat."""
    if values is None:
        return list(default)
    if len(values) != len(default):
        raise ValueError(f"{name} must have an entry for each of the {len(default)} players")
    return list(values)

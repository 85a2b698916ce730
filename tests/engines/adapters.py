"""The little that tests common to all games must know about each: where its cards lie, and for whom face down."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from engines.cards import CARD_TEXTS

Document: TypeAlias = dict[str, Any]

_CARDS = frozenset(CARD_TEXTS)


@dataclass(frozen=True)
class Adapter:
    """``places``: the parts of a dump in which the cards lie, each card once. ``packs``: how many packs are in play.

    ``face_down(document, seat)`` are the lists of the document whose cards ``seat`` (``None``: a
    spectator) cannot tell apart, by the annex "What each seat may know" of the rules text.
    """

    places: tuple[str, ...]
    packs: Callable[[Document], int]
    face_down: Callable[[Document, int | None], list[list[str]]]


def _other_hands(document: Document, seat: int | None) -> list[list[str]]:
    return [hand for owner, hand in enumerate(document["hands"]) if owner != seat]


ADAPTERS = {
    "three_piles": Adapter(
        places=("hands", "stacks", "deck", "piles"),
        packs=lambda document: 1,
        face_down=lambda document, seat: [document["deck"], *_other_hands(document, seat)],
    ),
}


def written_cards(part: Any) -> Iterator[str]:
    """Every card that is written somewhere in a part of a document."""
    if isinstance(part, str):
        if part in _CARDS:
            yield part
    elif isinstance(part, dict):
        for inner in part.values():
            yield from written_cards(inner)
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from written_cards(inner)


def exchange(adapter: Adapter, document: Document, seat: int | None, chance: Random) -> None:
    """Turn the position into another that ``seat`` cannot tell from it: hidden cards change places, the seed too."""
    places = adapter.face_down(document, seat)
    cards = [card for place in places for card in place]
    chance.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]
    document["seed"] = "another seed"

"""The little that tests common to all games must know about each: where its cards lie, and for whom face down."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from engines.cards import RANKS, SUITS

Document: TypeAlias = dict[str, Any]

_CARD = re.compile(f'"([{RANKS}][{SUITS}])"')


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


def _other_passes(document: Document, seat: int | None) -> list[list[str]]:
    """The cards that others have chosen to pass while the pass is not complete (Counter 11.4)."""
    return [chosen for owner, chosen in enumerate(document["passing"]) if owner != seat]


def _knotweed_packs(document: Document) -> int:
    """One pack for up to three players, two for up to six, otherwise three, unless agreed (Knotweed 1.4)."""
    return document["options"]["decks"] or 1 + sum(len(document["hands"]) > seats for seats in (3, 6))


ADAPTERS = {
    "counter": Adapter(
        places=("hands", "face_up", "stack", "trick", "played", "passing"),
        packs=lambda document: 1,
        face_down=lambda document, seat: [
            document["stack"],
            *_other_hands(document, seat),
            *_other_passes(document, seat),
        ],
    ),
    "knotweed": Adapter(
        places=("hands", "piles", "draw", "discard"),
        packs=_knotweed_packs,
        face_down=lambda document, seat: [document["draw"], *_other_hands(document, seat)],
    ),
    "three_piles": Adapter(
        places=("hands", "stacks", "deck", "piles"),
        packs=lambda document: 1,
        face_down=lambda document, seat: [document["deck"], *_other_hands(document, seat)],
    ),
}


def written_cards(part: Any) -> list[str]:
    """Every card that is written somewhere in a part of a document."""
    return _CARD.findall(json.dumps(part))


def exchange(adapter: Adapter, document: Document, seat: int | None, chance: Random) -> None:
    """Turn the position into another that ``seat`` cannot tell from it: hidden cards change places, the seed too."""
    places = adapter.face_down(document, seat)
    cards = [card for place in places for card in place]
    chance.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]
    document["seed"] = "another seed"

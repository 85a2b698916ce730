"""What the tests need to know about a game: where its cards are, and from whom they are hidden."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from engines.cards import RANKS, SUITS, Card, pack

Document: TypeAlias = dict[str, Any]

_CARD = re.compile(f'"([{RANKS}][{SUITS}])"')


NO_SEED = "the dump of a position has no seed; it needs one even if nothing is shuffled later"


@dataclass(frozen=True)
class Adapter:
    """Where the cards are in a game's ``State.dump()``, and which of them each seat cannot see.

    ``places`` are the keys that hold the cards, each card once. ``face_down(document, seat)`` returns the lists in the
    document whose cards ``seat`` (``None``: a spectator) cannot tell apart, according to "What each seat may know" in
    the rules text. ``packs`` is how many packs are in play, and ``cards`` those of one pack, if some are left out.
    ``rearrange`` randomly changes whatever else the seat cannot see, and restores what the rules require of hidden
    cards. ``voids(document)`` are pairs of a hand in the document and the suits ("CS") that it has shown not to hold.
    """

    places: tuple[str, ...]
    face_down: Callable[[Document, int | None], list[list[str]]]
    packs: Callable[[Document], int] = lambda document: 1
    rearrange: Callable[[Document, int | None, Random], None] | None = None
    cards: Sequence[Card] = field(default_factory=pack)
    voids: Callable[[Document], Iterable[tuple[list[str], str]]] | None = None

    def exchange(self, document: Document, seat: int | None, chance: Random) -> None:
        """Turn it into a position that ``seat`` cannot tell from this one, with hidden cards swapped and a new seed."""
        places = self.face_down(document, seat)
        cards = [card for place in places for card in place]
        chance.shuffle(cards)
        for place in places:
            place[:] = [cards.pop() for _ in place]
        if self.rearrange is not None:
            self.rearrange(document, seat, chance)
        assert "seed" in document, NO_SEED
        document["seed"] = "another seed"


def written_cards(part: Any) -> list[str]:
    """Every card that appears anywhere in a part of a document."""
    return _CARD.findall(json.dumps(part))

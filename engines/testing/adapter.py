"""The little that the tests must know about a game: where its cards lie, and for whom they lie face down."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from engines.cards import RANKS, SUITS

Document: TypeAlias = dict[str, Any]

_CARD = re.compile(f'"([{RANKS}][{SUITS}])"')


def _one_pack(document: Document) -> int:
    return 1


NO_SEED = "the dump of a position has no seed; it needs one even if nothing is shuffled later"


@dataclass(frozen=True)
class Adapter:
    """Where the cards of a game are in ``State.dump()``, and which of them a seat cannot see.

    ``places`` are the keys under which the cards lie, each card once. ``face_down(document, seat)`` returns the lists
    of the document whose cards ``seat`` (``None``: a spectator) cannot tell apart, by the annex "What each seat may
    know" of the rules text. ``packs`` is how many packs are in play. ``rearrange`` changes at random what else the seat
    cannot see, and repairs what the rules demand of hidden cards.
    """

    places: tuple[str, ...]
    face_down: Callable[[Document, int | None], list[list[str]]]
    packs: Callable[[Document], int] = _one_pack
    rearrange: Callable[[Document, int | None, Random], None] | None = None

    def exchange(self, document: Document, seat: int | None, chance: Random) -> None:
        """Make it a position that ``seat`` cannot tell from this one: hidden cards change places, the seed changes."""
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
    """Every card that is written somewhere in a part of a document."""
    return _CARD.findall(json.dumps(part))

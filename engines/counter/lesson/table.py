"""What the positions in both lessons have in common."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from engines.cards import CARD_TEXTS
from engines.counter.actions import HAND_SIZE
from engines.texts import Player

LEFT, RIGHT = Player(1), Player(2)
"""The learner has seat 0 of three: the left neighbour plays after the learner, the right one before."""
STACK = 21
"""With three players, this many cards lie face down under the indicator (2.1)."""


def to_the_trick(
    hand: str, trick: str, indicator: str, *, left: str, right: str, bids: Sequence[int], won: Sequence[int]
) -> dict[str, Any]:
    """A position in which the left neighbour has led and the right one followed: the learner completes the trick.

    ``left`` and ``right`` are the cards that the other two still hold.
    """
    own = hand.split()
    return with_all_cards(
        {
            "hands": [own, left.split(), right.split()],
            "trick": trick.split(),
            "indicator": indicator,
            "trick_no": HAND_SIZE + 1 - len(own),
            "bids": list(bids),
            "won": list(won),
        }
    )


def with_all_cards(document: Mapping[str, Any]) -> dict[str, Any]:
    """The position with the rest of the pack added: some cards in the stack, the others already played.

    Jacks go into the stack, because a played jack would lie on the indicator (8.2).
    """
    last = document.get("last_trick", {}).get("cards", ())
    seen = {*chain(*document["hands"]), *document.get("trick", ()), *last, document["indicator"]}
    rest = sorted((card for card in CARD_TEXTS if card not in seen), key=lambda card: card[0] != "J")
    return {**document, "stack": rest[:STACK], "played": [*last, *rest[STACK:]]}

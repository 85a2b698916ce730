"""Helps every ``Game.sample`` to deal the cards that a viewer cannot see."""

from collections.abc import Iterable, Sequence
from random import Random

from engines.cards import Card, pack


def unseen(known: Iterable[Card], packs: int = 1) -> list[Card]:
    """The cards of ``packs`` packs that are not among the known cards, in order."""
    if packs == 1:
        seen = set(known)
        return [card for card in range(52) if card not in seen]
    left = pack(packs)
    for card in known:
        left.remove(card)
    left.sort()
    return left


def split(cards: Sequence[Card], counts: Iterable[int]) -> list[list[Card]]:
    """Split the cards into groups of these sizes, in order; leftover cards are in no group."""
    groups: list[list[Card]] = []
    start = 0
    for count in counts:
        groups.append(list(cards[start : start + count]))
        start += count
    return groups


def own_seed(rng: Random) -> str:
    """A seed for the later shuffles of a sampled position: nobody can know those of the real one."""
    return f"world {rng.getrandbits(64):016x}"

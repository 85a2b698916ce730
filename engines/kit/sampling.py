"""Helps every ``Game.sample`` to deal the cards that a viewer cannot see."""

from collections.abc import Callable, Iterable, Sequence
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


def deal_within(
    cards: Sequence[Card], rooms: Sequence[int], may_hold: Callable[[int, Card], bool], rng: Random
) -> list[list[Card]]:
    """Deal the cards into hands with these ``rooms``, at random but only where ``may_hold(hand, card)`` allows it.

    A card for which no room is left pushes others on, so a deal is found if there is one. Raises ``ValueError`` if not.
    Leftover cards are in no hand. For tricks: whoever has not followed suit may hold no card of it.

    >>> deal_within([0, 4, 1], [1, 2], lambda hand, card: hand == 1 or card == 1, Random(1))
    [[1], [0, 4]]
    """
    places = [*rooms, len(cards) - sum(rooms)]
    hands: list[list[Card]] = [[] for _ in places]

    def fits(hand: int, card: Card) -> bool:
        return hand == len(rooms) or may_hold(hand, card)

    def place(card: Card, full: set[int]) -> bool:
        fitting = [hand for hand in range(len(places)) if hand not in full and fits(hand, card)]
        # A hand with much room is as much more likely to have the card.
        free = [hand for hand in fitting for _ in range(places[hand] - len(hands[hand]))]
        if free:
            hands[rng.choice(free)].append(card)
            return True
        for hand in rng.sample(fitting, len(fitting)):
            full.add(hand)
            for number, other in enumerate(hands[hand]):
                if place(other, full):
                    hands[hand][number] = card
                    return True
        return False

    shuffled = rng.sample(cards, len(cards))
    # Those with the fewest hands to choose from come first.
    for card in sorted(shuffled, key=lambda card: sum(fits(hand, card) for hand in range(len(places)))):
        if not place(card, set()):
            raise ValueError("no deal agrees with what has been shown")
    return hands[:-1]


def own_seed(rng: Random) -> str:
    """A seed for the later shuffles of a sampled position: nobody can know those of the real one."""
    return f"world {rng.getrandbits(64):016x}"

"""What the last turn brought to the table: two scenes compared."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from engines.scenes import Scene, Zone
from engines.texts import Text

A_TURN = 8
"""More new cards than that, and most of those on the table, have been dealt: a mark on each would tell nothing."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Cards that are new, each as the number of its zone or trick in the scene and its number in there."""

    zones: frozenset[tuple[int, int]] = frozenset()
    tricks: frozenset[tuple[int, int]] = frozenset()

    def cards_of_zone(self, zone: int) -> frozenset[int]:
        """Those in one zone."""
        return frozenset(card for number, card in self.zones if number == zone)

    def cards_of_trick(self, trick: int) -> frozenset[int]:
        """Those in one trick."""
        return frozenset(card for number, card in self.tricks if number == trick)


def changes(before: Scene | None, after: Scene) -> Changes:
    """The cards that are in a zone or trick of ``after`` and were not there ``before``; none after a new deal."""
    if before is None:
        return Changes()
    old_zones: dict[tuple[Text, int | None], list[Zone]] = defaultdict(list)
    for zone in reversed(before.zones):
        old_zones[zone.name, zone.owner].append(zone)
    new_in_zones: set[tuple[int, int]] = set()
    for number, zone in enumerate(after.zones):
        namesakes = old_zones[zone.name, zone.owner]
        new_in_zones.update((number, card) for card in _new(namesakes.pop() if namesakes else None, zone))
    # A trick that is over has another name than before, so its cards are known by the seats that played them.
    played = {(card.seat, card.card) for trick in before.tricks for card in trick.cards}
    new_in_tricks = {
        (number, place)
        for number, trick in enumerate(after.tricks)
        for place, card in enumerate(trick.cards)
        if card.card is not None and (card.seat, card.card) not in played
    }
    shown = sum(len(zone.cards) for zone in after.zones)
    if len(new_in_zones) > max(A_TURN, shown // 2):
        return Changes()
    return Changes(frozenset(new_in_zones), frozenset(new_in_tricks))


def _new(before: Zone | None, now: Zone) -> Iterable[int]:
    """The places of the cards in ``now`` that were not in ``before``; of equal cards the last ones are new."""
    if before is None:
        return range(len(now.cards))
    if len(now.cards) < now.count or len(before.cards) < before.count:
        return _new_on_top(before, now)
    found, old = [], list(before.cards)
    for place, card in enumerate(now.cards):
        if card in old:
            old.remove(card)
        else:
            found.append(place)
    return found


def _new_on_top(before: Zone, now: Zone) -> Iterable[int]:
    """The same where only some cards are seen: the top is new unless the pile is as it was, or has only lost cards."""
    is_new = now.count > before.count or (now.count == before.count and now.cards != before.cards)
    return (len(now.cards) - 1,) if is_new and now.cards else ()

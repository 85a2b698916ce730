"""Compares two scenes to find what the last turn changed."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from engines.scenes import Scene, Zone
from engines.texts import Text

A_TURN = 8
"""More new cards than this, if they are most of the table, mean a new deal: marking them all would be pointless."""


@dataclass(frozen=True, slots=True)
class Changes:
    """New cards, each as the index of its zone or trick in the scene and its index within that."""

    zones: frozenset[tuple[int, int]] = frozenset()
    tricks: frozenset[tuple[int, int]] = frozenset()

    def cards_of_zone(self, zone: int) -> frozenset[int]:
        """The new cards in one zone."""
        return frozenset(card for number, card in self.zones if number == zone)

    def cards_of_trick(self, trick: int) -> frozenset[int]:
        """The new cards in one trick."""
        return frozenset(card for number, card in self.tricks if number == trick)


def changes(before: Scene | None, after: Scene) -> Changes:
    """The cards in a zone or trick of ``after`` that were not there ``before``; none after a new deal."""
    if before is None:
        return Changes()
    old_zones: dict[tuple[Text, int | None], list[Zone]] = defaultdict(list)
    for zone in reversed(before.zones):
        old_zones[zone.name, zone.owner].append(zone)
    new_in_zones: set[tuple[int, int]] = set()
    for number, zone in enumerate(after.zones):
        namesakes = old_zones[zone.name, zone.owner]
        new_in_zones.update((number, card) for card in _new(namesakes.pop() if namesakes else None, zone))
    # A finished trick has a different name than before, so its cards are matched by the seats that played them.
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
    """The indexes of the cards in ``now`` that were not in ``before``; among equal cards, the last ones are new."""
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
    """The same when only some cards are visible: the top is new unless the pile is unchanged or only lost cards."""
    is_new = now.count > before.count or (now.count == before.count and now.cards != before.cards)
    return (len(now.cards) - 1,) if is_new and now.cards else ()

"""Decides what to draw of a scene: whose zones, which are hands, panels or a strip of seats, what has changed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engines.scenes import Fact, Kind, Place, Scene, Spread, Trick, Zone
from engines.texts import Text, say, say_count

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


_COUNTED = (Kind.HAND, Kind.DECK)
"""Facts that give the number of cards in a face-down zone."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A zone, with the indexes of the cards that are new since the last turn."""

    zone: Zone
    changed: frozenset[int]
    is_hand: bool = False

    @property
    def is_pile(self) -> bool:
        """Whether its cards are stacked."""
        return self.zone.spread in (Spread.STACK, Spread.HIDDEN)

    @property
    def label(self) -> Text:
        """The label next to it."""
        if self.is_hand:
            return say("Hand")
        return self.zone.name if self.zone.short is None else self.zone.short


@dataclass(frozen=True, slots=True)
class LaidTrick:
    """A trick, with the indexes of the cards that are new since the last turn."""

    trick: Trick
    changed: frozenset[int]

    @property
    def is_begun(self) -> bool:
        """Whether a card lies in it."""
        return any(part.card is not None for part in self.trick.cards)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: facts with an icon, facts in words only, and the zones to draw, with the hand last.

    ``is_own``: the picture is only for this player.
    """

    number: int
    to_act: bool
    facts: tuple[Fact, ...]
    remarks: tuple[Fact, ...]
    zones: tuple[Laid, ...]
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A scene, arranged for drawing: seats in playing order, the viewer's last."""

    seats: tuple[Seat, ...]
    middle: tuple[Laid, ...]
    tricks: tuple[LaidTrick, ...]

    @property
    def has_panels(self) -> bool:
        """Whether the seats are two panels that include their zones, rather than a strip."""
        return len(self.seats) == 2 and any(not laid.is_hand for seat in self.seats for laid in seat.zones)

    @property
    def begun(self) -> Sequence[LaidTrick]:
        """The tricks to which somebody has played."""
        return [laid for laid in self.tricks if laid.is_begun]

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that the game is waiting for."""
        return frozenset(seat.number for seat in self.seats if seat.to_act)


def arrange(scene: Scene, changed: Changes) -> Arrangement:
    """Arrange a scene for drawing."""
    laid = [Laid(zone, changed.cards_of_zone(number) | _marked(zone)) for number, zone in enumerate(scene.zones)]
    seated = {place.seat for place in scene.places}
    first = 0 if scene.viewer is None else scene.viewer + 1
    seats = [_seat(place, [each for each in laid if each.zone.owner == place.seat]) for place in scene.places]
    if scene.viewer is not None:
        seats[scene.viewer] = replace(seats[scene.viewer], is_own=True)
    return Arrangement(
        (*seats[first:], *seats[:first]),
        tuple(each for each in laid if each.zone.owner not in seated),
        tuple(LaidTrick(trick, changed.cards_of_trick(number)) for number, trick in enumerate(scene.tricks)),
    )


def _marked(zone: Zone) -> frozenset[int]:
    """The last card of a marked zone."""
    return frozenset({len(zone.cards) - 1}) if zone.is_marked and zone.cards else frozenset()


def _seat(place: Place, laid: list[Laid]) -> Seat:
    facts = tuple(fact for fact in place.facts if fact.kind is not None)
    hand = _hand(facts, laid)
    if hand is not None and not facts:
        count = hand.zone.count
        facts = (Fact(say_count("{count} card", "{count} cards", count), Kind.HAND, count),)
    zones = [each for each in laid if each is not hand and not _is_counted(each.zone, facts)]
    if hand is not None and hand.zone.cards:
        zones.append(Laid(hand.zone, hand.changed, is_hand=True))
    remarks = tuple(fact for fact in place.facts if fact.kind is None)
    return Seat(place.seat, place.to_act, facts, remarks, tuple(zones))


def _hand(facts: Iterable[Fact], laid: list[Laid]) -> Laid | None:
    """The zone that is the hand: the one with as many cards as the fact says, preferably face down."""
    count = next((fact.value for fact in facts if fact.kind is Kind.HAND), None)
    hidden = [each for each in laid if each.zone.spread is Spread.HIDDEN]
    rows = [each for each in laid if each.zone.spread is Spread.ROW]
    if count is None:  # the hand of a player who is out is empty
        return next(iter(hidden or [each for each in rows if not each.zone.count]), None)
    # An open hand and a face-down deck may have the same number of cards; decks belong to a group.
    likely = sorted((*hidden, *rows), key=lambda each: each.zone.group is not None)
    return next((each for each in likely if each.zone.count == count), None)


def _is_counted(zone: Zone, facts: Iterable[Fact]) -> bool:
    """Whether an icon and a number already stand for a face-down zone, so that it need not be drawn."""
    return zone.spread is Spread.HIDDEN and any(fact.kind in _COUNTED and fact.value == zone.count for fact in facts)

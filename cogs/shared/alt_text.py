"""Describes a picture of the table for those who cannot see it. Pictures are described where they are drawn."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from cogs.shared.limits import ALT_TEXT_LIMIT
from cogs.shared.rendering import Renderer, characters
from engines.kit.wording import SUIT_NAMES
from engines.scenes import MOST_TOLD, Kind, Picking, Place, Scene, Spread, Trick, TrickCard, Zone
from engines.texts import Cards, Player, Text, say, say_count


def alt_text(scene: Scene, renderer: Renderer, footer: Text | None = None) -> str:
    """The scene in plain sentences, the most important first, as many as there is room for.

    ``footer`` is what the picture says in place of what the scene waits for.
    """
    plain = renderer.written.plain
    first = footer or scene.waiting
    opening = [plain.render(first)] if first else []
    told = map(plain.render, scene.told[-MOST_TOLD:])
    return fitting((*opening, *told, *table_sentences(scene, plain)))


def picking_text(picking: Picking, renderer: Renderer) -> str:
    """The cards that a player has picked, and the others."""
    return fitting(map(renderer.written.plain.render, picking_sentences(picking)))


def picking_sentences(picking: Picking) -> Iterator[Text]:
    """How much the picked cards are worth, which they are, what still fits, and the other cards."""
    groups = [[card for card in picking.cards if (card in picking.picked) is is_in] for is_in in (True, False)]
    total = sum(picking.values)
    yield say("{total} of {limit}", total=total, limit=picking.limit)
    for name, group in zip((picking.headline, picking.others[0]), groups, strict=True):
        yield say("{name}: {contents}", name=name, contents=Cards(tuple(group)) if group else say("empty"))
    yield picking.fitting


def fitting(sentences: Iterable[str]) -> str:
    """As many of these sentences as there is room for."""
    kept: list[str] = []
    left = ALT_TEXT_LIMIT
    for sentence in sentences:
        closed = f"{sentence.removesuffix('.')}."
        left -= characters(closed) + bool(kept)
        if left < 0:
            break
        kept.append(closed)
    return " ".join(kept)


def table_sentences(scene: Scene, renderer: Renderer) -> Iterator[str]:
    """The players' standings, the progress of the game, then the cards."""
    for place in scene.places:
        yield _place(place, renderer)
    # A screen reader would read the dot aloud.
    yield renderer.render(scene.headline).replace(" · ", ", ")
    for trick in scene.tricks:
        if not trick.is_over:
            yield from _trick(trick, renderer)
    yield from _zones((zone for zone in scene.zones if zone.owner is None), renderer)
    for trick in scene.tricks:
        if trick.is_over:
            yield from _trick(trick, renderer)
    for place in scene.places:
        own = (zone for zone in scene.zones if zone.owner == place.seat and not is_told(zone, place))
        yield from _zones(own, renderer)


def _place(place: Place, renderer: Renderer) -> str:
    facts = ", ".join(renderer.render(fact.text) for fact in place.facts)
    return f"{renderer.player(place.seat)}: {facts}" if facts else renderer.player(place.seat)


def _trick(trick: Trick, renderer: Renderer) -> Iterator[str]:
    """A trick and the cards played to it; nothing before the lead."""
    if played(trick):
        yield _with_remarks(trick.name, trick_remarks(trick), renderer)
        yield from (_played(trick, part, renderer) for part in played(trick))


def _played(trick: Trick, part: TrickCard, renderer: Renderer) -> str:
    player, card = Player(part.seat), card_of(part)
    if part.worth is None:
        text = say("{player} played {card}", player=player, card=card)
    else:
        text = say("{player} played {card}, worth {worth}", player=player, card=card, worth=shown_worth(part.worth))
    return _with_remarks(text, card_remarks(trick, part), renderer)


def _zones(zones: Iterable[Zone], renderer: Renderer) -> Iterator[str]:
    for group, members in groupby(zones, key=lambda zone: zone.group):
        if group is not None:
            yield renderer.render(group)
        for zone in members:
            text = say("{name}: {contents}", name=zone.name, contents=_contents(zone))
            yield _with_remarks(text, zone_notes(zone), renderer)


def _contents(zone: Zone) -> Text:
    if zone.count == 0:
        return say("empty")
    if not zone.cards:
        return say_count("{count} card face down", "{count} cards face down", zone.count)
    if zone.spread is not Spread.STACK:
        return say("{cards}", cards=Cards(zone.cards))
    top = Cards(zone.cards[-1:])
    if zone.count == 1:
        return say("{cards}", cards=top)
    return say_count("{top} and {count} card below", "{top} and {count} cards below", zone.count - 1, top=top)


def _with_remarks(text: Text, remarks: Iterable[Text], renderer: Renderer) -> str:
    return ", ".join(renderer.render(part) for part in (text, *remarks))


def is_told(zone: Zone, place: Place) -> bool:
    """Whether the seat's facts already say everything about a face-down zone: the number of its cards."""
    hidden = zone.spread is Spread.HIDDEN and not zone.notes
    counts = [fact.value for fact in place.facts if fact.kind in (Kind.HAND, Kind.DECK)]
    return hidden and zone.count in counts


def zone_notes(zone: Zone) -> tuple[Text, ...]:
    """The remarks about a zone."""
    return (say("closed"), *zone.notes) if zone.is_closed else zone.notes


def played(trick: Trick) -> list[TrickCard]:
    """The cards of a trick that have been played."""
    return [part for part in trick.cards if part.card is not None]


def card_of(part: TrickCard) -> Cards:
    """The card of a part as a value of a text."""
    return Cards(() if part.card is None else (part.card,))


def shown_worth(worth: float) -> float | str:
    """What a card is worth, as a value of a text. A half is a single character."""
    return "½" if worth == 1 / 2 else worth


def trick_remarks(trick: Trick) -> list[Text]:
    """Which suit was led, whether the lead counts more, and what else happened."""
    remarks = [] if trick.suit is None else [say("{suit} led", suit=SUIT_NAMES[trick.suit])]
    if trick.multiple > 1:
        remarks.append(say("lead counts × {multiple}", multiple=trick.multiple))
    return [*remarks, *trick.notes]


def card_remarks(trick: Trick, part: TrickCard) -> list[Text]:
    """What a card in a trick counts as, and whether it wins."""
    remarks = [] if part.suit is None else [say("counts as {suit}", suit=SUIT_NAMES[part.suit])]
    remarks += part.notes
    if part.is_best and len(played(trick)) == len(trick.cards):
        remarks.append(say("wins"))
    elif part.is_best and len(played(trick)) > 1:
        remarks.append(say("best so far"))
    return remarks

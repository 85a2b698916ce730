"""A scene in words: the zones where cards lie, the trick, and the seats around the table."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from discord import ui

from cogs.shared.alt_text import card_of, card_remarks, is_told, played, shown_worth, trick_remarks, zone_notes
from cogs.shared.layout import Detail, Parts, rule
from cogs.shared.rendering import Renderer
from engines.cards import Card, rank, suit
from engines.scenes import Fact, Picking, Place, Scene, Spread, Trick, TrickCard, Zone, hand_zone
from engines.texts import Player, Text, say
from pictures.strip import shows_all_cards

SHORT_ROW = 8
"""Cards shown of a row when space is short."""
FLOWING_ROW = 3
"""The most cards of a row that may share a line with other rows."""
FEW_NOTES = 2
"""The most notes about a zone that may stand in brackets after its cards."""
SHORT_NOTES = 60
"""The most characters that these may have together."""
OPEN = (Spread.ROW, Spread.RUN)
"""Spreads that show all of their cards."""
LARGE_CARD, LARGE_GAP, LINE = 33, 9, 265
"""Pixels of a card and a space in a heading, and of a line, on a phone."""
TO_ACT = "▶"
BEST = "👑"
SITTING = "▫️"


def scene_parts(scene: Scene, renderer: Renderer, detail: Detail) -> Parts:
    """The middle of the table and the seats around it, each below a thin line."""
    cards = middle(scene, renderer, detail)
    above: list[str | ui.Item[Any]] = [rule(), cards] if cards else []
    return [*above, rule(), *seats(scene, renderer, detail)]


def middle(scene: Scene, renderer: Renderer, detail: Detail) -> str:
    """The zones that belong to no seat, and the tricks."""
    tricks = (line for trick in scene.tricks for line in trick_lines(trick, renderer))
    return "\n".join([*middle_zones(scene, renderer, detail), *tricks])


def middle_zones(scene: Scene, renderer: Renderer, detail: Detail) -> list[str]:
    """The zones that belong to no seat."""
    return zone_lines((zone for zone in scene.zones if zone.owner is None), renderer, detail)


def present_trick(scene: Scene, renderer: Renderer) -> str:
    """The trick to which somebody is to play, if there is one."""
    return "\n".join(line for trick in scene.tricks if not trick.is_over for line in trick_lines(trick, renderer))


def seats(scene: Scene, renderer: Renderer, detail: Detail, *, without: int | None = None) -> list[str]:
    """The seats except ``without``, with their facts and zones, in blocks of text. A seat with zones has its own."""
    blocks: list[list[str]] = [[]]
    for place in scene.places:
        if place.seat == without:
            continue
        own = (zone for zone in scene.zones if zone.owner == place.seat and not is_told(zone, place))
        lines = [_seat_line(place, renderer), *zone_lines(own, renderer, detail)]
        if len(lines) > 1 and blocks[-1]:
            blocks.append([])
        blocks[-1] += lines
        if len(lines) > 1:
            blocks.append([])
    return ["\n".join(block) for block in blocks if block]


def own_hand(scene: Scene, seat: int, renderer: Renderer) -> str:
    """The viewer's own hand, large and never shortened, with the facts about the seat."""
    hand = hand_zone(scene, seat)
    facts = next((_joined(place.facts, renderer) for place in scene.places if place.seat == seat), "")
    if hand is None:
        return f"-# {facts}" if facts else ""
    notes = "".join(f" · {renderer.render(note)}" for note in hand.notes)
    heading = f"**{renderer.render(hand.name)}**{notes}" + (f" — {facts}" if facts else "")
    return f"{heading}\n# {draw(hand.cards, renderer)}" if hand.cards else heading


def own_cards(scene: Scene, seat: int, renderer: Renderer) -> str:
    """The viewer's own hand in one large line, next to a picture of everything else."""
    hand = hand_zone(scene, seat)
    return f"# {grouped(hand.cards, renderer)}" if hand is not None and hand.cards else ""


def picking_lines(picking: Picking, renderer: Renderer) -> str:
    """Cards of which the viewer picks some: the picked ones large, then the others."""
    picked = [card for card in picking.cards if card in picking.picked]
    others = [card for card in picking.cards if card not in picking.picked]
    heading = f"**{renderer.render(picking.headline)}** · {renderer.render(picking.fitting)}"
    left = say("{name}:\u00a0{contents}", name=picking.others[0], contents=draw(others, renderer) or "—")
    return "\n".join([heading, *([f"# {draw(picked, renderer)}"] if picked else []), renderer.render(left)])


def grouped(hand: Sequence[Card], renderer: Renderer) -> str:
    """Cards side by side, with a gap between ranks (or suits, if the hand is sorted by them) where a line has room."""
    if not all(card in renderer.card_emojis.emojis for card in hand):
        return draw(hand, renderer)
    ways = [["".join(map(renderer.card, group)) for _, group in groupby(hand, key=key)] for key in (rank, suit)]
    groups = min(ways, key=len)
    return (" " if len(hand) * LARGE_CARD + len(groups) * LARGE_GAP <= LINE else "").join(groups)


def open_hands(scene: Scene, renderer: Renderer, detail: Detail) -> Parts:
    """A line for each open hand, below a picture without room for all of their cards."""
    if shows_all_cards(scene):
        return []
    hands = [zone for place in scene.places if (zone := hand_zone(scene, place.seat)) and zone.cards]
    return ["\n".join(zone_text(zone, renderer, detail, flowing=True) for zone in hands)]


def own_zones(scene: Scene, seat: int, renderer: Renderer, detail: Detail) -> str:
    """What else lies in front of the viewer's seat."""
    hand = hand_zone(scene, seat)
    zones = (zone for zone in scene.zones if zone.owner == seat and zone is not hand)
    return "\n".join(zone_lines(zones, renderer, detail))


def zone_lines(zones: Iterable[Zone], renderer: Renderer, detail: Detail) -> list[str]:
    """A line for each zone. Small zones of a group share a line after the group's name."""
    lines: list[str] = []
    for group, members in groupby(zones, key=lambda zone: zone.group):
        together = list(members)
        is_long = any(zone.spread in OPEN and len(zone.cards) > FLOWING_ROW for zone in together)
        flowing = group is not None and (detail is Detail.BARE or not is_long)
        parts = [zone_text(zone, renderer, detail, flowing=flowing) for zone in together]
        if group is None:
            lines += parts
        elif flowing:
            lines.append(f"**{renderer.render(group)}** — " + " · ".join(parts))
        else:
            lines += [f"**{renderer.render(group)}**", *parts]
    return lines


def trick_lines(trick: Trick, renderer: Renderer) -> list[str]:
    """What is known of a trick, then a line for each card played to it; nothing if there is nothing to say yet."""
    remarks, cards = trick_remarks(trick), played(trick)
    if not cards and not remarks:
        return []
    heading = f"**{renderer.render(trick.name)}**{_in_brackets(remarks, renderer)}"
    return [heading, *(_trick_card_line(trick, part, renderer) for part in cards)]


def _trick_card_line(trick: Trick, part: TrickCard, renderer: Renderer) -> str:
    """A card that has been played, and what it is worth now: ``bob 3♠ → 7``."""
    player, card = Player(part.seat), card_of(part)
    if part.worth is None:
        text = say("{player} {card}", player=player, card=card)
    else:
        text = say("{player} {card} → {worth}", player=player, card=card, worth=shown_worth(part.worth))
    mark = BEST if part.is_best else SITTING
    return f"{mark} {renderer.render(text)}{_in_brackets(card_remarks(trick, part), renderer)}"


def _in_brackets(remarks: Sequence[Text], renderer: Renderer) -> str:
    return f" *({', '.join(renderer.render(remark) for remark in remarks)})*" if remarks else ""


def zone_text(zone: Zone, renderer: Renderer, detail: Detail, *, flowing: bool = False) -> str:
    """One zone: its name, the visible cards, and the notes about it.

    A few short notes stand in brackets, others on lines of their own, unless the zone shares its line (``flowing``).
    """
    contents = _contents(zone, renderer, detail)
    text = renderer.render(say("{name}:\u00a0{contents}", name=zone.name, contents=contents))
    notes = zone_notes(zone)
    are_brief = len(notes) <= FEW_NOTES and sum(len(renderer.written.render(note)) for note in notes) <= SHORT_NOTES
    if flowing or are_brief:
        return text + _in_brackets(notes, renderer)
    return "\n".join([text, *(f"-# • {renderer.render(note)}" for note in notes)])


def draw(cards: Iterable[Card], renderer: Renderer) -> str:
    """Cards side by side."""
    return " ".join(renderer.card(card) for card in cards)


def _contents(zone: Zone, renderer: Renderer, detail: Detail) -> str:
    if zone.count == 0:
        return "—"
    if zone.spread is Spread.HIDDEN or not zone.cards:
        return f"{renderer.card_back}\u00a0×{zone.count}"
    if zone.spread is Spread.STACK:
        top = f"**{renderer.card(zone.cards[-1])}**"
        return top if zone.count == 1 else f"{top}\u00a0×{zone.count}"
    shown = zone.cards
    if detail >= Detail.SHORT and len(shown) > SHORT_ROW:
        shown = shown[-(SHORT_ROW if detail is Detail.SHORT else 1) :]
    unseen = zone.count - len(shown)
    text = draw(shown, renderer)
    return renderer.render(say("{cards} (and {count} more)", cards=text, count=unseen)) if unseen > 0 else text


def _seat_line(place: Place, renderer: Renderer) -> str:
    name = renderer.player(place.seat)
    line = f"{TO_ACT} **{name}**" if place.to_act else f"{SITTING} {name}"
    return f"{line} — {_joined(place.facts, renderer)}" if place.facts else line


def _joined(facts: Iterable[Fact], renderer: Renderer) -> str:
    return " · ".join(renderer.render(fact.text) for fact in facts)

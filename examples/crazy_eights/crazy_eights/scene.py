"""The table as one viewer sees it."""

from crazy_eights.view import CrazyEightsView
from crazy_eights.words import SUIT_NAMES, score
from engines.scenes import Place, Scene, Spread, Zone
from engines.texts import Player, say, say_count


def draw(view: CrazyEightsView) -> Scene:
    """All that this viewer sees of the table."""
    seats = range(len(view.counts))
    notes = () if view.suit is None else (say("{suit} must follow", suit=SUIT_NAMES[view.suit]),)
    zones = (
        Zone(say("Discards"), Spread.STACK, len(view.discard), view.discard, notes=notes),
        Zone(say("Draw pile"), Spread.HIDDEN, view.draw),
        *(_hand(view, seat) for seat in seats),
    )
    headline = say_count("{count} card in the draw pile", "{count} cards in the draw pile", view.draw)
    waiting = say("{player} plays, draws or passes", player=Player(view.turn)) if view.to_act else None
    return Scene(headline, zones, tuple(_place(view, seat) for seat in seats), waiting)


def _hand(view: CrazyEightsView, seat: int) -> Zone:
    if seat == view.seat:
        return Zone(say("Your hand"), Spread.ROW, len(view.hand), tuple(sorted(view.hand)), owner=seat)
    return Zone(say("{player}'s hand", player=Player(seat)), Spread.HIDDEN, view.counts[seat], owner=seat)


def _place(view: CrazyEightsView, seat: int) -> Place:
    held = say_count("{count} card", "{count} cards", view.counts[seat])
    return Place(seat, seat in view.to_act, (held, score(view.totals[seat])))

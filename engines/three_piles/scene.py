"""The table of 3 Piles as one viewer sees it."""

from engines.scenes import Place, Scene, Spread, Zone
from engines.texts import Player, Text, cards, say, say_count
from engines.three_piles.actions import OVER, PLAY, THREE
from engines.three_piles.rules import closed
from engines.three_piles.scoring import score
from engines.three_piles.view import ThreePilesView

SEATS = (0, 1)


def draw(view: ThreePilesView) -> Scene:
    """All that this viewer sees of the table."""
    zones = _middle(view)
    for seat in SEATS:
        zones += _piles(view, seat)
    zones += [_hand(view, seat) for seat in SEATS]
    return Scene(_headline(view), tuple(zones), tuple(_place(view, seat) for seat in SEATS), _waiting(view))


def _headline(view: ThreePilesView) -> Text:
    deck = say_count("{count} card in the deck", "{count} cards in the deck", view.deck)
    if view.options.target is None:
        return deck
    return say(
        "Game {number} of a match to {target}, {deck}",
        number=view.game_no + 1,
        target=view.options.target,
        deck=deck,
    )


def _middle(view: ThreePilesView) -> list[Zone]:
    group = say("Stacks")
    stacks = [
        Zone(
            say("Stack {number}", number=number + 1),
            Spread.STACK,
            len(view.stacks[number]),
            view.stacks[number],
            group=group,
        )
        for number in THREE
    ]
    return [*stacks, Zone(say("Deck"), Spread.HIDDEN, view.deck)]


def _piles(view: ThreePilesView, seat: int) -> list[Zone]:
    group = say("Your piles") if seat == view.seat else say("{player}'s piles", player=Player(seat))
    return [
        Zone(
            say("Pile {number}", number=number + 1),
            Spread.ROW,
            len(pile),
            pile,
            owner=seat,
            notes=(say("closed"),) if closed(pile) else (),
            group=group,
        )
        for number, pile in enumerate(view.piles[seat])
    ]


def _hand(view: ThreePilesView, seat: int) -> Zone:
    if seat != view.seat:
        name = say("{player}'s hand", player=Player(seat))
        return Zone(name, Spread.HIDDEN, view.hand_counts[seat], owner=seat)
    notes = () if view.drawn is None else (say("just drawn: {card}", card=cards([view.drawn])),)
    return Zone(say("Your hand"), Spread.ROW, len(view.hand), tuple(sorted(view.hand)), owner=seat, notes=notes)


def _place(view: ThreePilesView, seat: int) -> Place:
    hand = say_count("{count} card", "{count} cards", view.hand_counts[seat])
    points = score(view.piles[seat]).total
    if view.phase == OVER:
        gained = say_count("{count} point in this game", "{count} points in this game", points)
    else:
        gained = say_count("{count} point so far", "{count} points so far", points)
    facts = (hand, gained)
    if view.options.target is not None:
        total = view.totals[seat]
        facts = (*facts, say_count("{count} point in the match", "{count} points in the match", total))
    return Place(seat, seat in view.to_act, facts)


def _waiting(view: ThreePilesView) -> Text | None:
    if view.phase == OVER:
        return None
    player = Player(view.turn)
    if view.phase == PLAY:
        return say("{player} has drawn and plays a card", player=player)
    if view.deck:
        return say("{player} takes a card or draws", player=player)
    if view.hand_counts[view.turn]:
        return say("{player} takes a card or plays one", player=player)
    return say("{player} takes a card if one fits", player=player)

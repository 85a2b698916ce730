"""The table of 3 Piles as one viewer sees it."""

from engines.cards import rank
from engines.kit.wording import left_to_draw
from engines.scenes import Fact, Kind, Place, Scene, Spread, Zone, once_for_each_view
from engines.texts import Player, Text, say, say_count
from engines.three_piles.actions import OVER, PLAY, THREE
from engines.three_piles.rules import closed, fitting, score
from engines.three_piles.view import ThreePilesView

SEATS = (0, 1)


@once_for_each_view
def draw(view: ThreePilesView) -> Scene:
    """Everything that this viewer sees of the table."""
    zones = _middle(view)
    for seat in SEATS:
        zones += _piles(view, seat)
    zones += [_hand(view, seat) for seat in SEATS]
    return Scene(_headline(view), tuple(zones), tuple(_place(view, seat) for seat in SEATS), _waiting(view))


def _headline(view: ThreePilesView) -> Text:
    if view.options.target is None:
        return left_to_draw(view.deck)
    return say("Game {number} of a match to {target}", number=view.game_no + 1, target=view.options.target)


def _middle(view: ThreePilesView) -> list[Zone]:
    group = say("Stacks")
    stacks = [
        Zone(
            say("Stack {number}", number=number + 1),
            Spread.STACK,
            len(view.stacks[number]),
            view.stacks[number],
            group=group,
            short=say("{number}", number=number + 1),
        )
        for number in THREE
    ]
    return [*stacks, Zone(say("Deck"), Spread.HIDDEN, view.deck, short=say("Deck"))]


def _piles(view: ThreePilesView, seat: int) -> list[Zone]:
    group = say("Your piles") if seat == view.seat else say("{player}'s piles", player=Player(seat))
    return [
        Zone(
            say("Pile {number}", number=number + 1),
            Spread.RUN,
            len(pile),
            pile,
            owner=seat,
            group=group,
            short=say("{number}", number=number + 1),
            is_closed=closed(pile),
        )
        for number, pile in enumerate(view.piles[seat])
    ]


def _hand(view: ThreePilesView, seat: int) -> Zone:
    if seat != view.seat:
        name = say("{player}'s hand", player=Player(seat))
        return Zone(name, Spread.HIDDEN, view.hand_counts[seat], owner=seat)
    return Zone(say("Your hand"), Spread.ROW, len(view.hand), tuple(sorted(view.hand)), owner=seat)


def _place(view: ThreePilesView, seat: int) -> Place:
    held, points, target = view.hand_counts[seat], score(view.piles[seat]).total, view.options.target
    if view.phase == OVER:
        gained = say_count("{count} point in this game", "{count} points in this game", points)
    else:
        gained = say_count("{count} point so far", "{count} points so far", points)
    facts = [Fact(say_count("{count} card", "{count} cards", held), Kind.HAND, held), Fact(gained, Kind.POINTS, points)]
    if target is not None:
        total = view.totals[seat]
        in_match = say_count("{count} point in the match", "{count} points in the match", total)
        facts.append(Fact(in_match, Kind.POINTS, total, target))
    return Place(seat, seat in view.to_act, tuple(facts))


def _waiting(view: ThreePilesView) -> Text | None:
    if view.phase == OVER:
        return None
    player = Player(view.turn)
    if view.phase == PLAY:
        return say("{player} has drawn and plays a card", player=player)
    fits = fitting(view.piles[view.turn])
    can_take = any(stack and fits[rank(stack[-1])] for stack in view.stacks)
    if view.deck:
        if can_take:
            return say("{player} takes a card or draws", player=player)
        return say("{player} draws", player=player)
    if view.hand_counts[view.turn]:
        if can_take:
            return say("{player} takes a card or plays one", player=player)
        return say("{player} plays a card", player=player)
    return say("{player} takes a card", player=player) if can_take else say("{player} passes", player=player)

"""What just happened, in words. Callers ask first whether anybody listens: simulations collect no news."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.counter.actions import Action, Bid, Pass
from engines.counter.explanation import card_stories, consequences, dead_sevens, trump_change, verdict
from engines.counter.trick import Trick
from engines.counter.wording import SUITS
from engines.texts import Player, Text, cards, say, say_count

if TYPE_CHECKING:
    from engines.counter.state import CounterState


def tell_action(state: CounterState, seat: int, action: Action) -> None:
    """Tell what ``seat`` does; which card is passed, nobody else is told (11.2, 11.4)."""
    player = Player(seat)
    if isinstance(action, Bid):
        bid = say_count("{player} bids {count} trick", "{player} bids {count} tricks", action.tricks, player=player)
        state.tell(bid)
    elif isinstance(action, Pass):
        state.tell(say("{player} has chosen a card to pass", player=player))
    elif action.shown is None:
        state.tell(say("{player} plays {card}", player=player, card=cards([action.card])))
    else:
        card, shown = cards([action.card]), cards([action.shown])
        state.tell(say("{player} plays {card} and shows {shown}", player=player, card=card, shown=shown))


def tell_trick(state: CounterState, trick: Trick) -> None:
    """Tell how a trick was decided: card by card, then the winner and what follows (6 to 8)."""
    for place, story in enumerate(card_stories(trick)):
        player, card = Player(trick.seat(place)), cards([trick.cards[place]])
        state.tell(say("{player}: {card} {story}", player=player, card=card, story=story))
    for text in (trump_change(trick), dead_sevens(trick), verdict(trick), *consequences(trick)):
        if text is not None:
            state.tell(text)


def tell_passes(state: CounterState) -> None:
    """Tell everybody that cards have changed hands, and each which ones (8.4, 11.2)."""
    passed = state.passed[-1]
    state.tell(say("Everybody has passed a card to the left"))
    for seat, given in enumerate(passed):
        left, right = (seat + 1) % len(passed), (seat - 1) % len(passed)
        state.tell(say("You pass {card} to {player}", card=cards([given]), player=Player(left)), seat)
        received = cards([passed[right]])
        state.tell(say("You receive {card} from {player}", card=received, player=Player(right)), seat)


def tell_scores(state: CounterState, gains: Sequence[int]) -> None:
    """Tell what everybody scores for a hand, and the totals (9.2)."""
    if state.unclaimed:
        state.tell(say_count("{count} trick was won by nobody", "{count} tricks were won by nobody", state.unclaimed))
    for seat, gain in enumerate(gains):
        state.tell(
            say(
                "{player} bid {bid} and won {won}: {points}, in all {total}",
                player=Player(seat),
                bid=state.bids[seat] or 0,
                won=state.won[seat],
                points=_points(gain),
                total=state.scores[seat],
            )
        )


def _points(count: int) -> Text:
    return say_count("{count} point", "{count} points", count)


def tell_deal(state: CounterState) -> None:
    """Tell that the next hand is dealt (2)."""
    indicator = state.face_up[-1]
    state.tell(
        say(
            "Hand {number}: {player} deals and turns up {card}, {suit} are trumps",
            number=state.hand_no,
            player=Player(state.dealer),
            card=cards([indicator]),
            suit=SUITS[indicator & 3],
        )
    )

"""The least harmful action, played when a player runs out of time."""

from engines.counter.actions import BID, PLAY, Action, Bid, Pass, Play
from engines.counter.rules.legal import playable
from engines.counter.view import CounterView


def most_harmless(view: CounterView) -> Action | None:
    """A bid of one trick, or the lowest card, without showing a four. ``None`` if the seat may not act."""
    if not view.may_act:
        return None
    if view.phase == BID:
        return Bid(1)
    card = min(playable(view.hand, view.led))
    return Play(card) if view.phase == PLAY else Pass(card)

"""The action that does the least harm, played when a player lets the time run out."""

from engines.counter.actions import BID, PLAY, Action, Bid, Pass, Play
from engines.counter.rules.legal import playable
from engines.counter.view import CounterView


def most_harmless(view: CounterView) -> Action | None:
    """A bid of one trick, or else the lowest card; no four is shown. ``None`` if the seat may not act."""
    if not view.may_act:
        return None
    if view.phase == BID:
        return Bid(1)
    card = min(playable(view.hand, view.led))
    return Play(card) if view.phase == PLAY else Pass(card)

"""The least harmful action, played when a player runs out of time."""

from engines.counterweight.actions import Action, Collect, Place, Relocate, pile_owner
from engines.counterweight.rules import own_piles
from engines.counterweight.view import CounterweightView


def most_harmless(view: CounterweightView) -> Action | None:
    """The action that keeps penalty points off both players; ``None`` if the seat may not act.

    Permanent piles cost nobody anything, so they come first. A new pile begins with the lowest card.
    """
    return min(view.actions(), key=lambda action: _harm(view, action), default=None)


def _harm(view: CounterweightView, action: Action) -> tuple[int, int]:
    """How many penalty points an action adds for its own player, and a tie-breaker."""
    own = own_piles(view.piles, view.seat or 0)
    lying = sum(len(view.piles[pile]) for pile in own)
    if isinstance(action, Place):
        owners = [pile_owner(pile) for _, pile in action.placed]
        on_own = owners.count(view.seat)
        return on_own * len(own) - len(owners), len(owners) - on_own - owners.count(None)
    if isinstance(action, Collect):
        taken = sum(len(view.piles[pile]) for pile in action.piles)
        return taken + (lying - taken) * (len(own) - len(action.piles)), len(action.piles)
    if isinstance(action, Relocate):
        return -len(action.moved), 0
    return lying + len(own) + 1, action.card

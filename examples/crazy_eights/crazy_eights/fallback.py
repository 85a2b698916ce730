"""What is played when a player lets the time run out."""

from crazy_eights.actions import Action
from crazy_eights.view import CrazyEightsView


def most_harmless(view: CrazyEightsView) -> Action | None:
    """Draw or pass, which keeps all cards; ``None`` if the seat may not act."""
    return next(iter(view.actions()[::-1]), None)

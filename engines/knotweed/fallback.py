"""The least harmful action, played when a player runs out of time."""

from engines.knotweed.actions import ANSWERS, CHALLENGE, PRUNE, Action, Discard, End, Pass
from engines.knotweed.view import KnotweedView


def most_harmless(view: KnotweedView) -> Action | None:
    """Accept the turn, discard the first pile, or end the turn or pass and take every card due."""
    if not view.may_act:
        return None
    if view.phase == CHALLENGE:
        return ANSWERS[0]
    if view.phase == PRUNE:
        return Discard(min(view.piles))
    close = End if view.plays else Pass
    return close(view.penalty if view.options.cheating else None)

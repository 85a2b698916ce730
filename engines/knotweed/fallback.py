"""The action that does the least harm, played when a player lets the time run out."""

from engines.knotweed.actions import ANSWERS, CHALLENGE, PRUNE, Action, Discard, End, Pass
from engines.knotweed.view import KnotweedView


def most_harmless(view: KnotweedView) -> Action | None:
    """Accept a turn, discard the first pile, or end the turn or pass and take all cards that are due."""
    if not view.may_act:
        return None
    if view.phase == CHALLENGE:
        return ANSWERS[0]
    if view.phase == PRUNE:
        return Discard(min(view.piles))
    close = End if view.plays else Pass
    return close(view.penalty if view.options.cheating else None)

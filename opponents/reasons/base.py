"""Reasons for a move: what it does in its game, and how it fared in simulations."""

from typing import Any, Generic, TypeVar

from engines.contract import Game, View
from engines.texts import Text, say
from opponents.thoughts import Considered, Thought

A = TypeVar("A")

FEW_TRIALS = 20
"""With fewer trials, an estimate is not worth quoting."""
CLOSE = 0.03
"""Estimates this close count as equal: there are too few trials to tell them apart."""
HOPELESS, CERTAIN = 0.05, 0.95
"""Estimates below or above these mean that the game is as good as lost or won."""


class Reasons(Generic[A]):
    """Explains why a move is good in one game. This base class has no reasons, for games without their own."""

    def why(self, view: Any, action: A) -> list[Text]:
        """Sentences about what ``action`` does, most telling first, limited to what the viewer knows for certain."""
        return []

    def alike(self, view: Any, one: A, other: A) -> bool:
        """Whether two actions are equivalent, and so not real alternatives."""
        return one == other


def seat_of(view: View[Any]) -> int:
    """The seat of a viewer who may act, and who therefore has a seat."""
    assert view.seat is not None
    return view.seat


def comparison(game: Game[A], view: View[A], thought: Thought[A], reasons: Reasons[A]) -> Text | None:
    """How the action did compared with the others; ``None`` if there were too few trials to say."""
    chosen = next((considered for considered in thought.considered if considered.action == thought.action), None)
    others = [other for other in thought.considered if not reasons.alike(view, thought.action, other.action)]
    if chosen is None or chosen.visits < FEW_TRIALS or not others:
        return None
    estimates = [considered.estimate for considered in (chosen, *others)]
    if max(estimates) < HOPELESS:
        return say("Whatever I tried, there is little hope of winning.")
    if min(estimates) > CERTAIN:
        return say("Whatever I tried, you should win from here.")
    best = max(others, key=lambda other: other.estimate)
    if best.visits < FEW_TRIALS and best.estimate < chosen.estimate - CLOSE:
        return say(
            "With it, I put your chances of winning in the end at about {percent}%; "
            "everything else I tried came out worse.",
            percent=_percent(chosen),
        )
    return _beside(game, view, chosen, best)


def _percent(considered: Considered[Any]) -> int:
    return round(100 * considered.estimate)


def _beside(game: Game[A], view: View[A], chosen: Considered[A], best: Considered[A]) -> Text:
    mine, move = _percent(chosen), game.label(view, best.action)
    lead = chosen.estimate - best.estimate
    if abs(lead) <= CLOSE:
        return say(
            "With it, I put your chances of winning in the end at about {percent}%; “{move}” is about as good.",
            percent=mine,
            move=move,
        )
    if lead < 0:
        # It was chosen anyway because there was more evidence for it.
        return say(
            "With it, I put your chances of winning in the end at about {percent}%; “{move}” may "
            "be better, but I am not sure.",
            percent=mine,
            move=move,
        )
    return say(
        "With it, I put your chances of winning in the end at about {percent}%; the next best, "
        "“{move}”, is at {other}%.",
        percent=mine,
        move=move,
        other=_percent(best),
    )

"""Why a move is good, in the words of its game: for a player who practises and asks for a hint. Pure, as all here.

Everything that is said follows from the player's own view, so it is true and gives nothing away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from engines.card_duel.view import CardDuelView
from engines.contract import View
from engines.counter.view import CounterView
from engines.counterweight.view import CounterweightView
from engines.knotweed.view import KnotweedView
from engines.texts import Text, say
from engines.three_piles.view import ThreePilesView
from opponents.reasons.base import Reasons, comparison
from opponents.reasons.card_duel import CardDuelReasons
from opponents.reasons.counter import CounterReasons
from opponents.reasons.counterweight import CounterweightReasons
from opponents.reasons.knotweed import KnotweedReasons
from opponents.reasons.three_piles import ThreePilesReasons
from opponents.thoughts import Thought

A = TypeVar("A")

REASONS: Mapping[type[View[Any]], Reasons[Any]] = {
    CardDuelView: CardDuelReasons(),
    CounterView: CounterReasons(),
    CounterweightView: CounterweightReasons(),
    KnotweedView: KnotweedReasons(),
    ThreePilesView: ThreePilesReasons(),
}
"""By the kind of view, which tells the game."""

MOST_ABOUT_THE_GAME = 2
"""So many sentences are about what the move does; one more compares it with others."""

_NO_REASONS: Reasons[Any] = Reasons()


def reason(view: View[A], thought: Thought[A]) -> tuple[Text, ...]:
    """Why the viewer should do what was thought of: one to three short sentences.

    Only the view and the thought count, so positions that look the same are given the same reason.
    Raises ``ValueError`` if the viewer may not act.
    """
    if view.seat is None or view.seat not in view.to_act:
        raise ValueError("only a seat that may act needs a reason")
    reasons = REASONS.get(type(view), _NO_REASONS)
    found = reasons.why(view, thought.action)[:MOST_ABOUT_THE_GAME]
    if len(view.actions()) == 1:
        return say("It is the only thing that you can do now."), *found[:1]
    compared = comparison(view, thought, reasons)
    if compared is not None:
        found.append(compared)
    return tuple(found) or (say("Of all that you can do now, I would choose this."),)


__all__ = ["REASONS", "Reasons", "reason"]

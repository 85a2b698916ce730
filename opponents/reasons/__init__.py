"""Why a move is good, in the game's own terms, for a player who asks for a hint.

Everything follows from the player's own view, so it is true and gives nothing away.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from engines import plugins
from engines.contract import Game, View
from engines.plugins import Registry
from engines.texts import Text, say
from opponents.reasons.base import Reasons, comparison
from opponents.reasons.card_duel import CardDuelReasons
from opponents.reasons.counter import CounterReasons
from opponents.reasons.counterweight import CounterweightReasons
from opponents.reasons.knotweed import KnotweedReasons
from opponents.reasons.three_piles import ThreePilesReasons
from opponents.thoughts import Thought

A = TypeVar("A")

REASONS: Mapping[str, Reasons[Any]] = Registry(
    plugins.REASONS,
    Reasons,
    {
        "card_duel": CardDuelReasons(),
        "counter": CounterReasons(),
        "counterweight": CounterweightReasons(),
        "knotweed": KnotweedReasons(),
        "three_piles": ThreePilesReasons(),
    },
)
"""By game key: the built-in ones, then those of installed packages."""

MOST_ABOUT_THE_GAME = 2
"""The most sentences about what the move does; one more compares it with others."""

_NO_REASONS: Reasons[Any] = Reasons()


def reason(game: Game[A], view: View[A], thought: Thought[A], played: A | None = None) -> tuple[Text, ...]:
    """Why the viewer should make the move of this thought, in one to three short sentences.

    What is also true of its rival is no reason: of the move that was ``played`` instead or, without one, of the next
    best. Only the view and the thought matter, so positions that look the same get the same reasons.
    Raises ``ValueError`` if the viewer may not act.
    """
    if view.seat is None or not view.may_act:
        raise ValueError("only a seat that may act needs a reason")
    reasons = REASONS.get(game.key, _NO_REASONS)
    rival = played if played is not None else reasons.rival(view, thought)
    found = reasons.telling(view, thought.action, rival)[:MOST_ABOUT_THE_GAME]
    if not found and not _are_close(thought, rival):
        found = telling(game, view, thought.action, rival)
    if len(view.actions()) == 1:
        return say("It is the only thing you can do now."), *found[:1]
    compared = comparison(game, view, thought, reasons)
    if compared is not None:
        found.append(compared)
    return tuple(found) or (say("Of everything you can do now, I would choose this."),)


def _are_close(thought: Thought[A], rival: A | None) -> bool:
    """Whether the thought's action and its rival are about as good, so that small numbers would prove nothing."""
    worth = {one.action: one.estimate for one in thought.considered}
    return rival in worth and thought.action in worth and thought.are_close(worth[thought.action], worth[rival])


def telling(game: Game[A], view: View[A], action: A, rival: A | None) -> list[Text]:
    """What speaks for an action and not for its ``rival``: in terms of the game or, for want of these, in numbers."""
    reasons = REASONS.get(game.key, _NO_REASONS)
    found = reasons.telling(view, action, rival)
    if rival is None or found:
        return found
    for mine, other in reasons.better_measures(view, action, rival)[:1]:
        shown = {"measure": mine.name, "mine": round(mine.value, 1), "other": round(other.value, 1)}
        found.append(say("{measure}: {mine}; with “{move}”, {other}.", move=game.label(view, rival), **shown))
    return found


def alike(game: Game[A], view: View[A], one: A, other: A) -> bool:
    """Whether two actions are the same to this viewer."""
    return one == other or REASONS.get(game.key, _NO_REASONS).alike(view, one, other)


__all__ = ["REASONS", "Reasons", "alike", "reason", "telling"]

"""Reasons for a move: what it does in its game, and how it fared in simulations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engines.contract import Game, View
from engines.texts import Cards, Text, say
from opponents.thoughts import Considered, Thought

A = TypeVar("A")

HOPELESS, CERTAIN = 0.05, 0.95
"""Estimates below or above these mean that the game is as good as lost or won."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Something about an action that can be counted, and known for certain: ``name`` says what.

    ``sign`` is 1 if more of it is better, and -1 if less is.
    """

    name: Text
    value: float
    sign: int = 1


@dataclass(frozen=True, slots=True)
class Scale:
    """Sentences about the same thing, by how they begin, and which of their values say how much of it there is.

    A sign is 1 if more speaks for a move, and -1 if less does. A sentence without the value has none of it.
    """

    beginnings: tuple[str, ...]
    signs: Mapping[str, int]

    def is_no_better(self, text: Text, of_rival: Sequence[Text]) -> bool:
        """Whether a sentence on this scale says no more for its move than one of its rival's."""
        mine = self._amounts(text)
        return text.template.startswith(self.beginnings) and any(
            all(own <= other for own, other in zip(mine, self._amounts(rival), strict=True))
            for rival in of_rival
            if rival.template.startswith(self.beginnings)
        )

    def _amounts(self, text: Text) -> list[float]:
        found = [(sign, dict(text.values).get(name)) for name, sign in self.signs.items()]
        return [sign * value if isinstance(value, int | float) else 0 for sign, value in found]


class Reasons(Generic[A]):
    """Explains why a move is good in one game. This base class has no reasons, for games without their own."""

    scales: tuple[Scale, ...] = ()
    """What speaks against a move if there is more or less of it than after its rival."""

    def why(self, view: Any, action: A) -> Iterable[Text]:
        """Sentences about what ``action`` does, most telling first, limited to what the viewer knows for certain."""
        return ()

    def also(self, view: Any, action: A) -> Iterable[Text]:
        """What is true of ``action`` as well, though ``why`` has something better to say of it."""
        return ()

    def measures(self, view: Any, action: A) -> Iterable[Measure]:
        """What ``action`` comes to, so that it can be compared with others; most telling first."""
        return ()

    def better_measures(self, view: Any, action: A, rival: A) -> list[tuple[Measure, Measure]]:
        """The measures by which ``action`` is better than ``rival``, each with the rival's."""
        of_rival = {measure.name: measure for measure in self.measures(view, rival)}
        pairs = [(one, of_rival[one.name]) for one in self.measures(view, action) if one.name in of_rival]
        return [(mine, other) for mine, other in pairs if mine.sign * (mine.value - other.value) > 0]

    def telling(self, view: Any, action: A, rival: A | None) -> list[Text]:
        """Those sentences that are not true of a ``rival`` as well, nor speak for it."""
        of_rival = () if rival is None else (*self.why(view, rival), *self.also(view, rival))
        known = {_claim(text) for text in of_rival}
        return [
            text
            for text in self.why(view, action)
            if _claim(text) not in known and not any(scale.is_no_better(text, of_rival) for scale in self.scales)
        ]

    def rival(self, view: Any, thought: Thought[A]) -> A | None:
        """The best of the other actions considered; ``None`` if there is none that differs."""
        others = [one for one in thought.considered if not self.alike(view, thought.action, one.action)]
        return max(others, key=lambda one: one.estimate).action if others else None

    def alike(self, view: Any, one: A, other: A) -> bool:
        """Whether two actions are equivalent, and so not real alternatives."""
        return one == other


def _claim(text: Text) -> tuple[object, ...]:
    """What a sentence claims, whichever cards it names: the same of two actions does not tell them apart."""
    return text.template, *(pair for pair in text.values if not isinstance(pair[1], Cards))


def seat_of(view: View[Any]) -> int:
    """The seat of a viewer who may act, and who therefore has a seat."""
    assert view.seat is not None
    return view.seat


def comparison(game: Game[A], view: View[A], thought: Thought[A], reasons: Reasons[A]) -> Text | None:
    """How the action did compared with the others; ``None`` if there were too few trials to say."""
    chosen = next((considered for considered in thought.considered if considered.action == thought.action), None)
    others = [other for other in thought.considered if not reasons.alike(view, thought.action, other.action)]
    if chosen is None or not chosen.is_sure or not others:
        return None
    best = max(others, key=lambda other: other.estimate)
    is_close = thought.are_close(chosen.estimate, best.estimate)
    if thought.is_won:
        return _not_last(game, view, chosen, None if is_close else best)
    estimates = [considered.estimate for considered in (chosen, *others)]
    if max(estimates) < HOPELESS:
        return say("Whatever I tried, there is little hope of winning.")
    if min(estimates) > CERTAIN:
        return say("Whatever I tried, you should win from here.")
    return _beside(game, view, chosen, best, is_close)


def _percent(considered: Considered[Any]) -> int:
    return round(100 * considered.estimate)


def _not_last(game: Game[A], view: View[A], chosen: Considered[A], best: Considered[A] | None) -> Text:
    percent = _percent(chosen)
    if best is None or not best.is_sure or chosen.estimate < best.estimate:
        return say(
            "The first place is taken. I think this keeps you from being last about {percent}% of the time.",
            percent=percent,
        )
    return say(
        "The first place is taken. I think this keeps you from being last about {percent}% of the time; the next best, "
        "“{move}”, about {other}%.",
        percent=percent,
        move=game.label(view, best.action),
        other=_percent(best),
    )


def _beside(game: Game[A], view: View[A], chosen: Considered[A], best: Considered[A], is_close: bool) -> Text:
    percent, is_behind = _percent(chosen), chosen.estimate < best.estimate
    if not best.is_sure and not is_close and not is_behind:
        if percent == 100:
            return say("This should win; everything else I tried came out worse.")
        return say(
            "I think this wins about {percent}% of the time; everything else I tried came out worse.", percent=percent
        )
    shown = {"percent": percent, "move": game.label(view, best.action), "other": _percent(best)}
    if is_close:
        return say("I think this wins about {percent}% of the time; “{move}” is about as good.", **shown)
    if is_behind:  # it was chosen anyway because there was more evidence for it
        return say(
            "I think this wins about {percent}% of the time; “{move}” may be better, but I am not sure.", **shown
        )
    if percent == 100:
        return say("This should win; the next best, “{move}”, wins about {other}% of the time.", **shown)
    return say("I think this wins about {percent}% of the time; the next best, “{move}”, about {other}%.", **shown)

"""What the parts of a game say that a game may leave out."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.texts import Text, say


def scores_nothing(event: object) -> Mapping[int, float]:
    """The ``scored`` of a game that keeps no score."""
    return {}


def its_your_turn(view: object) -> Text:
    """The ``call`` of a game in which a turn needs no further words."""
    return say("It's your turn.")


def no_help(view: object) -> None:
    """The ``beginner_help`` of a game that has none."""
    return


def no_plans(view: object) -> Sequence[Any]:
    """The ``plans`` of a game in which nothing can be planned."""
    return ()


def nothing_planned(view: object, key: str) -> None:
    """The ``planned`` of such a game."""
    return

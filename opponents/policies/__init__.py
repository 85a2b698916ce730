"""Policies by game. A game without one is played at random, or searched without guidance."""

from collections.abc import Mapping
from typing import Any

from engines import plugins
from engines.plugins import Registry
from opponents.policies.base import Policy
from opponents.policies.card_duel import CardDuelPolicy
from opponents.policies.counter import CounterPolicy
from opponents.policies.counterweight import CounterweightPolicy
from opponents.policies.knotweed import KnotweedPolicy
from opponents.policies.three_piles import ThreePilesPolicy

POLICIES: Mapping[str, Policy[Any]] = Registry(
    plugins.POLICIES,
    Policy,
    {
        "card_duel": CardDuelPolicy(),
        "counter": CounterPolicy(),
        "counterweight": CounterweightPolicy(),
        "knotweed": KnotweedPolicy(),
        "three_piles": ThreePilesPolicy(),
    },
)
"""By game key: the built-in ones, then those of installed packages."""

_NO_ADVICE: Policy[Any] = Policy()


def policy_of(key: str) -> Policy[Any]:
    """The policy of the game with this key."""
    return POLICIES.get(key, _NO_ADVICE)


__all__ = ["POLICIES", "Policy", "policy_of"]

"""Quick judgement by game. A game without a policy here is played at random, or searched without advice."""

from collections.abc import Mapping
from typing import Any

from engines.card_duel import CardDuel
from engines.counter import Counter
from engines.counterweight import Counterweight
from engines.knotweed import Knotweed
from engines.three_piles import ThreePiles
from opponents.policies.base import Policy
from opponents.policies.card_duel import CardDuelPolicy
from opponents.policies.counter import CounterPolicy
from opponents.policies.counterweight import CounterweightPolicy
from opponents.policies.knotweed import KnotweedPolicy
from opponents.policies.three_piles import ThreePilesPolicy

POLICIES: Mapping[str, Policy[Any]] = {
    CardDuel.key: CardDuelPolicy(),
    Counter.key: CounterPolicy(),
    Counterweight.key: CounterweightPolicy(),
    Knotweed.key: KnotweedPolicy(),
    ThreePiles.key: ThreePilesPolicy(),
}

_NO_ADVICE: Policy[Any] = Policy()


def policy_of(key: str) -> Policy[Any]:
    """The policy of the game with this key."""
    return POLICIES.get(key, _NO_ADVICE)


__all__ = ["POLICIES", "Policy", "policy_of"]

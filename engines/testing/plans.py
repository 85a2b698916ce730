"""Checks what players can plan: offers respect Discord's limits, and what a plan plays is legal when it is played."""

from random import Random
from typing import Any

from engines.contract import Game, State, View
from engines.scenes import PlanOffer

KEY_LIMIT = 100
"""Discord limits the value of an option to 100 characters."""
LABEL_LIMIT = 100
LOOKS = 0.5
"""How often, at a decision of somebody else, a seat looks at what it can plan."""


class Plans:
    """Lets every seat plan at random in a random game, and checks each plan when its decision comes."""

    def __init__(self, game: Game[Any], chance: Random) -> None:
        self._game = game
        self._chance = chance
        self._kept: dict[int, PlanOffer] = {}
        self.applied: set[str] = set()
        """The keys of the plans that have been carried out on a copy."""

    def look(self, state: State[Any], seat: int, action: Any) -> None:
        """Check the plan of the seat that is about to act, and let others plan."""
        kept = self._kept.get(seat)
        if kept is not None and self._check(state, seat, kept) and not kept.standing:
            del self._kept[seat]
        other = self._chance.choice(range(state.seats))
        if other not in state.to_act and self._chance.random() < LOOKS:
            offers = check_plan_offers(self._game, state.view(other))
            if offers and (other not in self._kept or self._chance.random() < 0.2):
                self._kept[other] = self._chance.choice(offers)

    def _check(self, state: State[Any], seat: int, plan: PlanOffer) -> bool:
        """Whether the plan was about this decision. What it plays has to be legal, action by action."""
        actions = self._game.planned(state.view(seat), plan.key)
        trial = state.clone()
        for action in actions or ():
            assert action in trial.actions(seat), f"the plan {plan.key!r} plays {str(action)!r}, which is not legal"
            trial.act(seat, action)
        if actions:
            self.applied.add(plan.key)
        return actions is not None


def check_plan_offers(game: Game[Any], view: View[Any]) -> tuple[PlanOffer, ...]:
    """The plans that a seat can make. None are offered to a seat that may act, or to spectators."""
    offers = tuple(game.plans(view))
    keys = [offer.key for offer in offers]
    assert not (offers and (view.may_act or view.seat is None)), f"seat {view.seat} is offered plans: {keys}"
    assert len(set(keys)) == len(keys), f"two plans have the same key: {keys}"
    for offer in offers:
        assert 0 < len(offer.key) <= KEY_LIMIT, f"a plan has a key of not 1 to {KEY_LIMIT} characters: {offer.key!r}"
        label = str(offer.label)
        assert 0 < len(label) <= LABEL_LIMIT, f"a plan has a label of not 1 to {LABEL_LIMIT} characters: “{label}”"
    return offers

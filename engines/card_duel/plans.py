"""What a player can plan in Card Duel: which card to play next, whatever it is for or for one purpose."""

from collections.abc import Iterator, Sequence

from engines.card_duel.actions import ATTACK, BUILD, DAMAGE, DECK, DEFEND, DONE, OVER, PLAYS, Action, parse_action
from engines.card_duel.rules import VALUES
from engines.card_duel.view import CardDuelView
from engines.kit.plans import Plan, if_legal, read_plan
from engines.scenes import PlanOffer
from engines.texts import Text, cards, say

ANYTHING = "anything"
"""The condition of a plan for whichever decision comes next."""
STOP = "stop"
"""The condition of a plan to stop an attack; a plan with an action plays it if no card in hand can."""


def offers(view: CardDuelView) -> Sequence[PlanOffer]:
    """The plans for this seat's next card."""
    if view.seat is None or view.may_act or view.phase == OVER:
        return ()
    return tuple(PlanOffer(plan.key, text) for plan, text in _plans(view, view.seat))


def planned(view: CardDuelView, key: str) -> Sequence[Action] | None:
    """What a plan plays now."""
    plan = read_plan(key, parse_action)
    if plan is None or plan.part != view.game_no or view.phase == BUILD:
        return ()
    if plan.condition == STOP:
        return _stopping(view, plan) if view.phase == DEFEND else None
    return if_legal(plan.actions, view.actions()) if plan.condition in (ANYTHING, view.phase) else ()


def _stopping(view: CardDuelView, plan: Plan[Action]) -> Sequence[Action]:
    """The lowest card that stops the attack, or else what the plan says."""
    attack = view.attack_to_stop
    enough = [card for card in view.hand if attack is not None and VALUES[card] >= VALUES[attack]]
    return (PLAYS[enough[0]],) if enough else if_legal(plan.actions, view.actions())


def _plans(view: CardDuelView, seat: int) -> Iterator[tuple[Plan[Action], Text]]:
    has_deck = bool(view.own_deck or view.own_discards or view.phase == BUILD)
    deck: tuple[Action, ...] = (DECK,)
    if has_deck:
        yield Plan(view.game_no, ANYTHING, deck), say("Play your next card from the deck")
    if view.hand:
        text = say("Stop the attack with your lowest card that can")
        yield Plan(view.game_no, STOP, ()), text
        if has_deck:
            text = say("Stop the attack with your lowest card that can, otherwise play from the deck")
            yield Plan(view.game_no, STOP, deck), text
    for card in view.hand:
        shown = cards([card])
        if view.phase == DEFEND:
            yield Plan(view.game_no, DAMAGE, (PLAYS[card],)), say("Do the damage with {card}", card=shown)
        if view.phase == BUILD and view.attacker == seat:
            yield Plan(view.game_no, ATTACK, (PLAYS[card],)), say("Attack with {card}", card=shown)


def most_harmless(view: CardDuelView) -> Action | None:
    """Finish the hand as it is; stop an attack with the lowest card that can; otherwise play from the deck."""
    actions = view.actions()
    if not actions:
        return None
    if view.phase == BUILD:
        return DONE
    attack = view.attack_to_stop
    if attack is not None:
        for card in view.hand:
            if VALUES[card] >= VALUES[attack]:
                return PLAYS[card]
    return DECK if DECK in actions else actions[-1]

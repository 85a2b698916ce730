"""What a player can plan in Knotweed: one play, to pass when nothing fits, and to accept the turns of the others."""

from collections.abc import Iterator, Sequence

from engines.cards import CARD_TEXTS
from engines.kit.plans import ALWAYS, Plan, if_legal, read_plan
from engines.knotweed import actions
from engines.knotweed.rules import FULL_PENALTY, cost, legal_plays
from engines.knotweed.view import KnotweedView
from engines.knotweed.words import group_words
from engines.scenes import PlanOffer
from engines.texts import Text, cards, say

UNLESS_LAST = "unless-last"
"""The condition that the player who is judged has cards left."""
STUCK = "stuck"
"""The condition that no card fits."""
MOST_PLAYS = 50
"""How many plays are offered, the cheapest first. With many cards there are hundreds."""


def offers(view: KnotweedView) -> Sequence[PlanOffer]:
    """The plans for this seat's next turn, and standing ones for those of the others."""
    if view.seat is None or view.may_act or view.phase == actions.OVER:
        return ()
    standing = [PlanOffer(plan.key, text, standing=True) for plan, text in _standing(view)]
    plays = sorted(_plays(view), key=lambda plan: (len(plan.actions), _cost(plan)))
    return (*standing, *(PlanOffer(plan.key, _label(view, plan)) for plan in plays[:MOST_PLAYS]))


def planned(view: KnotweedView, key: str) -> Sequence[actions.Action] | None:
    """What a plan plays now; plans for a turn wait while other turns are judged."""
    plan = read_plan(key, actions.parse_action)
    if plan is None or plan.part not in (ALWAYS, view.round) or not plan.actions:
        return ()
    first = plan.actions[0]
    if isinstance(first, actions.Accept):
        if view.phase != actions.CHALLENGE:
            return None
        return () if plan.condition == UNLESS_LAST and not view.counts[view.turn] else plan.actions
    if view.phase != actions.PLAY:
        return None
    if view.plays:
        return ()
    if isinstance(first, actions.Play):
        pile = view.piles.get(first.pile)
        is_same = pile is not None and CARD_TEXTS[pile.top] == plan.condition
        return if_legal(plan.actions, view.actions()) if is_same else ()
    return () if legal_plays(view.hand, view.tops, cheating=False) else if_legal(plan.actions, view.actions())


def _standing(view: KnotweedView) -> Iterator[tuple[Plan[actions.Action], Text]]:
    if view.options.cheating:
        accept = (actions.ANSWERS[0],)
        yield Plan(ALWAYS, UNLESS_LAST, accept), say("Accept every turn, unless it was a last card")
        yield Plan(ALWAYS, "", accept), say("Accept every turn")
    passing = actions.Pass(FULL_PENALTY) if view.options.cheating else actions.PASS
    yield Plan(ALWAYS, STUCK, (passing,)), say("Pass whenever none of your cards fits")


def _plays(view: KnotweedView) -> Iterator[Plan[actions.Action]]:
    """One play that fits on the piles as they lie now, and the end of the turn unless it goes out."""
    tops = {number: pile.top for number, pile in view.piles.items()}
    for play in legal_plays(view.hand, tops, cheating=False):
        goes_out = len(play.cards) == len(view.hand)
        end = actions.End(cost(tops[play.pile], play.cards)) if view.options.cheating else actions.END
        yield Plan(view.round, CARD_TEXTS[tops[play.pile]], (play,) if goes_out else (play, end))


def _cost(plan: Plan[actions.Action]) -> int:
    play = plan.actions[0]
    assert isinstance(play, actions.Play)
    return cost(CARD_TEXTS.index(plan.condition), play.cards)


def _label(view: KnotweedView, plan: Plan[actions.Action]) -> Text:
    play, *rest = plan.actions
    assert isinstance(play, actions.Play)
    shown = {"cards": group_words(play.cards), "top": cards([view.piles[play.pile].top]), "pile": play.pile}
    if not rest:
        return say("Play {cards} on {top} (pile {pile}) and go out", **shown)
    return say("Play {cards} on {top} (pile {pile}), costs {cost}, and end the turn", cost=_cost(plan), **shown)


def most_harmless(view: KnotweedView) -> actions.Action | None:
    """Accept the turn, discard the first pile, or end the turn or pass and take every card due."""
    if not view.may_act:
        return None
    if view.phase == actions.CHALLENGE:
        return actions.ANSWERS[0]
    if view.phase == actions.PRUNE:
        return actions.Discard(min(view.piles))
    close = actions.End if view.plays else actions.Pass
    return close(view.penalty if view.options.cheating else None)

"""The one-line tip for a player's first games of Knotweed."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from engines.knotweed import rules
from engines.knotweed.actions import CHALLENGE, PRUNE, Play
from engines.knotweed.rules import FULL_PENALTY
from engines.knotweed.view import KnotweedView
from engines.texts import Text, advise, cards, say, say_count


def help(view: KnotweedView) -> Text | None:
    """What matters for this seat's decision; ``None`` if it may not act."""
    if not view.may_act:
        return None
    if view.phase == CHALLENGE:
        return say("Compare each card with the one it covers. A wrong challenge is free.")
    if view.phase == PRUNE:
        return say("Your place is safe. The piles that you leave serve the next player first.")
    if view.options.cheating:
        return say("If a play that does not fit is challenged, you take it back and draw 3.")
    plays = rules.legal_plays(view.hand, view.tops, cheating=False)
    if not plays:
        return _nothing_fits(view)
    if any(len(play.cards) == len(view.hand) for play in plays):
        return say("You can play all the cards you have and go out: then it costs nothing.")
    if view.draw < FULL_PENALTY:
        return _short_draw_pile(view.draw)
    return _turn(view, plays)


def _short_draw_pile(left: int) -> Text:
    """5.4: what the draw pile lacks is forgiven."""
    if not left:
        return say("The draw pile is empty, so no play and no pass costs you a card.")
    return say_count(
        "The draw pile holds only {count} card: you draw no more, whatever you play.",
        "The draw pile holds only {count} cards: you draw no more, whatever you play.",
        left,
    )


def _nothing_fits(view: KnotweedView) -> Text:
    """5.1, 5.2, 5.4."""
    taken = min(view.penalty, view.draw)
    if not view.plays and not taken:
        return _short_draw_pile(0)
    if not view.plays:
        return say_count(
            "None of your cards fits a pile, so you can only pass and draw {count} card.",
            "None of your cards fits a pile, so you can only pass and draw {count} cards.",
            taken,
        )
    if not view.tops:
        return say("Every pile is closed until your turn is over: you can only end it.")
    return say("None of your cards fits an open pile: you can only end your turn.")


def _cost(view: KnotweedView, play: Play) -> int:
    return rules.cost(view.tops[play.pile], play.cards)


def _shown(play: Play) -> dict[str, Any]:
    return {"cards": cards(play.cards), "pile": play.pile}


def _turn(view: KnotweedView, plays: Sequence[Play]) -> Text:
    """How the best turn begins: it sheds the most cards for the least penalty, or all of them (5.2, 6.1)."""
    plan = view.best_turn
    if not plan and not view.penalty:
        return say("So far you draw nothing. Any other play makes you draw: is it worth it?")
    if not plan:
        return say("Any other play makes you draw more than {due}: is it worth it?", due=view.penalty)
    if sum(len(play.cards) for play in plan) == len(view.hand):
        return advise(say("You can go out this turn. Begin with {cards} on pile {pile}.", **_shown(plan[0])), plan)
    return _more(view, plan) if view.plays else _first(view, plan, plays)


def _more(view: KnotweedView, plan: Sequence[Play]) -> Text:
    """A turn costs only as much as its most expensive play (5.2)."""
    due, best = view.penalty, plan[0]
    if _cost(view, best) > due:
        return _for_a_penalty(view, plan)
    shown = {"due": due, **_shown(best)}
    if len(best.cards) > 1:
        return advise(say("{cards} on pile {pile}: still only {due}, but others get new piles.", **shown), plan)
    if not due:
        return advise(say("You can play {cards} on pile {pile} and still draw nothing.", **_shown(best)), plan)
    return advise(say("You can play {cards} on pile {pile} at no extra cost: you still draw {due}.", **shown), plan)


def _first(view: KnotweedView, plan: Sequence[Play], plays: Sequence[Play]) -> Text:
    """What the first play of a turn costs and brings."""
    best, shown = plan[0], _shown(plan[0])
    cost, shed = max(_cost(view, play) for play in plan), sum(len(play.cards) for play in plan)
    if cost == 0 and len(best.cards) > 1:
        return advise(say("Play {cards} on pile {pile}: free, but others get new piles.", **shown), plan)
    if cost == 0:
        return advise(say("Play {cards} on pile {pile}: free, because the rank is the same.", **shown), plan)
    if min(_cost(view, play) for play in plays) == FULL_PENALTY and shed <= cost:
        hand = Counter(view.hand)  # two plays of a turn go on different piles, with different cards (4.6)
        if any(
            one.pile != other.pile and Counter(one.cards) + Counter(other.cards) <= hand
            for one, other in combinations(plays, 2)
        ):
            return say("Any play costs 3, as much as a pass, but a second one would be free.")
        return say("Any play costs 3, as much as a pass, but you get rid of a card.")
    if len(plan) > 1:
        return _for_a_penalty(view, plan)
    if shed <= cost:
        return say("{cards} on pile {pile} costs {cost}. A pass costs 3.", cost=cost, **shown)
    shown |= {"out": shed, "cost": cost}
    return say("{cards} on pile {pile}: {out} cards for only {cost}, but others get new piles.", **shown)


def _for_a_penalty(view: KnotweedView, plan: Sequence[Play]) -> Text:
    return say(
        "You can shed {out} cards and draw only {cost}. Begin with {cards} on pile {pile}.",
        out=sum(len(play.cards) for play in plan),
        cost=max(_cost(view, play) for play in plan),
        **_shown(plan[0]),
    )

"""The one-line tip for a player's first games of Knotweed."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from engines.knotweed import rules
from engines.knotweed.actions import CHALLENGE, PRUNE, Play
from engines.knotweed.rules import FULL_PENALTY
from engines.knotweed.view import KnotweedView
from engines.texts import Text, cards, say, say_count


def help(view: KnotweedView) -> Text | None:
    """What matters for this seat's decision; ``None`` if it may not act."""
    if not view.may_act:
        return None
    if view.phase == CHALLENGE:
        return say("Compare each card with the one it covers. A wrong challenge is free.")
    if view.phase == PRUNE:
        return say("Your place is safe. The piles that you leave serve the next player first.")
    if view.options.cheating:
        return say("If a play that does not fit is challenged, you take it back and 3 more.")
    plays = rules.legal_plays(view.hand, view.tops, cheating=False)
    if not plays:
        return _nothing_fits(view)
    if any(len(play.cards) == len(view.hand) for play in plays):
        return say("You can play all the cards you have and go out: then it costs nothing.")
    if view.draw < FULL_PENALTY:
        return _short_draw_pile(view.draw)
    return _more(view, plays) if view.plays else _first(view, plays)


def _short_draw_pile(left: int) -> Text:
    """5.4: what the draw pile lacks is forgiven."""
    if not left:
        return say("The draw pile is empty, so no play and no pass costs you a card.")
    return say_count(
        "The draw pile holds only {count} card: you take no more, whatever you play.",
        "The draw pile holds only {count} cards: you take no more, whatever you play.",
        left,
    )


def _nothing_fits(view: KnotweedView) -> Text:
    """5.1, 5.2, 5.4."""
    taken = min(view.penalty, view.draw)
    if not view.plays and not taken:
        return _short_draw_pile(0)
    if not view.plays:
        return say_count(
            "None of your cards fits a pile, so you can only pass and take {count} card.",
            "None of your cards fits a pile, so you can only pass and take {count} cards.",
            taken,
        )
    if not view.tops:
        return say("Every pile is closed until your turn is over: you can only end it.")
    return say("None of your cards fits an open pile: you can only end your turn.")


def _cost(view: KnotweedView, play: Play) -> int:
    return rules.cost(view.tops[play.pile], play.cards)


def _more(view: KnotweedView, plays: Sequence[Play]) -> Text:
    """A turn costs only as much as its most expensive play (5.2)."""
    due = view.penalty
    free = [play for play in plays if _cost(view, play) <= due]
    if not free:
        return say("Any other play raises your penalty of {due}: is it worth the cards?", due=due)
    best = max(free, key=lambda play: len(play.cards))
    if len(best.cards) > 1:
        return say(
            "{cards} on pile {pile}: still only {due}, but others get new piles.",
            cards=cards(best.cards),
            pile=best.pile,
            due=due,
        )
    return say(
        "You can play {cards} on pile {pile} at no extra cost: your penalty stays {due}.",
        cards=cards(best.cards),
        pile=best.pile,
        due=due,
    )


def _can_play_twice(view: KnotweedView, plays: Sequence[Play]) -> bool:
    """Whether two of these plays are possible in one turn: on different piles, with different cards (4.6)."""
    hand = Counter(view.hand)
    return any(
        one.pile != other.pile and Counter(one.cards) + Counter(other.cards) <= hand
        for one, other in combinations(plays, 2)
    )


def _first(view: KnotweedView, plays: Sequence[Play]) -> Text:
    """The play with the highest net gain (cards played minus cards taken); among equals, the cheapest."""
    best = max(plays, key=lambda play: (len(play.cards) - _cost(view, play), -_cost(view, play)))
    cost = _cost(view, best)
    shown = {"cards": cards(best.cards), "pile": best.pile}
    if cost == 0 and len(best.cards) > 1:
        return say("Play {cards} on pile {pile}: free, but others get new piles.", **shown)
    if cost == 0:
        return say("Play {cards} on pile {pile}: free, because the rank is the same.", **shown)
    if len(best.cards) > cost:
        return say(
            "{cards} on pile {pile}: {out} cards for only {cost}, but others get new piles.",
            out=len(best.cards),
            cost=cost,
            **shown,
        )
    if min(_cost(view, play) for play in plays) == FULL_PENALTY:
        if _can_play_twice(view, plays):
            return say("Any play costs 3, as much as a pass, but a second one would be free.")
        return say("Any play costs 3, as much as a pass, but you get rid of a card.")
    cheapest = min(plays, key=lambda play: _cost(view, play))
    return say(
        "The cheapest play is {cards} on pile {pile}: it costs {cost}. A pass costs 3.",
        cards=cards(cheapest.cards),
        pile=cheapest.pile,
        cost=_cost(view, cheapest),
    )

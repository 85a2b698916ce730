"""The one-line tip for a player's first games of Knotweed."""

from collections.abc import Sequence

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
        return say("Compare each card with the one that it covers. A wrong challenge costs you nothing.")
    if view.phase == PRUNE:
        return say("Your place is safe. The piles that you leave serve the others, and the next player first of all.")
    if view.options.cheating:
        return say(
            "If a play that does not fit is challenged, you get your cards back, and the penalty is three cards."
        )
    plays = rules.legal_plays(view.hand, view.tops, cheating=False)
    if not plays:
        return _nothing_fits(view)
    if any(len(play.cards) == len(view.hand) for play in plays):
        return say("You can play all the cards you have left and go out. Then you take nothing, whatever it costs.")
    if view.draw < FULL_PENALTY:
        return _short_draw_pile(view.draw)
    return _more(view, plays) if view.plays else _first(view, plays)


def _short_draw_pile(left: int) -> Text:
    """5.4: what the draw pile lacks is forgiven."""
    if not left:
        return say("The draw pile is empty, so no play and no pass costs you a card.")
    return say_count(
        "The draw pile holds only {count} card, so whatever your turn costs, you take no more than that.",
        "The draw pile holds only {count} cards, so whatever your turn costs, you take no more than that.",
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
        return say("Every pile is closed until your turn is over: there is nothing left but to end it.")
    return say("None of your cards fits a pile that is still open: there is nothing left but to end your turn.")


def _cost(view: KnotweedView, play: Play) -> int:
    return rules.cost(view.tops[play.pile], play.cards)


def _more(view: KnotweedView, plays: Sequence[Play]) -> Text:
    """A turn costs only as much as its most expensive play (5.2)."""
    due = view.penalty
    free = [play for play in plays if _cost(view, play) <= due]
    if not free:
        return say(
            "Any other play raises your penalty of {due}: weigh the cards you shed against the cards you take.", due=due
        )
    best = max(free, key=lambda play: len(play.cards))
    if len(best.cards) > 1:
        return say(
            "You can play {cards} on pile {pile} and still pay only {due}. But new piles serve the next player, too.",
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


def _first(view: KnotweedView, plays: Sequence[Play]) -> Text:
    """The play with the highest net gain (cards played minus cards taken); among equals, the cheapest."""
    best = max(plays, key=lambda play: (len(play.cards) - _cost(view, play), -_cost(view, play)))
    cost = _cost(view, best)
    shown = {"cards": cards(best.cards), "pile": best.pile}
    if cost == 0 and len(best.cards) > 1:
        return say("Play {cards} on pile {pile}: it costs nothing. But new piles serve the next player, too.", **shown)
    if cost == 0:
        return say("Play {cards} on pile {pile}: it costs nothing, because the rank is the same.", **shown)
    if len(best.cards) > cost:
        return say(
            "{cards} on pile {pile}: {out} cards for a penalty of only {cost}. But new piles serve the next player, "
            "too.",
            out=len(best.cards),
            cost=cost,
            **shown,
        )
    if min(_cost(view, play) for play in plays) == FULL_PENALTY:
        return say("Whatever you play costs 3, as much as a pass. But you pay only once: a second play would be free.")
    cheapest = min(plays, key=lambda play: _cost(view, play))
    return say(
        "The cheapest play is {cards} on pile {pile}: it costs {cost}. A pass costs 3.",
        cards=cards(cheapest.cards),
        pile=cheapest.pile,
        cost=_cost(view, cheapest),
    )

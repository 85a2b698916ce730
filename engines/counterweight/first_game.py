"""The one-line tip shown with each question in a member's first games."""

from collections.abc import Collection, Sequence

from engines.counterweight.actions import COLLECT, RELOCATE, Collect, New, Pile, Place, pile_owner
from engines.counterweight.rules import FITS, draws_after, own_piles, penalty
from engines.counterweight.view import CounterweightView
from engines.counterweight.words import pile_names
from engines.texts import Player, Text, advise, say, say_count


def help(view: CounterweightView) -> Text | None:
    """What matters now for this seat; ``None`` if it may not act."""
    seat = view.seat
    if seat is None or not view.may_act:
        return None
    own = own_piles(view.piles, seat)
    if view.phase == RELOCATE:
        return say_count(
            "A card on your pile costs you {count} point, on a permanent one nothing.",
            "A card on your piles costs you {count} points, on a permanent one nothing.",
            len(own),
        )
    if view.phase == COLLECT:
        return _collecting(view, seat)
    couples = [action for action in view.actions() if isinstance(action, Place)]
    if not couples:
        return _new_pile(view, own)
    if len(view.hand) == 1:
        return _last_card(view, own, couples)
    if len(view.hand) == 2:
        if own:
            return say("A couple empties your hand, but then you must collect all your piles.")
        return say("A couple takes you out: no cards and no piles, and you win.")
    return _placing(view, seat, own, couples)


def _collecting(view: CounterweightView, seat: int) -> Text:
    """What the best collection saves (7.3)."""
    now = view.penalties[seat]
    choices = [action for action in view.actions() if isinstance(action, Collect) and action.piles]
    costs = {choice: _penalty_after(view, seat, choice.piles) for choice in choices}
    best = min(choices, key=costs.__getitem__)
    if costs[best] >= now:
        return advise(say("They cost the same in your hand, but with a pile you cannot go out."), choices)
    shown = {"piles": pile_names(best.piles), "now": now, "after": costs[best]}
    return advise(say("Collecting {piles} brings you from {now} to {after} penalty points.", **shown), [best])


def _penalty_after(view: CounterweightView, seat: int, piles: Sequence[Pile]) -> int:
    left = {pile: lying for pile, lying in view.piles.items() if pile not in piles}
    taken = sum(len(view.piles[pile]) for pile in piles)
    return penalty(left, seat, len(view.hand) + len(view.limbo[seat]) + taken)


def _new_pile(view: CounterweightView, own: Sequence[Pile]) -> Text:
    fitting = [New(top) for top in view.hand if any(FITS[top][card] for card in view.hand)]
    if not own and not fitting:
        return say("You have no couple. Begin a pile with any card; then you draw one.")
    if not own:
        return advise(say("You have no couple. Start a pile that another of your cards will fit on."), fitting)
    lying, piles = sum(len(view.piles[pile]) for pile in own) + 1, len(own) + 1
    cost = {"cards": lying, "piles": piles, "points": lying * piles}
    return say("You have no couple. One more pile: {cards} × {piles} = {points} penalty points.", **cost)


def _last_card(view: CounterweightView, own: Sequence[Pile], couples: Sequence[Place]) -> Text:
    """4.5 and 4.6: what a last card leads to."""
    draws = [draws_after(view.piles, place.placed, view.stock) for place in couples]
    if all(draws):
        return say("Your last card matches by suit only, so you draw another one.")
    if own:
        return say("With an empty hand you must collect all your piles: you are not out yet.")
    if any(draws):
        return say("By rank you are out and win; by suit you draw another card.")
    return say("Place your last card and you are out: you win.")


def _placing(view: CounterweightView, seat: int, own: Sequence[Pile], couples: Sequence[Place]) -> Text | None:
    """What the available piles cost (7.3), or how the game can end now (7.1b)."""
    other = 1 - seat
    owners = {pile_owner(pile) for couple in couples for _, pile in couple.placed}
    if not view.stock:
        shown = {"own": view.penalties[seat], "other": Player(other), "theirs": view.penalties[other]}
        return say("Without a couple the game ends. Penalty points: you {own}, {other} {theirs}.", **shown)
    mine = [couple for couple in couples if any(pile_owner(pile) == seat for _, pile in couple.placed)]
    others = _others(view, other, owners)
    if len(own) > 1 and mine:
        told = say("Cards in your piles count {count} times. Add to a pile and you may collect it.", count=len(own))
        return advise(told, mine, others)
    if mine and other not in owners:
        return advise(say("Put a card on your own pile to collect it: without piles you can go out."), mine, others)
    return others


def _others(view: CounterweightView, other: int, owners: Collection[int | None]) -> Text | None:
    """What cards cost on the piles of the other player, and on those of nobody (7.3)."""
    if other in owners and view.options.amendment:
        return say("{other} may move what you put on their piles to P1 or P2, if it fits.", other=Player(other))
    if other in owners:
        return say_count(
            "A card on the pile of {other} costs them {count} point, on P1 and P2 nothing.",
            "A card on the piles of {other} costs them {count} points, on P1 and P2 nothing.",
            len(own_piles(view.piles, other)),
            other=Player(other),
        )
    if set(owners) == {None}:
        return say("Cards on P1 and P2 cost nothing. Keep a couple for your next turn.")
    return None

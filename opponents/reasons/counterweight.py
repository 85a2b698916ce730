"""Why a Counterweight move is good: the cards it sheds, where they end up, and what can be placed next."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import comb

from engines.cards import Card
from engines.counterweight import actions
from engines.counterweight.actions import Action, Collect, New, Pile, Place, Placement, pile_owner
from engines.counterweight.rules import FITS, couples, draws_after, own_piles, penalty
from engines.counterweight.view import CounterweightView
from engines.kit.sampling import unseen
from engines.texts import Player, Text, say, say_count
from opponents.reasons.base import Measure, Reasons, Scale, seat_of

NEW_PILE_OF = tuple(actions.temporary_pile(seat, 10_000) for seat in range(2))
"""A number that no pile has yet, for one that is about to be begun."""


class CounterweightReasons(Reasons[Action]):
    """Counts cards, piles and the couples that both players could place."""

    scales = (
        Scale(("Unless the piles change, you then have {count}",), {"count": 1}),
        Scale(("It puts {count} card on a pile",), {"count": 1}),
        Scale(("It takes {count} card off your piles",), {"count": 1}),
        Scale(("That leaves you {count} pile", "That leaves you no piles"), {"count": -1}),
        Scale(("If the game ended now",), {"after": -1}),
        Scale(("It empties your hand",), {"count": -1}),
    )

    def measures(self, view: CounterweightView, action: Action) -> Iterator[Measure]:
        """The penalties, the cards in hand, and the couples that are possible afterwards."""
        seat, piles = seat_of(view), dict[Pile, Sequence[Card]](view.piles)
        hand, draws = list(view.hand), False
        match action:
            case Place(placed):
                draws = draws_after(view.piles, placed, view.stock)
                for card, pile in placed:
                    hand.remove(card)
                    piles[pile] = (*piles[pile], card)
                if not hand and not draws:
                    return  # all piles are collected, and the game may be over
            case New(card):
                draws = view.stock > 0
                hand.remove(card)
                piles[NEW_PILE_OF[seat]] = (card,)
            case Collect(collected):
                hand += [card for pile in collected for card in piles.pop(pile)]
            case _:
                return
        held = [len(hand) + draws + len(view.limbo[seat]), view.counts[1 - seat] + len(view.limbo[1 - seat])]
        mine, theirs = penalty(piles, seat, held[0]), penalty(piles, 1 - seat, held[1])
        tops = {pile: lying[-1:] for pile, lying in piles.items()}
        hidden = unseen(chain(view.hand, *view.piles.values(), *view.limbo))
        yield from _leaving(view, tops, hidden)
        yield Measure(say("Your penalty points if the game ended then"), mine, -1)
        yield Measure(say("{player}'s penalty points if the game ended then", player=Player(1 - seat)), theirs)
        ways = len(couples(hand, tops)) if len(hand) > 1 else 0
        yield Measure(say("Ways for you to place a couple then, if the piles stay as they are"), ways)
        yield Measure(say("Number of your piles then"), len(own_piles(piles, seat)), -1)
        fitting = sum(any(FITS[top[-1]][card] for top in tops.values()) for card in hand)
        yield Measure(say("Cards in your hand that fit a pile then"), fitting)
        helpful = sum(bool(couples([*hand, card], tops)) for card in hidden)
        yield Measure(say("Cards you can't see with which you could place a couple if you drew them"), helpful)

    def also(self, view: CounterweightView, action: Action) -> Iterator[Text]:
        """Each of several piles can be collected."""
        return _collectable(view, action.placed) if isinstance(action, Place) else iter(())

    def why(self, view: CounterweightView, action: Action) -> Iterator[Text]:
        """What a couple, a new pile or a decision about piles leads to."""
        match action:
            case Place(placed):
                return _placing(view, placed)
            case New():
                return _beginning(view, action)
            case Collect(piles):
                return _collecting(view, piles)
            case actions.Relocate(moved):
                return _relocating(view, moved)


def _placing(view: CounterweightView, placed: tuple[Placement, ...]) -> Iterator[Text]:
    """Going out, a forced collection, or what the cards do where they end up and what is left in hand."""
    seat, rest = seat_of(view), len(view.hand) - len(placed)
    own = own_piles(view.piles, seat)
    if not rest and not draws_after(view.piles, placed, view.stock):
        if own:
            yield say_count(
                "It empties your hand, so you must collect all your piles: {count} card.",
                "It empties your hand, so you must collect all your piles: {count} cards.",
                sum(len(view.piles[pile]) for pile in own) + sum(pile in own for _, pile in placed),
            )
        else:
            yield say("You get rid of your last cards and have no piles, so you go out and win the game.")
        return
    if len(placed) == 1:
        yield say("You place your last card and draw another.")
    elif rest % 2:
        yield say_count("It leaves you {count} card in hand.", "It leaves you {count} cards in hand.", rest)
    else:
        yield say("It leaves you an even number of cards ({rest}): couples take two.", rest=rest)
    yield from list(_collectable(view, placed))[:1]
    theirs = sum(pile_owner(pile) == 1 - seat for _, pile in placed)
    if theirs and view.options.amendment:
        return  # the opponent may first move cards of the couple (8)
    if theirs:
        yield say_count(
            "It puts {count} card on a pile of {player}, where it counts as a penalty.",
            "It puts {count} cards on piles of {player}, where they count as a penalty.",
            theirs,
            player=Player(1 - seat),
        )
    yield from _prospects(view, Place(placed))


def _collectable(view: CounterweightView, placed: tuple[Placement, ...]) -> Iterator[Text]:
    """The player's own piles on which cards come to lie (6.1)."""
    for _, pile in placed:
        if pile_owner(pile) == seat_of(view):
            yield say("You can then collect {pile} and have one pile fewer.", pile=actions.pile_label(pile))


def _prospects(view: CounterweightView, action: Place | New) -> Iterator[Text]:
    placed = action.placed if isinstance(action, Place) else (Placement(action.card, actions.NEW_PILE),)
    gone, covered = {card for card, _ in placed}, {pile: (card,) for card, pile in placed}
    rest = [card for card in view.hand if card not in gone]
    count = len(couples(rest, {**view.piles, **covered})) if rest else 0
    if len(rest) > 1 and count:
        yield say_count(
            "Unless the piles change, you then have {count} way to place a couple.",
            "Unless the piles change, you then have {count} ways to place a couple.",
            count,
        )
    elif count and isinstance(action, Place):  # after a new pile, a card is drawn
        yield say("Unless the piles change, your last card then has a place too.")


def _leaving(view: CounterweightView, tops: Mapping[Pile, Sequence[Card]], hidden: Sequence[Card]) -> Iterator[Measure]:
    """How likely two cards of the opponent are a couple for these top cards, as far as one can see."""
    opponent = 1 - seat_of(view)
    if view.options.amendment or view.counts[opponent] + len(view.limbo[opponent]) < 2 or len(hidden) < 2:
        return
    fitting = {frozenset(card for card, _ in couple.placed) for couple in couples(hidden, tops)}
    name = say(
        "Chance that two cards you can't see are a couple for {player} then, in percent", player=Player(opponent)
    )
    yield Measure(name, round(100 * len(fitting) / comb(len(hidden), 2)), -1)


def _beginning(view: CounterweightView, action: New) -> Iterator[Text]:
    if not couples(view.hand, view.piles):
        lone = say("Your last card fits no pile, so you have to begin a new one.")
        yield lone if len(view.hand) == 1 else say("You have no couple, so you have to begin a new pile.")
    yield from _prospects(view, action)


def _collecting(view: CounterweightView, piles: tuple[Pile, ...]) -> Iterator[Text]:
    """What there is to gain by collecting piles or leaving them (6.1)."""
    seat = seat_of(view)
    if not piles:
        yield say_count(
            "You keep {count} card in hand and do not have to pick up a pile of {most} cards.",
            "You keep {count} cards in hand and do not have to pick up a pile of {most} cards.",
            len(view.hand),
            most=max(len(view.piles[pile]) for _, pile in view.placed if pile_owner(pile) == seat),
        )
        return
    left = len(own_piles(view.piles, seat)) - len(piles)
    if left:
        yield say_count("That leaves you {count} pile.", "That leaves you {count} piles.", left)
    else:
        yield say("That leaves you no piles, and only then can you go out.")
    rest = {pile: lying for pile, lying in view.piles.items() if pile not in piles}
    held = len(view.hand) + sum(len(view.piles[pile]) for pile in piles)
    yield from _saving(view, rest, held)
    if held % 2 == 0:
        yield say("You will hold an even number of cards ({held}): couples take two.", held=held)


def _saving(view: CounterweightView, piles: Mapping[Pile, Sequence[Card]], held: int) -> Iterator[Text]:
    """The penalty points with these piles and so many cards in hand, if they are fewer than now."""
    seat = seat_of(view)
    before, after = view.penalties[seat], penalty(piles, seat, held + len(view.limbo[seat]))
    if after < before:
        yield say(
            "If the game ended now, you would have {after} penalty points instead of {before}.",
            after=after,
            before=before,
        )


def _relocating(view: CounterweightView, moved: tuple[Placement, ...]) -> Iterator[Text]:
    """What the responder is spared (8)."""
    if not moved:
        return
    yield say_count(
        "It takes {count} card off your piles, where it would count against you.",
        "It takes {count} cards off your piles, where they would count against you.",
        len(moved),
    )
    seat, moving = seat_of(view), {card for card, _ in moved}
    rest = {
        pile: lying[:-1] if pile_owner(pile) == seat and lying[-1] in moving else lying
        for pile, lying in view.piles.items()
    }
    yield from _saving(view, rest, view.counts[seat])

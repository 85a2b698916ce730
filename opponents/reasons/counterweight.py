"""Why a Counterweight move is good: the cards it sheds, where they end up, and what can be placed next."""

from collections.abc import Mapping, Sequence
from itertools import chain
from math import comb

from engines.cards import Card
from engines.counterweight.actions import (
    NEW_PILE,
    Action,
    Collect,
    New,
    Pile,
    Place,
    Placement,
    Relocate,
    pile_label,
    pile_owner,
    temporary_pile,
)
from engines.counterweight.rules import FITS, SAME_RANK, couples, own_piles, penalty
from engines.counterweight.view import CounterweightView
from engines.kit.sampling import unseen
from engines.texts import Player, Text, say, say_count
from opponents.reasons.base import Measure, Reasons, Scale, seat_of

NEW_PILE_OF = tuple(temporary_pile(seat, 10_000) for seat in range(2))
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

    def measures(self, view: CounterweightView, action: Action) -> list[Measure]:
        """The penalties, the cards in hand, and the couples that are possible afterwards."""
        seat, piles = seat_of(view), dict[Pile, Sequence[Card]](view.piles)
        hand = list(view.hand)
        match action:
            case Place(placed):
                for card, pile in placed:
                    hand.remove(card)
                    piles[pile] = (*piles[pile], card)
                if not hand and not _draws(view, placed):
                    return []  # all piles are collected, and the game may be over
            case New(card):
                hand.remove(card)
                piles[NEW_PILE_OF[seat]] = (card,)
            case Collect(collected):
                hand += [card for pile in collected for card in piles.pop(pile)]
            case _:
                return []
        draws = view.stock > 0 if isinstance(action, New) else isinstance(action, Place) and _draws(view, action.placed)
        held = [len(hand) + draws + len(view.limbo[seat]), view.counts[1 - seat] + len(view.limbo[1 - seat])]
        mine, theirs = penalty(piles, seat, held[0]), penalty(piles, 1 - seat, held[1])
        tops = {pile: lying[-1:] for pile, lying in piles.items()}
        hidden = unseen(chain(view.hand, *view.piles.values(), *view.limbo))
        return [
            *_leaving(view, tops, hidden),
            Measure(say("Your penalty points if the game ended then"), mine, -1),
            Measure(say("{player}'s penalty points if the game ended then", player=Player(1 - seat)), theirs),
            Measure(
                say("Ways for you to place a couple then, if the piles stay as they are"),
                len(couples(hand, tops)) if len(hand) > 1 else 0,
            ),
            Measure(say("Number of your piles then"), len(own_piles(piles, seat)), -1),
            Measure(
                say("Cards in your hand that fit a pile then"),
                sum(any(FITS[top[-1]][card] for top in tops.values()) for card in hand),
            ),
            Measure(
                say("Cards you can't see with which you could place a couple if you drew them"),
                sum(bool(couples([*hand, card], tops)) for card in hidden),
            ),
        ]

    def also(self, view: CounterweightView, action: Action) -> list[Text]:
        """Each of several piles can be collected."""
        return _collectable(view, action.placed) if isinstance(action, Place) else []

    def why(self, view: CounterweightView, action: Action) -> list[Text]:
        """What a couple, a new pile or a decision about piles leads to."""
        match action:
            case Place(placed):
                return _placing(view, placed)
            case New(card):
                return _beginning(view, card)
            case Collect(piles):
                return _collecting(view, piles)
            case Relocate(moved):
                return _relocating(view, moved)


def _draws(view: CounterweightView, placed: Sequence[Placement]) -> bool:
    """Whether a sole card draws a new one (4.6)."""
    if len(placed) > 1 or not view.stock:
        return False
    ((card, pile),) = placed
    return FITS[view.piles[pile][-1]][card] != SAME_RANK


def _placing(view: CounterweightView, placed: tuple[Placement, ...]) -> list[Text]:
    """Going out, a forced collection, or what the cards do where they end up and what is left in hand."""
    own = own_piles(view.piles, seat_of(view))
    if len(view.hand) == len(placed) and not _draws(view, placed):
        if not own:
            return [say("You get rid of your last cards and have no piles, so you go out and win the game.")]
        size = sum(len(view.piles[pile]) for pile in own) + sum(pile in own for _, pile in placed)
        return [
            say_count(
                "It empties your hand, so you must collect all your piles: {count} card.",
                "It empties your hand, so you must collect all your piles: {count} cards.",
                size,
            )
        ]
    found = [_shedding(view, placed), *_lying(view, placed)]
    if view.options.amendment and any(pile_owner(pile) == 1 - seat_of(view) for _, pile in placed):
        return found  # the opponent may first move cards of the couple (8)
    return [*found, *_prospects(view, Place(placed))]


def _shedding(view: CounterweightView, placed: tuple[Placement, ...]) -> Text:
    """How many cards leave the hand, and how many stay."""
    if len(placed) == 1:
        return say("You place your last card and draw another.")
    rest = len(view.hand) - len(placed)
    if rest % 2:
        return say_count("It leaves you {count} card in hand.", "It leaves you {count} cards in hand.", rest)
    return say("It leaves you an even number of cards ({rest}): couples take two.", rest=rest)


def _lying(view: CounterweightView, placed: tuple[Placement, ...]) -> list[Text]:
    """What it means to put cards on a player's piles."""
    seat = seat_of(view)
    theirs = sum(pile_owner(pile) == 1 - seat for _, pile in placed)
    found = _collectable(view, placed)[:1]
    if theirs and not view.options.amendment:
        found.append(
            say_count(
                "It puts {count} card on a pile of {player}, where it counts as a penalty.",
                "It puts {count} cards on piles of {player}, where they count as a penalty.",
                theirs,
                player=Player(1 - seat),
            )
        )
    return found


def _collectable(view: CounterweightView, placed: tuple[Placement, ...]) -> list[Text]:
    """The player's own piles on which cards come to lie (6.1)."""
    return [
        say("You can then collect {pile} and have one pile fewer.", pile=pile_label(pile))
        for _, pile in placed
        if pile_owner(pile) == seat_of(view)
    ]


def _after(view: CounterweightView, action: Place | New) -> tuple[list[Card], dict[Pile, Sequence[Card]]]:
    """The cards left in hand, and the top cards after the action."""
    tops: dict[Pile, Sequence[Card]] = {pile: lying[-1:] for pile, lying in view.piles.items()}
    if isinstance(action, New):
        tops[NEW_PILE] = (action.card,)
        return [card for card in view.hand if card != action.card], tops
    gone = {card for card, _ in action.placed}
    tops.update({pile: (card,) for card, pile in action.placed})
    return [card for card in view.hand if card not in gone], tops


def _prospects(view: CounterweightView, action: Place | New) -> list[Text]:
    """What both players could place on the top cards after the action."""
    rest, tops = _after(view, action)
    found: list[Text] = []
    count = len(couples(rest, tops)) if rest else 0
    if len(rest) > 1 and count:
        found.append(
            say_count(
                "Unless the piles change, you then have {count} way to place a couple.",
                "Unless the piles change, you then have {count} ways to place a couple.",
                count,
            )
        )
    elif count and isinstance(action, Place):  # after a new pile, a card is drawn
        found.append(say("Unless the piles change, your last card then has a place too."))
    return found


def _leaving(view: CounterweightView, tops: Mapping[Pile, Sequence[Card]], hidden: Sequence[Card]) -> list[Measure]:
    """How likely two cards of the opponent are a couple for these top cards, as far as one can see."""
    opponent = 1 - seat_of(view)
    if view.options.amendment or view.counts[opponent] + len(view.limbo[opponent]) < 2 or len(hidden) < 2:
        return []
    fitting = {frozenset(card for card, _ in couple.placed) for couple in couples(hidden, tops)}
    name = say(
        "Chance that two cards you can't see are a couple for {player} then, in percent", player=Player(opponent)
    )
    return [Measure(name, round(100 * len(fitting) / comb(len(hidden), 2)), -1)]


def _beginning(view: CounterweightView, card: Card) -> list[Text]:
    """Why to begin a new pile, and why with this card (5)."""
    found: list[Text] = []
    if not couples(view.hand, view.piles):
        lone = len(view.hand) == 1
        found.append(
            say("Your last card fits no pile, so you have to begin a new one.")
            if lone
            else say("You have no couple, so you have to begin a new pile.")
        )
    return [*found, *_prospects(view, New(card))]


def _collecting(view: CounterweightView, piles: tuple[Pile, ...]) -> list[Text]:
    """What there is to gain by collecting piles or leaving them (6.1)."""
    seat = seat_of(view)
    size = sum(len(view.piles[pile]) for pile in piles)
    if not piles:
        most = max(len(view.piles[pile]) for _, pile in view.placed if pile_owner(pile) == seat)
        return [
            say_count(
                "You keep {count} card in hand and do not have to pick up a pile of {most} cards.",
                "You keep {count} cards in hand and do not have to pick up a pile of {most} cards.",
                len(view.hand),
                most=most,
            )
        ]
    found: list[Text] = []
    left = len(own_piles(view.piles, seat)) - len(piles)
    if left:
        found.append(say_count("That leaves you {count} pile.", "That leaves you {count} piles.", left))
    else:
        found.append(say("That leaves you no piles, and only then can you go out."))
    rest = {pile: lying for pile, lying in view.piles.items() if pile not in piles}
    before, after = view.penalties[seat], penalty(rest, seat, len(view.hand) + len(view.limbo[seat]) + size)
    held = len(view.hand) + size
    if after < before:
        found.append(_penalty_change(before, after))
    if held % 2 == 0:
        found.append(say("You will hold an even number of cards ({held}): couples take two.", held=held))
    return found


def _penalty_change(before: int, after: int) -> Text:
    return say(
        "If the game ended now, you would have {after} penalty points instead of {before}.", after=after, before=before
    )


def _relocating(view: CounterweightView, moved: tuple[Placement, ...]) -> list[Text]:
    """What the responder is spared (8)."""
    if not moved:
        return []
    seat = seat_of(view)
    moving = {card for card, _ in moved}
    rest = {
        pile: lying[:-1] if pile_owner(pile) == seat and lying[-1] in moving else lying
        for pile, lying in view.piles.items()
    }
    before, after = view.penalties[seat], penalty(rest, seat, view.counts[seat] + len(view.limbo[seat]))
    found = [
        say_count(
            "It takes {count} card off your piles, where it would count against you.",
            "It takes {count} cards off your piles, where they would count against you.",
            len(moved),
        )
    ]
    return [*found, _penalty_change(before, after)] if after < before else found

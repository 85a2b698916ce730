"""Why an action is not allowed, in the words of a good opponent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.cards import Card
from engines.knotweed.actions import Accept, Action, Challenge, Discard, End, Pass, Play
from engines.knotweed.plays import FULL_PENALTY, fits
from engines.knotweed.turns import Phase
from engines.texts import Player, Text, cards, say, say_count

if TYPE_CHECKING:
    from engines.knotweed.tabletop import Tabletop


def misfit(group: Sequence[Card], pile: int, top: Card) -> Text:
    """Why ``group`` may not go on a pile whose top card it does not fit (4.2, 4.4)."""
    if len(group) == 1:
        return say(
            "{card} matches neither the rank nor the suit of {top} on pile {pile}.",
            card=cards(group),
            top=cards([top]),
            pile=pile,
        )
    return say(
        "None of {cards} matches the rank or the suit of {top} on pile {pile}.",
        cards=cards(group),
        top=cards([top]),
        pile=pile,
    )


def refusal(state: Tabletop, seat: int, action: Action) -> Text | None:
    """Why ``seat`` may not do this now, ``None`` if it may."""
    if seat not in state.to_act:
        return say("It is not your turn.")
    if state.phase is Phase.CHALLENGE:
        if isinstance(action, Accept | Challenge):
            return None
        return say("First judge {player}'s turn: accept it or challenge it.", player=Player(state.turn))
    if state.phase is Phase.PRUNE:
        return _refuse_pruning(state, action)
    return _refuse_in_turn(state, action)


def _refuse_pruning(state: Tabletop, action: Action) -> Text | None:
    if not isinstance(action, Discard):
        return say_count(
            "You have gone out: discard {count} more pile first.",
            "You have gone out: discard {count} more piles first.",
            state.to_prune,
        )
    return None if action.pile in state.pile_numbers else _no_such_pile(state, action.pile)


def _refuse_in_turn(state: Tabletop, action: Action) -> Text | None:
    match action:
        case Play():
            return _refuse_play(state, action)
        case End(take):
            if not state.laid:
                return say("You have not played a card this turn: pass instead.")
            return _refuse_number(state, take, state.due)
        case Pass(take):
            if state.laid:
                return say("You have made a play: end your turn instead of passing.")
            return _refuse_number(state, take, FULL_PENALTY)
        case Discard():
            return say("Piles are discarded only by a player who has just gone out.")
        case Accept() | Challenge() if state.options.cheating:
            return say("There is no finished turn to judge now.")
        case _:
            return say("Turns can be challenged only with the house rule that allows cheating.")


def _refuse_number(state: Tabletop, take: int | None, due: int) -> Text | None:
    """Whether the number of penalty cards may be chosen, and this one (11.1)."""
    if not state.options.cheating:
        return None if take is None else say("You cannot choose how many cards to take: leave the number out.")
    if take is None:
        return say("Say how many cards you take, from 0 to {due}.", due=due)
    return None if take <= due else say("You can take from 0 to {due} cards now, not {take}.", due=due, take=take)


def _refuse_play(state: Tabletop, play: Play) -> Text | None:
    """The first thing wrong with a play: the pile, the cards, or that they do not fit."""
    number, group = play.pile, play.cards
    if number not in state.pile_numbers:
        return _no_such_pile(state, number)
    if number in state.closed:
        if any(laid.pile == number for laid in state.laid):
            return say("You already played on pile {pile} this turn.", pile=number)
        return say("You made pile {pile} this turn: it opens for the next player.", pile=number)
    hand = state.hands[state.turn]
    missing = next((card for card in group if group.count(card) > hand.count(card)), None)
    if missing is not None:
        return _not_held(hand, missing)
    other = next((card for card in group if card >> 2 != group[0] >> 2), None)
    if other is not None:
        pair = cards([group[0], other])
        return say("A group must be of one rank, but {cards} are of two.", cards=pair)
    top = state.piles[number - 1][-1]
    return None if state.options.cheating or fits(top, group) else misfit(group, number, top)


def _not_held(hand: Sequence[Card], card: Card) -> Text:
    held = hand.count(card)
    if not held:
        return say("You do not have {card}.", card=cards([card]))
    return say_count("You have {card} only once.", "You have {card} only {count} times.", held, card=cards([card]))


def _no_such_pile(state: Tabletop, number: int) -> Text:
    piles = ", ".join(str(pile) for pile in state.pile_numbers)
    return say("There is no pile {pile}. The play piles are: {piles}.", pile=number, piles=piles)

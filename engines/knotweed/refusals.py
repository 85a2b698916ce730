"""Why an action is not allowed now, or a card cannot be played, as a friendly opponent would put it."""

from engines.cards import Card
from engines.contract import GAME_OVER
from engines.kit.wording import not_held, turn_of
from engines.knotweed.actions import CHALLENGE, OVER, PLAY, PRUNE, Accept, Action, Challenge, Discard, End, Pass, Play
from engines.knotweed.rules import by_rank, fits
from engines.knotweed.view import KnotweedView
from engines.knotweed.words import misfit
from engines.texts import Player, Text, cards, say, say_count


def why_not(view: KnotweedView, action: Action) -> Text:
    """Why an action is not legal."""
    if view.phase == CHALLENGE:
        return _judge_first(view)
    if view.phase == PRUNE:  # 6.3
        if isinstance(action, Discard):
            return _no_such_pile(view, action.pile)
        return say_count(
            "You have gone out: discard {count} more pile first.",
            "You have gone out: discard {count} more piles first.",
            view.to_prune,
        )
    match action:
        case Play():
            return _no_play(view, action)
        case End(take):
            if not view.plays:
                return say("You have not played a card this turn: pass instead.")
            return _wrong_number(view, take)
        case Pass(take):
            if view.plays:
                return say("You have made a play: end your turn instead of passing.")
            return _wrong_number(view, take)
        case Discard():
            return say("Only a player who has just gone out discards piles.")
        case Accept() | Challenge() if view.options.cheating:
            return say("There is no finished turn to judge now.")
        case _:
            return say("Turns can be challenged only with the house rule that allows cheating.")


def unplayable(view: KnotweedView) -> tuple[tuple[Card, Text], ...]:
    """Each distinct card in hand that no legal play can use now, and why."""
    different = dict.fromkeys(view.hand)
    if not view.may_act or view.phase != PLAY:
        if view.may_act:
            why = _judge_first(view)
        elif view.phase == CHALLENGE:
            why = say("{player}'s turn is still being judged.", player=Player(view.turn))
        else:
            why = GAME_OVER if view.phase == OVER else turn_of(view.turn)
        return tuple((card, why) for card in different)
    groups = by_rank(view.hand)
    reasons = ((card, _fits_nothing(view, card, groups[card >> 2])) for card in different)
    return tuple((card, reason) for card, reason in reasons if reason is not None)


def _judge_first(view: KnotweedView) -> Text:
    """11.2."""
    return say("First judge {player}'s turn: accept it or challenge it.", player=Player(view.turn))


def _wrong_number(view: KnotweedView, take: int | None) -> Text:
    """Why the player may not choose the number of penalty cards, or not this number (11.1)."""
    if not view.options.cheating:
        return say("You cannot choose how many cards to draw: leave the number out.")
    if take is None:
        return say("Say how many cards you draw, from 0 to {due}.", due=view.penalty)
    return say("You can draw from 0 to {due} cards now, not {take}.", due=view.penalty, take=take)


def _no_play(view: KnotweedView, play: Play) -> Text:
    """The first thing wrong with a play: the pile, the cards, or that they do not fit (4)."""
    number, group = play.pile, play.cards
    if number not in view.piles:
        return _no_such_pile(view, number)
    if view.piles[number].closed:
        if any(made.pile == number for made in view.plays):
            return say("You already played on pile {pile} this turn.", pile=number)
        return say("You made pile {pile} this turn: it opens for the next player.", pile=number)
    missing = next((card for card in group if group.count(card) > view.hand.count(card)), None)
    if missing is not None and missing not in view.hand:
        return not_held(missing)
    if missing is not None:  # 12.1
        held = view.hand.count(missing)
        return say_count(
            "You hold {card} only once.", "You hold {card} only {count} times.", held, card=cards([missing])
        )
    other = next((card for card in group if card >> 2 != group[0] >> 2), None)
    if other is not None:
        return say("All cards of a group must have the same rank, and {cards} do not.", cards=cards([group[0], other]))
    return misfit(group, number, view.piles[number].top)


def _no_such_pile(view: KnotweedView, number: int) -> Text:
    piles = ", ".join(map(str, view.piles))
    return say("There is no pile {pile}. The play piles are: {piles}.", pile=number, piles=piles)


def _fits_nothing(view: KnotweedView, card: Card, group: tuple[Card, ...]) -> Text | None:
    """Why the card, even with the others of its rank, fits no open pile; ``None`` if it fits one."""
    tops = view.tops
    if not tops:
        return say("All piles are closed for the rest of your turn.")
    if view.options.cheating or any(fits(top, group) for top in tops.values()):
        return None
    if len(tops) == 1:
        return misfit((card,), *next(iter(tops.items())))
    return say("{card} has neither the rank nor the suit of any open pile.", card=cards([card]))

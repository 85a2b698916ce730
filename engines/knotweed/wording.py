"""The words for actions, costs and unplayable cards, for the player who chooses, and for what ends a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engines.cards import RANKS, Card
from engines.knotweed.actions import Accept, Action, Challenge, Discard, End, Pass, Play
from engines.knotweed.plays import by_rank, cost, fits
from engines.knotweed.refusals import misfit
from engines.knotweed.turns import Phase
from engines.texts import Cards, Player, Text, cards, say, say_count

if TYPE_CHECKING:
    from engines.knotweed.view import KnotweedView


MANY_CARDS = 16
"""More cards than this are not written out: a button has room for 80 characters."""


def group_words(group: tuple[Card, ...]) -> Cards | Text:
    """Cards of one rank, written out unless they are very many."""
    if len(group) <= MANY_CARDS:
        return cards(group)
    return say("{count} cards of rank {rank}", count=len(group), rank=RANKS[group[0] >> 2])


def label(view: KnotweedView, action: Action) -> Text:
    """An action in words. Where cheating is allowed no cost is named: it would tell whether a play fits (11.5)."""
    match action:
        case Play():
            return _play_label(view, action)
        case End(take):
            return end_label(view.penalty if take is None else take)
        case Pass(take):
            return pass_label(view.penalty if take is None else take)
        case Discard(pile):
            return say("Discard pile {pile}", pile=pile)
        case Challenge():
            return say("Challenge")
        case Accept():
            return say("Accept")
        case _:
            assert_never(action)


def _play_label(view: KnotweedView, play: Play) -> Text:
    group, pile = group_words(play.cards), play.pile
    if goes_out(view, play):
        return say("Play {cards} on pile {pile} and go out", cards=group, pile=pile)
    top = next((top for number, top in view.tops if number == pile), None)
    if view.options.cheating or top is None:
        return say("Play {cards} on pile {pile}", cards=group, pile=pile)
    price = cost(top, play.cards)
    return say("Play {cards} on pile {pile}, costs {cost}", cards=group, pile=pile, cost=price)


def goes_out(view: KnotweedView, play: Play) -> bool:
    """Whether the play empties the viewer's hand (6.1)."""
    return len(play.cards) == len(view.hand)


def end_label(take: int) -> Text:
    """The end of a turn with its penalty."""
    return say("End turn (take {count})", count=take) if take else say("End turn (take nothing)")


def pass_label(take: int) -> Text:
    """A pass with its penalty."""
    return say("Pass (take {count})", count=take) if take else say("Pass (take nothing)")


def cost_hint(view: KnotweedView, price: int) -> Text:
    """What a play costs and what the penalty of the whole turn then is (5.2)."""
    if not view.laid:
        return say("costs {cost}", cost=price)
    due = view.penalty
    if price > due:
        return say("costs {cost}: the penalty rises from {due} to {cost}", cost=price, due=due)
    return say("costs {cost}: the penalty stays {due}", cost=price, due=due)


def play_hint(view: KnotweedView, play: Play, top: Card) -> Text:
    """The cost of a play, or that it empties the hand."""
    return say("go out") if goes_out(view, play) else cost_hint(view, cost(top, play.cards))


def refusals(view: KnotweedView) -> tuple[tuple[Card, Text], ...]:
    """Each different card of the hand that is in no legal play now, with the reason."""
    different = tuple(dict.fromkeys(view.hand))
    if not view.may_act or view.phase is not Phase.PLAY:
        reason = _why_none(view)
        return tuple((card, reason) for card in different)
    groups = by_rank(view.hand)
    reasons = ((card, _why_not(view, card, groups[card >> 2])) for card in different)
    return tuple((card, reason) for card, reason in reasons if reason is not None)


def _why_none(view: KnotweedView) -> Text:
    """Why the viewer can play no card at all now."""
    if view.may_act:
        return say("First judge {player}'s turn: accept it or challenge it.", player=Player(view.turn))
    if view.phase is Phase.CHALLENGE:
        return say("{player}'s turn is still being judged.", player=Player(view.turn))
    return say("It is {player}'s turn.", player=Player(view.turn))


def _why_not(view: KnotweedView, card: Card, group: tuple[Card, ...]) -> Text | None:
    """Why the card, even together with the others of its rank, fits no open pile; ``None`` if it does."""
    tops = view.tops
    if not tops:
        return say("All piles are closed for the rest of your turn.")
    if view.options.cheating or any(fits(top, group) for _, top in tops):
        return None
    if len(tops) == 1:
        return misfit((card,), *tops[0])
    return say("{card} matches neither the rank nor the suit of any open pile.", card=cards([card]))


def why_over(reason: str, turn_cap: int) -> Text:
    """Why a round ended (8)."""
    match reason:
        case "dry":
            return say("Everybody passed and the draw pile is empty: the round ends.")
        case "cap":
            return say_count(
                "The limit of {count} turn has been reached: the round ends.",
                "The limit of {count} turns has been reached: the round ends.",
                turn_cap,
            )
        case _:
            return say("Only one player has cards left: the round ends.")


def ending(view: KnotweedView) -> Text | None:
    """Why the game is over: all rounds are played, somebody has won enough of them (10.1), or the only one ended."""
    if view.outcome is None:
        return None
    match view.outcome.reason:
        case "rounds":
            rounds = view.options.rounds
            return say_count("{count} round has been played.", "All {count} rounds have been played.", rounds)
        case "wins":
            wins = view.options.wins or 0
            return say_count("A player has won {count} round.", "A player has won {count} rounds.", wins)
        case reason:
            return why_over(reason, view.options.turn_cap_for(len(view.counts)))

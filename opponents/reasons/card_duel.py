"""Why a move of Card Duel is good: what deck and hand can do against an attack, or to the opponent, in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from engines.card_duel.actions import ATTACK, BUILD, DEFEND, Action, Done, FromDeck, FromHand, Pick
from engines.card_duel.values import VALUES, total
from engines.card_duel.view import CardDuelView
from engines.cards import Card
from engines.texts import Player, Text, cards, say
from opponents.policies.card_duel import LOW, chance_of
from opponents.reasons.base import Reasons, seat_of

STRONG = 9
"""A card worth so much or more is a good one to strike with."""
LIKELY = 0.5
"""With this chance or a better one that the deck will do, the hand can be saved."""


class CardDuelReasons(Reasons[Action]):
    """Knows the contents of the own deck, though not their order, and which cards the opponent owns."""

    def why(self, view: CardDuelView, action: Action) -> list[Text]:
        """Chances and averages, by the phase."""
        if view.phase == BUILD:
            return _building(view, action)
        if not isinstance(action, FromHand | FromDeck):
            return []
        if view.phase == ATTACK:
            return _attacking(view, action)
        return _defending(view, action) if view.phase == DEFEND else _striking(view, action)


def _stock(view: CardDuelView) -> Sequence[Card]:
    """The cards of which the deck would give one: those of the deck, of the discard pile after a reshuffle (7.2)."""
    return view.own_deck or view.discards[seat_of(view)]


def _average(group: Sequence[Card]) -> str:
    """The average value of cards, to one decimal."""
    return f"{total(group) / len(group):.1f}"


def _often(chance: float) -> Text:
    """A chance in words."""
    if chance in (0, 1):
        return say("always") if chance else say("never")
    return say("about {percent} % of the time", percent=round(100 * chance))


def _hurt(view: CardDuelView, seat: int) -> int:
    """The damage that a seat has taken (6.5)."""
    return total(view.damage[seat])


def _building(view: CardDuelView, action: Action) -> list[Text]:
    """What a card is worth in the hand and what the deck is without it, or why no other card is added."""
    if isinstance(action, Pick):
        return _picking(view, action.card)
    if not isinstance(action, Done):
        return []
    fitting = [VALUES[card] for card in view.pool if VALUES[card] <= view.room]
    found: list[Text] = []
    if not fitting:
        found.append(say("No other card fits: your hand makes {total}.", total=total(view.hand)))
    elif min(fitting) > LOW:
        found.append(
            say("Every card that still fits is worth {value} or more and does good in your deck.", value=min(fitting))
        )
    if view.pool:
        found.append(say("The cards of your deck are worth {average} on average.", average=_average(view.pool)))
    return found


def _picking(view: CardDuelView, card: Card) -> list[Text]:
    value, shown = VALUES[card], cards([card])
    rest = [other for other in view.pool if other != card]
    found: list[Text] = []
    if value <= LOW:
        found.append(
            say("{card} is worth only {value}: better held than met in the deck.", card=shown, value=value),
        )
    elif value >= STRONG:
        found.append(
            say("From your hand {card} does {value} damage for sure when you strike.", card=shown, value=value)
        )
    if rest and float(_average(rest)) > float(_average(view.pool)):
        found.append(
            say(
                "Without it the cards of your deck are worth {after} on average instead of {before}.",
                after=_average(rest),
                before=_average(view.pool),
            )
        )
    return found


def _attacking(view: CardDuelView, action: FromHand | FromDeck) -> list[Text]:
    """What the attack is worth and how many cards stop it."""
    if isinstance(action, FromHand):
        found = [] if _stock(view) else [say("You have no deck left to attack from.")]
        return [*found, *_stoppers(view, action.card)]
    if not view.hand:
        return [say("Your hand is empty, so the attack comes from the deck.")]
    return [
        say("Attacking from the deck saves your hand for defence and damage."),
        say("Its cards are worth {average} on average.", average=_average(_stock(view))),
    ]


def _stoppers(view: CardDuelView, card: Card) -> list[Text]:
    """How much of what the opponent holds stops an attack with this card (6.3, 10.5)."""
    if not view.unseen:
        return []
    opponent, value = Player(1 - seat_of(view)), VALUES[card]
    strong = sum(VALUES[other] >= value for other in view.unseen)
    if not strong:
        return [say("No card in the hand and deck of {player} can stop {card}.", player=opponent, card=cards([card]))]
    return [
        say(
            "{strong} of the {all} cards in the hand and deck of {player} can stop {card}.",
            player=opponent,
            strong=strong,
            all=len(view.unseen),
            card=cards([card]),
        )
    ]


def _defending(view: CardDuelView, action: FromHand | FromDeck) -> list[Text]:
    """Whether hand or deck holds against the attack on the table."""
    attack = view.table[0]
    assert attack is not None
    least = VALUES[attack]
    if isinstance(action, FromDeck):
        return [_deck_defence(view, least), _stakes(view)]
    if VALUES[action.card] < least:
        return [*_giving_way(view, action.card, least), _stakes(view)]
    found = _holding(view, action.card, least)
    return [*found, _stakes(view)] if _is_deadly(view) else found


def _deck_defence(view: CardDuelView, least: int) -> Text:
    """The deck is to stop an attack of this value."""
    chance = chance_of(_stock(view), least)
    if chance == 1:
        return say("Every card of your deck stops an attack of {value}.", value=least)
    if chance >= LIKELY and view.hand:
        return say(
            "Your deck stops an attack of {value} {often}, so the hand is saved.", value=least, often=_often(chance)
        )
    if any(VALUES[card] >= least for card in view.hand):
        return say(
            "It keeps in your hand what could stop an attack of {value}; your deck does so {often}.",
            value=least,
            often=_often(chance),
        )
    if chance:
        return say(
            "Only your deck can stop an attack of {value}; it does so {often}.", value=least, often=_often(chance)
        )
    return say("Nothing that you have stops an attack of {value}.", value=least)


def _giving_way(view: CardDuelView, card: Card, least: int) -> list[Text]:
    """A card that does not stop an attack of this value."""
    if any(VALUES[other] >= least for other in view.hand):
        return [say("It lets the attack through and keeps the cards in hand that could stop it.")]
    if VALUES[card] > min(VALUES[other] for other in view.hand):
        return []
    chance, shown = chance_of(_stock(view), least), cards([card])
    if not chance:
        return [say("Nothing that you have stops an attack of {value}; {card} is lowest.", value=least, card=shown)]
    return [
        say(
            "No card in your hand stops an attack of {value}, and your deck does so {often}; {card} is lowest.",
            value=least,
            often=_often(chance),
            card=shown,
        )
    ]


def _holding(view: CardDuelView, card: Card, least: int) -> list[Text]:
    """A card from the hand that stops an attack of this value."""
    stock, shown = _stock(view), cards([card])
    if stock:
        certain = say(
            "{card} stops the attack for sure, your deck {often}.",
            card=shown,
            often=_often(chance_of(stock, least)),
        )
    else:
        certain = say("{card} stops the attack for sure, and then you attack.", card=shown)
    enough = [VALUES[other] for other in view.hand if VALUES[other] >= least]
    if len(enough) > 1 and VALUES[card] == min(enough):
        return [certain, say("It is the lowest card in your hand that is enough.")]
    return [certain]


def _is_deadly(view: CardDuelView) -> bool:
    """Whether the hit that follows an attack that succeeds can end the game (8.1)."""
    assert view.deck_counts is not None
    seat = seat_of(view)
    # An opponent whose deck is empty may strike with a card from a reshuffled discard pile (7.2).
    reserve = () if view.deck_counts[1 - seat] else view.discards[1 - seat]
    worst = max((VALUES[card] for card in (*view.unseen, *reserve)), default=0)
    return _hurt(view, seat) + worst >= view.options.life


def _stakes(view: CardDuelView) -> Text:
    """What an attack that succeeds would mean for the defender."""
    hurt, life = _hurt(view, seat_of(view)), view.options.life
    if _is_deadly(view):
        return say("At {hurt} of {life} damage the next hit may be your last.", hurt=hurt, life=life)
    return say("At {hurt} of {life} damage you would survive the next hit.", hurt=hurt, life=life)


def _striking(view: CardDuelView, action: FromHand | FromDeck) -> list[Text]:
    """How the damage compares with what is needed and with what else could do it."""
    left = view.options.life - _hurt(view, 1 - seat_of(view))
    stock = _stock(view)
    if isinstance(action, FromHand):
        value, shown = VALUES[action.card], cards([action.card])
        if value >= left:
            return [
                say("{card} does {value} damage, and {left} are enough to win.", card=shown, value=value, left=left)
            ]
        if not stock:
            return [say("{card} does {value} damage; you have no deck left.", card=shown, value=value)]
        return [
            say(
                "{card} does {value} damage for sure; your deck does {average} on average.",
                card=shown,
                value=value,
                average=_average(stock),
            )
        ]
    return _striking_from_deck(view, left, stock)


def _striking_from_deck(view: CardDuelView, left: int, stock: Sequence[Card]) -> list[Text]:
    chance = chance_of(stock, left)
    found: list[Text] = []
    if chance == 1:
        return [say("Any card of your deck does the {left} damage that you need to win.", left=left)]
    if chance > 0:
        found.append(
            say("You need {left} damage to win, and your deck does that {often}.", left=left, often=_often(chance))
        )
    average = _average(stock)
    if not view.hand:
        found.append(say("Your deck does {average} damage on average, and your hand is empty.", average=average))
    else:
        found.append(
            say(
                "Your deck does {average} damage on average; the highest card in your hand, {card}, is saved.",
                average=average,
                card=cards(view.hand[-1:]),
            )
        )
    return found

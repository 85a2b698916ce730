"""Why a Card Duel move is good: what deck and hand can do in attack, defence and damage, in numbers."""

from collections.abc import Sequence

from engines.card_duel.actions import ATTACK, BUILD, DEFEND, Action, Done, FromDeck, FromHand, Pick
from engines.card_duel.rules import VALUES, lowest_that_fit, total
from engines.card_duel.view import CardDuelView
from engines.cards import Card
from engines.texts import Player, Text, cards, say, say_count
from opponents.policies.card_duel import LOW, chance_of
from opponents.reasons.base import Measure, Reasons, Scale, seat_of

STRONG = 9
"""A card worth at least this much is good for striking."""
LIKELY = 0.5
"""If the deck has at least this chance of being enough, the hand can be saved."""


class CardDuelReasons(Reasons[Action]):
    """Knows what is in the player's deck, though not in which order, and which cards the opponent owns."""

    scales = (
        Scale(("{card} is sure to do {value} damage", "In your hand, {card} is sure to do"), {"value": 1}),
        Scale(("One of the {all} cards in", "No card in {player}'s hand and deck"), {"count": -1}),
        Scale(("Without it, the cards of your deck are worth",), {"after": 1}),
    )

    def measures(self, view: CardDuelView, action: Action) -> list[Measure]:
        """How likely an attack or a defence succeeds, the damage of a strike, and what stays in hand."""
        if view.phase == BUILD:
            rest = [card for card in view.pool if not (isinstance(action, Pick) and card == action.card)]
            return [Measure(say("Average value of the cards of your deck then"), _average(rest))] if rest else []
        if not isinstance(action, FromHand | FromDeck):
            return []
        kept = [card for card in view.hand if not (isinstance(action, FromHand) and card == action.card)]
        played = [action.card] if isinstance(action, FromHand) else _stock(view)
        found = [Measure(say("Total value of the cards that stay in your hand"), total(kept))]
        if view.phase == ATTACK and view.unseen and played:
            stopped = sum(_percent(chance_of(view.unseen, VALUES[card])) for card in played) / len(played)
            return [
                Measure(
                    say("Chance that a card of {player} stops it, in percent", player=Player(1 - seat_of(view))),
                    round(stopped),
                    -1,
                ),
                *found,
            ]
        if view.attack_to_stop is not None and view.phase == DEFEND:
            return [
                Measure(
                    say("Chance to stop the attack, in percent"),
                    _percent(chance_of(played, VALUES[view.attack_to_stop])),
                ),
                *found,
            ]
        return [Measure(say("Damage on average"), _average(played)), *found] if played else found

    def also(self, view: CardDuelView, action: Action) -> list[Text]:
        """One of the lowest cards belongs to all of them; what the deck does, it does whatever the hand plays."""
        if view.phase == BUILD:
            lowest = lowest_that_fit(view.pool, view.room)
            together = isinstance(action, Pick) and len(lowest) > 1 and action.card in lowest
            return _picking_together(view, lowest) if together else []
        if view.phase != DEFEND or view.attack_to_stop is None:
            return []
        least = VALUES[view.attack_to_stop]
        if isinstance(action, FromHand):
            return [] if _can_stop(view, least) else [_nothing_stops(least)]
        return [_certain((), _stock(view), least)] if chance_of(_stock(view), least) == 1 else []

    def why(self, view: CardDuelView, action: Action) -> list[Text]:
        """Chances and averages, depending on the phase."""
        if view.phase == BUILD:
            return _building(view, action)
        if not isinstance(action, FromHand | FromDeck):
            return []
        if view.phase == ATTACK:
            return _attacking(view, action)
        return _defending(view, action) if view.phase == DEFEND else _striking(view, action)


def _stock(view: CardDuelView) -> Sequence[Card]:
    """The cards that may come from the deck: after a reshuffle, those of the discard pile (7.2)."""
    return view.own_deck or view.own_discards


def _average(group: Sequence[Card]) -> float:
    """The average value of cards, to one decimal."""
    return round(total(group) / len(group), 1)


def _percent(chance: float) -> int:
    return round(100 * chance)


def _building(view: CardDuelView, action: Action) -> list[Text]:
    """The whole hand, or what one card adds to it, and the deck without it; or why to stop adding cards."""
    if isinstance(action, Pick):
        lowest = lowest_that_fit(view.pool, view.room)
        if len(lowest) > 1 and action.card == lowest[0]:
            return _picking_together(view, lowest)
        return _picking(view, action.card)
    if not isinstance(action, Done):
        return []
    fitting = [VALUES[card] for card in view.pool if VALUES[card] <= view.room]
    found: list[Text] = []
    if not fitting:
        found.append(say("No other card fits: your hand is worth {total}.", total=total(view.hand)))
    elif min(fitting) > LOW:
        found.append(
            say("Every card that still fits is worth {value} or more and is better in your deck.", value=min(fitting))
        )
    if view.pool:
        found.append(say("The cards of your deck are worth {average} on average.", average=_average(view.pool)))
    return found


def _picking_together(view: CardDuelView, lowest: Sequence[Card]) -> list[Text]:
    """The whole hand that starts with the lowest card, which two buttons choose."""
    shown = cards(lowest)
    found = [
        say("It is best to add your lowest cards together: {cards}. *Lowest cards* chooses them.", cards=shown)
        if view.hand
        else say(
            "The best hand is your lowest cards together: {cards}. *Lowest cards* chooses them; *Start over* first if "
            "you have chosen others.",
            cards=shown,
        )
    ]
    rest = [card for card in view.pool if card not in lowest]
    if rest and _average(rest) > _average(view.pool):
        found.append(
            say(
                "Without them, the cards of your deck are worth {after} on average instead of {before}.",
                after=_average(rest),
                before=_average(view.pool),
            )
        )
    return found


def _picking(view: CardDuelView, card: Card) -> list[Text]:
    value, shown = VALUES[card], cards([card])
    rest = [other for other in view.pool if other != card]
    found: list[Text] = []
    if value <= LOW:
        found.append(
            say("{card} is worth only {value}: better in your hand than in your deck.", card=shown, value=value)
        )
    elif value >= STRONG:
        found.append(
            say(
                "In your hand, {card} is sure to do {value} damage when an attack of yours succeeds.",
                card=shown,
                value=value,
            )
        )
    if rest and _average(rest) > _average(view.pool):
        found.append(
            say(
                "Without it, the cards of your deck are worth {after} on average instead of {before}.",
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
    return [say("Attacking from the deck saves your hand for defence and damage.")]


def _stoppers(view: CardDuelView, card: Card) -> list[Text]:
    """How many of the opponent's cards stop an attack with this card (6.3, 10.5)."""
    if not view.unseen:
        return []
    opponent, value = Player(1 - seat_of(view)), VALUES[card]
    strong = sum(VALUES[other] >= value for other in view.unseen)
    if not strong:
        return [say("No card in {player}'s hand and deck can stop {card}.", player=opponent, card=cards([card]))]
    if strong == len(view.unseen):
        return [say("Every card in {player}'s hand and deck can stop {card}.", player=opponent, card=cards([card]))]
    return [
        say_count(
            "One of the {all} cards in {player}'s hand and deck can stop {card}.",
            "{count} of the {all} cards in {player}'s hand and deck can stop {card}.",
            strong,
            player=opponent,
            all=len(view.unseen),
            card=cards([card]),
        )
    ]


def _defending(view: CardDuelView, action: FromHand | FromDeck) -> list[Text]:
    """Whether hand or deck stops the attack on the table."""
    assert view.attack_to_stop is not None
    least = VALUES[view.attack_to_stop]
    if isinstance(action, FromDeck):
        return [_deck_defence(view, least)]
    if VALUES[action.card] < least:
        return _giving_way(view, action.card, least)
    return _holding(view, action.card, least)


def _deck_defence(view: CardDuelView, least: int) -> Text:
    """Why the deck should stop an attack of this value."""
    chance = chance_of(_stock(view), least)
    percent = _percent(chance)
    if chance == 1 and view.hand:
        return say("Every card of your deck stops an attack of {value}, so you can save your hand.", value=least)
    if chance == 1:
        return say("Every card of your deck stops an attack of {value}.", value=least)
    if chance >= LIKELY and view.hand:
        return say(
            "Your deck stops an attack of {value} about {percent}% of the time, so you can save your hand.",
            value=least,
            percent=percent,
        )
    if any(VALUES[card] >= least for card in view.hand):
        if not chance:
            return say(
                "It saves the cards in your hand that could stop an attack of {value}; your deck never does.",
                value=least,
            )
        return say(
            "It saves the cards in your hand that could stop an attack of {value}; "
            "your deck does so about {percent}% of the time.",
            value=least,
            percent=percent,
        )
    if chance:
        return say(
            "Only your deck can stop an attack of {value}; it does so about {percent}% of the time.",
            value=least,
            percent=percent,
        )
    return _nothing_stops(least)


def _nothing_stops(least: int) -> Text:
    return say("Nothing you have stops an attack of {value}.", value=least)


def _can_stop(view: CardDuelView, least: int) -> bool:
    """Whether some card of hand or deck stops an attack of this value."""
    return any(VALUES[card] >= least for card in (*view.hand, *_stock(view)))


def _giving_way(view: CardDuelView, card: Card, least: int) -> list[Text]:
    """Why to supply a card that does not stop an attack of this value."""
    if any(VALUES[other] >= least for other in view.hand):
        return [say("It lets the attack through and saves the cards in your hand that could stop it.")]
    if VALUES[card] > min(VALUES[other] for other in view.hand):
        return []
    chance, shown = chance_of(_stock(view), least), cards([card])
    if not chance:
        return [
            say(
                "Nothing you have stops an attack of {value}; {card} is the lowest card in your hand.",
                value=least,
                card=shown,
            )
        ]
    if chance == 1:
        return [
            say(
                "No card in your hand stops an attack of {value}, but every card of your deck does; "
                "{card} is the lowest.",
                value=least,
                card=shown,
            )
        ]
    return [
        say(
            "No card in your hand stops an attack of {value}, and your deck does so about {percent}% of the time; "
            "{card} is the lowest.",
            value=least,
            percent=_percent(chance),
            card=shown,
        )
    ]


def _holding(view: CardDuelView, card: Card, least: int) -> list[Text]:
    """Why to stop an attack of this value with a card from the hand."""
    certain = _certain((card,), _stock(view), least)
    enough = [VALUES[other] for other in view.hand if VALUES[other] >= least]
    if len(enough) > 1 and VALUES[card] == min(enough):
        return [certain, say("It is the lowest card in your hand that is enough.")]
    return [certain]


def _certain(held: Sequence[Card], stock: Sequence[Card], least: int) -> Text:
    """How much more certain a card of the hand is than the deck; none: whichever it is, to compare what is said."""
    chance, shown = chance_of(stock, least), cards(held)
    if not stock:
        return say("{card} is sure to stop the attack, and then you attack.", card=shown)
    if chance == 1:
        return say("{card} is sure to stop the attack, and so is every card of your deck.", card=shown)
    if not chance:
        return say("{card} is sure to stop the attack; your deck never does.", card=shown)
    return say(
        "{card} is sure to stop the attack; your deck does so about {percent}% of the time.",
        card=shown,
        percent=_percent(chance),
    )


def _striking(view: CardDuelView, action: FromHand | FromDeck) -> list[Text]:
    """How the damage compares with what is needed, and hand with deck."""
    left = view.options.life - view.hurt[1 - seat_of(view)]
    stock = _stock(view)
    if isinstance(action, FromHand):
        value, shown = VALUES[action.card], cards([action.card])
        if value >= left:
            return [say("{card} does {value} damage, and you need {left} to win.", card=shown, value=value, left=left)]
        if not stock:
            return [say("{card} does {value} damage; you have no deck left.", card=shown, value=value)]
        return [
            say(
                "{card} is sure to do {value} damage; your deck does {average} on average.",
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
            say(
                "You need {left} damage to win, and your deck does that about {percent}% of the time.",
                left=left,
                percent=_percent(chance),
            )
        )
    average = _average(stock)
    if not view.hand:
        found.append(say("Your deck does {average} damage on average, and your hand is empty.", average=average))
    else:
        found.append(
            say(
                "Your deck does {average} damage on average, and you save {card}, the highest card in your hand.",
                average=average,
                card=cards(view.hand[-1:]),
            )
        )
    return found

"""Why a Card Duel move is good: what deck and hand can do in attack, defence and damage, in numbers."""

from collections.abc import Iterator, Sequence

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

    def measures(self, view: CardDuelView, action: Action) -> Iterator[Measure]:
        """How likely an attack or a defence succeeds, the damage of a strike, and what stays in hand."""
        if view.phase == BUILD:
            rest = [card for card in view.pool if not (isinstance(action, Pick) and card == action.card)]
            if rest:
                yield Measure(say("Average value of the cards of your deck then"), _average(rest))
        if view.phase == BUILD or not isinstance(action, FromHand | FromDeck):
            return
        kept = [card for card in view.hand if not (isinstance(action, FromHand) and card == action.card)]
        played = [action.card] if isinstance(action, FromHand) else _stock(view)
        if view.phase == ATTACK and view.unseen and played:
            stopped = sum(_percent(chance_of(view.unseen, VALUES[card])) for card in played) / len(played)
            name = say("Chance that a card of {player} stops it, in percent", player=Player(1 - seat_of(view)))
            yield Measure(name, round(stopped), -1)
        elif view.attack_to_stop is not None:
            chance = chance_of(played, VALUES[view.attack_to_stop])
            yield Measure(say("Chance to stop the attack, in percent"), _percent(chance))
        elif played:
            yield Measure(say("Damage on average"), _average(played))
        yield Measure(say("Total value of the cards that stay in your hand"), total(kept))

    def also(self, view: CardDuelView, action: Action) -> Iterator[Text]:
        """One of the lowest cards belongs to all of them; what the deck does, it does whatever the hand plays."""
        if view.phase == BUILD:
            lowest = lowest_that_fit(view.pool, view.room)
            if isinstance(action, Pick) and len(lowest) > 1 and action.card in lowest:
                yield from _picking_together(view, lowest)
        if view.attack_to_stop is None:
            return
        least = VALUES[view.attack_to_stop]
        if not isinstance(action, FromHand):
            if chance_of(_stock(view), least) == 1:
                yield _certain((), _stock(view), least)
        elif not any(VALUES[card] >= least for card in (*view.hand, *_stock(view))):
            yield _nothing_stops(least)

    def why(self, view: CardDuelView, action: Action) -> Iterator[Text]:
        """Chances and averages, depending on the phase."""
        if view.phase == BUILD:
            return _building(view, action)
        if not isinstance(action, FromHand | FromDeck):
            return iter(())
        if view.phase == ATTACK:
            return _attacking(view, action)
        return _defending(view, action) if view.phase == DEFEND else _striking(view, action)


def _stock(view: CardDuelView) -> Sequence[Card]:
    """The cards that may come from the deck: after a reshuffle, those of the discard pile (7.2)."""
    return view.own_deck or view.own_discards


def _average(group: Sequence[Card]) -> float:
    return round(total(group) / len(group), 1)


def _percent(chance: float) -> int:
    return round(100 * chance)


def _building(view: CardDuelView, action: Action) -> Iterator[Text]:
    """The whole hand, or what one card adds to it, and the deck without it; or why to stop adding cards."""
    if isinstance(action, Pick):
        lowest = lowest_that_fit(view.pool, view.room)
        together = len(lowest) > 1 and action.card == lowest[0]
        yield from _picking_together(view, lowest) if together else _picking(view, action.card)
    if not isinstance(action, Done):
        return
    fitting = [VALUES[card] for card in view.pool if VALUES[card] <= view.room]
    if not fitting:
        yield say("No other card fits: your hand is worth {total}.", total=total(view.hand))
    elif min(fitting) > LOW:
        yield say("Every card that still fits is worth {value} or more and is better in your deck.", value=min(fitting))
    if view.pool:
        yield say("The cards of your deck are worth {average} on average.", average=_average(view.pool))


def _picking_together(view: CardDuelView, lowest: Sequence[Card]) -> Iterator[Text]:
    shown = cards(lowest)
    if view.hand:
        yield say("It is best to add your lowest cards together: {cards}. *Lowest cards* chooses them.", cards=shown)
    else:
        yield say(
            "The best hand is your lowest cards together: {cards}. *Lowest cards* chooses them; *Start over* first if "
            "you have chosen others.",
            cards=shown,
        )
    better = _better_deck(view, lowest)
    if better is not None:
        yield say("Without them, the cards of your deck are worth {after} on average instead of {before}.", **better)


def _picking(view: CardDuelView, card: Card) -> Iterator[Text]:
    value, shown = VALUES[card], cards([card])
    if value <= LOW:
        yield say("{card} is worth only {value}: better in your hand than in your deck.", card=shown, value=value)
    elif value >= STRONG:
        yield say(
            "In your hand, {card} is sure to do {value} damage when an attack of yours succeeds.",
            card=shown,
            value=value,
        )
    better = _better_deck(view, [card])
    if better is not None:
        yield say("Without it, the cards of your deck are worth {after} on average instead of {before}.", **better)


def _better_deck(view: CardDuelView, without: Sequence[Card]) -> dict[str, float] | None:
    """The average value of the deck before and after these cards leave it, if that makes it better."""
    rest, before = [card for card in view.pool if card not in without], _average(view.pool)
    return {"after": _average(rest), "before": before} if rest and _average(rest) > before else None


def _attacking(view: CardDuelView, action: FromHand | FromDeck) -> Iterator[Text]:
    """What the attack is worth and how many cards stop it (6.3, 10.5)."""
    if isinstance(action, FromDeck):
        yield (
            say("Attacking from the deck saves your hand for defence and damage.")
            if view.hand
            else say("Your hand is empty, so the attack comes from the deck.")
        )
        return
    if not _stock(view):
        yield say("You have no deck left to attack from.")
    if not view.unseen:
        return
    shown = {"player": Player(1 - seat_of(view)), "card": cards([action.card])}
    strong = sum(VALUES[other] >= VALUES[action.card] for other in view.unseen)
    if not strong:
        yield say("No card in {player}'s hand and deck can stop {card}.", **shown)
    elif strong == len(view.unseen):
        yield say("Every card in {player}'s hand and deck can stop {card}.", **shown)
    else:
        yield say_count(
            "One of the {all} cards in {player}'s hand and deck can stop {card}.",
            "{count} of the {all} cards in {player}'s hand and deck can stop {card}.",
            strong,
            all=len(view.unseen),
            **shown,
        )


def _defending(view: CardDuelView, action: FromHand | FromDeck) -> Iterator[Text]:
    assert view.attack_to_stop is not None
    least = VALUES[view.attack_to_stop]
    if isinstance(action, FromDeck):
        yield _deck_defence(view, least)
    elif VALUES[action.card] < least:
        yield from _giving_way(view, action.card, least)
    else:
        yield _certain((action.card,), _stock(view), least)
        enough = [VALUES[other] for other in view.hand if VALUES[other] >= least]
        if len(enough) > 1 and VALUES[action.card] == min(enough):
            yield say("It is the lowest card in your hand that is enough.")


def _deck_defence(view: CardDuelView, least: int) -> Text:
    chance = chance_of(_stock(view), least)
    shown = {"value": least, "percent": _percent(chance)}
    if chance == 1 and view.hand:
        return say("Every card of your deck stops an attack of {value}, so you can save your hand.", value=least)
    if chance == 1:
        return say("Every card of your deck stops an attack of {value}.", value=least)
    if chance >= LIKELY and view.hand:
        return say(
            "Your deck stops an attack of {value} about {percent}% of the time, so you can save your hand.", **shown
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
            **shown,
        )
    if chance:
        return say("Only your deck can stop an attack of {value}; it does so about {percent}% of the time.", **shown)
    return _nothing_stops(least)


def _nothing_stops(least: int) -> Text:
    return say("Nothing you have stops an attack of {value}.", value=least)


def _giving_way(view: CardDuelView, card: Card, least: int) -> Iterator[Text]:
    chance, shown = chance_of(_stock(view), least), {"value": least, "card": cards([card])}
    if any(VALUES[other] >= least for other in view.hand):
        yield say("It lets the attack through and saves the cards in your hand that could stop it.")
    elif VALUES[card] > min(VALUES[other] for other in view.hand):
        return
    elif not chance:
        yield say("Nothing you have stops an attack of {value}; {card} is the lowest card in your hand.", **shown)
    elif chance == 1:
        yield say(
            "No card in your hand stops an attack of {value}, but every card of your deck does; {card} is the lowest.",
            **shown,
        )
    else:
        yield say(
            "No card in your hand stops an attack of {value}, and your deck does so about {percent}% of the time; "
            "{card} is the lowest.",
            percent=_percent(chance),
            **shown,
        )


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


def _striking(view: CardDuelView, action: FromHand | FromDeck) -> Iterator[Text]:
    left, stock = view.options.life - view.hurt[1 - seat_of(view)], _stock(view)
    if isinstance(action, FromDeck):
        yield from _striking_from_deck(view, left, stock)
        return
    shown = {"card": cards([action.card]), "value": VALUES[action.card]}
    if VALUES[action.card] >= left:
        yield say("{card} does {value} damage, and you need {left} to win.", left=left, **shown)
    elif not stock:
        yield say("{card} does {value} damage; you have no deck left.", **shown)
    else:
        average = _average(stock)
        yield say("{card} is sure to do {value} damage; your deck does {average} on average.", average=average, **shown)


def _striking_from_deck(view: CardDuelView, left: int, stock: Sequence[Card]) -> Iterator[Text]:
    chance, average = chance_of(stock, left), _average(stock)
    if chance == 1:
        yield say("Any card of your deck does the {left} damage that you need to win.", left=left)
        return
    if chance > 0:
        yield say(
            "You need {left} damage to win, and your deck does that about {percent}% of the time.",
            left=left,
            percent=_percent(chance),
        )
    if view.hand:
        yield say(
            "Your deck does {average} damage on average, and you save {card}, the highest card in your hand.",
            average=average,
            card=cards(view.hand[-1:]),
        )
    else:
        yield say("Your deck does {average} damage on average, and your hand is empty.", average=average)

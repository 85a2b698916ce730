"""The one-line tip for a player's first games of Card Duel."""

from engines.card_duel.actions import ATTACK, BUILD, DECK, NONE, FromHand
from engines.card_duel.rules import VALUES, lowest_that_fit
from engines.card_duel.view import CardDuelView
from engines.cards import Card
from engines.texts import Player, Text, advise, cards, say, say_count


def help(view: CardDuelView) -> Text | None:
    """What matters for this seat's decision; ``None`` if it has none to make."""
    if not view.may_act or view.seat is None or view.actions() == [NONE]:
        return None
    if view.phase == BUILD:  # 3.2 to 3.4
        if not lowest_that_fit(view.pool, view.room):
            return say("No other card fits: finish your hand. The rest become your deck.")
        if not view.hand:
            return say("What you leave becomes your deck: low cards in your hand cannot spoil it.")
        return say("Room for {room} more. High cards that you leave make your deck stronger.", room=view.room)
    if not view.hand:
        return say("Your hand stays empty in this game: every card comes from your deck.")
    if not view.own_deck and not view.own_discards:
        return say("Your deck and discard pile are empty: you can only play from your hand.")
    attack = view.attack_to_stop
    if attack is not None:
        return _defending(view, attack)
    return _attacking(view) if view.phase == ATTACK else _striking(view, view.seat)


def _reshuffle(view: CardDuelView) -> Text:
    """7.2."""
    return say_count(
        "Your deck is empty: choosing it first brings back {count} discarded card.",
        "Your deck is empty: choosing it first shuffles {count} discarded cards.",
        len(view.own_discards),
    )


def _in_deck(view: CardDuelView, least: int) -> dict[str, int]:
    """How many cards in the deck are worth at least this much, and how many cards it has in all."""
    return {"some": sum(VALUES[card] >= least for card in view.own_deck), "all": len(view.own_deck)}


def _defending(view: CardDuelView, attack: Card) -> Text:
    """6.1, 6.3. The hand is sorted by value."""
    least, shown = VALUES[attack], cards([attack])
    enough = next((card for card in view.hand if VALUES[card] >= least), None)
    deck, told = _in_deck(view, least), None
    if enough is not None:
        text = say("{card} is enough to stop {attack}: equal or higher holds.", card=cards([enough]), attack=shown)
        told = advise(text, [FromHand(enough)])
    if view.own_deck and deck["some"] == deck["all"]:
        every = say("Every card in your deck stops {attack}: keep those in your hand.", attack=shown)
        return advise(every, [DECK], told)
    if told is not None:
        return told
    if not view.own_deck:
        return _reshuffle(view)
    deck = {"attack": shown, **deck}
    if deck["some"]:
        return say("No card in your hand stops {attack}. Cards in your deck that do: {some} of {all}.", **deck)
    return say("Nothing you have stops {attack}: give away a card that you can spare.", attack=shown)


def _attacking(view: CardDuelView) -> Text:
    """5.1."""
    if not view.own_deck:
        return _reshuffle(view)
    deck = _in_deck(view, VALUES[view.hand[-1]] + 1)
    if deck["some"] == deck["all"]:
        return say("Every card in your deck is worth more than the best in your hand.")
    best = cards(view.hand[-1:])
    return say("Cards in your deck above {card}, the best in your hand: {some} of {all}.", card=best, **deck)


def _striking(view: CardDuelView, seat: int) -> Text:
    """6.5, 8.1."""
    left = view.options.life - view.hurt[1 - seat]
    winning = next((card for card in view.hand if VALUES[card] >= left), None)
    if winning is not None:
        shown = {"card": cards([winning]), "player": Player(1 - seat), "left": left}
        return say("{card} is enough to win this game: {player} loses with {left} more damage.", **shown)
    if not view.own_deck:
        return _reshuffle(view)
    deck, best = _in_deck(view, VALUES[view.hand[-1]] + 1), cards(view.hand[-1:])
    return say("Cards in your deck that do more than {card}, the best in hand: {some} of {all}.", card=best, **deck)

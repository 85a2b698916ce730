"""Asks for a card to attack, defend or do damage with: which one in hand, or the deck."""

from collections.abc import Iterator, Sequence

from engines.card_duel.actions import ATTACK, Action, FromDeck, FromHand
from engines.card_duel.rules import VALUES, total
from engines.card_duel.view import CardDuelView
from engines.card_duel.words import label
from engines.cards import CARD_TEXTS, Card
from engines.kit.questions import follow
from engines.scenes import Choice, Decision, Question
from engines.texts import Text, cards, say, say_count


def ask_for_card(view: CardDuelView, path: Sequence[str]) -> Question | Decision[Action]:
    """Which card to supply, or the action that the choice leads to."""
    ahead = follow(view.actions(), _path_to, path)
    if isinstance(ahead, Decision):
        return ahead
    choices = [_source(view, key, action) for key, action in ahead.items()]
    return Question(_which_card(view), tuple(_one_of_each(choices)))


def _one_of_each(choices: Sequence[Choice]) -> Iterator[Choice]:
    """The deck, and a card of each value in hand: suits do not matter (1.1)."""
    yield from (choice for choice in choices if choice.card is None)
    of_each_value = {VALUES[choice.card]: choice for choice in reversed(choices) if choice.card is not None}
    yield from reversed(of_each_value.values())


def _path_to(action: Action) -> tuple[str, ...]:
    return (CARD_TEXTS[action.card] if isinstance(action, FromHand) else str(action),)


def _which_card(view: CardDuelView) -> Text:
    if view.phase == ATTACK:
        return say("Which card attacks?")
    attack = view.attack_to_stop
    if attack is not None:
        return say("Which card against {card} ({value})?", card=cards([attack]), value=VALUES[attack])
    return say("Which card does the damage?")


def _source(view: CardDuelView, key: str, action: Action) -> Choice:
    if isinstance(action, FromHand):
        return Choice(key, say("{card}", card=cards([action.card])), _effect(view, action.card), action.card)
    if isinstance(action, FromDeck):
        return Choice(key, say("Deck") if view.own_deck else say("Reshuffle"), _chances(view))
    return Choice(key, label(view, action))


def _chances(view: CardDuelView) -> Text:
    """How many cards of the deck stop the attack (6.3), or their average value; discards make the next deck (7.2)."""
    deck, attack = view.own_deck or view.own_discards, view.attack_to_stop
    count = len(deck)
    if attack is None:
        average = round(total(deck) / count, 1)
        return say_count("{count} card, average {average}", "{count} cards, average {average}", count, average=average)
    enough = sum(VALUES[card] >= VALUES[attack] for card in deck)
    return say("{enough} of {count} stop it", enough=enough, count=count)


def _effect(view: CardDuelView, card: Card) -> Text:
    """What a card does now: whether it is enough to defend (6.3), otherwise its value (1.2)."""
    value, attack = VALUES[card], view.attack_to_stop
    if attack is not None:
        return say("stops it") if value >= VALUES[attack] else say("too low")
    return say("worth {value}", value=value) if view.phase == ATTACK else say("{value} damage", value=value)

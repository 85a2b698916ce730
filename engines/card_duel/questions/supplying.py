"""Asks for a card to attack, defend or do damage with: which one in hand, or the deck."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.card_duel.actions import ATTACK, Action, FromHand
from engines.card_duel.rules import VALUES
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
    choices = tuple(_source(view, key, action) for key, action in ahead.items())
    deck = tuple(choice for choice in choices if choice.card is None)
    rows = tuple(filter(None, (deck, tuple(_one_of_each(view, choices)))))
    return Question(_which_card(view), choices, rows=rows, menu=say("Same value, other card"))


def _one_of_each(view: CardDuelView, choices: Sequence[Choice]) -> Iterator[Choice]:
    """A button for each value in hand: suits do not matter (1.1)."""
    values = Counter(VALUES[card] for card in view.hand)
    for choice in choices:
        if choice.card is not None and (count := values.pop(VALUES[choice.card], 0)):
            effect = _effect(view, choice.card)
            yield replace(
                choice, short=effect if count == 1 else say("×{count} · {effect}", count=count, effect=effect)
            )


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
    return Choice(key, label(view, action), short=None if view.own_deck else _short_reshuffle(view))


def _short_reshuffle(view: CardDuelView) -> Text:
    """What the deck's button says while it is empty (7.2): the whole label takes two lines of a phone."""
    discards = len(view.own_discards)
    return say_count("Deck (reshuffle {count} card)", "Deck (reshuffle {count} cards)", discards)


def _effect(view: CardDuelView, card: Card) -> Text:
    """What a card does now: whether it is enough to defend (6.3), otherwise its value (1.2)."""
    value, attack = VALUES[card], view.attack_to_stop
    if attack is not None:
        return say("stops it") if value >= VALUES[attack] else say("too low")
    return say("worth {value}", value=value) if view.phase == ATTACK else say("does {value}", value=value)

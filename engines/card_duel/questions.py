"""How Card Duel asks for moves (Annex C): for a starting hand, then card by card.

All cards for the hand (3.2) are in a picture, with a button for each value. It begins with a few low cards. A path is
the hand so far, written as the number of cards of each value, and the key of a button. Suits never matter (1.1), so of
equal values the first are taken. Nothing is played before the hand is finished.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from engines.card_duel.actions import ATTACK, BUILD, DONE, OVER, PICKS, Action, FromDeck, FromHand
from engines.card_duel.rules import ACE, VALUES, by_value, lowest_that_fit, total
from engines.card_duel.view import CardDuelView
from engines.card_duel.words import label
from engines.cards import CARD_TEXTS, Card
from engines.contract import GAME_OVER, NOT_YOUR_TURN, IllegalAction
from engines.kit.questions import OUT_OF_DATE, follow
from engines.scenes import Choice, Decision, Picking, Question, Weight
from engines.texts import Text, cards, say, say_count

FINISH, EMPTY, LOWEST = "done", "empty", "lowest"
SO_FAR = "h"
"""Begins a hand so far; after it, a digit for each value from two to ace."""
DIGITS = "0123456789abcdef"
"""There are sixteen cards worth ten, and fewer fit."""
EACH_VALUE = tuple(range(2, ACE + 1))
BEGUN = 2, 3
"""The share of the limit that the first low cards may use: a beginning, so that it remains to be chosen what to add."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player has chosen so far, besides the cards that are in the hand already: how many of each value."""

    view: CardDuelView
    counts: tuple[int, ...]

    @classmethod
    def of(cls, view: CardDuelView, chosen: Sequence[Card]) -> Self:
        """The hand of these cards."""
        counted = Counter(VALUES[card] for card in chosen)
        return cls(view, tuple(counted[value] for value in EACH_VALUE))

    @classmethod
    def begun(cls, view: CardDuelView) -> Self:
        """What is suggested to begin with; nothing if the player has begun."""
        part, whole = BEGUN
        return cls.of(view, () if view.hand else lowest_that_fit(view.pool, view.room * part // whole))

    @classmethod
    def read(cls, view: CardDuelView, key: str) -> Self:
        """What a path says. Raises ``IllegalAction`` if the player cannot have it."""
        digits = key.removeprefix(SO_FAR)
        if len(digits) != len(EACH_VALUE) or not set(digits) <= set(DIGITS):
            raise IllegalAction(OUT_OF_DATE)
        hand = cls(view, tuple(map(DIGITS.index, digits)))
        if hand.room < 0 or any(count > len(hand.of_value(value)) for value, count in hand.each()):
            raise IllegalAction(OUT_OF_DATE)
        return hand

    def __str__(self) -> str:
        return SO_FAR + "".join(DIGITS[count] for count in self.counts)

    def each(self) -> list[tuple[int, int]]:
        """Each value and how many cards of it are chosen."""
        return list(zip(EACH_VALUE, self.counts, strict=True))

    def of_value(self, value: int) -> list[Card]:
        """The cards of this value to choose from."""
        return [card for card in self.view.pool if VALUES[card] == value]

    @property
    def chosen(self) -> list[Card]:
        """The cards, lowest first."""
        return by_value(card for value, count in self.each() for card in self.of_value(value)[:count])

    @property
    def room(self) -> int:
        """The value that can still be added (3.2)."""
        return self.view.room - sum(value * count for value, count in self.each())

    def can_add(self, value: int) -> bool:
        """Whether there is another card of this value, and it fits."""
        return value <= self.room and self.counts[EACH_VALUE.index(value)] < len(self.of_value(value))

    def tapped(self, value: int) -> "Hand":
        """One more card of this value; none of it if no more is there or fits."""
        more = self.can_add(value)
        return Hand(self.view, tuple((count + 1) * more if each == value else count for each, count in self.each()))


def ask(view: CardDuelView, path: Sequence[str]) -> Question | Decision[Action]:
    """The next question after these choices, or the actions that they add up to (Annex C)."""
    if view.may_act:
        return ask_for_hand(view, path) if view.phase == BUILD else ask_for_card(view, path)
    if view.phase == BUILD and view.seat is not None:
        raise IllegalAction(say("Your hand is ready; your opponent is still choosing."))
    raise IllegalAction(GAME_OVER if view.phase == OVER else NOT_YOUR_TURN)


def ask_for_hand(view: CardDuelView, path: Sequence[str]) -> Question | Decision[Action]:
    """The hand so far and what can be changed, or the actions that choose it."""
    keys = list(path)
    hand = Hand.read(view, keys.pop(0)) if keys and keys[0].startswith(SO_FAR) else Hand.begun(view)
    for number, key in enumerate(keys, 1):
        if key == FINISH and number == len(keys):
            return Decision((*(PICKS[card] for card in hand.chosen), DONE))
        hand = _changed(hand, key)
    return _question(hand, at=(str(hand),) if path else None)


def _changed(hand: Hand, key: str) -> Hand:
    offered = {choice.key for choice in (*_values(hand), _other(hand)) if _is_offered(hand, choice.key)}
    if key not in offered:
        raise IllegalAction(OUT_OF_DATE)
    if key == EMPTY:
        return Hand.of(hand.view, ())
    if key == LOWEST:
        return Hand.of(hand.view, lowest_that_fit(hand.view.pool, hand.view.room))
    return hand.tapped(int(key.removeprefix("v")))


def _is_offered(hand: Hand, key: str) -> bool:
    """Whether there is such a button: one for each value that is there, so that the buttons stand still."""
    if key in (EMPTY, LOWEST):
        return key == EMPTY or bool(lowest_that_fit(hand.view.pool, hand.room))
    return bool(hand.of_value(int(key.removeprefix("v"))))


def _question(hand: Hand, at: tuple[str, ...] | None) -> Question:
    is_empty = not hand.view.hand and not any(hand.counts)
    name = say("Play without a hand") if is_empty else say("Play this hand")
    others = (choice for choice in (_other(hand), *_values(hand)) if _is_offered(hand, choice.key))
    choices = (Choice(FINISH, name, weight=Weight.MAIN), *others)
    limit = hand.view.options.hand_limit
    text = say("Tap cards: total value {total} of {limit}", total=limit - hand.room, limit=limit)
    return Question(text, choices, at=at, picking=_picking(hand))


def _other(hand: Hand) -> Choice:
    key, name = (EMPTY, say("Start over")) if any(hand.counts) else (LOWEST, say("Lowest cards"))
    return Choice(key, name, weight=Weight.MINOR)


def _values(hand: Hand) -> Iterator[Choice]:
    """A button for each value, with the number of cards in the hand and of those that there are."""
    held = Counter(VALUES[card] for card in hand.view.hand)
    for value, chosen in hand.each():
        count, there = held[value] + chosen, held[value] + len(hand.of_value(value))
        name = say("{rank}: {count} of {there}", rank="A" if value == ACE else value, count=count, there=there)
        weight = Weight.CHOSEN if count else Weight.PLAIN
        yield Choice(f"v{value}", name, weight=weight, is_open=hand.can_add(value) or chosen > 0)


def _picking(hand: Hand) -> Picking:
    view, chosen = hand.view, hand.chosen
    shown = by_value([*view.hand, *view.pool])
    picked = frozenset([*view.hand, *chosen])
    deck = [VALUES[card] for card in shown if card not in picked]
    mean = [say("ø {average}", average=round(sum(deck) / len(deck), 1))] if deck else []
    return Picking(
        tuple(shown),
        tuple(VALUES[card] for card in shown),
        picked,
        view.options.hand_limit,
        say_count("Your hand: {count} card", "Your hand: {count} cards", len(picked)),
        (say("Deck"), say("{count}", count=len(deck)), *mean),
        _fitting(hand, deck),
    )


def _fitting(hand: Hand, deck: Sequence[int]) -> Text:
    """What still fits: 3.2."""
    if not deck or min(deck) > hand.room:
        return say("No other card fits")
    if hand.room >= ACE:
        return say("You still have room for any card")
    return say("One more up to {value} still fits", value=hand.room)


def ask_for_card(view: CardDuelView, path: Sequence[str]) -> Question | Decision[Action]:
    """Which card to supply, or the action that the choice leads to."""
    ahead = follow(view.actions(), _path_to, path)
    if isinstance(ahead, Decision):
        return ahead
    choices, attack = [_source(view, key, action) for key, action in ahead.items()], view.attack_to_stop
    if view.phase == ATTACK:
        text = say("Which card attacks?")
    elif attack is None:
        text = say("Which card does the damage?")
    else:
        text = say("{card} attacks ({value}). Defend with what?", card=cards([attack]), value=VALUES[attack])
    return Question(text, tuple(_one_of_each(choices)))


def _one_of_each(choices: Sequence[Choice]) -> Iterator[Choice]:
    """The deck, and a card of each value in hand: suits do not matter (1.1)."""
    yield from (choice for choice in choices if choice.card is None)
    of_each_value = {VALUES[choice.card]: choice for choice in reversed(choices) if choice.card is not None}
    yield from reversed(of_each_value.values())


def _path_to(action: Action) -> tuple[str, ...]:
    return (CARD_TEXTS[action.card] if isinstance(action, FromHand) else str(action),)


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

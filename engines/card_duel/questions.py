"""How Card Duel asks for moves (Annex C).

Supplying a card takes one question: which card in hand, or the deck. There are two ways to build a starting hand, both
with a running total. The player can start from a suggested hand: after ``suggest``, the path names each card that is
dropped or added. Or the player picks cards from the pool in parts that fit a menu: the path names a part and the cards
taken from it, then perhaps another part and its cards. Either way it ends with ``done`` or ``keep``. ``keep`` plays the
choices so far, so that they are not lost, and keeps asking; ``done`` also completes the hand.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from engines.card_duel.actions import ATTACK, BUILD, DONE, OVER, PICKS, Action, FromHand
from engines.card_duel.rules import VALUES, by_value, lowest_that_fit, total
from engines.card_duel.view import CardDuelView
from engines.card_duel.words import label, too_much
from engines.cards import CARD_TEXTS, Card
from engines.contract import GAME_OVER, NOT_YOUR_TURN, IllegalAction
from engines.kit.questions import OUT_OF_DATE, follow
from engines.scenes import Choice, Decision, Question, Weight
from engines.texts import Text, cards, say

PART = 13
"""Cards in one menu: two of them hold a pool of 26."""
SUGGEST = "suggest"
MOST_CHANGES = 18
"""The most changes to a suggested hand that fit in a path."""
FINISH = "done"
KEEP = "keep"
_KEEP = Choice(KEEP, say("Keep these and choose more"))


def ask(view: CardDuelView, path: Sequence[str]) -> Question | Decision[Action]:
    """The next question after these choices, or the actions that they add up to."""
    if view.may_act:
        return _ask_for_hand(view, path) if view.phase == BUILD else _ask_for_card(view, path)
    if view.phase == BUILD and view.seat is not None:
        raise IllegalAction(say("Your hand is ready; your opponent is still choosing."))
    raise IllegalAction(GAME_OVER if view.phase == OVER else NOT_YOUR_TURN)


# Supplying a card


def _ask_for_card(view: CardDuelView, path: Sequence[str]) -> Question | Decision[Action]:
    ahead = follow(view.actions(), _path_to, path)
    if isinstance(ahead, Decision):
        return ahead
    choices = tuple(_source(view, key, action) for key, action in ahead.items())
    deck = tuple(choice for choice in choices if choice.card is None)
    rows = tuple(filter(None, (deck, tuple(_one_of_each(view, choices)))))
    return Question(_which_card(view), choices, rows=rows, menu=say("The other cards of these values"))


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
        return say("Which card will you attack with?")
    attack = view.attack_to_stop
    if attack is not None:
        return say("Which card will you play against {card} ({value})?", card=cards([attack]), value=VALUES[attack])
    return say("Your attack succeeds. Which card will do the damage?")


def _source(view: CardDuelView, key: str, action: Action) -> Choice:
    if isinstance(action, FromHand):
        return Choice(key, say("{card}", card=cards([action.card])), _effect(view, action.card), action.card)
    return Choice(key, label(view, action))


def _effect(view: CardDuelView, card: Card) -> Text:
    """What a card does now: whether it is enough to defend (6.3), otherwise its value (1.2)."""
    value, attack = VALUES[card], view.attack_to_stop
    if attack is not None:
        return say("stops it") if value >= VALUES[attack] else say("too low")
    return _worth(card) if view.phase == ATTACK else say("does {value}", value=value)


def _worth(card: Card) -> Text:
    return say("worth {value}", value=VALUES[card])


# Choosing a starting hand


def _ask_for_hand(view: CardDuelView, path: Sequence[str]) -> Question | Decision[Action]:
    """Raises ``IllegalAction`` with the sum if the hand would exceed the limit (3.2)."""
    if path and path[0] == SUGGEST:
        return _ask_for_changes(view, path[1:])
    keys, chosen = list(path), list[Card]()
    parts = _parts(view)
    while keys:
        key = keys.pop(0)
        if key == FINISH or (key == KEEP and chosen):
            return _decision(chosen, keys, finish=key == FINISH)
        part = _fitting(parts.pop(key, ()), view.room - total(chosen))
        if not part:
            raise IllegalAction(OUT_OF_DATE)
        if not keys:
            return _which_cards(view, part, chosen)
        chosen += _take(keys, part)
        if total(chosen) > view.room:
            raise IllegalAction(too_much(total([*view.hand, *chosen]), view.options.hand_limit))
    return _what_next(view, parts, chosen)


def _parts(view: CardDuelView) -> dict[str, tuple[Card, ...]]:
    """The pool, split by value into parts that fit a menu, by key."""
    return {f"set-{start // PART + 1}": view.pool[start : start + PART] for start in range(0, len(view.pool), PART)}


def _fitting(part: Sequence[Card], room: int) -> list[Card]:
    """The cards of a part that would each fit in the hand."""
    return [card for card in part if VALUES[card] <= room]


def _take(keys: list[str], part: Sequence[Card]) -> list[Card]:
    """Pop the cards of one answer off the front of a path; they are in the order of the choices."""
    taken: list[Card] = []
    for card in part:
        if keys and keys[0] == CARD_TEXTS[card]:
            taken.append(card)
            del keys[0]
    if not taken:
        raise IllegalAction(OUT_OF_DATE)
    return taken


def _decision(chosen: Sequence[Card], rest: Sequence[str], *, finish: bool) -> Decision[Action]:
    if rest:
        raise IllegalAction(OUT_OF_DATE)
    picks: tuple[Action, ...] = tuple(PICKS[card] for card in chosen)
    return Decision((*picks, DONE) if finish else picks)


def _which_cards(view: CardDuelView, part: Sequence[Card], chosen: Sequence[Card]) -> Question:
    room = view.room - total(chosen)
    choices = tuple(Choice(CARD_TEXTS[card], say("{card}", card=cards([card])), _worth(card), card) for card in part)
    text = say(
        "Which of these go into your hand ({total} of {limit} so far)?",
        total=total([*view.hand, *chosen]),
        limit=view.options.hand_limit,
    )
    return Question(text, choices, 1, _most(part, room))


def _what_next(view: CardDuelView, parts: dict[str, tuple[Card, ...]], chosen: Sequence[Card]) -> Question:
    """The running total, the parts that still have cards to add, and the ways to stop choosing."""
    room = view.room - total(chosen)
    hand = by_value([*view.hand, *chosen])
    choices = [_part_choice(key, fitting, room) for key, part in parts.items() if (fitting := _fitting(part, room))]
    if choices and not chosen:
        choices.insert(0, _suggestion(view))
    choices.append(_finish(view, chosen))
    if chosen:
        choices.append(_KEEP)
    return Question(_how_far(hand, view.options.hand_limit), tuple(choices))


def _finish(view: CardDuelView, chosen: Sequence[Card]) -> Choice:
    if not view.hand and not chosen:
        return Choice(FINISH, say("Play without a hand"))
    rest = len(view.pool) - len(chosen)
    return Choice(FINISH, say("Finish this hand"), say("deck of {count}", count=rest), weight=Weight.MAIN)


def _how_far(hand: Sequence[Card], limit: int) -> Text:
    if not hand:
        return say("Choose your hand: cards worth up to {limit} together.", limit=limit)
    return say("Your hand: {cards} ({total} of {limit})", cards=cards(hand), total=total(hand), limit=limit)


def _part_choice(key: str, part: Sequence[Card], room: int) -> Choice:
    if len(part) == 1:
        return Choice(key, say("Add {card}", card=cards(part)), _worth(part[0]))
    span = say("Add from {low} to {high}", low=cards(part[:1]), high=cards(part[-1:]))
    return Choice(key, span, say("up to {most} of {all} cards", most=_most(part, room), all=len(part)))


def _most(part: Sequence[Card], room: int) -> int:
    """How many cards of a part fit together: as many of the first ones as fit, because it is sorted by value."""
    return sum(value <= room for value in accumulate(VALUES[card] for card in part))


# Changing a suggested hand


def _suggestion(view: CardDuelView) -> Choice:
    if view.hand:
        return Choice(SUGGEST, say("Suggest the rest"), say("your lowest cards"))
    return Choice(SUGGEST, say("Suggest a hand"), say("your lowest cards"), weight=Weight.MAIN)


def _ask_for_changes(view: CardDuelView, changes: Sequence[str]) -> Question | Decision[Action]:
    """The suggested cards after these changes: each change drops a chosen card or adds another."""
    chosen = lowest_that_fit(view.pool, view.room)
    if not chosen:
        raise IllegalAction(OUT_OF_DATE)
    for number, key in enumerate(changes):
        if key == FINISH or (key == KEEP and chosen):
            return _decision(chosen, changes[number + 1 :], finish=key == FINISH)
        offered = {CARD_TEXTS[card]: card for card in (*_addable(view, chosen), *_one_of_each_value(chosen))}
        if key not in offered or number > MOST_CHANGES:
            raise IllegalAction(OUT_OF_DATE)
        card = offered[key]
        chosen = [other for other in chosen if other != card] if card in chosen else by_value([*chosen, card])
    text = _how_far(by_value([*view.hand, *chosen]), view.options.hand_limit)
    if len(changes) >= MOST_CHANGES and chosen:
        return Question(text, (_finish(view, chosen), _KEEP))
    drops = [_change(say("Drop {card}", card=cards([card])), card) for card in _one_of_each_value(chosen)]
    adds = [_change(say("Add {card}", card=cards([card])), card) for card in _addable(view, chosen)]
    return Question(text, (*drops, *adds, _finish(view, chosen)))


def _addable(view: CardDuelView, chosen: Sequence[Card]) -> list[Card]:
    """The cards that still fit."""
    rest = [card for card in view.pool if card not in chosen]
    return _one_of_each_value(_fitting(rest, view.room - total(chosen)))


def _one_of_each_value(group: Sequence[Card]) -> list[Card]:
    """The first card of each value: suits do not matter (1.1), and this leaves few enough changes for buttons."""
    return [card for place, card in enumerate(group) if place == 0 or VALUES[card] != VALUES[group[place - 1]]]


def _change(label: Text, card: Card) -> Choice:
    return Choice(CARD_TEXTS[card], label, card=card)

"""What is said beside each card is what a second reading of the rules makes of it, as things stand."""

from random import Random

import pytest

from engines.cards import CARD_TEXTS, SUITS, Card
from engines.contract import Question
from engines.counter.actions import Play as PlayAction
from engines.counter.options import Options
from engines.counter.questions import PLAIN
from engines.counter.state import CounterState
from engines.texts import SUIT_SIGNS, Text
from tests.engines.counter.positions import GAME
from tests.reference.counter_tricks import Play, Trick, resolve


def trick_with(state: CounterState, card: Card, shown: Card | None) -> Trick:
    """The trick if it ended after this card."""
    cards = [*zip(state.trick, state.showing, strict=True), (card, shown)]
    plays = [
        Play(place, CARD_TEXTS[each], None if four is None else CARD_TEXTS[four])
        for place, (each, four) in enumerate(cards)
    ]
    trump = SUITS[state.face_up[-1] & 3]
    return resolve(plays, trump, state.mult, last=False, king_rule=state.options.king_rule)


def is_true(hint: Text, state: CounterState, card: Card, shown: Card | None) -> bool:
    trick, place = trick_with(state, card, shown), len(state.trick)
    has_queen = any(CARD_TEXTS[played][0] == "Q" for played in state.trick)
    match hint.template:
        case "{worth} · best":
            return trick.winner == place > 0 and is_true(value_of(hint, "worth"), state, card, shown)
        case "{value}" | "{value} as a trump" | "{value} as {suit}":
            worth = "½" if trick.values[place] == 0.5 else f"{trick.values[place]:g}"
            suit = dict(hint.values).get("suit", SUIT_SIGNS[card & 3])
            as_trump = hint.template.endswith("trump")
            keeps = (as_trump and trick.trumps[place]) or trick.suits[place] == SUITS[SUIT_SIGNS.index(str(suit))]
            return keeps and dict(hint.values)["value"] == worth
        case "victor":
            return not has_queen and trick.winner == place
        case "void":
            return not has_queen and trick.winner != place
        case "show another, or void":
            return sum(CARD_TEXTS[held][0] == "4" for held in state.hands[state.turn]) > 1
    return False


def value_of(hint: Text, name: str) -> Text:
    """The part of a hint with this name."""
    part = dict(hint.values)[name]
    assert isinstance(part, Text)
    return part


def shown_key(action: PlayAction) -> str:
    """The key of the choice to show this four, or none."""
    return PLAIN if action.shown is None else CARD_TEXTS[action.shown]


def hints(state: CounterState, seat: int) -> list[tuple[Text, Card, Card | None]]:
    """Every hint in the questions that lead to a play, with the cards that it is about."""
    found: list[tuple[Text, Card, Card | None]] = []
    view = state.view(seat)
    for action in state.actions(seat):
        if not isinstance(action, PlayAction):
            continue
        first = GAME.ask(view, ())
        assert isinstance(first, Question)
        card = CARD_TEXTS[action.card]
        (choice,) = [choice for choice in first.choices if choice.key == card]
        if choice.hint is not None:
            found.append((choice.hint, action.card, None))
        second = GAME.ask(view, (card,))
        if isinstance(second, Question):
            (choice,) = [choice for choice in second.choices if choice.key == shown_key(action)]
            if choice.hint is not None:
                found.append((choice.hint, action.card, action.shown))
    return found


@pytest.mark.parametrize("king_rule", ["keep", "none"])
def test_hints_are_true_in_random_games(king_rule: str) -> None:
    seen: set[str] = set()
    for seed in range(12):
        chance = Random(seed)
        state = GAME.deal(
            seats=3 + seed % 3, seed=f"hints {seed}", options=Options.model_validate({"king_rule": king_rule})
        )
        assert isinstance(state, CounterState)
        while state.to_act and state.hand_no < 4:
            seat = chance.choice(state.to_act)
            for hint, card, shown in hints(state, seat):
                assert is_true(hint, state, card, shown), (str(hint), CARD_TEXTS[card], state.dump())
                seen.add(hint.template)
            state.act(seat, chance.choice(state.actions(seat)))
    assert seen == {
        "{worth} · best",
        "{value}",
        "{value} as {suit}",
        "victor",
        "void",
        "show another, or void",
        *(["{value} as a trump"] if king_rule == "none" else []),
    }

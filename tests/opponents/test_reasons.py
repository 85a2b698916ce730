"""Why a move is good: every legal move has a reason, which follows from the view alone and reads as it should."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

import opponents.reasons
from engines import GAMES
from engines.contract import State
from engines.testing.cases import plain
from engines.texts import Cards, Text
from opponents import Budget, Level, choose, judge
from opponents.policies import policy_of
from opponents.reasons import REASONS, reason
from opponents.reasons.base import CERTAIN, HOPELESS
from opponents.thoughts import FEW_TRIALS, Considered, Thought
from tests.engines.adapters import ADAPTERS, tables
from tests.opponents.test_opponents_choices import COUNT, every_table, positions

ACTIONS = 6
"""How many legal actions per position to check for a reason."""
FEW = Budget(simulations=25)


def some_thoughts(state: State[Any], seat: int, chance: Random) -> list[Thought[Any]]:
    """What the hard level thinks of a position, and several unconsidered actions, good or bad."""
    actions = state.actions(seat)
    picked = chance.sample(actions, min(len(actions), ACTIONS))
    return [choose(state.game, state.view(seat), Level.HARD, chance, FEW), *map(Thought, picked)]


HOUSE_RULES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("knotweed", 3, {"cheating": True}),
    ("counterweight", 2, {"amendment": True, "free_new_pile": True}),
    ("counter", 4, {"king_rule": "none"}),
)


@pytest.mark.parametrize(("key", "seats", "rules"), [*((*table, {}) for table in tables()), *HOUSE_RULES])
def test_every_move_has_a_reason(key: str, seats: int, rules: dict[str, Any]) -> None:
    chance = Random(key)
    for state, seat in positions(key, seats, COUNT, **rules):
        view = state.view(seat)
        for thought in some_thoughts(state, seat, chance):
            found = reason(state.game, view, thought)
            assert 1 <= len(found) <= 3
            for text in found:
                assert str(text).endswith(".")
                assert text.template[0].isupper() or text.template[0] == "{"
                assert not set("{}") & set(str(text))


@every_table
def test_a_reason_is_not_true_of_the_rival_as_well(key: str, seats: int) -> None:
    """Apart from the cards it names, the rival's move gets none of the same sentences, nor better numbers."""
    chance, reasons, told = Random(key), REASONS[key], 0
    for state, seat in positions(key, seats, COUNT):
        view, actions = state.view(seat), state.actions(seat)
        if len(actions) < 2:
            continue
        chosen, played = chance.sample(actions, 2)
        shown = {without_cards(text): text for text in reason(state.game, view, Thought(chosen), played)}
        of_rival = [*reasons.why(view, played), *reasons.also(view, played)]
        assert not set(shown) & set(map(without_cards, of_rival))
        told += len(shown)
        for text in shown.values():
            for scale, other in product(reasons.scales, of_rival):
                if text.template.startswith(scale.beginnings) and other.template.startswith(scale.beginnings):
                    pairs = [
                        (sign * amount(text, name), sign * amount(other, name)) for name, sign in scale.signs.items()
                    ]
                    assert any(mine > theirs for mine, theirs in pairs), (text, other)
    assert told


def without_cards(text: Text) -> tuple[str, tuple[Any, ...]]:
    return text.template, tuple(value for _, value in text.values if not isinstance(value, Cards))


def amount(text: Text, name: str) -> float:
    found = dict(text.values).get(name, 0)
    assert isinstance(found, int | float)
    return found


@every_table
def test_hidden_cards_change_no_reason(key: str, seats: int) -> None:
    chance = Random(key)
    for state, seat in positions(key, seats, COUNT):
        document = plain(state.dump())
        ADAPTERS[key].exchange(document, seat, chance)
        other = state.game.position(document).view(seat)
        for thought in some_thoughts(state, seat, chance):
            assert reason(state.game, state.view(seat), thought) == reason(state.game, other, thought)


def test_every_game_has_its_own_reasons() -> None:
    assert set(REASONS) >= set(ADAPTERS)


def test_only_a_seat_that_may_act_needs_a_reason() -> None:
    game = GAMES["three_piles"]
    state = game.deal(seats=2, seed="turn", options=game.Options.model_validate({"first": 0}))
    for view in (state.view(1), state.view(None)):
        with pytest.raises(ValueError, match="may act"):
            reason(game, view, Thought(game.parse("draw")))


# What the estimates show.

OPENING = {"stacks": [["5D"], ["7C"], ["JH"]], "hands": [["2C", "9H", "KS"], ["3C", "TH", "QS"]], "deck": ["6S", "4S"]}


def weighed(*considered: tuple[str, float, int], stake: float = 1.0) -> list[str]:
    """The reasons for the first of these actions of 3 Piles, with their estimates and visits."""
    game = GAMES["three_piles"]
    tried = tuple(Considered(game.parse(text), estimate, visits) for text, estimate, visits in considered)
    return [str(text) for text in reason(game, game.position(OPENING).view(0), Thought(tried[0].action, tried, stake))]


@pytest.mark.parametrize(
    ("considered", "sentence"),
    [
        (
            [("draw", 0.64, 200), ("take 1 0", 0.581, 100), ("take 2 0", 0.3, 50)],
            "I think this wins about 64% of the time; the next best, “Take 7♣ for pile 1”, about 58%.",
        ),
        (
            [("draw", 0.6, 200), ("take 1 0", 0.58, 200)],
            "I think this wins about 60% of the time; “Take 7♣ for pile 1” is about as good.",
        ),
        (
            [("draw", 0.5, 200), ("take 1 0", 0.62, 30)],
            "I think this wins about 50% of the time; “Take 7♣ for pile 1” may be better, but I am not sure.",
        ),
        (
            [("draw", 0.5, 200), ("take 1 0", 0.1, FEW_TRIALS - 1)],
            "I think this wins about 50% of the time; everything else I tried came out worse.",
        ),
        ([("draw", 1.0, 200), ("take 1 0", 0.1, 9)], "This should win; everything else I tried came out worse."),
        (
            [("draw", 1.0, 200), ("take 1 0", 0.5, 200)],
            "This should win; the next best, “Take 7♣ for pile 1”, wins about 50% of the time.",
        ),
        # Empty piles are equivalent: the other one is not an alternative.
        (
            [("take 1 0", 0.5, 200), ("take 1 2", 0.5, 200), ("draw", 0.25, 60)],
            "I think this wins about 50% of the time; the next best, “Draw a card”, about 25%.",
        ),
        ([("draw", HOPELESS / 2, 200), ("take 1 0", 0.0, 9)], "Whatever I tried, there is little hope of winning."),
        ([("draw", 1.0, 200), ("take 1 0", CERTAIN + 0.01, 90)], "Whatever I tried, you should win from here."),
    ],
)
def test_tried_actions_are_compared(considered: Sequence[tuple[str, float, int]], sentence: str) -> None:
    assert weighed(*considered)[-1] == sentence


@pytest.mark.parametrize(
    ("stake", "told"), [(1.0, "is about as good"), (0.5, "the next best"), (0.01, "the next best")]
)
def test_the_less_hangs_on_the_deal_the_smaller_differences_count(stake: float, told: str) -> None:
    assert told in weighed(("draw", 0.6, 200), ("take 1 0", 0.58, 200), stake=stake)[-1]
    assert "is about as good" in weighed(("draw", 0.6, 200), ("take 1 0", 0.592, 200), stake=stake)[-1]


def test_once_somebody_has_won_the_others_want_not_to_be_last() -> None:
    """Knotweed 6.4 and 9.1, with three players and one of them out: the game goes on for the other places."""
    game, luck, found = GAMES["knotweed"], Random(4), list[float]()
    for deal in range(6):
        state = game.deal(seats=3, seed=f"places {deal}", options=game.Options())
        assert not judge(game, state.view(state.to_act[0]), "x", Budget(1)).is_won
        while state.outcome is None:
            view = state.view(state.to_act[0])
            thought = choose(game, view, Level.NORMAL, luck)
            if policy_of(game.key).is_won(state) and len(view.actions()) > 1:
                judged = judge(game, view, "places", Budget(60))
                assert judged.is_won
                assert not choose(game, view, Level.HARD, luck, FEW).considered, "no share of the win"
                sure = [replace(one, error=0.0, visits=200) for one in judged.considered]
                told = str(reason(game, view, replace(judged, considered=tuple(sure)))[-1])
                assert len(sure) == 1 or "keeps you from being last about" in told
                found.append(judged.considered[0].estimate)
            state.act(state.to_act[0], thought.action)
    assert min(found) < 0.3 < 0.7 < max(found), "whoever has the better cards stays ahead"


@pytest.mark.parametrize(
    "considered", [[("draw", 0.64, 200)], [("draw", 0.64, FEW_TRIALS - 1), ("take 1 0", 0.5, FEW_TRIALS - 1)]]
)
def test_estimates_from_too_few_trials_are_not_quoted(considered: Sequence[tuple[str, float, int]]) -> None:
    assert not any("%" in sentence for sentence in weighed(*considered))


def test_a_game_without_reasons_still_gets_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents.reasons, "REASONS", {})
    assert weighed(("draw", 0.5, 1)) == ["Of everything you can do now, I would choose this."]
    assert len(weighed(("draw", 0.5, 50), ("take 1 0", 0.2, 50))) == 1
    state = GAMES["three_piles"].position({"hands": [["5C"], ["6C"]], "stacks": [["6D"], [], []], "phase": "play"})
    only = GAMES["card_duel"].position({"decks": [["5C"], ["6C"]]})
    assert [str(text) for text in reason(only.game, only.view(0), Thought(only.actions(0)[0]))] == [
        "It is the only thing you can do now."
    ]
    assert len(state.actions(0)) > 1

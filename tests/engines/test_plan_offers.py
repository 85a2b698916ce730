"""What each game lets players plan, and under which conditions a plan is carried out."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.card_duel.rules import Table
from engines.contract import State
from engines.testing.play import play
from engines.testing.questions import Plans


@pytest.mark.parametrize(
    ("key", "seats", "rules"),
    [
        ("knotweed", 3, {"cheating": True, "rounds": 2}),
        ("counterweight", 2, {"amendment": True, "best_of": 3}),
        ("counterweight", 2, {"free_new_pile": True}),
        ("card_duel", 2, {"best_of": 3, "life": 5}),
        ("three_piles", 2, {"target": 60}),
    ],
)
def test_plans_are_legal_under_other_house_rules(key: str, seats: int, rules: dict[str, Any]):
    game = GAMES[key]
    plans = Plans(game, Random(f"{rules}"))
    play(game, seats, "plans", game.Options(**rules), plans.look)
    assert plans.applied


def deal(key: str, seats: int, seed: str = "oak", **rules: Any) -> Any:
    game = GAMES[key]
    return game.deal(seats=seats, seed=seed, options=game.Options(**rules))


def offered(state: State[Any], seat: int) -> dict[str, str]:
    """The plans of a seat by what they say."""
    return {str(offer.label): offer.key for offer in state.game.plans(state.view(seat))}


def planned(state: State[Any], seat: int, key: str) -> list[str] | None:
    actions = state.game.planned(state.view(seat), key)
    return None if actions is None else [str(action) for action in actions]


def test_a_card_is_planned_for_the_suit_that_is_led():
    state = deal("counter", 3, dealer=2)
    for seat in range(3):
        state.act(seat, "bid 1")
    card = str(next(action for action in state.actions(0) if str(action)[-1] == "H"))  # a lead of hearts
    hearts = next(key for label, key in offered(state, 1).items() if label.endswith("if hearts are led"))
    spades = next(key for label, key in offered(state, 1).items() if label.endswith("if spades are led"))
    free = next(key for label, key in offered(state, 1).items() if label.endswith("if you need not follow suit"))
    state.act(0, card)
    assert planned(state, 1, hearts) == [hearts.rpartition("/")[2]]
    assert planned(state, 1, spades) == planned(state, 1, free) == []
    assert planned(state, 1, hearts.replace("1/", "2/", 1)) == []  # from another hand


def test_a_standing_answer_accepts_unless_it_was_the_last_card():
    state = deal("knotweed", 3, cheating=True, first=0)
    always, unless = (
        offered(state, 1)["Accept every turn"],
        offered(state, 1)["Accept every turn, unless it was a last card"],
    )
    state.act(0, "pass 3")
    assert planned(state, 1, always) == planned(state, 1, unless) == ["accept"]
    last = replace(state.view(1), counts=(0, 7, 7))
    assert state.game.planned(last, always)
    assert state.game.planned(last, unless) == ()
    state.act(1, "accept")
    state.act(2, "accept")
    assert planned(state, 1, always) is None  # a turn is another kind of decision


def test_a_pass_is_planned_for_a_hand_that_does_not_fit():
    state = deal("knotweed", 2, first=0)
    stuck = offered(state, 1)["Pass whenever none of your cards fits"]
    state.act(0, "pass")
    view = state.view(1)
    (top,) = (pile.top for pile in view.piles.values())
    misfits = tuple(card for card in range(52) if card >> 2 != top >> 2 and card & 3 != top & 3)
    assert [str(action) for action in state.game.planned(replace(view, hand=misfits), stuck)] == ["pass"]
    assert state.game.planned(replace(view, hand=(*misfits, top ^ 1)), stuck) == ()  # of the same rank


def test_a_card_is_taken_only_while_it_is_there():
    state = deal("three_piles", 2, first=0)
    takes = {label: key for label, key in offered(state, 1).items() if label.startswith("Take")}
    assert len(takes) == 3  # one for each stack, onto the first of the empty piles
    state.act(0, "take 0 0")
    answers = [planned(state, 1, key) for key in takes.values()]
    assert answers == [[], ["take 1 0"], ["take 2 0"]]


def test_drawing_is_planned_together_with_the_card_to_play():
    state = deal("three_piles", 2, first=0)
    key = next(key for label, key in offered(state, 1).items() if label.startswith("Draw, then put"))
    state.act(0, "take 0 0")
    drawn = planned(state, 1, key)
    assert drawn is not None
    assert drawn[0] == "draw"
    for action in drawn:
        state.act(1, action)
    assert state.to_act == (0,)


def test_a_couple_is_placed_only_on_the_same_cards():
    state = deal("counterweight", 2, seed="lime", first=0)
    key = next(plan for plan in offered(state, 1).values() if "couple" in plan)
    view = replace(state.view(1), to_act=(1,), turn=1)
    first = key.rpartition("/")[2].partition("+")[0]
    assert next(str(action) for action in state.game.planned(view, key)) == first
    covered = {pile: (*cards, cards[-1] ^ 1) for pile, cards in view.piles.items()}
    assert state.game.planned(replace(view, piles=covered), key) == ()


def test_an_attack_is_stopped_with_the_lowest_card_that_can():
    state = deal("card_duel", 2, dealer=0)
    for seat in (0, 1):
        state.act(seat, "done")
    view = replace(state.view(1), hand=(4, 16, 20), phase="defend", to_act=(1,))  # 2, 5 and 6 of clubs
    stop, or_deck = "0/stop/", "0/stop/deck"
    waiting = replace(state.view(1), hand=(4, 16, 20))
    assert {stop, or_deck} <= {offer.key for offer in state.game.plans(waiting)}

    def answers(attack: int, key: str) -> list[str]:
        return [str(action) for action in state.game.planned(replace(view, table=Table(attack)), key)]

    assert answers(13, stop) == answers(13, or_deck) == ["hand 5C"]  # against a 4
    assert answers(51, stop) == []
    assert answers(51, or_deck) == ["deck"]
    assert state.game.planned(replace(view, phase="damage"), stop) is None  # the next attack may still come

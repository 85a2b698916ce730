"""How Counterweight asks for a move (Annex C)."""

from collections.abc import Iterator
from typing import Any

import pytest

from engines import IllegalAction
from engines.cards import CARD_TEXTS
from engines.counterweight.actions import Action, Place
from engines.counterweight.view import CounterweightView
from engines.scenes import Decision
from tests.engines import moves
from tests.engines.counterweight.positions import GAME, amended, last_card, offered, position, question
from tests.engines.moves import play

MANY = ["9H", "4D", "9D", "4C", "9S", "4H"]
"""With nines and fours on the table, these make too many couples to offer one by one."""


def decisions(view: CounterweightView, path: tuple[str, ...] = ()) -> Iterator[Action]:
    """Every action that the choices from ``path`` on can start with."""
    asked = GAME.ask(view, path)
    if isinstance(asked, Decision):
        yield asked.actions[0]
        return
    assert (asked.least, asked.most) == (1, 1)
    for choice in asked.choices:
        yield from decisions(view, (*path, choice.key))


def decided(view: CounterweightView, *path: str) -> str:
    return ", ".join(moves.decided(GAME, view, *path))


def test_few_couples_take_one_tap() -> None:
    view = position(hands=[["9H", "4D", "KC", "5S"], ["8C"]], P2=["QC"], temp={"B1": ["4S"], "B2": ["9C"]}).view(0)
    assert offered(view) == [("4D-B1-9H-B2", "4♦ → B1, 9♥ → B2", "they pay 4")]
    assert str(question(view).text) == "Place a couple"
    assert decided(view, "4D-B1-9H-B2") == "couple 4D B1 9H B2"
    suits = position(hands=[["5S", "JH", "KC"], ["8C"]], P1=["9S"], P2=["3H"], temp={}).view(0)
    assert offered(suits) == [("5S-P1-JH-P2", "5♠ → P1, J♥ → P2", "free")]


ONLY = {"hands": [["9H", "4D", "KC", "5S"], ["8C"]], "P2": ["QC"]}
"""A hand with a single couple, one card of which goes on A1."""


def test_placing_a_single_couple_and_collecting_take_one_tap() -> None:
    """There is only one couple, and the player learns nothing between placing it and collecting (6.1)."""
    state = position(**ONLY)
    view = state.view(0)
    assert str(question(view).text) == "Place 4♦ → B1, 9♥ → A1: collect?"
    assert offered(view) == [
        ("4D-B1-9H-A1-none", "Collect nothing", "you stay at 4"),
        ("4D-B1-9H-A1-A1", "Collect A1", "you 4 → 4"),
    ]
    assert decided(view, "4D-B1-9H-A1-none") == "couple 4D B1 9H A1, collect"
    play(state, *decided(view, "4D-B1-9H-A1-A1").split(", "))
    assert (state.dump()["limbo"][0], state.turn) == (["9C", "9H"], 1)


def test_both_own_piles_of_a_single_couple_can_be_collected() -> None:
    view = position(hands=ONLY["hands"], P2=["QC"], temp={"A1": ["9C"], "A2": ["4S"]}).view(0)
    assert [(label, hint) for _, label, hint in offered(view)] == [
        ("Collect A1", "you 10 → 6"), ("Collect A2", "you 10 → 6"),
        ("Collect A1, A2", "you 10 → 6"), ("Collect nothing", "you stay at 10"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "keys"),
    [
        ({"options": {"amendment": True}}, ["4D-B1-9H-A1"]),  # the opponent may move the four (8)
        ({"hands": [["9H", "4D"], ["8C"]]}, ["4D-B1-9H-A1"]),  # all piles must be collected (6.2)
        ({"hands": [["9H"], ["8C"]]}, ["9H-A1"]),  # the last card may draw another one (4.6)
    ],
)
def test_collecting_waits_if_something_happens_in_between(parts: dict[str, Any], keys: list[str]) -> None:
    assert [key for key, _, _ in offered(position(**(ONLY | parts)).view(0))] == keys


def test_choices_say_what_an_empty_hand_leads_to() -> None:
    """Rules 3.4d, 4.6."""
    out = position(hands=[["9H", "4D"], ["8C"]], P1=["9S"], temp={"B1": ["4S"]}).view(0)
    assert [hint for _, _, hint in offered(out)] == ["you go out"]
    assert [hint for _, _, hint in offered(position(hands=[["9H", "4D"], ["8C"]]).view(0))] == ["you collect"]
    sole = [("7S-P1", "7♠ → P1", "you go out"), ("7S-P2", "7♠ → P2", "you draw 1")]
    assert offered(last_card().view(0)) == sole
    assert [hint for _, _, hint in offered(last_card(stock=[]).view(0))] == ["you go out", "you go out"]
    assert str(question(last_card().view(0)).text) == "Where does your last card go?"


def test_many_couples_take_two_choices() -> None:
    """A card, then a couple that includes it; each couple is offered under both of its cards."""
    view = position(hands=[MANY, ["8C"]], P1=["9C"], P2=["4S"]).view(0)
    assert len([action for action in view.actions() if isinstance(action, Place)]) > 25
    assert set(decisions(view)) == set(view.actions())
    assert str(question(view).text) == "Choose one card of the couple"
    assert [key for key, _, _ in offered(view)] == ["4C", "4D", "4H", "9D", "9H", "9S"]
    for key, _, hint in offered(view):
        assert hint == f"{len(offered(view, key))} couples"
    assert str(question(view, "9H").text) == "Which couple with 9♥?"
    assert str(question(view, "9H").menu) == f"All {len(offered(view, '9H'))} couples"
    assert decided(view, "9H", "4D-B1-9H-A1") == decided(view, "4D", "4D-B1-9H-A1") == "couple 4D B1 9H A1"


def test_of_many_couples_the_best_come_first_under_their_card_too() -> None:
    """What costs the opponent most, less one's own costs (7.3)."""
    piles = {"A1": ["4S"], "B1": ["4S"], "B2": ["9C"], "B3": ["4S"], "B4": ["9C"]}
    view = position(hands=[MANY, ["8C"]], P1=["4S"], P2=["9C"], temp=piles).view(0)
    effects = [hint for _, _, hint in offered(view, "4D")]
    order = ["they pay 8", "they pay 4", "they 4, you 1", "free", "you pay 1"]
    assert list(dict.fromkeys(effects)) == order
    assert effects == sorted(effects, key=lambda effect: order.index(str(effect)))


def test_labels_tell_what_each_player_pays() -> None:
    """Rule 7.3."""
    hands = [["9H", "4D", "KH"], ["8C"]]
    temp = {"A1": ["9S"], "A2": ["QD"], "B1": ["4S"], "B2": ["9D"]}
    view = position(hands=hands, P1=["4C"], P2=["9C"], temp=temp).view(0)
    assert [(label, hint) for _, label, hint in offered(view)] == [
        ("4♦ → B1, 9♥ → B2", "they pay 4"),
        ("4♦ → P1, 9♥ → B2", "they pay 2"),
        ("4♦ → B1, 9♥ → P2", "they pay 2"),
        ("4♦ → P1, 9♥ → P2", "free"),
        ("4♦ → B1, 9♥ → A1", "both pay 2"),
        ("4♦ → P1, 9♥ → A1", "you pay 2"),
    ]


def test_without_a_couple_one_menu_offers_new_piles() -> None:
    view = position(temp={}).view(0)
    assert str(question(view).text) == "No couple: start a pile"
    assert [str(choice.text) for choice in question(view).choices] == [
        f"Start a pile with {card} · draw 1" for card in ("4♦", "9♥", "K♣")
    ]
    assert decided(view, "KC") == "new KC"


def test_a_free_new_pile_is_one_more_choice() -> None:
    """Rule 1.4: whether there are few couples or many."""
    options = {"free_new_pile": True}
    for hand in (["9H", "4D", "KC"], [*MANY, "KC"]):
        view = position(hands=[hand, ["8C"]], options=options).view(0)
        assert offered(view)[-1] == ("new", "Start a pile instead", None)
        assert str(question(view, "new").text) == "Which card begins your pile?"
        assert decided(view, "new", "KC") == "new KC"
    assert decided(position(temp={}, options=options).view(0), "KC") == "new KC"


def test_collecting_is_one_question() -> None:
    """Annex C: at most four choices."""
    state = position(temp={"A1": ["9C"], "A2": ["4S", "4H"]})
    play(state, "couple 4D A2 9H A1")
    view = state.view(0)
    assert offered(view) == [
        ("A1", "Collect A1", "you 11 → 6"),
        ("A2", "Collect A2", "you 11 → 6"),
        ("A1-A2", "Collect A1, A2", "you 11 → 6"),
        ("none", "Collect nothing", "you stay at 11"),
    ]
    assert decided(view, "A1-A2") == "collect A1 A2"
    assert decided(view, "none") == "collect"


def test_relocating_is_one_question() -> None:
    """Annex C: at most seven choices."""
    state = amended(P1=["9H"], P2=["JH"])
    play(state, "couple 3H B2 TS B1")
    view = state.view(1)
    assert offered(view) == [
        ("3H-P1", "3♥ → P1", "you save 2"),
        ("3H-P2", "3♥ → P2", "you save 2"),
        ("none", "Move nothing", None),
    ]
    assert decided(view, "3H-P2") == "relocate 3H P2"
    both = amended()
    play(both, "couple 3H B2 TS B1")
    assert offered(both.view(1))[0] == ("3H-P2-TS-P1", "3♥ → P2, 10♠ → P1", "you save 4")


def test_relocations_stay_within_the_limit_in_the_annex() -> None:
    """Annex C: both cards by rank on two piles of the responder, four of a kind."""
    state = amended(hands=[["9H", "9S", "KC"], ["8C"]], P1=["9D"], P2=["9C"], temp={"B1": ["9D"], "B2": ["9C"]})
    play(state, "couple 9H B1 9S B2")
    assert len(offered(state.view(1))) == 7


@pytest.mark.parametrize("path", [("9H",), ("4D-B1-9H-P1",), ("new",), ("KC",), ("none",), ("4D-B1-9H-A1", "A1")])
def test_choices_that_are_not_offered_are_rejected(path: tuple[str, ...]) -> None:
    """A button from an outdated position."""
    with pytest.raises(IllegalAction, match="no longer there"):
        GAME.ask(position().view(0), path)


@pytest.mark.parametrize(
    ("parts", "moves", "action"),
    [
        ({"P1": ["4S"]}, (), "couple 4D P1 9H A1"),  # a permanent pile costs nobody anything
        ({"P1": ["9S"], "temp": {"A1": ["9C"], "A2": ["QD"], "B1": ["4S"]}}, (), "couple 4D B1 9H P1"),
        ({"temp": {}}, (), "new 4D"),
        ({"options": {"free_new_pile": True}}, (), "couple 4D B1 9H A1"),
        ({}, ("couple 4D B1 9H A1",), "collect"),
        ({"temp": {"A1": ["9C"], "A2": ["QD"], "B1": ["4S"]}}, ("couple 4D B1 9H A1",), "collect A1"),
    ],
)
def test_the_fallback_costs_the_least(parts: dict[str, Any], moves: tuple[str, ...], action: str) -> None:
    """Rule 7.3: first the seat's own penalty points, then the opponent's."""
    state = position(**parts)
    play(state, *moves)
    assert str(GAME.fallback(state.view(0))) == action
    assert GAME.fallback(state.view(1)) is None


def test_the_fallback_moves_cards_off_the_responders_piles() -> None:
    """Rule 8."""
    state = amended()
    play(state, "couple 3H B2 TS B1")
    assert str(GAME.fallback(state.view(1))) == "relocate 3H P2 TS P1"


def test_the_largest_hand_fits_in_menus() -> None:
    """Annex C: up to 29 cards were observed; no question has more choices than there are cards or piles."""
    hand = [text for text in CARD_TEXTS if text[1] in "CD"] + ["AH", "2H", "3H"]
    temp = {f"B{number}": [rank + "S"] for number, rank in enumerate("A23456789TJ", 1)}
    view = position(hands=[hand, ["KH"]], P1=["QS"], P2=["KS"], temp=temp).view(0)
    assert len(view.actions()) > 200
    assert len(question(view).choices) == 29
    assert len(question(view, "AC").choices) == 26

"""How Knotweed asks for a move (Annex C)."""

from typing import Any

import pytest

from cogs.hands.paths import advance
from engines import IllegalAction
from engines.scenes import Question, Weight
from engines.testing.play import positions
from tests.engines.knotweed.positions import GAME, cheating, decided, keys, offered, position, question
from tests.engines.moves import play

MANY = ["2C", "2D", "6C", "6D", "6H", "7C", "9C", "9D", "KC", "KS"]


def test_few_plays_are_offered_at_once() -> None:
    """One tap for a normal move: every play with its cost, then the pass."""
    view = position().view(0)
    assert offered(view) == [
        ("p1-6C-6D", "6♣ 6♦ → pile 1", "then draw 1"),
        ("p1-6C", "6♣ → pile 1", "then draw 1"),
        ("pass", "Pass", "draw 3"),
    ]
    assert decided(view, "p1-6C-6D") == ["play 1 6C 6D"]


def test_plays_that_fit_in_a_menu_are_offered_at_once() -> None:
    """There is no question about the pile; plays that go out come first, then the cheapest."""
    view = position(hands=[MANY, ["2H"]], piles=[["5C"], ["QD"]]).view(0)
    asked = offered(view)
    assert len(asked) == len(view.actions()) == 20
    assert asked[-1] == ("pass", "Pass", "draw 3")
    costs = [(hint, -key.count("-")) for key, _, hint in asked[:-1]]
    assert costs == sorted(costs), "of equal cost, the most cards first"
    assert {label for key, label, _ in asked if key.endswith("-6C")} == {"6♣ → pile 1"}, "only one pile takes it"


def test_several_piles_for_the_same_cards_are_told_apart_by_what_they_cover() -> None:
    view = position(hands=[["6C", "6D", "9S"], ["2H"]], piles=[["5C"], ["QD"], ["QH"]]).view(0)
    labels = {label for _, label, _ in offered(view)}
    assert labels == {"6♣♦ → pile 1 (5♣)", "6♣♦ → pile 2 (Q♦)", "6♣ → pile 1", "6♦ → pile 2", "Pass"}


def test_too_many_plays_begin_with_the_pile() -> None:
    """Annex C: each pile with its top card and lowest cost, the best turn's first, then the plays on it."""
    view = position(hands=[MANY, ["2H"]], piles=[["5C"], ["QD"], ["AS"], ["KD"]]).view(0)
    assert offered(view) == [
        ("p4", "Pile 4: K♦", "can be free"),
        ("p1", "Pile 1: 5♣", "draw 1 or more"),
        ("p2", "Pile 2: Q♦", "draw 3 or more"),
        ("p3", "Pile 3: A♠", "draw 3 or more"),
        ("pass", "Pass", "draw 3"),
    ]
    on_five = {("6C", "6♣ → pile 1", "then draw 1"), ("6C-6D", "6♣ 6♦ → pile 1", "then draw 1")}
    assert on_five <= set(offered(view, "p1"))
    assert len(offered(view, "p1")) == 11
    assert decided(view, "p1", "6C-6D") == ["play 1 6C 6D"]


LARGE = [rank + suit for rank in "267K" for suit in "CDHS"] + ["9C"]
"""A hand with more plays on a single pile than a menu holds."""


def test_too_many_plays_on_a_pile_begin_with_the_rank() -> None:
    """Annex C, step 3; then the cards, unless there is only one way (step 4)."""
    view = position(hands=[LARGE, ["2H"]], piles=[["5C"]]).view(0)
    assert keys(view) == ["p1", "pass"]
    assert offered(view, "p1") == [
        ("r2", "2♣♦♥♠ → pile 1", "then draw 3"),
        ("r6", "6♣♦♥♠ → pile 1", "then draw 1"),
        ("r7", "7♣♦♥♠ → pile 1", "then draw 2"),
        ("r9", "9♣ → pile 1", "then draw 3"),
        ("rK", "K♣♦♥♠ → pile 1", "then draw 3"),
    ]
    text = "What goes on pile 1 (5♣)?"
    assert str(question(view, "p1", "r6").text) == text
    shorts = [str(choice.text) for choice in question(view, "p1", "r6").choices]
    assert len(set(shorts)) == len(shorts), "two buttons read the same"
    assert keys(view, "p1", "r6")[0] == "6C-6D-6H-6S"
    for path, played in ((("p1", "r9"), "play 1 9C"), (("p1", "r6", "6C-6D"), "play 1 6C 6D")):
        assert decided(view, *path) == [played]


PACKS = {"hands": [["6C"] * 3 + ["6D"] * 3 + ["6H"] * 3 + ["KS"], ["2H"]], "options": {"decks": 3}}
"""Three packs: more ways to play a rank than a menu holds."""


def test_cards_that_do_not_fit_are_refused_with_the_reason() -> None:
    """Rule 4.4, Annex C, step 4."""
    view = position(**PACKS).view(0)
    with pytest.raises(IllegalAction) as refusal:
        GAME.ask(view, ("p1", "r6", "6D", "6H"))
    assert str(refusal.value) == "None of 6♦ 6♥ matches the rank or the suit of 5♣ on pile 1."


def test_identical_cards_have_separate_keys() -> None:
    """Rule 12.1."""
    view = position(**PACKS).view(0)
    walked, asked = advance(GAME, view, ("p1",))
    assert walked == ("p1", "r6")
    assert isinstance(asked, Question)
    assert (asked.least, asked.most) == (1, 9)
    assert [choice.key for choice in asked.choices] == [
        "6C", "6C-2", "6C-3", "6D", "6D-2", "6D-3", "6H", "6H-2", "6H-3",
    ]  # fmt: skip
    assert decided(view, "p1", "r6", "6C-3", "6D") == ["play 1 6C 6D"]


@pytest.mark.parametrize("path", [("p1",), ("p1", "r6"), ("p1", "6C"), ("p1", "r6", "6C", "6D")])
def test_choices_from_an_older_order_of_questions_are_rejected(path: tuple[str, ...]) -> None:
    """A control from before an update, when the first question was the pile: it must not play anything else."""
    view = position(hands=[MANY, ["2H"]], piles=[["5C"], ["QD"]]).view(0)
    with pytest.raises(IllegalAction, match="no longer there"):
        GAME.ask(view, path)


def test_cards_from_an_older_order_of_questions_play_nothing() -> None:
    """A menu of single cards from before an update; now every play is a separate choice."""
    view = position(hands=[LARGE, ["2H"]], piles=[["5C"]]).view(0)
    with pytest.raises(IllegalAction, match="no longer there"):
        GAME.ask(view, ("p1", "r6", "6C", "6D"))


def test_ending_the_turn_comes_first_after_a_play() -> None:
    """Choices show the current penalty, and what another play would make it (5.2)."""
    state = position(hands=[["7C", "8D", "AD", "KH"], ["2H"]], piles=[["5C"], ["7D"]])
    play(state, "play 1 7C")
    view = state.view(0)
    assert offered(view) == [
        ("end", "End turn", "draw 2"),
        ("p2-8D", "8♦ → pile 2", "then draw 2"),
        ("p2-AD", "A♦ → pile 2", "then draw 3"),
    ]
    assert question(view).choices[0].weight is Weight.MAIN
    assert str(GAME.scene(view).waiting) == "player 1 plays again, or ends the turn and draws 2"


def test_choices_say_when_they_go_out() -> None:
    """Annex C, step 5."""
    view = position(hands=[["6C", "6D"], ["2H"]]).view(0)
    assert ("p1-6C-6D", "6♣ 6♦ → pile 1", "you go out") in offered(view)


def test_piles_are_pruned_one_by_one() -> None:
    """Rule 6.3, Annex C: single choices, repeated until half of the piles, rounded up, are gone."""
    state = position(hands=[["9C"], ["2H"], ["3H"]], piles=[["5C"], ["9D"], ["KS"]])
    play(state, "play 1 9C")
    asked = question(state.view(0))
    assert (str(asked.text), asked.least, asked.most) == ("Discard a pile: 2 must go", 1, 1)
    assert offered(state.view(0))[0] == ("p1", "Discard pile 1: 9♣", None)
    assert decided(state.view(0), "p3") == ["discard 3"]
    play(state, "discard 3")
    assert str(question(state.view(0)).text) == "Discard a pile: 1 must go"
    assert keys(state.view(0)) == ["p1", "p2"]


def test_several_piles_can_be_discarded_together() -> None:
    """A menu from before an update."""
    state = position(hands=[["9C"], ["2H"], ["3H"]], piles=[["5C"], ["9D"], ["KS"]])
    play(state, "play 1 9C")
    assert decided(state.view(0), "p3", "p1") == ["discard 1", "discard 3"]
    for path in (("p1", "p2", "p3"), ("p1", "p1"), ("p4",)):
        with pytest.raises(IllegalAction, match="no longer there"):
            GAME.ask(state.view(0), path)


def test_the_challenge_window_asks_for_a_verdict() -> None:
    """Rule 11.2."""
    state = cheating()
    play(state, "pass 3")
    assert offered(state.view(1)) == [("accept", "Accept", None), ("challenge", "Challenge", "costs nothing")]


@pytest.mark.parametrize(
    "path", [("p9",), ("p1", "r6"), ("end",), ("p1-6D",), ("pass", "3"), ("p1-6C", "p1"), ("accept",), ("p1-6C-6C",)]
)
def test_choices_that_are_not_offered_are_rejected(path: tuple[str, ...]) -> None:
    """A button from an earlier position."""
    with pytest.raises(IllegalAction, match="no longer there"):
        GAME.ask(position().view(0), path)


def test_a_very_large_group_still_fits_on_a_button() -> None:
    """Discord allows 80 characters; with six packs, a rank has 24 cards."""
    hand = [rank + suit for rank in "T9" for suit in "CDHS"] * 6
    state = position(hands=[hand, ["2H"]], options={"decks": 6})
    view = state.view(0)
    label = GAME.label(view, state.game.parse("play 1 " + " ".join(["TC", "TD", "TH", "TS"] * 6)))
    assert str(label) == "Play 24 cards of rank T on pile 1, costs 3"
    cards = question(view, "p1", "rT")
    assert (cards.most, len(cards.choices)) == (24, 24)


@pytest.mark.parametrize(("left", "taken"), [(["9S"], "draw 1"), ([], "draw nothing"), (["9S", "TS", "JS"], "draw 3")])
def test_a_pass_says_how_many_cards_it_really_takes(left: list[str], taken: str) -> None:
    """5.4: what the draw pile lacks is forgiven."""
    state = position(draw=left)
    view = state.view(0)
    assert str(GAME.label(view, GAME.parse("pass"))) == f"Pass ({taken})"
    state.act(0, "pass")
    assert f"draw {state.taken[0] or 'nothing'}" == taken


@pytest.mark.parametrize("seats", [2, 5])
def test_what_the_tip_of_a_first_game_names_stands_first(seats: int) -> None:
    """So it has a button however many plays there are."""
    views: list[Any] = [state.view(seat) for state in positions(GAME, seats, 40, "tips") for seat in state.to_act]
    tips = [(view, dict(tip.values)) for view in views if (tip := GAME.beginner_help(view)) is not None]
    named = [(view, said["pile"]) for view, said in tips if "pile" in said]
    assert named
    for view, pile in named:
        first = next(choice for choice in question(view).choices if choice.weight is not Weight.MAIN)
        assert first.key.partition("-")[0] == f"p{pile}", GAME.beginner_help(view)

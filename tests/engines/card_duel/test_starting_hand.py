"""Card Duel: how it asks for a starting hand (3.2, Annex C)."""

from random import Random
from typing import Any

import pytest

from cogs.hands.paths import advance
from engines import IllegalAction
from engines.card_duel.rules import VALUES, lowest_that_fit, total
from engines.card_duel.view import CardDuelView
from engines.cards import parse_card, write_cards
from engines.kit.beats import beats_of, parts_of
from engines.scenes import Choice, Question, Weight
from engines.testing.play import play as play_at_random
from engines.testing.questions import PATH_LIMIT
from tests.engines.card_duel.positions import GAME, building, dealt, decided
from tests.engines.card_duel.positions import question as asked
from tests.engines.moves import legal, play

POOL = ["2C", "2D", "3C", "3H", "4S", "4H", "5C", "5D", "6H", "9C", "KC"]


def buttons(question: Question) -> dict[str, Choice]:
    return {choice.key: choice for choice in question.choices}


def picked(question: Question) -> list[str]:
    assert question.picking is not None
    return write_cards([card for card in question.picking.cards if card in question.picking.picked])


def with_pool(*cards: str, **position: Any) -> CardDuelView:
    return building(pools=[[*cards], []], **position).view(0)


def test_it_begins_with_low_cards_but_not_with_all_that_fit() -> None:
    """A beginning: what every computer plays would leave nothing to choose."""
    question = asked(with_pool(*POOL))
    assert str(question.text) == "Tap cards: total value 18 of 30"
    assert picked(question) == ["2C", "2D", "3C", "3H", "4H", "4S"]
    assert picked(question) < write_cards(lowest_that_fit([parse_card(card) for card in POOL], 30))
    assert buttons(question)["done"].weight is Weight.MAIN


def test_a_button_whose_tap_would_change_nothing_is_closed() -> None:
    """It keeps its place. Every tap of another one changes the hand."""
    for path in ((), ("empty",), ("lowest",), ("v10", "v9"), ("empty", "v10", "v9", "v9")):
        for view in (with_pool(*POOL), with_pool("TC", "JD", "QH", "KS", "9C")):
            try:
                question = asked(view, *path)
            except IllegalAction:
                continue
            for key, choice in buttons(question).items():
                if key.startswith("v"):
                    changes = picked(asked(view, *path, key)) != picked(question)
                    assert choice.is_open is changes, (path, key)


def test_there_is_a_button_for_each_value_with_the_number_in_the_hand() -> None:
    question = asked(with_pool(*POOL))
    shown = buttons(question)
    assert [str(choice.text) for choice in shown.values()] == [
        "Play this hand", "Start over",
        "2: 2 of 2", "3: 2 of 2", "4: 2 of 2", "5: 0 of 2", "6: 0 of 1", "9: 0 of 1", "10: 0 of 1",
    ]  # fmt: skip
    assert [key for key, choice in shown.items() if choice.weight is Weight.CHOSEN] == ["v2", "v3", "v4"]


def test_a_tap_adds_a_card_or_puts_all_of_its_value_back() -> None:
    view = with_pool(*POOL)
    assert picked(asked(view, "v5")) == ["2C", "2D", "3C", "3H", "4H", "4S", "5C"]
    assert picked(asked(view, "v5", "v5")) == ["2C", "2D", "3C", "3H", "4H", "4S", "5C", "5D"]
    assert picked(asked(view, "v5", "v5", "v5")) == ["2C", "2D", "3C", "3H", "4H", "4S"], "there are only two"
    assert picked(asked(view, "v9", "v9")) == ["2C", "2D", "3C", "3H", "4H", "4S"]
    assert picked(asked(view, "v6", "v5")) == ["2C", "2D", "3C", "3H", "4H", "4S", "5C", "6H"]
    assert picked(asked(view, "v6", "v5", "v5")) == ["2C", "2D", "3C", "3H", "4H", "4S", "6H"], "a second is too dear"


def test_emptying_the_hand_and_taking_the_lowest_cards() -> None:
    view = with_pool(*POOL)
    empty = asked(view, "empty")
    assert (picked(empty), str(buttons(empty)["lowest"].label)) == ([], "Lowest cards")
    assert str(buttons(empty)["done"].label) == "Play without a hand"
    lowest = asked(view, "empty", "lowest")
    assert picked(lowest) == ["2C", "2D", "3C", "3H", "4H", "4S", "5C", "5D"]
    done = buttons(lowest)["done"]
    assert (str(done.label), done.weight) == ("Play this hand", Weight.MAIN)
    assert decided(view, "empty", "lowest", "done")[-2:] == ["pick 5D", "done"]
    assert decided(view, "empty", "done") == ["done"]


def test_the_picture_says_what_fits_and_what_is_left() -> None:
    picking = asked(with_pool(*POOL), "v6").picking
    assert picking is not None
    assert (str(picking.headline), str(picking.fitting), picking.room) == (
        "Your hand: 7 cards", "One more up to 6 still fits", 6,
    )  # fmt: skip
    assert [str(text) for text in picking.others] == ["Deck", "4", "ø 7.2"]
    assert asked(with_pool(*POOL), "empty").picking.fitting == asked(with_pool(*POOL)).picking.fitting  # type: ignore[union-attr]
    assert str(asked(with_pool(*POOL), "empty", "lowest").picking.fitting) == "No other card fits"  # type: ignore[union-attr]


def test_cards_that_are_in_the_hand_already_stay() -> None:
    """They were typed, or kept by an earlier version."""
    view = with_pool(*POOL, hands=[["TH"], []])
    question = asked(view)
    assert (picked(question), str(question.text)) == (["TH"], "Tap cards: total value 10 of 30")
    assert str(buttons(question)["v10"].text) == "10: 1 of 2"
    assert picked(asked(view, "lowest")) == ["2C", "2D", "3C", "3H", "4H", "4S", "TH"]
    assert picked(asked(view, "lowest", "empty")) == ["TH"]
    assert decided(view, "v5", "done") == ["pick 5C", "done"]


def test_a_hand_that_nothing_fits_into_can_only_be_played() -> None:
    view = with_pool("AC", hands=[["TH", "JH"], []])
    assert [choice.key for choice in asked(view).choices] == ["done", "v11"]
    assert picked(asked(view, "v11")) == ["TH", "JH"], "a tap on what does not fit changes nothing"
    assert decided(view, "done") == ["done"]


@pytest.mark.parametrize(
    "path",
    [
        ("suggest",), ("suggest", "done"), ("set-1",), ("set-1", "2C", "keep"), ("keep",), ("2C",), ("",), ("h",),
        ("done", "done"), ("v7",), ("v12",), ("vx",), ("lowest",), ("empty", "empty"), ("h000000000",),
        ("h0000000000", "h0000000000"), ("h3000000000",), ("h2222200100",), ("hzzzzzzzzzz",), ("hff00000000",),
        ("v5", "done", "v5"),
    ],
)  # fmt: skip
def test_dead_ends_old_buttons_and_forged_ones_are_refused(path: tuple[str, ...]) -> None:
    with pytest.raises(IllegalAction, match="no longer there"):
        GAME.ask(with_pool(*POOL), path)


def test_however_many_taps_the_path_stays_short_and_the_hand_legal() -> None:
    """What a button says stands for all taps before it."""
    chance = Random(7)
    for number in range(20):
        view, path = dealt(f"taps {number}").view(0), tuple[str, ...]()
        for _ in range(60):
            walked, question = advance(GAME, view, path)
            assert isinstance(question, Question)
            assert question == asked(view, *walked) or not walked
            keys = [choice.key for choice in question.choices if choice.key != "done"]
            path = (*walked, chance.choice(keys))
            assert len(".".join(path)) < PATH_LIMIT
            hand = [VALUES[parse_card(move.split()[1])] for move in decided(view, *path, "done")[:-1]]
            assert sum(hand) <= 30


def test_all_hands_differ_from_others_only_in_suits() -> None:
    """Every value that may be picked has a button."""

    def look(state: Any, seat: int, action: Any) -> None:
        view = state.view(seat)
        if view.phase != "build":
            return
        emptied = ("empty",) if any(choice.key == "empty" for choice in asked(view).choices) else ()
        offered = {int(key[1:]) for key in (choice.key for choice in asked(view, *emptied).choices) if key[0] == "v"}
        picks = [move.split()[1] for move in legal(state, seat) if move.startswith("pick")]
        assert {VALUES[parse_card(card)] for card in picks} <= offered == {VALUES[card] for card in view.pool}

    _, moves = play_at_random(GAME, 2, "questions", GAME.Options(), look)
    assert moves


def test_playing_the_hand_leaves_the_rest_as_the_deck() -> None:
    state = building(pools=[POOL, ["KD"]])
    play(state, *decided(state.view(0), "v5", "done"))
    assert total(state.hands[0]) == 23
    assert state.to_act == (1,)


def test_the_news_says_only_that_the_hand_is_chosen() -> None:
    """Not a line for each card."""
    state = building(pools=[POOL, ["KD"]])
    happened = [event for move in decided(state.view(0), "v5", "done") for event in state.act(0, move)]
    assert [str(beat.told(0)) for beat in beats_of(parts_of(GAME, happened, 0))] == ["You have chosen your hand."]

"""Card Duel: how it asks for hands and cards (Annex C), and the fallback."""

import pytest

from engines import IllegalAction
from engines.card_duel.actions import DONE
from engines.cards import parse_card, write_cards
from tests.engines.card_duel.positions import GAME, building, decided, keys, position, question
from tests.engines.moves import play


def test_only_the_player_who_may_act_is_asked() -> None:
    state = building()
    with pytest.raises(IllegalAction, match="not your turn"):
        GAME.ask(state.view(None), ())
    play(state, "done")
    with pytest.raises(IllegalAction, match="hand is ready"):
        GAME.ask(state.view(0), ())
    for seat in (1, None):
        with pytest.raises(IllegalAction, match="not your turn"):
            GAME.ask(position().view(seat), ())
    over = position(phase="over", damage=[["AS", "AH"], []])
    with pytest.raises(IllegalAction, match="game is over"):
        GAME.ask(over.view(0), ())


def test_supplying_a_card_takes_one_question() -> None:
    """Annex C: at most eleven options with the default limit, and the deck shows its size."""
    view = position().view(0)
    asked = question(view)
    assert str(asked.text) == "Which card attacks?"
    assert keys(view) == ["deck", "5C", "KH"]
    assert [str(choice.hint) for choice in asked.choices[1:]] == ["worth 5", "worth 10"]
    assert str(asked.choices[0].text) == "Deck · 2 cards, average 6.5"
    assert decided(view, "KH") == ["hand KH"]
    assert decided(view, "deck") == ["deck"]
    for path in (("9H",), ("KH", "deck"), ("none",)):
        with pytest.raises(IllegalAction, match="no longer there"):
            GAME.ask(view, path)


@pytest.mark.parametrize(
    ("pile", "label", "choice"),
    [
        (["8C"], "Reshuffle discard pile (1 card) and play the top card", "Reshuffle · 1 card, average 8"),
        (["8C", "9C"], "Reshuffle discard pile (2 cards) and play the top card", "Reshuffle · 2 cards, average 8.5"),
    ],
)
def test_the_deck_choice_announces_a_reshuffle(pile: list[str], label: str, choice: str) -> None:
    """Rule 7.2, Annex C."""
    view = position(decks=[[], ["6D"]], discards=[pile, []]).view(0)
    assert str(GAME.label(view, GAME.parse("deck"))) == label
    assert str(question(view).choices[0].text) == choice
    assert str(GAME.label(position(decks=[["6C"], []]).view(0), GAME.parse("deck"))) == "Deck (1 card left)"


def test_having_no_card_leaves_a_single_choice() -> None:
    """Rule 9."""
    view = position(hands=[[], []], decks=[[], []]).view(0)
    assert keys(view) == ["none"]
    assert decided(view, "none") == ["none"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("pick 2C", "Put 2♣ into the hand"),
        ("done", "Finish the hand"),
        ("hand KH", "Play K♥ from the hand"),
        ("none", "You have no cards left"),
    ],
)
def test_actions_in_words(text: str, label: str) -> None:
    assert str(GAME.label(position().view(0), GAME.parse(text))) == label


def test_the_fallback_finishes_the_hand_as_it_is() -> None:
    """Rule 3.3, A1."""
    state = building()
    assert GAME.fallback(state.view(0)) == DONE
    play(state, "pick 9C")
    assert GAME.fallback(state.view(0)) == DONE
    play(state, "done")
    assert GAME.fallback(state.view(0)) is None


@pytest.mark.parametrize(
    ("attack", "hand", "deck", "expected"),
    [
        ("8S", ["9H", "AH", "2H"], ["6D"], "hand 9H"),
        ("8S", ["2H", "3H"], ["6D"], "deck"),
        ("8S", ["2H", "3H"], [], "hand 3H"),
        ("8S", [], [], "none"),
    ],
)
def test_the_fallback_stops_an_attack_with_the_lowest_card_that_can(
    attack: str, hand: list[str], deck: list[str], expected: str
) -> None:
    state = position(phase="defend", table={"attack": attack}, hands=[["KH"], hand], decks=[["6C"], deck])
    assert str(GAME.fallback(state.view(1))) == expected


def test_the_fallback_attacks_from_the_deck() -> None:
    assert str(GAME.fallback(position().view(0))) == "deck"
    assert str(GAME.fallback(position(decks=[[], ["6D"]]).view(0))) == "hand KH"
    assert GAME.fallback(position().view(1)) is None
    assert GAME.fallback(position().view(None)) is None


def test_hands_are_sorted_by_value() -> None:
    view = position(hands=[["AH", "2H", "KH", "9H"], []]).view(0)
    assert write_cards(view.hand) == ["2H", "9H", "KH", "AH"]
    assert [choice.card for choice in question(view).choices[1:]] == list(map(parse_card, ("2H", "9H", "KH", "AH")))


def test_suits_never_matter() -> None:
    """Rule 1.1: one button for each value; a button of an earlier version plays its own card."""
    view = position(hands=[["2C", "2H", "TS", "KH"], []]).view(0)
    assert keys(view) == ["deck", "2C", "TS"]
    assert decided(view, "KH") == ["hand KH"]

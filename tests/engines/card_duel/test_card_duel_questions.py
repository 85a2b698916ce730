"""Card Duel: how it asks for hands and cards (Annex C), and the fallback."""

from itertools import pairwise
from typing import Any

import pytest

from engines import IllegalAction
from engines.card_duel.actions import DONE
from engines.card_duel.view import CardDuelView
from engines.cards import parse_card, write_cards
from engines.kit.questions import advance
from engines.scenes import Decision, Question, Weight
from engines.testing.play import play
from engines.testing.questions import PATH_LIMIT
from tests.engines.card_duel.positions import GAME, building, dealt, legal, position, walk


def prompt(view: CardDuelView, *path: str) -> Question:
    asked = GAME.ask(view, path)
    assert isinstance(asked, Question)
    return asked


def keys(view: CardDuelView, *path: str) -> list[str]:
    return [choice.key for choice in prompt(view, *path).choices]


def texts(asked: Question | Decision[Any]) -> list[str]:
    assert isinstance(asked, Decision)
    return [str(action) for action in asked.actions]


def test_a_pool_takes_two_menus_split_by_value() -> None:
    """Annex C: 26 cards are one too many for a menu."""
    view = dealt().view(0)
    assert keys(view) == ["suggest", "set-1", "set-2", "done"]
    low, high = prompt(view, "set-1").choices, prompt(view, "set-2").choices
    assert len(low) == len(high) == 13
    shown = [choice.card for choice in (*low, *high)]
    assert shown == list(view.pool)
    worth = [int(str(choice.hint).removeprefix("worth ")) for choice in (*low, *high)]
    assert all(one <= next_one for one, next_one in pairwise(worth))


def test_the_questions_show_the_running_total() -> None:
    """Annex C."""
    view = building().view(0)
    assert str(prompt(view).text) == "Choose your hand: cards worth up to 30 together."
    assert str(prompt(view, "set-1", "2C", "9C").text) == "Your hand: 2♣ 9♣ (11 of 30)"
    started = building(hands=[["TH"], []]).view(0)
    assert str(prompt(started).text) == "Your hand: 10♥ (10 of 30)"
    assert str(prompt(started, "set-1").text) == "Which of these go into your hand (10 of 30 so far)?"
    assert str(prompt(started, "set-1", "9C").text) == "Your hand: 9♣ 10♥ (19 of 30)"


def test_several_cards_and_the_end_are_one_decision() -> None:
    """Rule 3.2: the picks are played in sequence."""
    state = building()
    decision = GAME.ask(state.view(0), ("set-1", "2C", "9C", "done"))
    assert texts(decision) == ["pick 2C", "pick 9C", "done"]
    assert isinstance(decision, Decision)
    for action in decision.actions:
        state.act(0, action)
    assert (state.dump()["hands"][0], state.to_act) == (["2C", "9C"], (1,))


def test_cards_from_both_parts_fit_in_one_path() -> None:
    pool = [rank + suit for rank in "23456789" for suit in "CD"] + ["AC", "AD"]
    view = building(pools=[pool, []]).view(0)
    assert keys(view) == ["suggest", "set-1", "set-2", "done"]
    path = ("set-1", "2C", "3D", "set-2", "9C")
    assert keys(view, *path) == ["done", "keep"]
    assert texts(GAME.ask(view, (*path, "done"))) == ["pick 2C", "pick 3D", "pick 9C", "done"]
    assert keys(view, *path[:4])[-1] == "AD"


def test_choices_can_be_kept_without_finishing() -> None:
    """Kept cards are played immediately, so they are not lost with the message."""
    state = building()
    decision = GAME.ask(state.view(0), ("set-1", "9C", "KC", "keep"))
    assert isinstance(decision, Decision)
    assert texts(decision) == ["pick 9C", "pick KC"]
    for action in decision.actions:
        state.act(0, action)
    assert keys(state.view(0)) == ["suggest", "set-1", "done"]
    assert state.can_take_back(0)


def test_cards_over_the_limit_are_not_offered() -> None:
    """Rule 3.2."""
    view = building(hands=[["TH", "9H"], []]).view(0)
    assert keys(view, "set-1") == ["2C", "3C", "4C", "9C", "KC", "AC"]
    tighter = building(hands=[["TH", "JH", "2H"], []]).view(0)
    assert keys(tighter, "set-1") == ["2C", "3C", "4C"]
    assert prompt(tighter, "set-1").most == 2
    assert keys(building(hands=[["TH", "JH", "QH"], []]).view(0)) == ["done"]


def test_a_hand_over_the_limit_is_refused_with_its_sum() -> None:
    """Rule 3.2."""
    view = building(hands=[["3H"], []]).view(0)
    with pytest.raises(IllegalAction, match="That would make 33, and the limit is 30"):
        GAME.ask(view, ("set-1", "9C", "KC", "AC"))


def test_nothing_is_finished_without_a_tap() -> None:
    """A single choice is made automatically, so finishing must never be the only one."""
    view = building(pools=[["KC"], ["2D"]]).view(0)
    path, asked = advance(GAME, view, ("set-1",))
    assert path == ("set-1", "KC")
    assert isinstance(asked, Question)
    assert [choice.key for choice in asked.choices] == ["done", "keep"]


def test_finishing_says_what_it_means() -> None:
    """Rule 3.4: the choice is final; an empty hand is allowed but rarely intentional (A1)."""
    empty = prompt(building().view(0)).choices[-1]
    assert (str(empty.label), empty.hint, empty.weight) == ("Play without a hand", None, Weight.PLAIN)
    chosen = prompt(building().view(0), "set-1", "2C").choices[0]
    assert (str(chosen.label), str(chosen.hint), chosen.weight) == (
        "Finish this hand",
        "deck of 5",
        Weight.MAIN,
    )


def test_a_single_card_of_a_part_is_named() -> None:
    choice = prompt(building(pools=[["KC"], []]).view(0)).choices[1]
    assert (str(choice.label), str(choice.hint)) == ("Add K♣", "worth 10")
    first = prompt(building().view(0)).choices[1]
    assert (str(first.label), str(first.hint)) == ("Add from 2♣ to A♣", "up to 5 of 6 cards")


@pytest.mark.parametrize(
    "path",
    [
        ("set-3",), ("2C",), ("keep",), ("done", "done"), ("set-1", "2D"), ("set-1", "2C", "2C"),
        ("set-1", "9C", "2C"), ("set-1", "2C", "set-1"), ("set-1", "2C", "keep", "done"), ("",),
        ("suggest", "set-1"), ("suggest", "AC"), ("suggest", "done", "2C"), ("suggest", "done", "done"),
        ("set-1", "2C", "suggest"), ("suggest", "2C", "2C", "AC"), ("suggest", "suggest"),
    ],
)  # fmt: skip
def test_dead_end_paths_are_rejected(path: tuple[str, ...]) -> None:
    with pytest.raises(IllegalAction, match="no longer there"):
        GAME.ask(building().view(0), path)


def test_only_the_player_who_may_act_is_asked() -> None:
    state = building()
    with pytest.raises(IllegalAction, match="not your turn"):
        GAME.ask(state.view(None), ())
    walk(state, "done")
    with pytest.raises(IllegalAction, match="hand is ready"):
        GAME.ask(state.view(0), ())
    for seat in (1, None):
        with pytest.raises(IllegalAction, match="not your turn"):
            GAME.ask(position().view(seat), ())
    over = position(phase="over", damage=[["AS", "AH"], []])
    with pytest.raises(IllegalAction, match="game is over"):
        GAME.ask(over.view(0), ())


def test_the_longest_path_fits_in_a_custom_id() -> None:
    """The sixteen cards of a 60-point hand, taken from both parts."""
    pool = [rank + suit for rank in "2345" for suit in "CDHS"] + [rank + "C" for rank in "6789TJQKA"]
    view = building(pools=[pool, []], options={"hand_limit": 60}).view(0)
    path = ("set-1", *pool[:13], "set-2", *pool[13:16], "keep")
    assert len(texts(GAME.ask(view, path))) == 16
    assert len(".".join(path)) < PATH_LIMIT


def test_a_hand_is_suggested_and_changed_card_by_card() -> None:
    """The lowest cards; each change says what it does, with a running total."""
    pool = ["2C", "2D", "3C", "3H", "4S", "4H", "5C", "5D", "6H", "9C", "KC"]
    view = building(pools=[pool, []]).view(0)
    offer = prompt(view).choices[0]
    assert (offer.key, str(offer.label), str(offer.hint), offer.weight) == (
        "suggest", "Suggest a hand", "your lowest cards", Weight.MAIN,
    )  # fmt: skip
    asked = prompt(view, "suggest")
    assert str(asked.text) == "Your hand: 2♣ 2♦ 3♣ 3♥ 4♥ 4♠ 5♣ 5♦ (28 of 30)"
    assert [str(choice.label) for choice in asked.choices] == [
        "Drop 2♣", "Drop 3♣", "Drop 4♥", "Drop 5♣", "Finish this hand",
    ]  # fmt: skip
    changed = prompt(view, "suggest", "4H")
    assert str(changed.text) == "Your hand: 2♣ 2♦ 3♣ 3♥ 4♠ 5♣ 5♦ (24 of 30)"
    assert [str(choice.label) for choice in changed.choices] == [
        "Drop 2♣", "Drop 3♣", "Drop 4♠", "Drop 5♣", "Add 4♥", "Add 6♥", "Finish this hand",
    ]  # fmt: skip
    assert texts(GAME.ask(view, ("suggest", "4H", "6H", "done"))) == [
        *(f"pick {card}" for card in ("2C", "2D", "3C", "3H", "4S", "5C", "5D", "6H")), "done",
    ]  # fmt: skip


def test_a_change_can_be_reversed() -> None:
    view = building().view(0)
    assert prompt(view, "suggest", "9C", "9C") == prompt(view, "suggest")


def test_the_rest_of_a_hand_is_suggested() -> None:
    """Cards already in the hand are kept."""
    view = building(hands=[["TH"], []]).view(0)
    offer = prompt(view).choices[0]
    assert (str(offer.label), offer.weight) == ("Suggest the rest", Weight.PLAIN)
    assert str(prompt(view, "suggest").text) == "Your hand: 2♣ 3♣ 4♣ 9♣ 10♥ (28 of 30)"
    with pytest.raises(IllegalAction, match="no longer there"):
        GAME.ask(view, ("suggest", "TH"))


def test_nothing_is_suggested_if_no_card_fits() -> None:
    view = building(hands=[["TH", "JH", "QH"], []]).view(0)
    for path in (("suggest",), ("suggest", "done")):
        with pytest.raises(IllegalAction, match="no longer there"):
            GAME.ask(view, path)


def test_a_hand_can_be_dropped_card_by_card() -> None:
    """An empty hand is never the only choice, since that would be made automatically."""
    view = building(pools=[["KC", "AC"], []]).view(0)
    asked = prompt(view, "suggest", "KC", "AC")
    assert [str(choice.label) for choice in asked.choices] == ["Add K♣", "Add A♣", "Play without a hand"]
    assert texts(GAME.ask(view, ("suggest", "KC", "AC", "done"))) == ["done"]


def test_changes_to_a_suggested_hand_fit_in_a_custom_id() -> None:
    """After many changes, the hand can only be finished or kept; if it is empty, a card can still be added."""
    view = building(pools=[["5C", "9C"], []]).view(0)
    path = ("suggest", *["5C"] * 18)
    assert [choice.key for choice in prompt(view, *path).choices] == ["done", "keep"]
    assert texts(GAME.ask(view, (*path, "keep"))) == ["pick 5C", "pick 9C"]
    emptied = ("suggest", "9C", *["5C"] * 17)
    assert [choice.key for choice in prompt(view, *emptied).choices] == ["5C", "9C", "done"]
    assert [choice.key for choice in prompt(view, *emptied, "5C").choices] == ["done", "keep"]
    assert len(".".join((*emptied, "5C", "keep"))) < PATH_LIMIT


def test_changes_to_a_suggested_hand_fit_on_buttons() -> None:
    """One for each value, as suits do not matter."""
    for number in range(50):
        view = dealt(f"buttons {number}").view(0)
        for choice in prompt(view, "suggest").choices[:-1]:
            asked = prompt(view, "suggest", choice.key).choices
            assert len(asked) <= 15
            assert all(len(str(change.label)) <= 12 for change in asked if change.weight is Weight.PLAIN)


def single_actions(view: CardDuelView) -> set[str]:
    """The first actions of all paths with a single choice per question."""
    found: set[str] = set()
    todo: list[tuple[str, ...]] = [()]
    for path in todo:
        asked = GAME.ask(view, path)
        if isinstance(asked, Decision):
            found.add(str(asked.actions[0]))
        elif len(path) < 3:
            todo += [(*path, choice.key) for choice in asked.choices]
    return found


def test_the_questions_reach_every_action() -> None:
    """Every single pick and finishing the hand."""

    def look(state: Any, seat: int, action: Any) -> None:
        assert single_actions(state.view(seat)) == set(legal(state, seat))

    _, moves = play(GAME, 2, "questions", GAME.Options(), look)
    assert moves


def test_supplying_a_card_takes_one_question() -> None:
    """Annex C: at most eleven options with the default limit, and the deck shows its size."""
    view = position().view(0)
    asked = prompt(view)
    assert str(asked.text) == "Which card will you attack with?"
    assert keys(view) == ["5C", "KH", "deck"]
    assert [str(choice.hint) for choice in asked.choices[:2]] == ["worth 5", "worth 10"]
    assert (str(asked.choices[-1].label), asked.choices[-1].weight) == ("Deck (2 cards left)", Weight.PLAIN)
    assert texts(GAME.ask(view, ("KH",))) == ["hand KH"]
    assert texts(GAME.ask(view, ("deck",))) == ["deck"]
    for path in (("9H",), ("KH", "deck"), ("none",)):
        with pytest.raises(IllegalAction, match="no longer there"):
            GAME.ask(view, path)


def test_defence_choices_say_what_they_stop() -> None:
    """Rule 6.3."""
    state = position(hands=[["TC"], ["9H", "TS"]])
    walk(state, "hand TC")
    asked = prompt(state.view(1))
    assert str(asked.text) == "Which card will you play against 10♣ (10)?"
    assert [str(choice.hint) for choice in asked.choices[:2]] == ["too low", "stops it"]


def test_damage_choices_say_what_they_do() -> None:
    """Rule 6.5."""
    state = position(hands=[["TC", "AC"], ["9H"]])
    walk(state, "hand TC", "hand 9H")
    asked = prompt(state.view(0))
    assert str(asked.text) == "Your attack succeeds. Which card will do the damage?"
    assert [str(choice.hint) for choice in asked.choices] == ["does 11", "None"]


@pytest.mark.parametrize(
    ("pile", "label"),
    [
        (["8C"], "Reshuffle discard pile (1 card) and play the top card"),
        (["8C", "9C"], "Reshuffle discard pile (2 cards) and play the top card"),
    ],
)
def test_the_deck_choice_announces_a_reshuffle(pile: list[str], label: str) -> None:
    """Rule 7.2, Annex C."""
    view = position(decks=[[], ["6D"]], discards=[pile, []]).view(0)
    assert str(prompt(view).choices[-1].label) == str(GAME.label(view, GAME.parse("deck"))) == label
    assert str(GAME.label(position(decks=[["6C"], []]).view(0), GAME.parse("deck"))) == "Deck (1 card left)"


def test_having_no_card_leaves_a_single_choice() -> None:
    """Rule 9."""
    view = position(hands=[[], []], decks=[[], []]).view(0)
    assert keys(view) == ["none"]
    assert texts(GAME.ask(view, ("none",))) == ["none"]


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
    walk(state, "pick 9C")
    assert GAME.fallback(state.view(0)) == DONE
    walk(state, "done")
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
    assert [choice.card for choice in prompt(view).choices[:-1]] == list(map(parse_card, ("2H", "9H", "KH", "AH")))

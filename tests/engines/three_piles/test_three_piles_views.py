"""3 Piles: what each seat sees, is asked and is told (rule 9, Annex C)."""

from typing import Any

import pytest

from engines import IllegalAction
from engines.cards import parse_card
from engines.scenes import Kind, Spread, Weight
from engines.testing.adapter import written_cards
from tests.engines.moves import play
from tests.engines.three_piles.positions import CLOSED, EMPTY, GAME, decided, keys, last_play, position, question, told

RUNS = [["3D", "6C"], [], []]
EIGHTS = [["8C"], ["8D"], ["8S"]]


def test_a_seat_sees_its_own_hand_and_only_the_size_of_others() -> None:  # 9.1, 9.2
    dump = position().view(0).dump()
    assert dump["hand"] == ["2C", "9H", "KS"]
    assert (dump["hand_counts"], dump["deck"]) == ([3, 3], 2)
    assert set(written_cards(dump)) == {"2C", "9H", "KS", "5D", "7C", "JH"}


def test_spectators_see_the_public_part() -> None:  # 9.4
    assert set(written_cards(position().view(None).dump())) == {"5D", "7C", "JH"}


def test_the_scene_shows_the_table() -> None:  # 9.1
    scene = GAME.scene(position(piles=[RUNS, CLOSED], options={"target": 100}, totals=[7, 8], game_no=1).view(0))
    zones = {(str(zone.group or ""), str(zone.name)): zone for zone in scene.zones}
    assert zones["Stacks", "Stack 1"].spread is Spread.STACK
    assert (zones["", "Deck"].spread, zones["", "Deck"].count) == (Spread.HIDDEN, 2)
    run = zones["Your piles", "Pile 1"]
    assert (run.spread, run.owner, run.cards) == (Spread.RUN, 0, (parse_card("3D"), parse_card("6C")))
    assert [zone.is_closed for zone in scene.zones if zone.owner is not None and zone.group] == [False] * 3 + [True] * 3
    assert [str(zone.short) for zone in scene.zones[:7]] == ["1", "2", "3", "Deck", "1", "2", "3"]
    assert zones["", "Your hand"].cards == tuple(map(parse_card, ("2C", "9H", "KS")))
    assert (zones["", "player 2's hand"].spread, zones["", "player 2's hand"].count) == (Spread.HIDDEN, 3)
    assert str(scene.headline) == "Game 2 of a match to 100"
    facts = [[str(fact.text) for fact in place.facts] for place in scene.places]
    assert facts[0] == ["3 cards", "3 points so far", "7 points in the match"]
    assert facts[1] == ["3 cards", "13 points so far", "8 points in the match"]
    signs = [(fact.kind, fact.value, fact.limit) for fact in scene.places[0].facts]
    assert signs == [(Kind.HAND, 3, None), (Kind.POINTS, 3, None), (Kind.POINTS, 7, 100)]


def test_a_turn_offers_the_draw_and_then_the_best_takes() -> None:  # Annex C
    """First what scores, then what shuts out the fewest ranks, then an empty pile."""
    asked = question(position(piles=[RUNS, EMPTY]).view(0))
    assert [(choice.key, str(choice.text)) for choice in asked.choices] == [
        ("draw", "Draw a card, then play one"),
        ("take-1-0", "7♣ → pile 1 · +1 pt"),
        ("take-0-1", "5♦ → new pile 2 · +1 pt"),
        ("take-2-0", "J♥ → pile 1 · +1 pt · skips 7–10"),
        ("take-1-1", "7♣ → new pile 2"),
        ("take-2-1", "J♥ → new pile 2"),
    ]
    assert {choice.weight for choice in asked.choices} == {Weight.PLAIN}, "no take can be undone either"


def test_after_drawing_card_and_place_take_one_tap() -> None:  # Annex C
    """The best stack to cover stands among the piles, the other stacks last."""
    view = position(phase="play", piles=[[["3D", "6C"], ["4D"], []], EMPTY], hands=[["2C", "9H"], []]).view(0)
    asked = question(view)
    assert [str(choice.text) for choice in asked.choices] == [
        "2♣ → pile 1 · +1 pt",
        "9♥ → pile 1 · +1 pt · skips 7–8",
        "2♣ → new pile 3",
        "2♣ → stack 1 · covers 5♦",
        "9♥ → new pile 3",
        "2♣ → pile 2 · skips 3",
        "9♥ → pile 2 · skips 5–8",
        "9♥ → stack 1 · covers 5♦",
        *(f"{card} → stack {number} · {hint}" for card in ("2♣", "9♥") for number, hint in TOPS),
    ]
    assert decided(view, "9H-stack-2") == ["stack 9H 2"]
    assert decided(view, "2C-pile-0") == ["pile 2C 0"]


def test_an_ace_onto_a_king_scores_three() -> None:  # 7.2
    asked = question(position(piles=[[["KC"], ["2D", "3D"], []], EMPTY], stacks=[["AH"], [], []], deck=[]).view(0))
    assert str(asked.choices[0].text) == "A♥ → pile 1 · +3 pts · skips 2–Q"


def test_piles_that_would_take_a_card_alike_are_told_apart() -> None:
    runs = [["2C", "3C", "4C"], ["TD"], ["QS"]]
    asked = question(position(piles=[runs, EMPTY], stacks=[["JC"], [], []], deck=[], hands=[[], []]).view(0))
    assert {str(choice.text) for choice in asked.choices} == {
        "J♣ → pile 1 · +1 pt · skips 5–10",
        "J♣ → pile 2 · next to 10♦",
        "J♣ → pile 3 · next to Q♠",
    }


TOPS = [(2, "covers 7♣"), (3, "covers J♥")]


def test_only_one_empty_pile_is_offered() -> None:  # Annex C, 5.3
    view = position(deck=[]).view(0)
    assert len(view.actions()) == 27
    plays = [f"{card}-pile-0" for card in ("2C", "9H", "KS")]
    stacks = [f"{card}-stack-{stack}" for card in ("2C", "9H", "KS") for stack in range(3)]
    assert sorted(keys(view)) == sorted(["take-0-0", "take-1-0", "take-2-0", *plays, *stacks])


def test_a_card_without_a_fitting_pile_goes_on_a_stack() -> None:
    view = position(phase="play", piles=[CLOSED, EMPTY]).view(0)
    assert {key.split("-")[1] for key in keys(view)} == {"stack"}


def test_a_forced_pass_is_offered() -> None:  # 5.5
    view = position(hands=[[], ["2D"]], stacks=[["5D"], [], []], deck=[], piles=[CLOSED, EMPTY]).view(0)
    assert keys(view) == ["pass"]
    assert decided(view, "pass") == ["pass"]
    assert str(GAME.label(view, GAME.parse("pass"))) == "Pass"


@pytest.mark.parametrize(
    "path", [("take-0-2",), ("5H",), ("draw", "draw"), ("2C-pile-0",), ("2C",), ("2C", "pile-0"), ("",)]
)
def test_dead_end_paths_are_rejected(path: tuple[str, ...]) -> None:
    with pytest.raises(IllegalAction, match="no longer there"):
        GAME.ask(position().view(0), path)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"piles": [[["4C"], ["6D", "9C"], []], EMPTY], "stacks": [["KD"], ["3C"], ["2D"]]}, "take 0 2"),
        ({"piles": [[["4C"], ["6D", "9C"], ["8S"]], EMPTY], "stacks": [["KD"], ["3D"], ["2D"]]}, "take 1 0"),
        ({"piles": [EIGHTS, EMPTY]}, "draw"),
        ({"piles": [EIGHTS, EMPTY], "phase": "play", "hands": [["KD", "AC", "3C"], []]}, "stack 3C 0"),
        ({"piles": [CLOSED, EMPTY], "phase": "play", "hands": [["KS", "9D"], []]}, "stack KS 0"),
    ],
)
def test_the_fallback_does_the_least_harm(parts: dict[str, Any], expected: str) -> None:
    usual = {"hands": [["2C"], []], "stacks": [["JD"], ["QD"], ["5H"]], "deck": ["AS"]}
    state = position(**{**usual, **parts})
    assert str(GAME.fallback(state.view(0))) == expected
    assert GAME.fallback(state.view(1)) is None


def test_moves_are_reported() -> None:
    state = position(stacks=[["5D"], ["7C"], ["JH", "QH"]])
    assert told(play(state, "take 0 1"), None) == [
        "player 1 takes 5♦ from stack 1 for pile 2.",
        "6♠ is turned up on stack 1.",
    ]
    assert told(play(state, "take 2 0"), None) == ["player 2 takes Q♥ from stack 3 for pile 1."]
    assert told(play(state.clone(), "draw"), 1) == told(play(state.clone(), "draw"), None) == ["player 1 draws a card."]
    assert told(play(state, "draw"), 0) == ["You draw 4♠."]
    assert told(play(state.clone(), "pile 9H 0"), 1) == ["player 1 plays 9♥ on pile 1."]
    assert told(play(state, "stack 9H 0"), 1) == ["player 1 puts 9♥ on stack 1."]


def test_a_pass_is_reported() -> None:  # 5.5
    state = position(hands=[[], ["2D"]], stacks=[["5D"], [], []], deck=[], piles=[CLOSED, EMPTY])
    assert told(play(state, "pass"), None) == ["player 1 can neither play nor take a card and passes."]


def test_the_end_of_a_game_is_reported_with_its_score() -> None:  # 7
    assert told(play(last_play(), "stack 5C 0"), None) == [
        "player 1 puts 5♣ on stack 1.",
        "player 1 scores 13 points: longest pile 2, ace and king 9, diamonds 2.",
        "player 2 scores 5 points: longest pile 2, ace and king 3, diamonds 0.",
        "player 1 wins the game by 8 points.",
    ]


def test_a_draw_is_reported() -> None:  # 7.5
    state = last_play(piles=[[["AC", "KC"], ["2D", "KH"], ["3H", "QH"]], [["AS", "KS"], ["AH", "QC"], ["4D", "7H"]]])
    assert told(play(state, "stack 5C 0"), None)[-1] == "The game is a draw."


def test_the_next_game_of_a_match_is_reported() -> None:  # 8.4
    news = told(play(last_play(options={"target": 100}), "stack 5C 0"), None)
    assert news[-2:] == ["Match score: player 1 13, player 2 5.", "Game 2 is dealt. player 2 starts."]


def test_the_final_scene_waits_for_nobody() -> None:
    state = last_play()
    state.act(0, "stack 5C 0")
    scene = GAME.scene(state.view(None))
    assert scene.waiting is None
    assert str(scene.headline) == "No cards left"
    assert [str(place.facts[1].text) for place in scene.places] == ["13 points in this game", "5 points in this game"]

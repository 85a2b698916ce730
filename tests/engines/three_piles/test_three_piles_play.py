"""3 Piles: dealing, playing and ending, where the worked cases leave gaps (rules 2 to 8)."""

import pytest

from engines.three_piles.options import Options
from tests.engines.moves import legal
from tests.engines.three_piles.positions import EMPTY, GAME, last_play, position


def test_a_blocked_seat_passes_and_plays_on_later() -> None:  # 5.5
    state = position(
        hands=[[], ["2D", "3D"]],
        stacks=[["5D"], [], []],
        deck=[],
        piles=[[["4C", "KC"], ["4D", "KD"], ["4H", "KH"]], EMPTY],
    )
    assert state.forced() == (0, GAME.parse("pass"))
    state.act(0, "pass")
    assert state.to_act == (1,)
    state.act(1, "stack 2D 1")
    assert state.forced() is None
    assert legal(state) == ["take 1 0", "take 1 1", "take 1 2"]


def test_what_everybody_sees_to_be_the_only_action_is_forced() -> None:  # 3.2, 3.3, 5.4
    assert position().forced() is None
    only_draw = position(piles=[[["3D", "JC"], ["4D", "JD"], ["5S", "JS"]], EMPTY])
    assert only_draw.forced() == (0, GAME.parse("draw"))
    only_draw.act(0, "draw")
    assert only_draw.forced() is None
    only_take = position(hands=[[], ["2D"]], stacks=[["KD"], [], []], deck=[], piles=[[["2C", "QC"], [], []], EMPTY])
    assert legal(only_take) == ["take 0 0", "take 0 1", "take 0 2"]
    assert only_take.forced() is None
    only_take = position(hands=[[], ["2D"]], stacks=[["5D"], [], []], deck=[], piles=[[["2C", "QC"], [], []], EMPTY])
    assert legal(only_take) == ["take 0 1", "take 0 2"]
    assert only_take.forced() == (0, GAME.parse("take 0 1"))
    over = position(hands=[[], []], stacks=EMPTY, deck=[])
    assert over.forced() is None


def test_starters_of_a_match_alternate() -> None:  # 8.4
    starters = [position(game_no=number, options={"target": 100, "first": 1}).starter for number in range(4)]
    assert starters == [1, 0, 1, 0]
    assert position(game_no=1, starter=0).starter == 0


def test_the_games_of_a_match_are_dealt_differently_and_repeatably() -> None:  # 8.2
    after = []
    for seed in ("m", "m", "n"):
        state = last_play(options={"target": 100}, seed=seed)
        state.act(0, "stack 5C 0")
        after.append(state.dump()["hands"])
    assert after[0] == after[1]
    assert after[0] != after[2]
    assert after[0] != GAME.deal(seats=2, seed="m", options=Options(target=100)).dump()["hands"]


def test_a_position_in_which_nobody_can_act_is_scored() -> None:  # 6.1
    state = position(hands=[[], []], stacks=EMPTY, deck=[], totals=[1, 2], options={"target": 5})
    assert (state.game_no, state.dump()["totals"]) == (1, [1, 2])


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"deck": ["5D"]}, "only one 5D"),
        ({"piles": [[["3S", "3D"], [], []], EMPTY]}, "two cards of one rank"),
        ({"phase": "play", "hands": [[], ["3C"]]}, "must hold one"),
        ({"phase": "over"}, "still something to do"),
        ({"turn": 2}, "turn"),
        ({"turn": "0"}, "turn"),
        ({"stacks": [["5D"]]}, "stacks"),
        ({"piles": [EMPTY]}, "piles"),
        ({"totals": [-1, 0]}, "totals"),
        ({"deck": ["1D"]}, "1D"),
        ({"deck": [7]}, "7"),
    ],
)
def test_impossible_positions_are_rejected(parts: dict, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        position(**parts)


def test_omitted_keys_have_defaults() -> None:
    dump = GAME.position({"hands": [["5C"], []]}).dump()
    assert dump == {
        "hands": [["5C"], []],
        "stacks": EMPTY,
        "deck": [],
        "piles": [EMPTY, EMPTY],
        "turn": 0,
        "phase": "choose",
        "totals": [0, 0],
        "game_no": 0,
        "starter": 0,
        "options": {"first": None, "target": None, "max_games": 20},
        "seed": "",
    }


def test_only_a_take_that_turns_up_no_card_can_be_taken_back() -> None:
    state = position(stacks=[["5D", "6C"], ["7C"], ["JH"]])
    assert not state.can_take_back(0)
    state.act(0, "take 0 0")
    assert state.can_take_back(0)
    assert not state.can_take_back(1)
    state.act(1, "take 1 0")
    assert not state.can_take_back(0)
    assert not state.can_take_back(1), "a card was turned up"
    state.act(0, "draw")
    assert not state.can_take_back(0)
    state.act(0, "stack 4S 0")
    assert not state.can_take_back(0), "the opponent has seen the card"

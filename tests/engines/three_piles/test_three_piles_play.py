"""3 Piles: dealing, playing and ending, where the worked cases leave gaps (rules 2 to 8)."""

import json

import pytest

from engines.three_piles.options import Options
from engines.three_piles.scoring import score
from tests.engines.conformance import all_cases
from tests.engines.three_piles.positions import EMPTY, GAME, last_play, legal, position


def test_the_deal_leaves_43_cards() -> None:  # 2.1
    dump = GAME.deal(seats=2, seed="a", options=Options()).dump()
    assert [len(hand) for hand in dump["hands"]] == [3, 3]
    assert [len(stack) for stack in dump["stacks"]] == [1, 1, 1]
    assert len(dump["deck"]) == 43
    assert dump["piles"] == [EMPTY, EMPTY]
    assert dump["phase"] == "choose"


def test_the_first_starter_is_random_unless_chosen() -> None:  # 2.2, 1.4
    starts = [GAME.deal(seats=2, seed=str(n), options=Options()).to_act[0] for n in range(200)]
    assert 60 < sum(starts) < 140
    for first in (0, 1):
        assert GAME.deal(seats=2, seed="a", options=Options(first=first)).to_act == (first,)


def test_taking_uncovers_the_next_card_without_a_refill() -> None:  # 3.2
    state = position(stacks=[["5D", "6C"], ["7C"], ["JH"]])
    state.act(0, "take 0 2")
    assert state.dump()["stacks"] == [["5D"], ["7C"], ["JH"]]
    assert state.dump()["deck"] == ["6S", "4S"]
    assert state.to_act == (1,)


def test_drawing_keeps_the_turn_until_a_card_is_played() -> None:  # 3.3
    state = position()
    state.act(0, "draw")
    assert (state.to_act, state.phase) == ((0,), "play")
    assert state.dump()["hands"][0] == ["2C", "9H", "KS", "6S"]
    assert len(legal(state)) == 24
    state.act(0, "stack KS 1")
    assert (state.to_act, state.phase) == ((1,), "choose")
    assert state.dump()["stacks"][1] == ["7C", "KS"]


def test_a_player_who_draws_the_last_card_must_play_one() -> None:  # 5.1
    state = position(deck=["AD"])
    state.act(0, "draw")
    assert all(text.startswith(("pile", "stack")) for text in legal(state))


def test_a_refill_with_the_last_card_empties_the_deck_for_the_next_turn() -> None:  # 5.1
    state = position(deck=["AD"])
    state.act(0, "take 0 0")
    assert state.dump()["stacks"][0] == ["AD"]
    assert "draw" not in legal(state)
    assert "pile 3C 0" in legal(state)


def test_a_card_may_go_on_an_empty_stack_when_the_deck_is_empty() -> None:  # 5.3
    state = position(deck=[], stacks=[[], ["7C"], ["JH"]])
    state.act(0, "stack 9H 0")
    assert state.dump()["stacks"][0] == ["9H"]
    assert state.dump()["hands"][0] == ["2C", "KS"]


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


def test_only_a_pass_is_forced() -> None:  # 5.4, 5.5
    assert position().forced() is None
    only_draw = position(piles=[[["3D", "JC"], ["4D", "JD"], ["5S", "JS"]], EMPTY])
    assert legal(only_draw) == ["draw"]
    assert only_draw.forced() is None
    over = position(hands=[[], []], stacks=EMPTY, deck=[])
    assert over.forced() is None


def test_a_game_continues_while_a_blocked_opponent_holds_cards() -> None:  # 6.1
    state = last_play(hands=[["5C"], ["QS"]])
    state.act(0, "stack 5C 0")
    assert state.outcome is None
    assert state.to_act == (1,)


def test_a_take_can_end_the_game() -> None:  # 6.1
    state = position(
        hands=[[], []],
        stacks=[["QC"], [], []],
        deck=[],
        piles=[[["2C"], ["AD", "KD"], ["AH", "KH"]], [["AC", "KC"], ["2S", "QS"], ["3S", "QD"]]],
    )
    state.act(0, "take 0 0")
    assert state.outcome is not None
    assert state.outcome.points == (10, 6)


def test_nothing_is_left_to_do_when_a_single_game_is_over() -> None:  # 6.1, 8.1
    state = last_play()
    state.act(0, "stack 5C 0")
    assert (state.to_act, state.phase) == ((), "over")
    assert state.actions(0) == state.actions(1) == []
    assert state.dump()["totals"] == [13, 5]


@pytest.mark.parametrize(
    "case",
    [case for key, case in all_cases() if key == "three_piles" and "longest" in case],
    ids=lambda case: case["id"],
)
def test_each_way_to_score(case: dict) -> None:  # 7.1 to 7.3
    state = position(hands=[[], []], stacks=EMPTY, deck=[], piles=[case["piles"], EMPTY])
    found = score(state.piles[0])
    assert (found.longest, found.ace_king, found.diamonds) == (case["longest"], case["ace_king"], case["diamonds"])


def test_below_the_target_a_match_continues_with_the_other_starter() -> None:  # 8.2, 8.4
    state = last_play(options={"target": 100, "first": 1}, seed="m")
    state.act(0, "stack 5C 0")
    dump = state.dump()
    assert state.outcome is None
    assert (dump["totals"], dump["game_no"], dump["starter"], dump["turn"]) == ([13, 5], 1, 0, 0)
    assert len(dump["deck"]) == 43


def test_equal_totals_past_the_target_play_on() -> None:  # 8.2
    state = last_play(options={"target": 100}, totals=[92, 100])
    state.act(0, "stack 5C 0")
    assert state.outcome is None
    assert state.dump()["totals"] == [105, 105]


@pytest.mark.parametrize(
    ("totals", "winners", "points"), [([0, 0], (0,), (13, 5)), ([0, 8], (0, 1), (13, 13)), ([0, 9], (1,), (13, 14))]
)
def test_a_match_ends_after_its_last_game(totals: list[int], winners: tuple[int, ...], points: tuple[int, ...]) -> None:
    state = last_play(options={"target": 100, "max_games": 3}, totals=totals, game_no=2)  # 8.3
    state.act(0, "stack 5C 0")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners, state.outcome.points) == ("match", winners, points)


def test_the_game_before_the_last_of_a_match_is_followed_by_another() -> None:  # 8.3
    state = last_play(options={"target": 100, "max_games": 3}, game_no=1)
    state.act(0, "stack 5C 0")
    assert (state.outcome, state.game_no) == (None, 2)


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


def test_a_finished_position_is_loaded_without_scoring_it_again() -> None:
    state = last_play(options={"target": 100}, totals=[95, 98])
    state.act(0, "stack 5C 0")
    again = GAME.position(json.loads(json.dumps(state.dump())))
    assert again.outcome == state.outcome
    assert again == state


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
        ({"options": {"target": 0}}, "target"),
        ({"options": {"first": 2}}, "first"),
        ({"options": {"max_games": 0}}, "max_games"),
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

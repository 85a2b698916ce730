"""Counter: dealing, bidding, following suit, passing, scoring and ending, where the worked cases leave gaps."""

import pytest

from engines.counter.options import Options
from tests.engines.counter.positions import GAME, five_trick, last_trick, play_last, play_out, position


def test_a_nonexistent_dealer_is_rejected() -> None:
    with pytest.raises(ValueError, match="seats are 0 to 2"):
        GAME.deal(seats=3, seed="a", options=Options(dealer=3))


def test_trumps_leader_and_doubling_are_known_while_passing() -> None:  # 8.4, A15
    state = position(hands=[["5H", "2C"], ["JC", "3C"], ["6H", "7C"]])
    play_out(state, "play 5H", "play JC", "play 6H")
    shown = state.view(None).dump()
    assert (shown["phase"], shown["turn"], shown["mult"], shown["face_up"]) == ("pass", 2, 2, ["9S", "JC"])


def test_a_choice_can_be_taken_back_until_all_have_chosen() -> None:  # 11.4
    state = five_trick()
    assert not state.can_take_back(0)
    state.act(0, "pass 9C")
    assert [state.can_take_back(seat) for seat in range(3)] == [True, False, False]
    play_out(state, "pass KC", "pass 7C")
    assert not any(state.can_take_back(seat) for seat in range(3))


def test_only_the_last_card_in_hand_is_played_automatically() -> None:
    assert last_trick().forced() == (0, GAME.parse("play TH"))
    assert position().forced() is None
    assert GAME.deal(seats=3, seed="a", options=Options()).forced() is None
    lone = position(hands=[["5H"], ["QH"], ["8H"]], trick_no=9)
    assert lone.forced() is None
    passing = five_trick(hands=[["5H", "2C"], ["QH", "3C"], ["8H", "7C"]], trick_no=9)
    assert passing.forced() == (0, GAME.parse("pass 2C"))


def test_the_hands_of_a_game_are_dealt_differently_and_repeatably() -> None:  # 2.1
    hands = [play_last(last_trick(seed=seed)).dump()["hands"] for seed in ("m", "m", "n")]
    assert hands[0] == hands[1]
    assert hands[0] != hands[2]
    assert hands[0] != GAME.deal(seats=3, seed="m", options=Options(dealer=2)).dump()["hands"]


def test_a_position_that_runs_out_of_cards_early_ends_its_hand() -> None:
    state = position(hands=[["TH"], ["KH"], ["8H"]], trick_no=4, bids=[1, 1, 1], won=[1, 1, 1])
    play_last(state)
    assert state.dump()["scores"] == [2, 0, 2]


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ({"hands": [["5H"], ["5H"], ["8H"]]}, "only one 5H"),
        ({"indicator": None}, "indicator"),
        ({"face_up": ["9S", "JH"]}, "last card of face_up"),
        ({"hands": [["5H"], ["6H"]]}, "hands"),
        ({"hands": [["5H"], [], ["8H"]]}, "contradicts"),
        ({"turn": 3}, "seats are 0 to 2"),
        ({"bids": [1, 2]}, "bids"),
        ({"bids": [1, 2, None]}, "contradicts"),
        ({"bids": [1, 2, 11]}, "bids"),
        ({"phase": "bid", "bids": [1, None, None]}, "contradicts"),
        ({"phase": "over"}, "contradicts"),
        ({"phase": "nap"}, "phase"),
        ({"mult": 3}, "mult"),
        ({"trick_no": 11}, "trick_no"),
        ({"passing": [["7D"], [], []]}, "contradicts"),
        ({"phase": "pass", "passing": [["7D"], ["6D"], ["3D"]]}, "contradicts"),
        ({"passed": [["7D"]]}, "passed"),
        ({"trick": ["3D"], "showing": ["4D"]}, "only with a four"),
        ({"trick": ["3D"], "showing": []}, "showing"),
        ({"options": {"dealer": 4}}, "seats are 0 to 2"),
    ],
)
def test_impossible_positions_are_rejected(parts: dict, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        position(**parts)


def test_a_wrongly_decided_last_trick_is_rejected() -> None:
    dump = play_last(last_trick()).dump()
    assert GAME.position(dump).dump() == dump
    bare = {name: dump["last_trick"][name] for name in ("leader", "cards", "showing", "trump", "last")}
    assert GAME.position({**dump, "last_trick": bare}).dump() == dump
    for name, wrong in (("winner", 0), ("values", [1, 2, 3]), ("cards", ["TH", "KH", "8H", "2D"])):
        with pytest.raises(ValueError, match=r"last trick"):
            GAME.position({**dump, "last_trick": {**dump["last_trick"], name: wrong}})

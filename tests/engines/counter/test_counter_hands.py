"""Counter: dealing, bidding, following suit, passing, scoring and ending, where the worked cases leave gaps."""

import json

import pytest

from engines.counter.options import Options
from engines.counter.scoring import points
from tests.engines.counter.positions import GAME, five_trick, last_trick, legal, play_last, play_out, position


@pytest.mark.parametrize(("seats", "stack", "target"), [(3, 21, 9), (4, 11, 8), (5, 1, 7)])
def test_the_deal(seats: int, stack: int, target: int) -> None:  # 2.1, 1.3
    state = GAME.deal(seats=seats, seed="a", options=Options())
    dump = state.dump()
    assert [len(hand) for hand in dump["hands"]] == [10] * seats
    assert (len(dump["face_up"]), len(dump["stack"])) == (1, stack)
    assert dump["phase"] == "bid"
    assert state.view(None).dump()["target"] == target


def test_the_dealer_is_random_unless_chosen() -> None:  # 1.3, A1
    dealers = [GAME.deal(seats=4, seed=str(n), options=Options()).dump()["dealer"] for n in range(200)]
    assert all(25 < dealers.count(seat) < 80 for seat in range(4))
    agreed = GAME.deal(seats=4, seed="a", options=Options(dealer=3))
    assert (agreed.dump()["dealer"], agreed.to_act) == (3, (0,))


def test_a_nonexistent_dealer_is_rejected() -> None:
    with pytest.raises(ValueError, match="seats are 0 to 2"):
        GAME.deal(seats=3, seed="a", options=Options(dealer=3))


@pytest.mark.parametrize("wrong", [{"target": 4}, {"target": 31}, {"max_hands": 0}, {"king_rule": "maybe"}])
def test_out_of_range_house_rules_are_rejected(wrong: dict) -> None:  # 1.3
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Options(**wrong)


def test_everybody_bids_once_without_restriction() -> None:  # 3.1, A2
    state = GAME.deal(seats=3, seed="a", options=Options(dealer=1))
    assert [str(bid) for bid in state.actions(2)] == [f"bid {n}" for n in range(11)]
    for seat, bid in ((2, "bid 10"), (0, "bid 0"), (1, "bid 10")):
        assert state.to_act == (seat,)
        state.act(seat, bid)
    assert (state.dump()["bids"], state.dump()["phase"], state.to_act) == ([0, 10, 10], "play", (2,))


def test_bids_are_public_at_once() -> None:  # 3.2
    state = GAME.deal(seats=3, seed="a", options=Options(dealer=2))
    state.act(0, "bid 4")
    assert state.view(None).dump()["bids"] == [4, None, None]


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ("8H 5C", "8H 5C"),  # 5.4
        ("8H 2H", "8H 2H"),  # 5.4, A27
        ("2H 5C", "2H"),  # 5.6a
        ("TD 2D 8D 3H", "3H"),  # 5.6b
        ("TD 2D 8S", "TD 2D 8S"),  # 5.5
    ],
)
def test_following_a_heart(hand: str, allowed: str) -> None:
    state = position(hands=[["AH", "AC", "AD", "AS"], hand.split(), ["KC", "KD", "KS", "QS"]])
    state.act(0, "play AH")
    assert {text.split()[1] for text in legal(state)} == set(allowed.split())


@pytest.mark.parametrize(("hand", "allowed"), [("8S 3H", "8S 3H"), ("KS 8S 2H", "KS 8S"), ("2S 3H", "2S")])
def test_following_a_led_two(hand: str, allowed: str) -> None:  # 5.2, A28
    state = position(hands=[["2D", "AC", "AD"], hand.split(), ["KC", "KD", "QD"]])
    state.act(0, "play 2D")
    assert {text.split()[1] for text in legal(state)} == set(allowed.split())


def test_a_shown_four_stays_in_hand_and_may_be_shown_again() -> None:  # 5.7, A18
    state = position(hands=[["4H", "4D", "4S", "9C"], ["3C", "5D", "KD", "KC"], ["7C", "8D", "7S", "KS"]])
    play_out(state, "play 4H 4S", "play 3C", "play 7C")
    dump = state.dump()
    assert (dump["won"], dump["hands"][0]) == ([1, 0, 0], ["9C", "4D", "4S"])
    assert dump["shown"] == [["4S"], [], []]
    play_out(state, "play 4D 4S", "play 5D", "play 8D")
    assert (state.dump()["won"], state.dump()["shown"]) == ([2, 0, 0], [["4S"], [], []])


def test_jacks_lie_on_the_indicator_in_playing_order() -> None:  # 8.2
    state = position(hands=[["8H", "2C"], ["JH", "3C"], ["JD", "7C"]], turn=1)
    play_out(state, "play JH", "play JD", "play 8H")
    dump = state.dump()
    assert (dump["face_up"], dump["indicator"]) == (["9S", "JH", "JD"], "JD")
    assert dump["played"] == ["8H"]


def test_players_choose_in_any_order_and_nothing_moves_until_all_have() -> None:  # 8.4, A16
    state = five_trick()
    assert state.to_act == (0, 1, 2)
    state.act(2, "pass 7C")
    state.act(0, "pass 9C")
    assert state.to_act == (1,)
    assert state.dump()["hands"] == [["2C"], ["3C", "KC"], ["QC"]]
    state.act(1, "pass KC")
    assert state.dump()["hands"] == [["2C", "7C"], ["3C", "9C"], ["QC", "KC"]]
    assert (state.to_act, state.dump()["passed"]) == ((1,), [["9C", "KC", "7C"]])


def test_several_fives_cause_a_single_pass() -> None:  # 8.4
    state = position(hands=[["5H", "2C"], ["5D", "3C"], ["5S", "7C"]])
    play_out(state, "play 5H", "play 5D", "play 5S", "pass 2C", "pass 3C", "pass 7C")
    assert (state.dump()["phase"], state.dump()["hands"]) == ("play", [["7C"], ["2C"], ["3C"]])


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


def test_a_lead_is_doubled_only_once() -> None:  # 8.1
    state = position(hands=[["8H", "2C"], ["TH", "3C"], ["9H", "7C"]], mult=2)
    play_out(state, "play 8H", "play TH", "play 9H")
    assert state.dump()["last_trick"]["values"] == [16, 10, 15]
    assert state.dump()["mult"] == 1


def test_the_player_of_a_lone_six_leads_after_an_unclaimed_trick() -> None:  # 8.3, A34
    state = position(hands=[["4H", "2C"], ["5D", "3C"], ["6C", "7C"]])
    play_out(state, "play 4H", "play 5D", "play 6C", "pass 2C", "pass 3C", "pass 7C")
    dump = state.dump()
    assert (dump["won"], dump["unclaimed"], dump["turn"], dump["mult"]) == ([0, 0, 0], 1, 2, 2)


def test_only_the_last_card_in_hand_is_played_automatically() -> None:
    assert last_trick().forced() == (0, GAME.parse("play TH"))
    assert position().forced() is None
    assert GAME.deal(seats=3, seed="a", options=Options()).forced() is None
    lone = position(hands=[["5H"], ["QH"], ["8H"]], trick_no=9)
    assert lone.forced() is None
    passing = five_trick(hands=[["5H", "2C"], ["QH", "3C"], ["8H", "7C"]], trick_no=9)
    assert passing.forced() == (0, GAME.parse("pass 2C"))


def test_an_exact_bid() -> None:  # 9.2
    assert [points(bid, bid, 4) for bid in range(11)] == [2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10]


@pytest.mark.parametrize(
    ("seats", "row"),
    [
        (3, [1, 0, 0, 0, 0, 0, 0, 6, 7, 8, 9]),
        (4, [1, 0, 0, 0, 0, 0, 5, 6, 7, 8, 9]),
        (5, [1, 0, 0, 0, 0, 4, 5, 6, 7, 8, 9]),
    ],
)
def test_a_missed_bid(seats: int, row: list[int]) -> None:  # 9.2
    assert [points(-1, won, seats) for won in range(11)] == row


def test_the_next_hand_is_dealt_by_the_next_player() -> None:  # 2.2, 10.1
    state = play_last(last_trick(bids=[1, 1, 0], won=[0, 0, 9], seed="m"))
    dump = state.dump()
    assert (dump["scores"], dump["dealer"], dump["turn"], dump["hand_no"]) == ([1, 2, 8], 0, 1, 2)
    assert (dump["phase"], dump["bids"], dump["won"], dump["trick_no"]) == ("bid", [None] * 3, [0, 0, 0], 1)
    assert [len(hand) for hand in dump["hands"]] == [10, 10, 10]
    assert dump["last_trick"]["cards"] == ["TH", "KH", "8H"]
    assert dump["played"] == dump["passed"] == []


def test_doubling_and_shown_fours_end_with_the_hand() -> None:  # A33
    dump = play_last(last_trick(mult=2, shown=[["4C"], [], []])).dump()
    assert (dump["mult"], dump["shown"]) == (1, [[], [], []])


def test_the_hands_of_a_game_are_dealt_differently_and_repeatably() -> None:  # 2.1
    hands = [play_last(last_trick(seed=seed)).dump()["hands"] for seed in ("m", "m", "n")]
    assert hands[0] == hands[1]
    assert hands[0] != hands[2]
    assert hands[0] != GAME.deal(seats=3, seed="m", options=Options(dealer=2)).dump()["hands"]


@pytest.mark.parametrize(
    ("scores", "totals", "places"),
    [
        ([0, 0, 0], (2, 2, 8), None),
        ([0, 0, 1], (2, 2, 9), ((2,), (0, 1))),
        ([8, 8, 2], (10, 10, 10), ((0, 1, 2),)),  # 10.2: equal totals share the win
        ([8, 9, 3], (10, 11, 11), ((1, 2), (0,))),
        ([7, 8, 0], (9, 10, 8), ((1,), (0,), (2,))),  # A31
    ],
)
def test_the_target_ends_the_game(scores: list[int], totals: tuple[int, ...], places: tuple | None) -> None:  # 10.1
    state = play_last(last_trick(bids=[0, 1, 1], won=[0, 0, 9], scores=scores))
    assert tuple(state.dump()["scores"]) == totals
    if places is None:
        assert state.outcome is None
        return
    assert state.outcome is not None
    assert (state.outcome.points, state.outcome.reason) == (totals, "target")
    assert (state.outcome.places, state.outcome.winners) == (places, places[0])


def test_the_game_continues_below_the_target() -> None:  # 10.1
    state = play_last(last_trick(bids=[5, 5, 5], won=[3, 3, 3], scores=[8, 8, 8]))
    assert (state.outcome, state.dump()["scores"]) == (None, [8, 8, 8])


@pytest.mark.parametrize(("hand_no", "over"), [(1, False), (2, True)])
def test_the_hand_limit_ends_the_game(hand_no: int, over: bool) -> None:  # 10.3
    state = play_last(
        last_trick(bids=[0, 4, 4], won=[0, 4, 4], options={"max_hands": 2, "target": 30}, hand_no=hand_no)
    )
    assert (state.outcome is not None) == over
    if state.outcome is not None:
        assert (state.outcome.reason, state.outcome.winners) == ("cap", (2,))


def test_nothing_is_left_to_do_when_the_game_is_over() -> None:
    state = play_last(last_trick(scores=[9, 0, 0]))
    assert (state.to_act, state.dump()["phase"]) == ((), "over")
    assert [state.actions(seat) for seat in range(3)] == [[], [], []]
    again = GAME.position(json.loads(json.dumps(state.dump())))
    assert (again, again.outcome) == (state, state.outcome)


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

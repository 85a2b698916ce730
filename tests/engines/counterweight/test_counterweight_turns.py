"""Turns in Counterweight: drawing, collecting, relocating, and how games end."""

from engines.counterweight.options import Options
from tests.engines.counterweight.positions import GAME, amended, last_card, legal, play, position, walk

COUPLE = "couple 4D B1 9H A1"


def test_the_deal() -> None:
    """Rule 2: six cards each, two permanent piles, 38 in the stock."""
    document = GAME.deal(seats=2, seed="deal", options=Options()).dump()
    assert [len(hand) for hand in document["hands"]] == [6, 6]
    assert {label: len(cards) for label, cards in document["piles"].items()} == {"P1": 1, "P2": 1}
    assert len(document["stock"]) == 38


def test_the_first_starter_is_random_or_chosen() -> None:
    """Rules 1.4, 2.4."""
    drawn = {GAME.deal(seats=2, seed=str(seed), options=Options()).to_act for seed in range(12)}
    assert drawn == {(0,), (1,)}
    assert GAME.deal(seats=2, seed="x", options=Options(first=1)).to_act == (1,)


def test_set_aside_cards_are_picked_up_at_the_start_of_their_owners_turn() -> None:
    """Rules 3.1, 6.4: not before."""
    state = position()
    play(state, COUPLE, "collect A1")
    assert (state.dump()["limbo"], state.dump()["hands"][0]) == ([["9C", "9H"], []], ["KC"])
    play(state, "new 5C")
    document = state.dump()
    assert (document["limbo"], document["hands"][0], document["turn"]) == ([[], []], ["9C", "9H", "KC"], 0)


def test_loading_a_position_picks_up_set_aside_cards() -> None:
    """Rule 3.1, Annex B."""
    assert position(limbo=[["AC"], ["QC"]]).dump()["limbo"] == [[], ["QC"]]


def test_a_new_pile_takes_the_next_label_and_a_card() -> None:
    """Rules 1.3, 5.1, 5.2: labels of collected piles are not reused."""
    state = position(begun=[3, 1], temp={"B1": ["QD"]})
    play(state, "new 4D")
    document = state.dump()
    assert document["piles"]["A4"] == ["4D"]
    assert (document["hands"][0], document["stock"], document["turn"]) == (["2C", "9H", "KC"], ["3C", "7C"], 1)


def test_labels_are_not_reused_after_collecting() -> None:
    """Rule 1.3."""
    state = position(hands=[["9H", "4D", "KC"], ["8H", "5C"]])
    play(state, COUPLE, "collect A1", "new 5C", "new KC")
    assert set(state.piles) == set(position(temp={"A2": ["KC"], "B1": ["4S"], "B2": ["5C"]}).piles)


def test_the_opponent_may_use_a_new_pile_at_once() -> None:
    """Rules 4.2, A6."""
    state = position(hands=[["8D", "KC"], ["8H", "6C"]], temp={})
    play(state, "new 8D")
    assert legal(state) == ["couple 6C P2 8H A1"]


def test_both_own_piles_may_be_collected_or_one_or_none() -> None:
    """Rule 6.1."""
    state = position(temp={"A1": ["9C"], "A2": ["4S"], "A3": ["QD"]})
    play(state, "couple 4D A2 9H A1")
    assert legal(state) == ["collect", "collect A1", "collect A1 A2", "collect A2"]
    play(state, "collect A1 A2")
    document = state.dump()
    assert sorted(document["limbo"][0]) == ["4D", "4S", "9C", "9H"]
    assert sorted(document["piles"]) == ["A3", "P1", "P2"]


def test_piles_may_be_left() -> None:
    """Rule 6.1."""
    state = position()
    play(state, COUPLE, "collect")
    assert (state.dump()["piles"]["A1"], state.dump()["limbo"], state.turn) == (["9C", "9H"], [[], []], 1)


def test_without_a_card_on_an_own_pile_nothing_is_asked() -> None:
    """Rules 6.1, A27."""
    state = position(P1=["9S"])
    play(state, "couple 4D B1 9H P1")
    assert (state.phase, state.turn) == ("move", 1)


def test_a_sole_card_by_suit_on_an_own_pile_draws_first() -> None:
    """Rules 3.4c, A9: only then does the player decide about collecting."""
    state = last_card(temp={"A1": ["3S"]})
    play(state, "single 7S A1")
    assert (state.phase, state.dump()["hands"][0], len(state.stock)) == ("collect", ["2C"], 2)
    play(state, "collect A1")
    assert (state.dump()["limbo"][0], state.idle) == (["3S", "7S"], 0)


def test_a_sole_card_by_suit_with_an_empty_stock_collects_all() -> None:
    """Rules 4.6, 6.2, A8, A12: including a pile that was not played on."""
    state = last_card(temp={"A1": ["3S"], "A2": ["JC"], "B1": ["KD", "KS"]}, stock=[], hands=[["7S"], ["KC", "8C"]])
    play(state, "single 7S P2")
    assert sorted(state.dump()["limbo"][0]) == ["3S", "JC"]
    assert state.outcome is not None
    assert state.outcome.reason == "stock"


def test_a_last_couple_without_own_piles_goes_out() -> None:
    """Rules 3.4d, 7.1a, 7.4: with two cards at once; the opponent's piles do not matter."""
    state = position(hands=[["9H", "4D"], ["8C"]], P1=["9S"], temp={"B1": ["4S"], "B2": ["QD"]})
    play(state, "couple 4D B1 9H P1")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.points, state.outcome.winners) == ("out", (0, 7), (0,))
    assert state.to_act == ()


def test_collecting_the_only_pile_with_the_last_cards_is_not_a_win() -> None:
    """Rules 6.2, A12, A13: nothing is asked."""
    state = position(hands=[["9H", "4D"], ["8C", "5C"]])
    play(state, COUPLE)
    assert (state.outcome, state.dump()["limbo"][0], state.phase) == (None, ["9C", "9H"], "move")


def test_set_aside_cards_score_like_cards_in_hand() -> None:
    """Rules 7.3, A14: the opponent has no move after the collection."""
    state = position(hands=[["9H", "4D", "KC"], ["8D", "5C"]], stock=[])
    play(state, COUPLE, "collect A1")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.points) == ("stock", (1 + 2, 2 + 2 * 1))


def test_only_the_player_to_move_is_checked() -> None:
    """Rules 3.2, 7.1b, A16: seat 1 could not place anything, but it is not seat 1's turn."""
    state = position(stock=[], hands=[["9H", "4D", "KC"], ["8D", "5C"]])
    assert legal(state) == [COUPLE]


def test_equal_penalties_are_a_draw() -> None:
    """Rules 7.4, A18."""
    state = position(hands=[["KC"], ["8D"]], temp={}, stock=[])
    assert state.outcome is not None
    assert (state.outcome.places, state.outcome.winners, state.outcome.points) == (((0, 1),), (0, 1), (1, 1))


def test_idle_turns_end_the_game() -> None:
    """Rules 7.1c, A19: the collection is decided first."""
    state = position(idle=19)
    play(state, COUPLE)
    assert state.outcome is None
    play(state, "collect")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.points) == ("idle", (1 + 2, 2 + 2))


def test_the_limit_of_idle_turns_is_an_option() -> None:
    """Rule 1.4."""
    for limit, over in ((2, False), (1, True)):
        state = position(options={"idle_limit": limit})
        play(state, COUPLE, "collect")
        assert (state.outcome is not None) == over


def test_a_drawn_card_is_progress() -> None:
    """Rule 7.1c: for a new pile and for a sole card by suit on a temporary pile."""
    begun = position(idle=19, temp={})
    play(begun, "new 9H")
    assert begun.idle == 0
    sole = last_card(idle=19, temp={"B1": ["3S"]})
    play(sole, "single 7S B1")
    assert sole.idle == 0


def test_a_sole_card_that_draws_nothing_is_idle() -> None:
    """Rule 7.1c: by rank on the player's own pile, which is then collected."""
    state = last_card(idle=3, temp={"A1": ["7C"]})
    play(state, "single 7S A1")
    assert (state.idle, state.dump()["limbo"][0]) == (4, ["7C", "7S"])


def test_a_relocated_card_is_progress() -> None:
    """Rules 7.1c, 8.4: it counts after the relocation, but not if it stays where it is."""
    moved, left = amended(idle=4), amended(idle=4)
    play(moved, "couple 3H B2 TS B1", "relocate 3H P2 TS P1")
    play(left, "couple 3H B2 TS B1", "relocate")
    assert (moved.idle, left.idle) == (0, 5)
    piles = moved.dump()["piles"]
    assert (piles["P1"], piles["P2"], piles["B1"], piles["B2"]) == (["KS", "TS"], ["2H", "3H"], ["5S"], ["8H"])
    assert (moved.turn, left.turn) == (1, 1)


def test_the_mover_collects_after_the_relocation() -> None:
    """Rules 3.4b, 3.4e, 8.4, A22."""
    parts = {"P1": ["4H"], "P2": ["KD"], "temp": {"A1": ["9C"], "B1": ["4S"]}}
    state = amended(hands=[["9H", "4D", "KC"], ["8C"]], **parts)
    play(state, COUPLE)
    assert (state.phase, state.to_act) == ("relocate", (1,))
    play(state, "relocate 4D P1")
    assert (state.phase, state.to_act, legal(state)) == ("collect", (0,), ["collect", "collect A1"])


def test_a_relocation_shrinks_the_penalty_of_the_loser() -> None:
    """Rule 8.4: going out is judged after the relocation, and stands."""
    outcomes = []
    for answer in ("relocate", "relocate 9H P1"):
        state = amended(hands=[["9H"], ["8C"]], P1=["9D"], P2=["KD"], temp={"B1": ["9C"], "B2": ["QD"]})
        play(state, "single 9H B1", answer)
        assert state.outcome is not None
        outcomes.append((state.outcome.winners, state.outcome.points))
    assert outcomes == [((0,), (0, 7)), ((0,), (0, 5))]


def test_a_relocated_sole_card_by_suit_still_draws() -> None:
    """Rule 8.5: a relocation never changes whether the mover draws."""
    for answer in ("relocate", "relocate 9H P2"):
        state = amended(hands=[["9H"], ["8C", "5C"]], P1=["9D"], P2=["KH"], temp={"B1": ["3H"]})
        play(state, "single 9H B1", answer)
        assert state.dump()["hands"][0] == ["2C"]


def test_face_up_decisions_may_be_taken_back() -> None:
    """Collecting and relocating reveal nothing new; placing and drawing do."""
    state = amended(hands=[["9H", "4D", "KC"], ["8C"]], P1=["4H"], P2=["KD"], temp={"A1": ["9C"], "B1": ["4S"]})
    allowed = []
    for move in (COUPLE, "relocate", "collect A1", "new 8C"):
        play(state, move)
        allowed.append([seat for seat in (0, 1) if state.can_take_back(seat)])
    assert allowed == [[], [1], [0], []]


def test_a_relocation_that_lets_the_mover_draw_is_final() -> None:
    state = amended(hands=[["9H"], ["8C", "5C"]], P1=["9D"], P2=["KH"], temp={"B1": ["3H"]})
    play(state, "single 9H B1", "relocate")
    assert not any(state.can_take_back(seat) for seat in (0, 1))


def test_games_are_as_long_as_simulations_say() -> None:
    """Annex D: most games end with a player going out, some with an empty stock, none by the idle limit."""
    reasons: list[str] = []
    for number in range(40):
        *_, last = walk(f"length {number}")
        assert last.outcome is not None
        reasons.append(last.outcome.reason)
    assert set(reasons) == {"out", "stock"}
    assert reasons.count("out") > reasons.count("stock")

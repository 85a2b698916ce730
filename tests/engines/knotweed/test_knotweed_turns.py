"""Turns of Knotweed: plays, penalties, going out, pruning, resets, endings (rules 2 to 9)."""

import pytest

from engines.cards import pack, write_cards
from engines.knotweed.options import Options
from engines.knotweed.scoring import next_starter, round_places, round_points
from engines.texts import draw_card
from tests.engines.knotweed.positions import GAME, legal, play, position, told, walk


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 1), (4, 2), (6, 2), (7, 3), (8, 3)])
def test_the_deal_is_five_cards_each_one_pile_and_the_draw_pile(seats: int, decks: int) -> None:
    """Rules 1.4, 2.1 to 2.3."""
    state = GAME.deal(seats=seats, seed="deal", options=Options())
    document = state.dump()
    assert [len(hand) for hand in document["hands"]] == [5] * seats
    assert [len(pile) for pile in document["piles"].values()] == [1]
    assert len(document["draw"]) == 52 * decks - 5 * seats - 1


def test_the_starter_is_random_or_chosen() -> None:
    """Rules 1.4 and 2.4; the deal does not depend on who begins."""
    drawn = {GAME.deal(seats=4, seed=str(number), options=Options()).to_act for number in range(40)}
    assert drawn == {(0,), (1,), (2,), (3,)}
    named = [GAME.deal(seats=4, seed="x", options=Options(first=seat)) for seat in range(4)]
    assert [state.to_act for state in named] == [(0,), (1,), (2,), (3,)]
    assert len({str(state.dump()["hands"]) for state in named}) == 1


@pytest.mark.parametrize(
    ("top", "card", "price"),
    [
        ("5C", "6C", 1),
        ("5C", "7C", 2),
        ("5C", "8C", 3),
        ("5C", "4C", 3),
        ("KC", "AC", 1),
        ("KC", "2C", 2),
        ("AC", "KC", 3),
        ("QD", "AD", 2),
        ("5C", "5H", 0),
    ],
)
def test_costs_are_counted_upward_around_the_circle(top: str, card: str, price: int) -> None:
    """Rule 4.3."""
    state = position(hands=[[card, "TH", "TD"], ["2H"]], piles=[[top]])
    play(state, f"play 1 {card}")
    assert state.due == price


def test_any_group_with_a_fitting_card_may_be_played() -> None:
    """Rule 4.4, A3: 6♦ fits on 5♣ only together with 6♣."""
    assert legal(position()) == ["pass", "play 1 6C", "play 1 6C 6D"]


def test_a_group_of_the_top_cards_rank_fits_in_any_suit() -> None:
    """Rule 4.4: any combination of fives fits on a five."""
    state = position(hands=[["5D", "5H", "KS"], ["2H"]])
    assert legal(state) == ["pass", "play 1 5D", "play 1 5D 5H", "play 1 5H"]


def test_identical_cards_are_one_choice_but_count_as_two() -> None:
    """Rules 12.1 and 12.2."""
    state = position(hands=[["6C", "6C", "6D", "KS"], ["2H"]], options={"decks": 2})
    assert legal(state) == ["pass", "play 1 6C", "play 1 6C 6C", "play 1 6C 6C 6D", "play 1 6C 6D"]
    play(state, "play 1 6C 6C")
    assert state.dump()["piles"] == {"1": ["5C", "6C"], "2": ["6C"]}
    assert state.dump()["hands"][0] == ["6D", "KS"]


def test_a_group_of_three_makes_three_closed_piles() -> None:
    """Rule 4.7: one card covers the old pile, the others open piles with the lowest free numbers."""
    state = position(hands=[["6C", "6D", "6H", "7C"], ["7D", "7H"]], piles={"1": ["5C"], "3": ["KS"]})
    play(state, "play 1 6C 6D 6H")
    assert state.dump()["piles"] == {"1": ["5C", "6C"], "2": ["6D"], "3": ["KS"], "4": ["6H"]}
    assert state.dump()["closed"] == [1, 2, 4]
    assert legal(state) == ["end"]
    play(state, "end")
    assert legal(state) == ["pass", "play 2 7D", "play 2 7D 7H", "play 4 7D 7H", "play 4 7H"]


def test_the_first_card_of_a_play_stays_on_the_old_pile() -> None:
    """Annex B: “the first card listed stays on the old pile”; 4.4: any card of the group may be the fitting one."""
    state = position()
    play(state, "PLAY  1 6d 6c")
    assert state.dump()["piles"] == {"1": ["5C", "6D"], "2": ["6C"]}
    assert state.due == 1


def test_the_most_expensive_play_is_the_penalty() -> None:
    """Rule 5.2."""
    state = position(hands=[["7C", "8D", "9S", "KH"], ["2H"]], piles=[["5C"], ["7D"], ["9D"]])
    news = play(state, "play 2 8D", "play 1 7C", "play 3 9S", "end")
    assert state.dump()["hands"][0] == ["9S", "TS", "KH"]
    assert told(news) == ["player 1 takes 2 cards."]
    assert told(news, 0) == ["You take 9♠ 10♠."]
    assert state.taken == [2, 0]


def test_a_pass_costs_three_and_missing_cards_are_forgiven() -> None:
    """Rules 5.1, 5.4, 7.2: only two cards are available, and no more are taken after the reset."""
    state = position(draw=["9S", "TS"], piles=[["4C", "5C"]], discard=["AD"])
    news = play(state, "pass")
    assert len(state.hands[0]) == 6
    assert sorted([*state.draw, *state.piles[1]]) == sorted(position(draw=["4C", "5C", "AD"]).draw)
    assert told(news)[1:] == [
        "player 1 takes 2 cards.",
        f"The draw pile was empty: all piles are shuffled, and {draw_card(state.piles[1][-1])} is the only play pile.",
    ]


def test_a_single_card_outside_the_hands_allows_no_reset() -> None:
    """Rule 7.3: the draw pile stays empty and passing is free."""
    state = position(draw=[])
    play(state, "pass")
    assert state.dump()["piles"] == {"1": ["5C"]}
    assert len(state.hands[0]) == 4
    assert state.chance == 1


def test_a_reset_keeps_identical_cards_of_several_packs() -> None:
    """Rules 7.1 and 12.1."""
    cards = ["5C", "5C", "AD", "AD", "AD"]
    state = position(draw=[], piles=[cards[:2], cards[2:3]], discard=cards[3:], options={"decks": 3})
    play(state, "pass")
    document = state.dump()
    assert sorted(document["draw"] + document["piles"]["1"]) == cards
    assert document["discard"] == []


def test_two_resets_of_a_game_differ() -> None:
    """All shuffles come from the seed, each with its own number."""
    piles = [write_cards(range(0, 52, 2))]
    first = position(draw=[], piles=piles)
    second = position(draw=[], piles=piles, chance=2)
    play(first, "pass")
    play(second, "pass")
    assert first.draw != second.draw
    assert (first.chance, second.chance) == (2, 3)


def test_the_last_card_ends_the_turn_without_penalty() -> None:
    """Rules 6.1, 6.4: with two players, the round is over without pruning or drawing."""
    state = position(hands=[["9C"], ["2H"]], piles=[["5C"], ["KD"]])
    news = play(state, "play 1 9C")
    assert state.outcome is not None
    assert (state.outcome.places, state.outcome.points, state.outcome.reason) == (((0,), (1,)), (1, 0), "played out")
    assert len(state.draw) == 4
    assert told(news)[1:] == [
        "player 1 is out: place 1.",
        "Only one player has cards left: the round ends.",
        "player 1 wins round 1.",
    ]


@pytest.mark.parametrize(("piles", "pruned"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_half_of_the_piles_rounded_up_are_pruned(piles: int, pruned: int) -> None:
    """Rule 6.3: any of them, one at a time."""
    tops = [["5C"], ["2D"], ["3D"], ["4D"], ["7S"], ["8S"], ["TS"]][:piles]
    state = position(hands=[["9C"], ["2H"], ["3H"]], piles=tops)
    play(state, "play 1 9C")
    assert (state.phase, state.to_prune, state.to_act) == ("prune", pruned, (0,))
    play(state, *(f"discard {number}" for number in range(1, pruned + 1)))
    assert (state.phase, state.to_act) == ("play", (1,))
    assert [*state.piles] == list(range(pruned + 1, piles + 1))
    assert state.dump()["discard"][:2] == ["5C", "9C"]


def test_a_number_freed_by_pruning_is_reused() -> None:
    """Rule 4.7: new piles take the next free numbers."""
    state = position(hands=[["9C"], ["2D", "2H", "KS"], ["3H"]], piles=[["5C"], ["AD"]])
    play(state, "play 1 9C", "discard 1", "play 2 2D 2H")
    assert state.dump()["piles"] == {"1": ["2H"], "2": ["AD", "2D"]}


def test_a_pile_is_reset_after_pruning() -> None:
    """Rule 7.1: an empty draw pile is refilled at the end of the turn, after pruning."""
    state = position(hands=[["9C"], ["2H"], ["3H"]], piles=[["5C"], ["AD"]], draw=[])
    play(state, "play 1 9C", "discard 2")
    assert (len(state.draw), [*state.piles], state.discard) == (2, [1], [])


def test_players_who_are_out_are_skipped_and_ranked_in_order() -> None:
    """Rules 3.1 and 6.2."""
    state = position(hands=[["9C"], [], ["9D", "KS"], ["9H"]], out=[1], options={"decks": 1})
    play(state, "play 1 9C", "pass")
    assert state.to_act == (3,)
    play(state, "play 1 9H")
    assert state.outcome is not None
    assert state.outcome.places == ((1,), (0,), (3,), (2,))
    assert state.outcome.points == (2, 3, 0, 1)


def test_the_round_ends_dry_when_everybody_passes_on_an_empty_draw_pile() -> None:
    """Rules 8.1, 8.3: fewer cards are better; a play in between resets the count."""
    hands = [["KS", "QS"], ["2C", "3H", "4H"], ["7S", "8H", "9H"]]
    state = position(hands=hands, draw=[])
    play(state, "pass")
    assert state.passes == 1
    play(state, "pass")
    news = play(state, "pass")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.places) == ("dry", ((0,), (1, 2)))
    assert state.outcome.points == (2, 0.5, 0.5)
    assert "Everybody passed and the draw pile is empty: the round ends." in told(news)


def test_a_play_interrupts_the_passes_that_make_a_round_dry() -> None:
    """Rule 8.1: the passes must be consecutive."""
    state = position(hands=[["KS", "QS"], ["2C", "3H"]], draw=[], passes=1)
    play(state, "pass")
    assert state.outcome is not None
    state = position(hands=[["2C", "QS"], ["KS", "3H"]], draw=[], passes=1)
    play(state, "play 1 2C", "end")
    assert (state.outcome, state.passes) == (None, 0)


def test_the_turn_cap_ends_the_round_after_penalty_and_reset() -> None:
    """Rules 8.2 and 8.3: seat 1 is out and so comes first; equal hands share last place."""
    state = position(
        hands=[["KS"], [], ["2C", "3C", "4C", "5H"]],
        out=[1],
        piles=[["5C", "7D"]],
        draw=["9S", "TS", "JS"],
        turns=8,
        options={"turn_cap": 9},
    )
    play(state, "pass")
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.places) == ("cap", ((1,), (0, 2)))
    assert len(state.draw) == 1


def test_the_default_turn_cap_is_fifty_for_each_player() -> None:
    """Rules 1.4 and 8.2."""
    state = position(turns=98)
    play(state, "pass")
    assert state.outcome is None
    play(state, "pass")
    assert state.outcome is not None


def test_shared_places_share_the_average_of_their_points() -> None:
    """Rule 10.1."""
    assert round_places([2], [[1, 2], [3], [], [4]]) == ((2,), (1, 3), (0,))
    assert round_points(((2,), (1, 3), (0,))) == [0, 1.5, 3, 1.5]
    assert round_points(((0, 1, 2),)) == [1, 1, 1]


def test_among_winners_the_first_after_the_starter_begins() -> None:
    """Rule 10.1: the previous starter comes last."""
    assert next_starter([0, 2], 0, 4) == 2
    assert next_starter([0, 2], 2, 4) == 0
    assert next_starter([1], 1, 4) == 1


def test_a_play_can_be_taken_back_until_the_turn_ends() -> None:
    """Rule 3.3: but not before a play, by others, or once the turn is over."""
    state = position()
    assert not state.can_take_back(0)
    play(state, "play 1 6C")
    assert state.can_take_back(0)
    assert not state.can_take_back(1)
    play(state, "end")
    assert not state.can_take_back(0)
    assert not state.can_take_back(1)


def test_new_piles_are_reported() -> None:
    """Rule 4.7."""
    news = play(position(), "play 1 6C 6D")
    assert told(news, 1) == ["player 1 plays 6♣ 6♦ on pile 1 (cost 1).", "Pile 2 is new."]


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_no_card_is_lost_in_a_game(seats: int) -> None:
    for state in walk(seats, f"cards {seats}", turn_cap=60):
        cards = [*state.draw, *state.discard]
        for place in (*state.hands, *state.piles.values()):
            cards += place
        assert sorted(cards) == sorted(pack(state.options.decks_for(seats)))

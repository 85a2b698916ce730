"""Card Duel: dealing, and choosing hands in secret (rules 1 to 3)."""

import pytest

from engines.card_duel.options import Options
from engines.card_duel.rules import VALUES, by_value, total
from engines.cards import CARD_TEXTS, parse_card, write_cards
from engines.replay import replay
from tests.engines.card_duel.positions import GAME, POOLS, building, dealt, legal, walk

RANK_VALUES = {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(number): number for number in range(2, 10)}


def test_the_value_of_every_card() -> None:
    """Rules 1.1 and 1.2, A16: suits never matter, and court cards are worth ten."""
    assert {text: VALUES[card] for card, text in enumerate(CARD_TEXTS)} == {
        text: RANK_VALUES[text[0]] for text in CARD_TEXTS
    }
    assert total(map(parse_card, ("AS", "KD", "9C"))) == 30


def test_cards_are_sorted_by_value() -> None:
    assert write_cards(by_value(map(parse_card, ("AC", "KD", "2S", "TC", "9H", "2C")))) == [
        "2C", "2S", "9H", "TC", "KD", "AC",
    ]  # fmt: skip


def test_each_seat_is_dealt_half_of_the_pack() -> None:
    """Rule 3.1."""
    dump = dealt().dump()
    assert [len(pool) for pool in dump["pools"]] == [26, 26]
    assert sorted(dump["pools"][0] + dump["pools"][1]) == sorted(CARD_TEXTS)
    assert (dump["phase"], dump["hands"], dump["decks"]) == ("build", [[], []], [[], []])


def test_the_first_dealer_is_random_unless_chosen() -> None:
    """Rule 2.1, A2."""
    dealers = [dealt(str(number)).dealer for number in range(200)]
    assert 60 < sum(dealers) < 140
    for dealer in (0, 1):
        state = dealt(dealer=dealer)
        assert (state.dealer, state.attacker) == (dealer, dealer)


def test_both_seats_choose_simultaneously() -> None:
    """Rule 3.2: in any order."""
    state = building()
    assert state.to_act == (0, 1)
    state.act(1, "pick KD")
    state.act(0, "pick 2C")
    state.act(1, "pick 2D")
    assert state.to_act == (0, 1)
    assert state.dump()["hands"] == [["2C"], ["2D", "KD"]]
    assert state.dump()["pools"][1] == ["3D", "4D", "9D", "AD"]


def test_only_cards_that_fit_the_limit_can_be_picked() -> None:
    """Rule 3.2."""
    state = building(hands=[["TH", "JH"], []])
    assert legal(state, 0) == ["pick 2C", "pick 3C", "pick 4C", "pick 9C", "pick KC", "done"]
    assert legal(state, 1)[-2:] == ["pick AD", "done"]
    state.act(0, "pick 9C")
    assert legal(state, 0) == ["done"]


@pytest.mark.parametrize(("limit", "expected"), [(0, ["done"]), (3, ["pick 2C", "pick 3C", "done"])])
def test_the_limit_is_an_option(limit: int, expected: list[str]) -> None:
    """Rule 2.2."""
    assert legal(building(options={"hand_limit": limit})) == expected


def test_at_most_ten_cards_fit() -> None:
    """Rule 3.3."""
    cheap = [rank + suit for rank in "234" for suit in "CDHS"]
    state = building(pools=[cheap, []])
    for card in cheap[:10]:
        state.act(0, f"pick {card}")
    assert (state.room[0], legal(state, 0)) == (2, ["done"])


def test_an_empty_hand_is_allowed() -> None:
    """Rule 3.3, A1 and A3."""
    state = building()
    walk(state, "done", "done")
    assert state.dump()["hands"] == [[], []]
    assert legal(state) == ["deck"]


def test_play_begins_when_both_have_finished() -> None:
    """Rules 3.4 and 10.4, A19: whoever is slower keeps choosing."""
    state = building(attacker=1)
    state.act(1, "pick KD")
    state.act(1, "done")
    assert (state.phase, state.to_act, state.actions(1)) == ("build", (0,), [])
    state.act(0, "pick 9C")
    state.act(0, "done")
    assert (state.phase, state.to_act) == ("attack", (1,))
    dump = state.dump()
    assert dump["hands"] == [["9C"], ["KD"]]
    assert [sorted(deck) for deck in dump["decks"]] == [sorted(set(POOLS[0]) - {"9C"}), sorted(set(POOLS[1]) - {"KD"})]
    assert dump["pools"] == [[], []]


def test_decks_are_shuffled_by_the_seed_alone() -> None:
    """Rule 3.4: neither the order of picks nor who finishes first matters."""
    decks = []
    for seed, order in (("a", (0, 1)), ("a", (1, 0)), ("b", (0, 1))):
        state = dealt(seed)
        for seat in order:
            state.act(seat, "done")
        decks.append(state.dump()["decks"])
    assert decks[0] == decks[1]
    assert decks[0] != decks[2]
    assert decks[0][0] != write_cards(by_value(map(parse_card, decks[0][0])))


def test_the_order_of_picking_leaves_no_trace() -> None:
    forwards, backwards = building(), building()
    walk(forwards, "pick 2C", "pick 9C", "pick AC")
    walk(backwards, "pick AC", "pick 9C", "pick 2C")
    assert forwards == backwards


def test_picks_can_be_taken_back_until_the_hand_is_finished() -> None:
    """Rule 3.4, A17: nothing has been revealed until then."""
    state = building()
    assert not state.can_take_back(0)
    state.act(0, "pick 2C")
    state.act(1, "done")
    assert (state.can_take_back(0), state.can_take_back(1)) == (True, False)
    state.act(0, "done")
    assert not any(map(state.can_take_back, (0, 1)))
    state.act(0, "hand 2C")
    assert not any(map(state.can_take_back, (0, 1)))


def test_a_game_can_be_replayed_without_a_pick() -> None:
    """This is how a pick is taken back; what the other seat did in the meantime stays."""
    state = dealt()
    own, other = legal(state, 0), legal(state, 1)
    moves = [(0, own[0]), (1, other[3]), (0, own[5]), (1, "done")]
    shorter, _ = replay(GAME, 2, "a", Options(), moves[:2] + moves[3:])
    assert shorter.can_take_back(0)
    assert [shorter.dump()["hands"][seat] for seat in (0, 1)] == [[own[0][-2:]], [other[3][-2:]]]
    assert (shorter.to_act, shorter.dump()["done"]) == ((0,), [False, True])


@pytest.mark.parametrize(
    "options",
    [
        {"dealer": 2}, {"hand_limit": -1}, {"hand_limit": 61}, {"life": 4}, {"life": 101},
        {"idle_limit": 19}, {"idle_limit": 201}, {"best_of": 2}, {"best_of": 9},
    ],
)  # fmt: skip
def test_out_of_range_options_are_rejected(options: dict[str, int]) -> None:
    """Rules 2.1 to 2.4 and 11."""
    with pytest.raises(ValueError, match=next(iter(options))):
        Options.model_validate(options)


@pytest.mark.parametrize("seats", [1, 3])
def test_it_needs_two_players(seats: int) -> None:
    """Rule 1.1."""
    with pytest.raises(ValueError, match="two players"):
        GAME.deal(seats=seats, seed="a", options=Options())

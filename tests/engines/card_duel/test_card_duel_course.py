"""Card Duel: hands chosen in secret (rules 1 to 3), shuffles, forced moves and how long the cards last."""

import pytest

from engines.card_duel.options import Options
from engines.card_duel.rules import by_value
from engines.cards import parse_card, write_cards
from engines.replay import replay
from engines.testing.play import play as play_at_random
from tests.engines.card_duel.positions import GAME, building, dealt, position
from tests.engines.moves import legal, play


def test_cards_are_sorted_by_value() -> None:
    assert write_cards(by_value(map(parse_card, ("AC", "KD", "2S", "TC", "9H", "2C")))) == [
        "2C", "2S", "9H", "TC", "KD", "AC",
    ]  # fmt: skip


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
    play(forwards, "pick 2C", "pick 9C", "pick AC")
    play(backwards, "pick AC", "pick 9C", "pick 2C")
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


def test_reshuffles_differ_and_are_reproducible() -> None:
    """They follow from the seed and their number."""
    pile = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"]
    orders = []
    for seed, chance in (("a", 3), ("a", 3), ("a", 4), ("b", 3)):
        state = position(hands=[[], []], decks=[[], ["6D"]], discards=[pile, []], seed=seed, chance=chance)
        play(state, "deck")
        orders.append([*state.dump()["decks"][0], state.dump()["table"]["attack"]])
    assert orders[0] == orders[1]
    assert len({tuple(order) for order in orders}) == 3


def test_the_games_of_a_match_are_dealt_differently() -> None:
    """Rule 11: every shuffle has its own number."""
    pools = []
    for seed, chance in (("m", 4), ("m", 4), ("m", 5), ("n", 4)):
        blow = {"hands": [["KH", "AC"], ["9H"]], "damage": [["2S"], ["AS"]], "options": {"best_of": 3}}
        state = position(**blow, seed=seed, chance=chance)
        play(state, "hand KH", "hand 9H", "hand AC")
        pools.append(state.dump()["pools"])
    assert pools[0] == pools[1]
    assert pools[0] != pools[2]
    assert pools[0] != pools[3]


def test_the_only_way_to_supply_a_card_is_forced() -> None:
    """Rules 4.1, 9 and 10.1: everybody can count the cards; while hands are chosen, nothing is forced."""
    empty = position(hands=[[], ["9H"]], decks=[[], ["6D"]])
    assert [str(part) for part in empty.forced() or ()] == ["0", "none"]
    reshuffle = position(hands=[[], ["9H"]], decks=[[], ["6D"]], discards=[["8C"], []])
    assert [str(part) for part in reshuffle.forced() or ()] == ["0", "deck"]
    last = position(hands=[["KH"], ["9H"]], decks=[[], ["6D"]])
    assert [str(part) for part in last.forced() or ()] == ["0", "hand KH"]
    assert position(hands=[["KH"], ["9H"]], decks=[["2C"], ["6D"]]).forced() is None
    assert position().forced() is None
    assert building(pools=[[], []]).forced() is None
    assert dealt().forced() is None


@pytest.mark.parametrize("options", [{}, {"hand_limit": 0, "life": 100}, {"hand_limit": 60, "life": 40}])
def test_nobody_runs_out_of_cards(options: dict[str, int]) -> None:
    """Annex D: with at most 100 life, rule 9 never applies."""
    rules = GAME.Options.model_validate(options)
    for number in range(20):
        state, moves = play_at_random(GAME, 2, str(number), rules)
        assert state.outcome is not None
        assert "none" not in {text for _, text in moves}

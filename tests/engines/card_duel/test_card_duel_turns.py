"""Card Duel: shuffles, forced moves and how long the cards last, where the worked cases leave gaps."""

import pytest

from engines.testing.play import play
from tests.engines.card_duel.positions import GAME, building, dealt, position, walk


def test_reshuffles_differ_and_are_reproducible() -> None:
    """They follow from the seed and their number."""
    pile = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"]
    orders = []
    for seed, chance in (("a", 3), ("a", 3), ("a", 4), ("b", 3)):
        state = position(hands=[[], []], decks=[[], ["6D"]], discards=[pile, []], seed=seed, chance=chance)
        walk(state, "deck")
        orders.append([*state.dump()["decks"][0], state.dump()["table"]["attack"]])
    assert orders[0] == orders[1]
    assert len({tuple(order) for order in orders}) == 3


def test_the_games_of_a_match_are_dealt_differently() -> None:
    """Rule 11: every shuffle has its own number."""
    pools = []
    for seed, chance in (("m", 4), ("m", 4), ("m", 5), ("n", 4)):
        blow = {"hands": [["KH", "AC"], ["9H"]], "damage": [["2S"], ["AS"]], "options": {"best_of": 3}}
        state = position(**blow, seed=seed, chance=chance)
        walk(state, "hand KH", "hand 9H", "hand AC")
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
        state, moves = play(GAME, 2, str(number), rules)
        assert state.outcome is not None
        assert "none" not in {text for _, text in moves}

"""Card Duel: attack, defence, damage and where the cards go (rules 4 to 7 and 9)."""

import pytest

from tests.engines.card_duel.positions import building, dealt, legal, position, walk


def test_a_card_comes_from_the_hand_or_the_deck() -> None:
    """Rule 4.1."""
    state = position()
    assert legal(state) == ["hand 5C", "hand KH", "deck"]
    from_deck = state.clone()
    walk(from_deck, "deck")
    assert from_deck.dump()["table"] == {"attack": "6C", "defence": None}
    assert from_deck.dump()["decks"][0] == ["7C"]
    walk(state, "hand 5C")
    assert state.dump()["hands"][0] == ["KH"]


def test_a_deck_card_counts_however_low_it_is() -> None:
    """Rule 4.1, A13: it cannot be undone, and there is no second card."""
    state = position(decks=[["6C"], ["2D", "AD"]])
    walk(state, "hand KH", "deck")
    assert state.dump()["table"] == {"attack": "KH", "defence": "2D"}
    assert (state.phase, state.to_act) == ("damage", (0,))
    assert not any(map(state.can_take_back, (0, 1)))


def test_the_hand_is_never_refilled() -> None:
    """Rule 4.2."""
    state = position()
    walk(state, "hand 5C", "hand 9H", "hand TS")
    assert [len(hand) for hand in state.hands] == [1, 0]
    assert legal(state) == ["hand KH", "deck"]


@pytest.mark.parametrize(
    ("attack", "defence", "stopped"),
    [("KH", "TS", True), ("TS", "KH", True), ("5C", "5D", True), ("AS", "KH", False), ("9H", "8D", False)],
)
def test_equal_or_higher_stops_an_attack(attack: str, defence: str, stopped: bool) -> None:
    """Rules 6.2 to 6.4, A15 and A16."""
    state = position(hands=[[attack], [defence]])
    walk(state, f"hand {attack}", f"hand {defence}")
    assert (state.phase, state.to_act) == (("attack", (1,)) if stopped else ("damage", (0,)))
    assert state.dump()["discards"] == ([[attack], [defence]] if stopped else [[], []])


def test_the_damage_card_stays_in_front_of_its_victim() -> None:
    """Rules 6.5 and 6.6, A4 and A6: the difference in value does not matter, and the same seat attacks again."""
    state = position(hands=[["KH", "3C"], ["9H"]])
    walk(state, "hand KH", "hand 9H", "hand 3C")
    dump = state.dump()
    assert dump["damage"] == [[], ["3C"]]
    assert dump["discards"] == [["KH"], ["9H"]]
    assert dump["table"] == {"attack": None, "defence": None}
    assert (state.hurt, state.phase, state.to_act) == ([0, 3], "attack", (0,))


def test_seat_1_damages_seat_0() -> None:
    """Rule 6.5: the row in front of seat 0 grows."""
    state = position(attacker=1, hands=[["5C"], ["TS"]])
    walk(state, "hand TS", "hand 5C", "deck")
    assert state.dump()["damage"] == [["6D"], []]


def test_an_empty_deck_is_reshuffled_only_on_demand() -> None:
    """Rule 7.2, A8."""
    state = position(hands=[["KH", "5C"], ["TS", "2H"]], decks=[["6C"], ["6D"]], discards=[["8C", "9C"], []])
    walk(state, "deck")
    assert (state.dump()["decks"][0], state.dump()["discards"][0]) == ([], ["8C", "9C"])
    walk(state, "hand TS", "hand 2H")
    before = state.clone()
    assert legal(state) == ["hand 5C", "hand KH", "deck"]
    walk(before, "hand KH")
    assert before.dump()["discards"][0] == ["8C", "9C", "6C", "KH"]
    assert before.reshuffles == [0, 0]
    walk(state, "deck")
    after = state.dump()
    turned = after["discards"][0][-1]
    assert turned in ("8C", "9C", "6C")
    assert sorted([turned, *after["decks"][0]]) == ["6C", "8C", "9C"]
    assert after["reshuffles"] == [1, 0]


def test_a_reshuffle_is_forced_with_an_empty_hand() -> None:
    """Rule 7.2, A8: it is the only choice, but the player still makes it."""
    state = position(hands=[[], ["9H"]], decks=[[], ["6D"]], discards=[["8C"], []])
    assert legal(state) == ["deck"]
    assert state.forced() is None


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


def test_what_is_on_the_table_cannot_be_reshuffled() -> None:
    """Rules 6.6 and 7.3, A5: neither the attack card nor the defence card."""
    state = position(hands=[["KH", "5C"], []], decks=[[], ["6D"]], discards=[["2C"], []])
    walk(state, "hand KH", "deck", "deck")
    assert state.dump()["damage"][1] == ["2C"]
    assert state.dump()["discards"] == [["KH"], ["6D"]]
    defender = position(hands=[["KH"], ["9H"]], decks=[["6C"], []])
    walk(defender, "hand KH")
    assert legal(defender) == ["hand 9H"]


def test_an_attacker_without_cards_loses_the_attack() -> None:
    """Rule 9.1, A7."""
    state = position(hands=[[], ["9H"]], decks=[[], ["6D"]])
    assert legal(state) == ["none"]
    assert str(state.forced()) == str((0, state.actions(0)[0]))
    walk(state, "none")
    assert (state.phase, state.attacker, state.idle, state.to_act) == ("attack", 1, 1, (1,))
    assert state.dump()["discards"] == [[], []]


def test_a_defender_without_cards_lets_the_attack_through() -> None:
    """Rule 9.2."""
    state = position(hands=[["KH", "5C"], []], decks=[["6C"], []])
    walk(state, "hand KH")
    assert state.forced() is not None
    walk(state, "none")
    assert (state.phase, state.to_act) == ("damage", (0,))
    walk(state, "deck")
    assert state.dump()["damage"] == [[], ["6C"]]
    assert state.dump()["discards"] == [["KH"], []]


def test_an_attacker_without_a_damage_card_attacks_again() -> None:
    """Rule 9.3: this counts as an exchange without damage."""
    state = position(hands=[["KH"], ["9H"]], decks=[[], ["6D"]])
    walk(state, "hand KH", "hand 9H")
    assert legal(state) == ["none"]
    walk(state, "none")
    assert (state.phase, state.attacker, state.idle) == ("attack", 0, 1)
    assert state.dump()["damage"] == [[], []]


def test_nothing_else_is_forced() -> None:
    """Rule 9: a player with a card must play one; while hands are chosen, nothing is forced."""
    assert position().forced() is None
    assert building(pools=[[], []]).forced() is None
    assert dealt().forced() is None

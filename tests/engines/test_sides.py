"""Games with sides, short packs and shown voids: what the tests of every game then demand, and what helps to deal."""

from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.cards import Card, ace_high, pack, parse_card, suit
from engines.contract import Event, MoveEvent, Outcome
from engines.kit.sampling import deal_within
from engines.sides import alone, have_partners, partners
from engines.testing import Adapter
from engines.testing.positions import check_cards, check_voids
from engines.testing.steps import check_events, check_sides
from engines.texts import cards, say
from opponents.policies.base import reward

SIDES = ((0, 2), (1, 3))
SHORT = tuple(card for card in pack() if ace_high(card) >= 5)


def fails(sentence: str):
    """Expect a failure whose explanation begins with this pattern."""
    return pytest.raises(AssertionError, match=f"^{sentence}")


def test_partners() -> None:
    assert partners(SIDES, 3) == (1,)
    assert partners(alone(4), 3) == ()
    assert have_partners(SIDES)
    assert not have_partners(alone(4))


@given(st.permutations(range(4)), st.integers(1, 4))
def test_alone_a_win_is_shared_as_it_always_was(order: list[int], winners: int) -> None:
    outcome = Outcome(
        (tuple(order[:winners]), *((seat,) for seat in order[winners:])), (0,) * 4, "x", tuple(order[:winners])
    )
    worth = reward(outcome, alone(4))
    assert worth == reward(outcome)
    assert sum(worth) == pytest.approx(0.9 + 0.1 * 2)  # the win, and the margins 0, 1/3, 2/3 and 1


def test_a_certain_win_is_worth_one_to_each_partner() -> None:
    assert reward(Outcome(((1, 3), (0, 2)), (0, 9, 0, 9), "x", (1, 3)), SIDES) == (0, 1, 0, 1)
    assert reward(Outcome(((0, 1, 2, 3),), (9,) * 4, "x", (0, 1, 2, 3)), SIDES) == (0.5,) * 4


def test_sides_that_split_or_forget_somebody_are_named() -> None:
    split = Outcome(((0,), (1, 2, 3)), (5, 0, 5, 0), "x", (0,))
    with fails(r"seats \(0, 2\) are partners, but end differently"):
        check_sides(SIDES, split, 4)
    with fails("the sides do not name each of the 4 seats once"):
        check_sides(((0, 2), (1,)), Outcome(((0, 2), (1, 3)), (5, 0, 5, 0), "x", (0, 2)), 4)
    check_sides(SIDES, Outcome(((0, 2), (1, 3)), (5, 0, 5, 0), "x", (0, 2)), 4)


def test_a_short_pack_is_counted() -> None:
    adapter = Adapter(places=("hands",), face_down=lambda document, seat: [], cards=SHORT)
    whole = ["7C", "7D", "7H", "7S", *(f"{rank}{suit}" for rank in "89TJQKA" for suit in "CDHS")]
    check_cards(adapter, {"hands": [whole]})
    with fails("cards are lost: AS not found"):
        check_cards(adapter, {"hands": [whole[:-1]]})
    with fails("cards lie twice: 2C too many"):
        check_cards(adapter, {"hands": [[*whole, "2C"]]})


def test_a_hand_that_has_shown_a_void_keeps_it() -> None:
    adapter = Adapter(
        ("hands",), lambda document, seat: [], voids=lambda document: zip(document["hands"], ("", "CS"), strict=True)
    )
    check_voids(adapter, {"hands": [["7C"], ["7D"]]})
    with fails("a hand holds 7S, but has shown that it holds none of CS"):
        check_voids(adapter, {"hands": [["7C"], ["7D", "7S"]]})


@given(data=st.data(), seed=st.integers())
def test_a_deal_that_exists_is_found_whatever_hands_may_not_hold(data: st.DataObject, seed: int) -> None:
    chance = Random(seed)
    cards = chance.sample(pack(), data.draw(st.integers(0, 24)))
    real: list[list[Card]] = [[] for _ in range(data.draw(st.integers(1, 4)))]
    for card in cards:
        chance.choice(real).append(card)
    void = {(hand, number) for hand, held in enumerate(real) for number in range(4) if number not in map(suit, held)}
    kept = data.draw(st.sets(st.sampled_from(sorted(void)))) if void else set[tuple[int, int]]()
    dealt = deal_within(cards, list(map(len, real)), lambda hand, card: (hand, suit(card)) not in kept, chance)
    assert list(map(len, dealt)) == list(map(len, real))
    assert sorted(card for hand in dealt for card in hand) == sorted(cards)
    assert not any((hand, suit(card)) in kept for hand, held in enumerate(dealt) for card in held)


def test_a_deal_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="no deal agrees"):
        deal_within([parse_card("7C")], [1], lambda hand, card: False, Random(1))


def test_leftover_cards_are_in_no_hand() -> None:
    dealt = deal_within(SHORT, [3, 4], lambda hand, card: hand == 0 or suit(card) == 3, Random(1))
    assert list(map(len, dealt)) == [3, 4]
    assert {suit(card) for card in dealt[1]} == {3}


def test_every_deal_is_about_as_likely() -> None:
    """Two hands of two; the first may hold no club, so it has both diamonds, or one of them and a heart."""
    cards = [parse_card(text) for text in ("7C", "7D", "8D", "7H")]
    chance, found = Random(2), dict[tuple[Card, ...], int]()
    for _ in range(900):
        first, _ = deal_within(cards, [2, 2], lambda hand, card: hand == 1 or suit(card) != 0, chance)
        found[tuple(sorted(first))] = found.get(tuple(sorted(first)), 0) + 1
    assert len(found) == 3
    assert min(found.values()) > 180


class _Told:
    """A position in which nobody sees a card."""

    game = SimpleNamespace(tell=lambda event, seat: say("Somebody plays {card}.", card=cards([event.card])))

    def view(self, seat: int | None) -> Any:
        return SimpleNamespace(dump=dict)


@dataclass(frozen=True, slots=True)
class _Repeats(MoveEvent):
    card: Card


@dataclass(frozen=True, slots=True)
class _Tells(Event):
    card: Card


def test_the_cards_that_a_move_names_are_known_to_its_player_and_to_all_who_read_the_move() -> None:
    before: Any = _Told()
    queen, king = parse_card("QH"), parse_card("KH")
    check_events(0, "play QH", before, [_Repeats(queen)], before, [None, 0, 1])
    check_events(0, "play QH", before, [_Tells(queen)], before, [0])
    with fails(r".* tells seat 1 of QH"):
        check_events(0, "play QH", before, [_Tells(queen)], before, [0, 1])
    with fails(r".* tells a spectator of KH"):
        check_events(0, "play QH", before, [_Repeats(king)], before, [None])

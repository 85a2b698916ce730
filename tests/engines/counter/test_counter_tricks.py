"""Counter: tricks are decided as in an independent implementation, whatever is played (rules 6 to 8)."""

from random import Random

import pytest

from engines.cards import CARD_TEXTS, RANKS, parse_card
from engines.counter.rules.trick import SUIT_TEXTS, Trick, led_suit, retrace, settle
from tests.reference.counter_tricks import KingRule, Play, resolve

Plays = list[tuple[str, bool]]
"""The cards of a trick in playing order, and whether another four was shown with each."""

BUSY = "A345679TJQK" * 2 + "28"
"""Ranks that make tricks with many powers at once."""


def engine(plays: Plays, trump: str, mult: int = 1, king_rule: KingRule = "keep", *, last: bool = False) -> Trick:
    cards = tuple(parse_card(card) for card, _ in plays)
    # It does not matter which other four is shown.
    showing = tuple(parse_card("4C") if shown else None for _, shown in plays)
    return settle(len(cards), 0, cards, showing, SUIT_TEXTS.index(trump), mult, king_rule == "keep", last)


def random_plays(chance: Random, ranks: str) -> Plays:
    cards: list[str] = []
    while len(cards) < 3 + chance.randrange(3):
        card = chance.choice(ranks) + chance.choice("CDHS")
        if card not in cards:
            cards.append(card)
    return [(card, card[0] == "4" and chance.randrange(2) == 0) for card in cards]


@pytest.mark.parametrize("king_rule", ["keep", "none"])
@pytest.mark.parametrize("ranks", [RANKS, BUSY, "A234567", "3456Q", "56JQ39", "K2TA8K7"])
def test_random_tricks_agree_with_the_second_implementation(ranks: str, king_rule: KingRule) -> None:
    chance = Random(ranks)
    for _ in range(1500):
        plays, trump, mult = random_plays(chance, ranks), chance.choice("CDHS"), chance.choice((1, 1, 2))
        trick = engine(plays, trump, mult, king_rule)
        table = [Play(seat, card, "4C" if shown else None) for seat, (card, shown) in enumerate(plays)]
        wanted = resolve(table, trump, mult, last=False, king_rule=king_rule)
        where = f"{plays}, trumps {trump}, lead times {mult}, {king_rule}"
        assert list(trick.values) == wanted.values, where
        assert [SUIT_TEXTS[suit] for suit in trick.suits] == wanted.suits, where
        assert [suit == trick.trump_suit for suit in trick.suits] == wanted.trumps, where
        assert trick.winning == wanted.winner, where
        assert trick.lone_six == wanted.six, where


def test_the_recorded_changes_lead_to_the_final_values() -> None:  # 6.3
    chance = Random("changes")
    for _ in range(3000):
        trick = engine(random_plays(chance, BUSY), chance.choice("CDHS"), chance.choice((1, 2)))
        values: list[int | float] = [(card >> 2) + 1 for card in trick.cards]
        for change in retrace(trick):
            values[change.place] = change.value
        assert values == list(trick.values)


@pytest.mark.parametrize("card", CARD_TEXTS)
def test_the_led_suit_is_the_printed_one_unless_a_two_is_led(card: str) -> None:  # 5.2
    wanted = "S" if card[0] == "2" else card[1]
    assert SUIT_TEXTS[led_suit(parse_card(card), SUIT_TEXTS.index("S"))] == wanted


def plain(*cards: str) -> Plays:
    return [(card, False) for card in cards]


def test_without_a_third_suit_a_led_king_keeps_or_removes_trumps() -> None:  # 6.1, A5
    plays = plain("KH", "3C", "TH", "2D")
    keep, none = engine(plays, "C"), engine(plays, "C", king_rule="none")
    assert [SUIT_TEXTS[suit] for suit in keep.suits] == ["H", "C", "H", "C"]
    assert [SUIT_TEXTS[suit] for suit in none.suits] == ["H", "C", "H", "*"]
    assert (keep.winner, none.winner) == (1, 3)


def test_a_two_or_off_suit_ten_does_not_set_the_trump_suit_under_a_led_king() -> None:  # 6.1, A6
    trick = engine(plain("KH", "2D", "TD", "3S"), "C")
    assert SUIT_TEXTS[trick.trump_suit] == "S"


def test_an_eight_sets_the_trump_suit_under_a_led_king() -> None:  # 6.1, A7
    trick = engine(plain("KH", "8D", "AD"), "C")
    assert [SUIT_TEXTS[suit] for suit in trick.suits] == ["H", "D", "D"]
    assert trick.winner == 1


def test_a_king_that_is_not_led_does_not_change_the_trump_suit() -> None:  # 6.1
    assert SUIT_TEXTS[engine(plain("9H", "KH", "3D"), "C").trump_suit] == "C"


def test_a_robbed_four_keeps_its_buff() -> None:  # 7.2, A10
    assert engine([("8H", False), ("4D", True), ("3H", False)], "C").winner == 1


def test_the_first_of_two_victors_wins() -> None:  # 7.2
    assert engine([("8H", False), ("4D", True), ("4S", True)], "C").winner == 1


def test_a_queen_removes_buffs_even_when_robbed_or_under_a_led_king() -> None:  # 7.1, A29
    assert engine([("KH", False), ("4H", True), ("QC", False), ("3H", False)], "S").winner == 2


def test_void_fours_do_not_win_with_the_lowest_value_either() -> None:  # 7.3, A30
    assert engine(plain("7H", "4H", "6H"), "C").winner == 2


def test_a_void_four_led_wins_nothing_and_neither_does_another_card() -> None:  # 7.6, A9
    trick = engine(plain("4H", "5D", "KS"), "C")
    assert (trick.winner, trick.next_leader) == (None, 0)


def test_three_sevens_reverse_the_trick_and_four_do_not() -> None:  # 7.4b
    assert engine(plain("7H", "7C", "7D", "KH"), "S").winner == 0
    assert engine(plain("7H", "7C", "7D", "7S", "KH"), "C").winner == 1


def test_a_doubled_jack_is_not_an_eleven() -> None:  # V4, A12
    assert engine(plain("JH", "QH", "8H"), "C", mult=2).values == (22, 12, 8)
    assert engine(plain("JH", "QH", "8H"), "C").values == (11, 15, 8)


def test_another_jack_raises_the_queen_next_to_a_doubled_one() -> None:  # V4
    assert engine(plain("JH", "QH", "JS"), "C", mult=2).values == (22, 15, 11)


def test_nines_do_not_count_each_other_and_a_led_one_is_doubled_last() -> None:  # V7, A13
    assert engine(plain("9H", "9D", "KH"), "C", mult=2).values == (30, 15, 13)
    assert engine(plain("9H", "9D", "3H"), "C", mult=2).values == (1, 0.5, 3)
    assert engine(plain("9H", "9D", "3H", "KH"), "C", mult=2).values == (18, 9, 3, 13)


def test_a_six_must_have_the_lowest_value_alone() -> None:  # 8.1, A14
    assert engine(plain("6H", "8H", "5D"), "C").lone_six == 0
    assert engine(plain("6H", "8H", "6D", "5D"), "C").lone_six is None
    assert engine(plain("6H", "4H", "QD", "3S", "5D"), "C").lone_six is None


def test_a_six_has_no_effect_in_the_tenth_trick() -> None:  # 8.1
    trick = engine(plain("TH", "6H", "8H"), "C", last=True)
    assert (trick.lone_six, trick.next_leader) == (None, 0)


def test_nothing_is_passed_after_the_tenth_trick() -> None:  # 8.4
    assert engine(plain("5H", "6H", "8H"), "C").passing
    assert not engine(plain("5H", "6H", "8H"), "C", last=True).passing


def test_a_ten_and_an_eight_join_a_trump_lead() -> None:  # 6.2, A21 to A24
    trick = engine(plain("3C", "TH", "8D"), "C")
    assert trick.values == (3, 15, 8)
    assert [suit == trick.trump_suit for suit in trick.suits] == [True, True, True]
    side = engine(plain("3H", "TC", "8D"), "C")
    assert [SUIT_TEXTS[suit] for suit in side.suits] == ["H", "H", "H"]

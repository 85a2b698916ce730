"""Counter: after a trick, everybody is told how it was decided, card by card (Annex C)."""

from random import Random

import pytest

from engines.cards import parse_card
from engines.contract import Event
from engines.counter.events import CardValued, SevensPowerless, TrickDecided, TrumpsChanged, of_trick
from engines.counter.rules.trick import SUIT_TEXTS, Trick, retrace, settle
from engines.counter.words import story
from tests.engines.counter.positions import play_out, position, told
from tests.reference.counter_tricks import KingRule

Plays = list[tuple[str, bool]]
"""The cards of a trick in playing order, and whether another four was shown with each."""


def engine(plays: Plays, trump: str, mult: int = 1, king_rule: KingRule = "keep", *, last: bool = False) -> Trick:
    cards = tuple(parse_card(card) for card, _ in plays)
    # It does not matter which other four is shown.
    showing = tuple(parse_card("4C") if shown else None for _, shown in plays)
    return settle(len(cards), 0, cards, showing, SUIT_TEXTS.index(trump), mult, king_rule == "keep", last)


def plain(*cards: str) -> Plays:
    return [(card, False) for card in cards]


def stories(*cards: str, trump: str = "C", mult: int = 1, shown: str = "") -> list[str]:
    trick = engine([(card, card == shown) for card in cards], trump, mult)
    return [str(story(trick, place)) for place in range(len(cards))]


def told_of(trick: Trick, *kinds: type[Event], reader: int | None = None) -> list[str]:
    """What is told about these kinds of events in a trick."""
    return told([event for event in of_trick(trick) if isinstance(event, kinds)], reader)


def consequences(trick: Trick) -> list[str]:
    """What is told about a trick after its outcome."""
    events = [*of_trick(trick)]
    verdict = next(place for place, event in enumerate(events) if isinstance(event, TrickDecided))
    return told(events[verdict + 1 :], None)


def test_the_recorded_changes_lead_to_the_final_values() -> None:  # 6.3
    chance, busy = Random("changes"), "A345679TJQK" * 2 + "28"
    for _ in range(3000):
        cards = {chance.choice(busy) + chance.choice("CDHS") for _ in range(3 + chance.randrange(3))}
        plays = [(card, card[0] == "4" and chance.randrange(2) == 0) for card in sorted(cards)]
        chance.shuffle(plays)
        trick = engine(plays, chance.choice("CDHS"), chance.choice((1, 2)))
        values: list[int | float] = [(card >> 2) + 1 for card in trick.cards]
        for change in retrace(trick):
            values[change.place] = change.value
        assert values == list(trick.values)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("8H KH 6H", ["8", "13", "6"]),
        ("QD TC 6D", ["12", "10 → 15 (off-suit ten); counts as diamonds", "6"]),  # V1
        ("AH JH 6H", ["1 → 14 (J♥ is in the trick)", "11", "6"]),  # V2
        ("6H 6D 5H", ["6 → 0 (robbed by 5♥)", "6 → 0 (robbed by 5♥)", "5 → 17 (robs 6♥ 6♦)"]),  # V3
        ("JH QH 3C", ["11", "12 → 15 (J♥ is worth 11) → 0 (robbed by 3♣)", "3 → 18 (robs Q♥)"]),  # V4, V5
        ("9H TH KH", ["9 → 15 (more cards above 9 than below)", "10", "13"]),  # V7
        ("9H AH KD", ["9", "1", "13"]),
        ("9H AH 7D", ["9 → ½ (more cards below 9 than above)", "1", "7"]),
        ("8H 2D 8S", ["8", "2; counts as a trump", "8; counts as hearts"]),  # 6.2
        ("8H 4D KH", ["8", "4; void, cannot win", "13"]),  # 7.3
        ("8H 4D QH", ["8", "4; an ordinary card because of Q♥", "12"]),  # 7.1
    ],
)
def test_the_explanation_of_each_card(cards: str, expected: list[str]) -> None:
    assert stories(*cards.split()) == expected


def test_the_explanations_of_doubled_leads() -> None:  # V6, V7
    assert stories("8H", "TH", "KH", mult=2)[0] == "8 → 16 (doubled lead)"
    assert stories("9H", "TH", "KH", mult=2)[0] == "9 → 15 (more cards above 9 than below) → 30 (doubled lead)"


def test_the_explanation_of_a_victor() -> None:  # 7.2
    assert stories("8H", "4D", "KH", shown="4D")[1] == "4; victor, with 4♣ shown"


def test_nobody_wins_a_trick_of_fours() -> None:  # 7
    told = told_of(engine(plain("4H", "4D", "4S"), "C"), TrickDecided)
    assert told == ["Nobody wins the trick: no card that could win is a trump or of the led suit."]


def test_a_led_king_is_explained_if_it_had_an_effect() -> None:  # 6.1
    third = engine(plain("KH", "3D", "8H"), "C")
    assert told_of(third, TrumpsChanged) == ["K♥ was led: diamonds are trumps in this trick."]
    none = engine(plain("KH", "3H", "8H"), "C", king_rule="none")
    assert told_of(none, TrumpsChanged) == ["K♥ was led: this trick has no trump suit."]
    assert told_of(engine(plain("KH", "3H", "8H"), "C"), TrumpsChanged) == []
    assert told_of(engine(plain("KH", "7H", "8H"), "C"), SevensPowerless) == ["K♥ was led, so 7♥ has no power."]
    three = engine(plain("KH", "7H", "7D", "7S"), "C")
    assert told_of(three, SevensPowerless) == ["K♥ was led, so 7♥ 7♦ 7♠ have no power."]
    assert told_of(engine(plain("KH", "7H", "7D"), "C"), SevensPowerless) == []
    assert told_of(engine(plain("8H", "7H", "KD"), "C"), SevensPowerless) == []


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("TH 6H 8H", ["6♥ alone has the lowest value: player 2 leads next, and that lead counts double."]),  # 8.1
        ("TH JH JD", ["J♦ makes diamonds the trump suit from now on."]),  # 8.2
        ("TH JH JC", []),  # clubs were trumps before
        ("TH 5H 5C", ["Because of 5♥, everybody passes a card to the left."]),  # 8.4
        ("4H 4D 4S", ["player 1 leads again."]),  # 8.3
    ],
)
def test_the_consequences_of_a_trick(cards: str, expected: list[str]) -> None:
    assert consequences(engine(plain(*cards.split()), "C")) == expected


def test_the_last_trick_of_a_hand_has_no_consequences() -> None:
    assert consequences(engine(plain("5H", "6H", "JD"), "C", last=True)) == []


def test_the_log_explains_a_trick() -> None:
    state = play_out(position(hands=[["JH", "2C"], ["QH", "3C"], ["3D", "7D"]]), "play JH", "play QH")
    events = state.act(2, "play 3D")
    lines = told(events, None)
    assert lines == [
        "player 3 plays 3♦.",
        "player 2's Q♥: 12 → 15 (J♥ is worth 11) → 0 (robbed by 3♦).",
        "player 3's 3♦: 3 → 18 (robs Q♥).",
        "player 1 wins the trick with J♥.",
        "J♥ makes hearts the trump suit from now on.",
    ]
    assert told(events, 1)[1] == "Your Q♥: 12 → 15 (J♥ is worth 11) → 0 (robbed by 3♦)."


def test_each_card_that_a_trick_changes_is_explained_once() -> None:
    trick = engine(plain("JH", "QH", "3D", "6S", "2S"), "C")
    valued = [event for event in of_trick(trick) if isinstance(event, CardValued)]
    assert [event.place for event in valued] == [1, 2, 4]
    four = engine(plain("4H", "8H", "8S"), "C")
    assert [event.place for event in of_trick(four) if isinstance(event, CardValued)] == [0, 2]

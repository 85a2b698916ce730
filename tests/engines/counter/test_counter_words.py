"""Counter: after a trick everybody is told how it was decided, card by card (Annex C)."""

import pytest

from engines.counter.explanation import card_stories, consequences, dead_sevens, trump_change, verdict
from tests.engines.counter.positions import last_trick, play_out, position
from tests.engines.counter.test_counter_tricks import engine, plain


def stories(*cards: str, trump: str = "C", mult: int = 1, shown: str = "") -> list[str]:
    return [str(story) for story in card_stories(engine([(card, card == shown) for card in cards], trump, mult))]


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("8H KH 6H", ["8", "13", "6"]),
        ("QD TC 6D", ["12", "10 → 15, an off-suit ten; it counts as diamonds", "6"]),  # V1
        ("AH JH 6H", ["1 → 14 because of J♥", "11", "6"]),  # V2
        ("6H 6D 5H", ["6 → 0, robbed by 5♥", "6 → 0, robbed by 5♥", "5 → 17, robbing 6♥ 6♦"]),  # V3
        ("JH QH 3C", ["11", "12 → 15 because of an 11, J♥ → 0, robbed by 3♣", "3 → 18, robbing Q♥"]),  # V4, V5
        ("9H TH KH", ["9 → 15: more cards above 9 than below", "10", "13"]),  # V7
        ("9H AH KD", ["9", "1", "13"]),
        ("9H AH 7D", ["9 → ½: more cards below 9 than above", "1", "7"]),
        ("8H 2D 8S", ["8", "2; it counts as a trump", "8; it counts as hearts"]),  # 6.2
        ("8H 4D KH", ["8", "4; void, it cannot win", "13"]),  # 7.3
        ("8H 4D QH", ["8", "4; an ordinary card because of Q♥", "12"]),  # 7.1
    ],
)
def test_the_line_of_each_card(cards: str, told: list[str]) -> None:
    assert stories(*cards.split()) == told


def test_the_lines_of_doubled_leads() -> None:  # V6, V7
    assert stories("8H", "TH", "KH", mult=2)[0] == "8 → 16, the doubled lead"
    assert stories("9H", "TH", "KH", mult=2)[0] == "9 → 15: more cards above 9 than below → 30, the doubled lead"


def test_the_line_of_a_victor() -> None:  # 7.2
    assert stories("8H", "4D", "KH", shown="4D")[1] == "4; victor, with 4♣ shown"


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("8H KH 6H", "player 2 wins the trick with K♥"),
        ("8H KH 6C", "player 3 wins the trick with the trump 6♣"),
        ("7H KH 8H", "player 1 wins the trick with 7♥: the lowest wins because of 7♥"),
        ("4H 4D 4S", "Nobody wins the trick: no card that could win is a trump or of the led suit"),
    ],
)
def test_the_verdict(cards: str, told: str) -> None:  # 7
    assert str(verdict(engine(plain(*cards.split()), "C"))) == told


def test_the_verdict_for_a_victor() -> None:  # 7.2
    trick = engine([("7H", False), ("4D", True), ("3H", False)], "C")
    assert str(verdict(trick)) == "player 2 wins the trick with the victor four 4♦"


def test_a_led_king_is_explained_when_it_did_something() -> None:  # 6.1
    assert str(trump_change(engine(plain("KH", "3D", "8H"), "C"))) == "K♥ was led: diamonds are trumps in this trick"
    none = engine(plain("KH", "3H", "8H"), "C", king_rule="none")
    assert str(trump_change(none)) == "K♥ was led: this trick has no trump suit"
    assert trump_change(engine(plain("KH", "3H", "8H"), "C")) is None
    assert str(dead_sevens(engine(plain("KH", "7H", "8H"), "C"))) == "K♥ was led, which makes 7♥ powerless"
    assert dead_sevens(engine(plain("KH", "7H", "7D"), "C")) is None
    assert dead_sevens(engine(plain("8H", "7H", "KD"), "C")) is None


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("TH 6H 8H", ["6♥ is the only lowest card: player 2 leads next, doubled"]),  # 8.1
        ("TH JH JD", ["J♦ makes diamonds trumps from now on"]),  # 8.2
        ("TH JH JC", []),  # clubs were trumps before
        ("TH 5H 5C", ["5♥: everybody passes a card to the left"]),  # 8.4
        ("4H 4D 4S", ["player 1 leads again"]),  # 8.3
    ],
)
def test_what_follows(cards: str, told: list[str]) -> None:
    assert [str(text) for text in consequences(engine(plain(*cards.split()), "C"))] == told


def test_nothing_follows_from_the_last_trick_of_a_hand() -> None:
    assert consequences(engine(plain("5H", "6H", "JD"), "C", last=True)) == []


def test_the_news_and_the_table_tell_the_same() -> None:
    state = play_out(position(hands=[["JH", "2C"], ["QH", "3C"], ["3D", "7D"]]), "play JH", "play QH")
    news = [str(event.text) for event in state.act(2, "play 3D")]
    assert news == [
        "player 3 plays 3♦",
        "player 1: J♥ 11",
        "player 2: Q♥ 12 → 15 because of an 11, J♥ → 0, robbed by 3♦",
        "player 3: 3♦ 3 → 18, robbing Q♥",
        "player 1 wins the trick with J♥",
        "J♥ makes hearts trumps from now on",
    ]
    zones = state.view(None).scene().zones
    start = next(place for place, zone in enumerate(zones) if str(zone.name) == "Last trick")
    verdict_zone, *lines = zones[start : start + 4]
    assert [str(note) for note in verdict_zone.notes] == news[4:]
    assert [str(zone.name) for zone in lines] == ["player 1", "player 2", "player 3"]
    assert [str(note) for zone in lines for note in zone.notes] == [line.split(maxsplit=3)[3] for line in news[1:4]]


def test_the_end_of_a_hand_is_told() -> None:  # 9
    state = play_out(last_trick(bids=[0, 1, 3], won=[0, 0, 8], unclaimed=1), "play TH", "play KH")
    news = [str(event.text) for event in state.act(2, "play 8H")]
    start = news.index("1 trick was won by nobody")
    assert news[start + 1 : start + 4] == [
        "player 1 bid 0 and won 0: 2 points, in all 2",
        "player 2 bid 1 and won 1: 2 points, in all 2",
        "player 3 bid 3 and won 8: 7 points, in all 7",
    ]
    assert news[start + 4].startswith("Hand 2: player 1 deals and turns up ")

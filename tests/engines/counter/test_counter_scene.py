"""Counter: tricks show who played what, what each card is worth and who is winning (6, 7, 11.1)."""

import json
from pathlib import Path
from typing import Any

import pytest

from engines.cards import SUITS, parse_card
from engines.counter.state import CounterState
from engines.scenes import Trick, TrickCard
from tests.engines.counter.positions import GAME, five_trick, last_trick, play_last, play_out, position

CASES = [
    case
    for line in (Path(__file__).parents[2] / "vectors" / "counter.jsonl").read_text(encoding="utf-8").splitlines()
    if (case := json.loads(line))["id"].startswith("T")
]


def tricks(state: CounterState) -> tuple[Trick, ...]:
    return GAME.scene(state.view(None)).tricks


def seen(part: TrickCard) -> tuple[float | None, str | None, bool]:
    """What a card is worth, the suit that it counts as if different, and whether it is best."""
    return part.worth, None if part.suit is None else SUITS[part.suit], part.is_best


def remarks(trick: Trick) -> list[str]:
    return [str(note) for note in trick.notes]


def present(trick: str, *, trump: str = "S", mult: int = 1, showing: str = "", **parts: Any) -> Trick:
    """The current trick after these cards, led by seat 1."""
    cards = trick.split()
    indicator = next(card for card in (f"A{trump}", f"K{trump}") if card not in cards)
    shown = [showing if card[0] == "4" and showing else None for card in cards]
    turn = (1 + len(cards)) % 4
    about = {"trick": cards, "showing": shown, "turn": turn, "mult": mult, "trick_no": 7}
    return tricks(position(hands=[["QC"], ["QD"], ["QS"], ["JC"]], indicator=indicator, **about, **parts))[0]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_last_trick_matches_the_worked_cases(case: dict[str, Any]) -> None:
    cards = [card for _, card, _ in case["plays"]]
    other = next(four for four in ("4C", "4D", "4H", "4S") if four not in cards)
    document = {
        "leader": case["plays"][0][0],
        "cards": cards,
        "showing": [other if shown else None for _, _, shown in case["plays"]],
        "trump": case["trump"],
        "mult": case["mult"],
        "last": case["last"],
    }
    about = {"indicator": f"9{case['trump']}", "phase": "bid", "options": {"king_rule": case["king_rule"]}}
    (shown,) = tricks(position(hands=[[]] * len(cards), last_trick=document, **about))
    wanted = case["expect"]
    printed = [card[1] for card in cards]
    assert shown.is_over
    assert [part.seat for part in shown.cards] == [seat for seat, _, _ in case["plays"]]
    assert [part.card for part in shown.cards] == list(map(parse_card, cards))
    assert [part.worth for part in shown.cards] == wanted["values"]
    suits = [None if suit in (own, "*") else suit for suit, own in zip(wanted["suits"], printed, strict=True)]
    assert [seen(part)[1] for part in shown.cards] == suits
    best = next((part.seat for part in shown.cards if part.is_best), None)
    assert best == wanted["winner"]
    assert ("nobody wins" in remarks(shown)) == (best is None)


def test_the_current_trick_shows_present_values() -> None:
    """The led nine stays 9 between a higher and a lower value and is doubled; the off-suit ten is 15 (V1, V6, V7)."""
    trick = present("9H TC 3H", mult=2)
    assert (str(trick.name), trick.suit, trick.multiple, trick.is_over) == ("Trick 7", SUITS.index("H"), 2, False)
    assert [part.seat for part in trick.cards] == [1, 2, 3, 0]
    assert [seen(part) for part in trick.cards[:3]] == [(18, None, True), (15, "H", False), (3, None, False)]
    assert trick.cards[3] == TrickCard(0)


@pytest.mark.parametrize(
    ("cards", "best", "values"),
    [
        ("8H", 0, [8]),
        ("8H KH", 1, [8, 13]),
        ("8H KH 2S", 2, [8, 13, 2]),  # a trump
        ("QH 3C", 0, [0, 15]),  # robbed, yet the only card of the led suit (V5)
        ("JH QH", 1, [11, 15]),  # V4
        ("7H KH", 0, [7, 13]),  # an odd number of sevens (7.4b)
        ("4H 8D", 1, [4, 8]),  # the four is void, the eight is of the led suit
    ],
)
def test_who_is_winning_so_far(cards: str, best: int, values: list[float]) -> None:
    played = [part for part in present(cards).cards if part.card is not None]
    assert [part.worth for part in played] == values
    assert [part.is_best for part in played] == [place == best for place in range(len(played))]


def test_fours_say_what_they_are_unless_a_queen_makes_them_ordinary() -> None:  # 5.7, 7.1
    def powers(trick: Trick) -> list[list[str]]:
        return [[str(note) for note in part.notes] for part in trick.cards]

    assert powers(present("4H 8H")) == [["void"], [], [], []]
    assert powers(present("4H 8H", showing="4D")) == [["victor"], [], [], []]
    assert powers(present("4H QH", showing="4D")) == [[], [], [], []]


def test_unusual_trick_decisions_are_noted() -> None:  # 6.1, 7.4b
    assert remarks(present("8H KH")) == []
    assert remarks(present("7H KH")) == ["the lowest value wins"]
    assert remarks(present("KH 3D")) == ["diamonds are trumps"]
    without = present("KH 2D", options={"king_rule": "none"})
    assert remarks(without) == ["no trumps"]
    assert [str(note) for note in without.cards[1].notes] == ["trump"]
    assert remarks(present("KH 7H")) == []


def test_a_led_two_calls_for_trumps() -> None:  # 5.2
    assert present("2D").suit == SUITS.index("S")
    assert [seen(part)[1] for part in present("2D").cards[:1]] == ["S"]


def test_places_are_empty_before_the_lead() -> None:
    (trick,) = tricks(position(mult=2))
    assert trick.cards == (TrickCard(0), TrickCard(1), TrickCard(2))
    assert (trick.suit, trick.multiple) == (None, 2)
    state = five_trick()
    coming, last = tricks(state)
    assert [part.seat for part in coming.cards] == [1, 2, 0]  # cards are passed before seat 1 leads
    assert [(str(trick.name), trick.is_over) for trick in (coming, last)] == [("Trick 2", False), ("Last trick", True)]


def test_the_last_trick_stays_visible_when_the_next_hand_is_dealt() -> None:  # 11.1
    state = play_last(last_trick())
    assert state.phase == "bid"
    (trick,) = tricks(state)
    assert [seen(part) for part in trick.cards] == [(10, None, False), (13, None, True), (8, None, False)]
    assert tricks(position(phase="bid")) == ()


def test_the_current_trick_is_settled_like_a_finished_one() -> None:
    state = play_out(position(hands=[["JH", "2C"], ["QH", "3C"], ["3D", "7D"]]), "play JH", "play QH")
    before = tricks(state)[0]
    assert [seen(part) for part in before.cards] == [(11, None, False), (15, None, True), (None, None, False)]
    play_out(state, "play 3D")
    last = tricks(state)[-1]
    assert [seen(part) for part in last.cards] == [(11, None, True), (0, None, False), (18, None, False)]
    assert last.suit == SUITS.index("H")

"""Counter against a second reading of its rules: the same games, played in both at once."""

from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.cards import CARD_TEXTS, RANKS, SUITS
from engines.contract import IllegalAction, State
from engines.counter.options import Options
from engines.testing.cases import plain
from engines.testing.play import COUNT, chunks
from tests.reference.counter import TARGETS, Position, read_position

COUNTER = GAMES["counter"]
POSITIONS = 2000
"""Made-up ends of hands that are played out ..."""
BLOCK = 50
"""... for so many dealt games."""
PROFILES = [
    RANKS,
    *["4", "45679", "47", "7K", "9", "9A", "9K", "349TQ", "3Q4J", "56JQ", "689", "28TK", "T2K", "AJK"],
    *["456"] * 6,
]
"""Ranks in which made-up hands are rich."""
UNCLAIMED_SIX = {
    "hands": [["4H", "4D"], ["5S", "AS"], ["6S", "KS"]],
    "indicator": "7C",
    "trick_no": 9,
    "hand_no": 2,
    "options": {"max_hands": 2},
}
"""A void four is led, nobody can compete, and a six robbed by a five may be lowest (A34): rare by chance."""
RARE = {
    *("V1 ten", "V2 ace", "V3 five robs six", "V3 second five", "V4 queen by a jack", "V4 queen by a five"),
    *("V4 doubled eleven", "V5 three robs 4", "V5 three robs Q", "V5 second three", "V6 doubled lead"),
    *("V7 nine 15", "V7 nine 1/2", "V7 nine 9", "V7 doubled nine is 30", "V7 doubled nine is 1"),
    *("V7 doubled nine is 18", "5.4 lone eight", "6.1 third suit", "6.1 third suit by an eight"),
    *("6.1 the 2 of a third suit is ignored", "6.1 the T of a third suit is ignored"),
    *("6.1 no third suit, keep", "6.1 no third suit, none", "7.1 queen ends the buffs of fours"),
    *("7.2 victor", "7.3 void", "7.3 void four led", "7.4 lowest by 1 sevens", "7.4 lowest by 3 sevens"),
    *("7.4 seven under a led king", "7.5 equal values", "7.6 nobody wins", "7.6 nobody wins, all void"),
    *("8.1 six leads", "8.1 robbed six leads", "8.1 lowest value shared", "8.1 no effect in the tenth trick"),
    *("8.2 jack changes the trumps", "8.2 jack of trumps", "8.4 pass", "8.4 one pass after several fives"),
    *("9.2 exact", "9.2 none", "9.2 missed", "9.2 missed with many", "10.2 single win, target"),
    *("10.2 shared win, target", "10.2 a loser reached the target too", "10.2 single win, cap"),
    *("10.2 shared win, cap", "11.3 shown four passed on", "A34 six leads after an unclaimed trick"),
}
"""Branches of the rules that random games reach seldom: made-up positions must reach every one."""


def check_same(state: State[Any], reference: Position) -> None:
    """Who may act, what is legal, what lies where and how it ended."""
    document = plain(state.dump())
    assert set(state.to_act) == reference.to_act()
    for seat in range(reference.players):
        assert sorted(map(str, state.actions(seat))) == sorted(reference.legal(seat))
    chosen = [[reference.passing[seat]] if seat in reference.passing else [] for seat in range(reference.players)]
    assert document["passing"] == chosen
    held = [hand + card for hand, card in zip(document["hands"], chosen, strict=True)]
    assert [sorted(hand) for hand in held] == [sorted(hand) for hand in reference.hands]
    assert [sorted(fours) for fours in document["shown"]] == [sorted(fours) for fours in reference.shown]
    assert document["trick"] == [play.card for play in reference.trick]
    assert document["showing"] == [play.shown for play in reference.trick]
    assert document["indicator"] == reference.face_up[-1]
    for name in ("phase", "face_up", "bids", "won", "scores", "unclaimed", "trick_no", "hand_no", "dealer"):
        assert document[name] == getattr(reference, name), name
    check_last_trick(document, reference)
    check_outcome(state, document, reference)


def check_last_trick(document: dict[str, Any], reference: Position) -> None:
    """The trick before: who played what, its suits and values, and who won it."""
    trick, plays = reference.last_trick, reference.last_plays
    if trick is None:
        return
    found = document["last_trick"]
    assert found["leader"] == plays[0].seat
    assert found["cards"] == [play.card for play in plays]
    assert found["showing"] == [play.shown for play in plays]
    for name in ("led", "suits", "trumps", "values"):
        assert found[name] == getattr(trick, name), name
    assert found["trump_suit"] == (trick.trump or "*")
    assert found["winner"] == (None if trick.winner is None else plays[trick.winner].seat)


def check_outcome(state: State[Any], document: dict[str, Any], reference: Position) -> None:
    """The result at the end; until then whose turn it is and whether the next lead is doubled."""
    outcome = state.outcome
    if reference.phase != "over":
        assert outcome is None
        assert (document["turn"], document["mult"]) == (reference.turn, reference.mult)
        return
    assert outcome is not None
    assert [list(seats) for seats in outcome.places] == reference.places()
    assert list(outcome.points) == reference.scores
    assert list(outcome.winners) == reference.winners()
    assert outcome.reason == reference.reason()


def check_deal(document: dict[str, Any], seats: int) -> None:
    """2.1: ten cards each, one indicator, the rest of the pack face down."""
    assert [len(hand) for hand in document["hands"]] == [10] * seats
    assert len(document["face_up"]) == 1
    cards = [*chain(*document["hands"]), *document["face_up"], *document["stack"]]
    assert sorted(cards) == sorted(CARD_TEXTS)


def check_refusal(state: State[Any], reference: Position, seat: int, chance: Random) -> None:
    """Something that is not legal is refused, and changes nothing."""
    cards = list(CARD_TEXTS)
    text = chance.choice(["play {0}", "play {0} {1}", "pass {0}", "bid 3"]).format(*chance.sample(cards, 2))
    if text in reference.legal(seat):
        return
    with pytest.raises(IllegalAction):
        state.act(seat, text)


def drive(state: State[Any], reference: Position, chance: Random, hands: int) -> None:
    """Play at random in both until the game is over or so many hands have been finished."""
    finished = 0
    while state.to_act:
        check_same(state, reference)
        seat = chance.choice(sorted(reference.to_act()))
        if chance.random() < 0.1:
            check_refusal(state, reference, chance.randrange(reference.players), chance)
        text = chance.choice(reference.legal(seat))
        note_lone_eight(reference, seat, text)
        state.act(seat, text)
        reference.act(seat, text)
        if reference.phase == "dealing":
            document = plain(state.dump())
            check_deal(document, reference.players)
            reference.deal(document["hands"], document["indicator"])
            finished += 1
            if finished == hands:
                break
    check_same(state, reference)


def note_lone_eight(reference: Position, seat: int, text: str) -> None:
    """5.4: another card is played although an eight of the led suit is held."""
    if reference.phase == "play" and reference.trick and reference.trick[0].rank != "2":
        led = reference.trick[0].suit
        if f"8{led}" in reference.hands[seat] and text.split()[1][1] != led:
            reference.met.add("5.4 lone eight")


def all_options(chance: Random, seats: int) -> Options:
    """Any house rules, extremes more often than others."""
    return Options(
        dealer=chance.choice([None, *range(seats)]),
        target=chance.choice([None, 5, 9, 30]),
        king_rule=chance.choice(["keep", "none"]),
        max_hands=chance.choice([1, 2, 25]),
    )


@pytest.mark.parametrize("seats", COUNTER.seats)
@pytest.mark.parametrize("numbers", chunks(), ids=str)
def test_dealt_games_are_the_same_in_the_second_reading(seats: int, numbers: range) -> None:
    for number in numbers:
        chance = Random(f"counter {seats} {number}")
        options = all_options(chance, seats)
        state = COUNTER.deal(seats=seats, seed=str(number), options=options)
        document = plain(state.dump())
        check_deal(document, seats)
        reference = Position(
            hands=[[] for _ in range(seats)],
            face_up=[],
            dealer=document["dealer"],
            target=options.target or TARGETS[seats],
            king_rule=options.king_rule,
            max_hands=options.max_hands,
            scores=[0] * seats,
        )
        if options.dealer is not None:
            assert reference.dealer == options.dealer
        reference.deal(document["hands"], document["indicator"])
        drive(state, reference, chance, options.max_hands)
        assert reference.phase == "over"


def made_up(chance: Random) -> dict[str, Any]:
    """A position before a trick, with hands that are rich in some ranks and totals near the target."""
    seats = chance.choice(COUNTER.seats)
    left = chance.choice([1, 2, 3, 4, 5])
    rich = chance.choice(PROFILES)
    # Where suits are short, led cards meet nobody who follows.
    short = chance.choice(["", "", *SUITS, *map("".join, combinations(SUITS, 2))])
    pack = sorted(CARD_TEXTS, key=lambda card: chance.random() + 2 * (card[0] not in rich) + (card[1] in short))
    dealt, rest = pack[: seats * left], pack[seats * left :]
    chance.shuffle(dealt)
    target = chance.choice([5, 8])
    return {
        "hands": [dealt[seat::seats] for seat in range(seats)],
        "indicator": chance.choice(rest),
        "turn": chance.randrange(seats),
        "trick_no": 11 - left,
        "dealer": chance.randrange(seats),
        "mult": chance.choice([1, 2]),
        "bids": [chance.choice([0, 1, 2, 3, 5]) for _ in range(seats)],
        "won": shares(chance, 10 - left, seats),
        "scores": [chance.randrange(target) for _ in range(seats)],
        "hand_no": 3,
        "options": {
            "king_rule": chance.choice(["keep", "none"]),
            "target": target,
            "max_hands": chance.choice([3, 25]),
        },
        "seed": str(chance.random()),
    }


def shares(chance: Random, tricks: int, seats: int) -> list[int]:
    """Tricks won so far, nearly all of them sometimes by one player."""
    won = [0] * seats
    lucky = chance.randrange(seats)
    for _ in range(tricks):
        won[lucky if chance.random() < 0.6 else chance.randrange(seats)] += 1
    return won


@pytest.mark.thorough
@pytest.mark.parametrize("block", range(max(1, COUNT // BLOCK)))
def test_made_up_hands_are_played_the_same_and_reach_every_branch(block: int) -> None:
    chance = Random(f"made up {block}")
    met: set[str] = set()
    for document in [*[UNCLAIMED_SIX] * 100, *[made_up(chance) for _ in range(POSITIONS)]]:
        state = COUNTER.position(document)
        reference = read_position(plain(state.dump()))
        drive(state, reference, chance, hands=1)
        met |= reference.met
    assert RARE - met == set()

"""A trick of Counter once more, from the rules text alone: what may be played and who wins (5 to 8.1).

Cards are texts ("TD"). Nothing is fast and nothing is shared with the engine: it is only to be compared with it.
"""

from dataclasses import dataclass, field
from typing import Literal

KingRule = Literal["keep", "none"]

BASIC = {"A": 1, "J": 11, "Q": 12, "K": 13} | {"T": 10} | {str(n): n for n in range(2, 10)}
"""1.2: the basic value of each rank."""


@dataclass(frozen=True)
class Play:
    """A card on the table; ``shown`` is the other four that its player showed with it (5.7)."""

    seat: int
    card: str
    shown: str | None = None

    @property
    def rank(self) -> str:
        return self.card[0]

    @property
    def suit(self) -> str:
        return self.card[1]


@dataclass
class Trick:
    """A trick after section 6 to 8.1; lists go by the order of play.

    ``suits`` has ``"*"`` for a trump without a suit. ``met`` names the rare branches of the rules that it took.
    """

    led: str
    trump: str | None
    suits: list[str] = field(default_factory=list)
    trumps: list[bool] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    winner: int | None = None
    six: int | None = None
    met: set[str] = field(default_factory=set)


def led_suit(card: str, trump: str) -> str:
    """5.2: the suit that a led card asks for; ``trump`` is the current trump suit."""
    return trump if card[0] == "2" else card[1]


def playable(hand: list[str], led: str | None) -> list[str]:
    """5.1 to 5.6: the cards of ``hand`` that may be played; ``led`` is ``None`` for the leader."""
    if led is None:
        return list(hand)
    following = [card for card in hand if card[1] == led]
    if not following:
        return list(hand)
    lone_eight = len(following) == 1 and following[0][0] == "8"
    return list(hand) if lone_eight else following


def plays_of(hand: list[str], led: str | None) -> list[str]:
    """5.7: the texts of all plays, a four without and with each other four shown."""
    texts: list[str] = []
    for card in playable(hand, led):
        texts.append(f"play {card}")
        if card[0] == "4":
            texts += [f"play {card} {other}" for other in hand if other[0] == "4" and other != card]
    return texts


def trick_trump(plays: list[Play], trump: str, led: str, king_rule: KingRule, met: set[str]) -> str | None:
    """6.1: the trump suit of the trick, ``None`` if it has none."""
    if plays[0].rank != "K":
        return trump
    for play in plays[1:]:
        if play.rank == "2" or (play.rank == "T" and play.suit != led):
            if play.suit not in (trump, plays[0].suit):
                met.add(f"6.1 the {play.rank} of a third suit is ignored")
            continue
        if play.suit not in (trump, plays[0].suit):
            met.add("6.1 third suit")
            if play.rank == "8":
                met.add("6.1 third suit by an eight")
            return play.suit
    met.add(f"6.1 no third suit, {king_rule}")
    return trump if king_rule == "keep" else None


def effective_suits(plays: list[Play], led: str, trump: str | None) -> list[str]:
    """6.2: the suit that each card belongs to in this trick."""
    suits: list[str] = []
    for play in plays:
        if play.rank == "2":
            suits.append(trump or "*")
        elif (play.rank == "T" and play.suit != led) or (play.rank == "8" and play.suit != trump):
            suits.append(led)
        else:
            suits.append(play.suit)
    return suits


def places(plays: list[Play], ranks: str) -> list[int]:
    """The places of the cards of these ranks, in the order of play."""
    return [place for place, play in enumerate(plays) if play.rank in ranks]


def apply_tens_and_aces(plays: list[Play], values: list[float], led: str, met: set[str]) -> None:
    """V1 and V2."""
    for ten in places(plays, "T"):
        if plays[ten].suit != led:
            values[ten] = 15
            met.add("V1 ten")
    for ace in places(plays, "A"):
        if any(plays[court].suit == plays[ace].suit for court in places(plays, "JQK")):
            values[ace] = 14
            met.add("V2 ace")


def apply_fives(plays: list[Play], values: list[float], met: set[str]) -> None:
    """V3."""
    fives, sixes = places(plays, "5"), places(plays, "6")
    if fives:
        values[fives[0]] += 6 * len(sixes)
        for six in sixes:
            values[six] = 0
            met.add("V3 five robs six")
        if sixes and len(fives) > 1:
            met.add("V3 second five")


def apply_queens(plays: list[Play], values: list[float], mult: int, met: set[str]) -> None:
    """V4."""
    queens = places(plays, "Q")
    for place, play in enumerate(plays):
        counted = values[place] * (mult if place == 0 else 1)
        if play.rank != "Q" and counted == 11 and queens:
            met.add("V4 queen by a jack" if play.rank == "J" else "V4 queen by a five")
            for queen in queens:
                values[queen] = 15
    if queens and mult == 2 and values[0] == 11:
        met.add("V4 doubled eleven")


def apply_threes(plays: list[Play], values: list[float], met: set[str]) -> None:
    """V5."""
    threes, robbed = places(plays, "3"), places(plays, "4Q")
    if threes:
        for victim in robbed:
            values[threes[0]] += values[victim]
            values[victim] = 0
            met.add(f"V5 three robs {plays[victim].rank}")
        if robbed and len(threes) > 1:
            met.add("V5 second three")


def apply_nines(plays: list[Play], values: list[float], met: set[str]) -> None:
    """V7, but for the doubling."""
    nines = places(plays, "9")
    others = [value for place, value in enumerate(values) if place not in nines]
    above = len([value for value in others if value > 9])
    below = len([value for value in others if value < 9])
    if nines:
        worth, name = (15, "15") if above > below else (0.5, "1/2") if below > above else (9, "9")
        for nine in nines:
            values[nine] = worth
        met.add(f"V7 nine {name}")


def final_values(plays: list[Play], led: str, mult: int, met: set[str]) -> list[float]:
    """6.3, V1 to V7: ``mult`` is 2 when the led card is doubled."""
    values: list[float] = [BASIC[play.rank] for play in plays]
    apply_tens_and_aces(plays, values, led, met)
    apply_fives(plays, values, met)
    apply_queens(plays, values, mult, met)
    apply_threes(plays, values, met)
    led_nine = plays[0].rank == "9"
    if mult == 2 and not led_nine:  # V6
        values[0] *= 2
        met.add("V6 doubled lead")
    apply_nines(plays, values, met)
    if mult == 2 and led_nine:  # V7
        values[0] *= 2
        met.add(f"V7 doubled nine is {values[0]:g}")
    return values


def winning_place(plays: list[Play], trick: Trick) -> int | None:
    """Section 7: the place of the winning card, ``None`` if nobody wins."""
    victors = [place for place in places(plays, "4") if plays[place].shown]
    voids = [place for place in places(plays, "4") if not plays[place].shown]
    if any(play.rank == "Q" for play in plays):  # 7.1
        if victors or voids:
            trick.met.add("7.1 queen ends the buffs of fours")
        victors, voids = [], []
    if victors:  # 7.2
        trick.met.add("7.2 victor")
        return victors[0]
    if voids:  # 7.3
        trick.met.add("7.3 void")
        if 0 in voids:
            trick.met.add("7.3 void four led")
    remaining = [place for place in range(len(plays)) if place not in voids]
    pool = [place for place in remaining if trick.trumps[place]]  # 7.4
    if not pool:
        pool = [place for place in remaining if trick.suits[place] == trick.led]
    if not pool:  # 7.6
        trick.met.add("7.6 nobody wins" if remaining else "7.6 nobody wins, all void")
        return None
    sevens = len([play for play in plays if play.rank == "7"])
    wanted = max(trick.values[place] for place in pool)
    if sevens % 2 == 1 and plays[0].rank == "K":
        trick.met.add("7.4 seven under a led king")
    elif sevens % 2 == 1:
        trick.met.add(f"7.4 lowest by {sevens} sevens")
        wanted = min(trick.values[place] for place in pool)
    equal = [place for place in pool if trick.values[place] == wanted]
    if len(equal) > 1:
        trick.met.add("7.5 equal values")
    return equal[0]


def leading_six(plays: list[Play], trick: Trick) -> int | None:
    """8.1: the place of the six that leads next, ``None`` if there is none."""
    lowest = min(trick.values)
    lowest_places = [place for place, value in enumerate(trick.values) if value == lowest]
    if not any(plays[place].rank == "6" for place in lowest_places):
        return None
    if len(lowest_places) > 1:
        trick.met.add("8.1 lowest value shared")
        return None
    trick.met.add("8.1 six leads" if lowest else "8.1 robbed six leads")
    return lowest_places[0]


def resolve(plays: list[Play], trump: str, mult: int, *, last: bool, king_rule: KingRule) -> Trick:
    """Sections 6, 7 and 8.1 for a complete trick; ``trump`` is the indicator's suit, ``last`` the tenth trick."""
    led = led_suit(plays[0].card, trump)
    met: set[str] = set()
    trick = Trick(led, trick_trump(plays, trump, led, king_rule, met), met=met)
    trick.suits = effective_suits(plays, led, trick.trump)
    trick.trumps = [play.rank == "2" or suit == trick.trump for play, suit in zip(plays, trick.suits, strict=True)]
    trick.values = final_values(plays, led, mult, met)
    trick.winner = winning_place(plays, trick)
    six = leading_six(plays, trick)
    if six is not None and last:
        met.add("8.1 no effect in the tenth trick")
    else:
        trick.six = six
    return trick

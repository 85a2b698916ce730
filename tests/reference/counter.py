"""Counter once more: whole games, written from the rules text alone and only to be compared with the engine.

A hand is a list of card texts, and every rule stands where its number says. Chance is not repeated:
``Position.deal`` is told what was dealt.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.reference.counter_tricks import KingRule, Play, Trick, led_suit, plays_of, resolve

TRICKS = 10
TARGETS = {3: 9, 4: 8, 5: 7}
"""1.3: the points that end a game, if nothing else was agreed."""


def points(players: int, bid: int, won: int) -> int:
    """9.2: what one player scores in a hand."""
    if won == bid:
        return max(bid, 2)
    if won == 0:
        return 1
    return won - 1 if won + players >= 10 else 0


@dataclass
class Position:
    """A game in progress. ``face_up`` is the stack's open part, the indicator on top (at the end)."""

    hands: list[list[str]]
    face_up: list[str]
    dealer: int
    target: int
    king_rule: KingRule
    max_hands: int
    turn: int = 0
    phase: str = "bid"
    bids: list[int | None] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    shown: list[list[str]] = field(default_factory=list)
    unclaimed: int = 0
    trick_no: int = 1
    hand_no: int = 1
    mult: int = 1
    trick: list[Play] = field(default_factory=list)
    passing: dict[int, str] = field(default_factory=dict)
    last_plays: list[Play] = field(default_factory=list)
    last_trick: Trick | None = None
    met: set[str] = field(default_factory=set)

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def trump(self) -> str:
        """2.1 and 8.2: the suit of the indicator."""
        return self.face_up[-1][1]

    def left_of(self, seat: int) -> int:
        """1.1: the next seat clockwise."""
        return 0 if seat + 1 == self.players else seat + 1

    def deal(self, hands: list[list[str]], indicator: str) -> None:
        """2.1: take over the cards of a new hand; the dealer stands already (2.2)."""
        self.hands = [list(hand) for hand in hands]
        self.face_up = [indicator]
        self.phase = "bid"
        self.turn = self.left_of(self.dealer)
        self.bids = [None] * self.players
        self.won = [0] * self.players
        self.shown = [[] for _ in hands]
        self.unclaimed = 0
        self.trick_no = 1
        self.mult = 1  # A33

    def to_act(self) -> set[int]:
        """The seats that may act now."""
        if self.phase in ("bid", "play"):
            return {self.turn}
        if self.phase == "pass":
            return {seat for seat in range(self.players) if seat not in self.passing}
        return set()

    def legal(self, seat: int) -> list[str]:
        """All actions of a seat, as texts."""
        if seat not in self.to_act():
            return []
        if self.phase == "bid":
            return [f"bid {number}" for number in range(11)]  # 3.1
        if self.phase == "pass":
            return [f"pass {card}" for card in self.hands[seat]]
        led = led_suit(self.trick[0].card, self.trump) if self.trick else None
        return plays_of(self.hands[seat], led)

    def act(self, seat: int, text: str) -> None:
        """Do what a text says; it has to be legal."""
        assert text in self.legal(seat), f"{text} is not legal for seat {seat}"
        word, *names = text.split()
        if word == "bid":
            self.bid(seat, int(names[0]))
        elif word == "play":
            self.play(Play(seat, *names))
        else:
            self.hand_on(seat, names[0])

    def bid(self, seat: int, number: int) -> None:
        """3.1: a bid; after the last one the dealer's left neighbour leads (4.1)."""
        self.bids[seat] = number
        self.turn = self.left_of(seat)
        if seat == self.dealer:
            self.phase = "play"

    def play(self, play: Play) -> None:
        """4.1: a card goes to the table."""
        self.hands[play.seat].remove(play.card)
        self.trick.append(play)
        if play.shown and play.shown not in self.shown[play.seat]:
            self.shown[play.seat].append(play.shown)
        self.turn = self.left_of(play.seat)
        if len(self.trick) == self.players:
            self.end_trick()

    def end_trick(self) -> None:
        """Sections 6 to 8."""
        plays, self.trick = self.trick, []
        last = self.trick_no == TRICKS
        result = resolve(plays, self.trump, self.mult, last=last, king_rule=self.king_rule)
        self.last_plays, self.last_trick = plays, result
        self.met |= result.met
        if result.winner is None:
            self.unclaimed += 1  # 7.6
        else:
            self.won[plays[result.winner].seat] += 1
        for play in plays:  # 8.2
            if play.rank == "J":
                self.met.add("8.2 jack changes the trumps" if play.suit != self.trump else "8.2 jack of trumps")
                self.face_up.append(play.card)
        self.mult = 1
        if result.six is not None:  # 8.3
            self.turn = plays[result.six].seat
            self.mult = 2
            if result.winner is None:
                self.met.add("A34 six leads after an unclaimed trick")
        elif result.winner is not None:
            self.turn = plays[result.winner].seat
        else:
            self.turn = plays[0].seat
        if last:
            self.end_hand()
            return
        self.trick_no += 1
        fives = len([play for play in plays if play.rank == "5"])
        if fives:  # 8.4
            self.met.add("8.4 pass" if fives == 1 else "8.4 one pass after several fives")
            self.phase = "pass"

    def hand_on(self, seat: int, card: str) -> None:
        """8.4: a card is chosen; when all have chosen, the cards change hands at once."""
        self.passing[seat] = card
        if len(self.passing) < self.players:
            return
        for giver, given in self.passing.items():
            self.hands[giver].remove(given)
        for giver, given in self.passing.items():
            self.hands[self.left_of(giver)].append(given)
            if given in self.shown[giver]:
                self.met.add("11.3 shown four passed on")
        self.passing = {}
        self.phase = "play"

    def end_hand(self) -> None:
        """Sections 9 and 10: score, then the end of the game or the next dealer."""
        for seat in range(self.players):
            bid = self.bids[seat]
            assert bid is not None
            won = self.won[seat]
            self.scores[seat] += points(self.players, bid, won)
            self.met.add("9.2 exact" if won == bid else "9.2 none" if won == 0 else "9.2 missed")
            if won not in (0, bid) and won + self.players >= 10:
                self.met.add("9.2 missed with many")
        if self.reason() is None:
            self.dealer = self.left_of(self.dealer)  # 2.2
            self.hand_no += 1
            self.phase = "dealing"
        else:
            self.phase = "over"
            winners = self.winners()
            self.met.add(f"10.2 {'shared' if len(winners) > 1 else 'single'} win, {self.reason()}")
            if len([score for score in self.scores if score >= self.target]) > len(winners):
                self.met.add("10.2 a loser reached the target too")

    def reason(self) -> str | None:
        """10.1 and 10.3: why the game is over after a hand (Annex D has the words), ``None`` if it goes on."""
        if max(self.scores) >= self.target:
            return "target"
        return "cap" if self.hand_no >= self.max_hands else None

    def winners(self) -> list[int]:
        """10.2."""
        return [seat for seat in range(self.players) if self.scores[seat] == max(self.scores)]

    def places(self) -> list[list[int]]:
        """The seats grouped by their totals, highest first."""
        totals = sorted(set(self.scores), reverse=True)
        return [[seat for seat in range(self.players) if self.scores[seat] == total] for total in totals]


def read_position(document: Mapping[str, Any]) -> Position:
    """The position that a complete document describes, at a moment when nobody has chosen or played a card."""
    options = document["options"]
    return Position(
        hands=[list(hand) for hand in document["hands"]],
        face_up=list(document["face_up"]),
        dealer=document["dealer"],
        target=options["target"] or TARGETS[len(document["hands"])],
        king_rule=options["king_rule"],
        max_hands=options["max_hands"],
        turn=document["turn"],
        phase=document["phase"],
        bids=list(document["bids"]),
        won=list(document["won"]),
        scores=list(document["scores"]),
        shown=[list(fours) for fours in document["shown"]],
        unclaimed=document["unclaimed"],
        trick_no=document["trick_no"],
        hand_no=document["hand_no"],
        mult=document["mult"],
    )

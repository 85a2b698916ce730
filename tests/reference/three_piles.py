"""A second reading of the rules of 3 Piles, written from the rules text alone, to compare the engine with.

Slow and plain on purpose. Whoever changes a rule changes it here from the text, not from the engine.
"""

from collections import Counter
from copy import deepcopy
from typing import Any, TypeAlias

Cards: TypeAlias = list[str]
Document: TypeAlias = dict[str, Any]

RANKS = "A23456789TJQK"
PACK = [rank + suit for rank in RANKS for suit in "CDHS"]
THREE = range(3)


def height(card: str) -> int:
    """The rank of a card: ace 1, king 13 (1.2)."""
    return RANKS.index(card[0]) + 1


def fits(card: str, pile: Cards) -> bool:
    """Whether the card is lower than every card of the pile or higher than every card of it (4.2)."""
    return all(height(card) < height(other) for other in pile) or all(height(card) > height(other) for other in pile)


def score(piles: list[Cards]) -> int:
    """The points of one seat's piles (7.1 to 7.3)."""
    longest = max(len(pile) for pile in piles)
    closed = [pile for pile in piles if any(card[0] == "A" for card in pile) and any(card[0] == "K" for card in pile)]
    diamonds = [card for pile in piles for card in pile if card[1] == "D"]
    return longest + 3 * len(closed) + len(diamonds)


class ThreePiles:
    """A position read from a document as in Annex B, and all that follows from it."""

    def __init__(self, document: Document, seen: Counter[str]) -> None:
        self.seen = seen
        """How often each branch of the rules was reached."""
        self.options: Document = document["options"]
        self.hands: list[Cards] = deepcopy(document["hands"])
        self.stacks: list[Cards] = deepcopy(document["stacks"])
        self.deck: Cards = list(document["deck"])
        self.piles: list[list[Cards]] = deepcopy(document["piles"])
        self.turn: int = document["turn"]
        self.phase: str = document["phase"]
        self.totals: list[int] = list(document["totals"])
        self.game_no: int = document["game_no"]
        self.starter: int = document["starter"]
        self.outcome: Document | None = None

    @property
    def to_act(self) -> list[int]:
        return [] if self.outcome else [self.turn]

    def legal(self, seat: int) -> set[str]:
        """All legal actions of a seat as texts."""
        if seat not in self.to_act:
            return set()
        if self.phase == "play":
            return self._hand_plays(seat)
        if self.deck:
            return self._takes(seat) | {"draw"}
        return self._takes(seat) | self._hand_plays(seat) or {"pass"}

    def _takes(self, seat: int) -> set[str]:
        return {
            f"take {stack} {pile}"
            for stack in THREE
            for pile in THREE
            if self.stacks[stack] and fits(self.stacks[stack][-1], self.piles[seat][pile])
        }

    def _hand_plays(self, seat: int) -> set[str]:
        hand = self.hands[seat]
        onto_piles = {f"pile {card} {pile}" for card in hand for pile in THREE if fits(card, self.piles[seat][pile])}
        return onto_piles | {f"stack {card} {stack}" for card in hand for stack in THREE}

    def act(self, text: str, after: Document) -> None:
        """Play a legal action. ``after``: the engine's position after it, of which only a new deal is taken."""
        word, *rest = text.split()
        if word == "draw":
            self._see("last card drawn" if len(self.deck) == 1 else "draw")
            self.hands[self.turn].append(self.deck.pop(0))
            self.phase = "play"
            return
        if word == "take":
            self._take(int(rest[0]), int(rest[1]))
        elif word == "pass":
            self._see("forced pass")
        else:
            self.hands[self.turn].remove(rest[0])
            if word == "pile":
                self._add(rest[0], int(rest[1]))
            else:
                self._see("onto a stack" if self.stacks[int(rest[1])] else "onto an empty stack")
                self.stacks[int(rest[1])].append(rest[0])
        self.turn, self.phase = 1 - self.turn, "choose"
        if not self.deck and not any(self.hands) and not self._takes(0) and not self._takes(1):
            self._end_game(after)

    def _take(self, stack: int, pile: int) -> None:
        self._add(self.stacks[stack].pop(), pile)
        if self.stacks[stack]:
            self._see("a stack goes on with its next card")
        elif self.deck:
            self._see("refill" if len(self.deck) > 1 else "refill with the last card")
            self.stacks[stack].append(self.deck.pop(0))
        else:
            self._see("a stack stays empty")
        if not self.hands[self.turn]:
            self._see("take with an empty hand")

    def _add(self, card: str, pile: int) -> None:
        cards = self.piles[self.turn][pile]
        cards.append(card)
        cards.sort(key=height)

    def _end_game(self, after: Document) -> None:
        points = [score(piles) for piles in self.piles]
        self.totals = [have + new for have, new in zip(self.totals, points, strict=True)]
        target = self.options["target"]
        if target is None:
            self._finish(points, "game")
        elif max(self.totals) >= target and self.totals[0] != self.totals[1]:
            self._see("both at the target" if min(self.totals) >= target else "target")
            self._finish(self.totals, "match")
        elif self.game_no + 1 >= self.options["max_games"]:
            self._see("last game")
            self._finish(self.totals, "match")
        else:
            self._see("equal at the target" if max(self.totals) >= target else "next game")
            self._next_game(after)

    def _finish(self, points: list[int], reason: str) -> None:
        if points[0] == points[1]:
            self._see(f"draw of a {reason}")
            places = [[0, 1]]
        else:
            best = points.index(max(points))
            places = [[best], [1 - best]]
        self.outcome = {"places": places, "points": points, "winners": places[0], "reason": reason}

    def _next_game(self, after: Document) -> None:
        """Check a new deal (2.1, 2.2, 8.4) and take over the order in which the engine has the cards."""
        self.game_no += 1
        self.starter = self.turn = 1 - self.starter
        check_deal(after)
        self.hands, self.stacks = deepcopy(after["hands"]), deepcopy(after["stacks"])
        self.deck, self.piles = list(after["deck"]), [[[], [], []], [[], [], []]]

    def _see(self, branch: str) -> None:
        self.seen[branch] += 1


def check_deal(document: Document) -> None:
    """A whole pack lies as it should at the start of a game (2.1)."""
    assert [len(hand) for hand in document["hands"]] == [3, 3]
    assert [len(stack) for stack in document["stacks"]] == [1, 1, 1]
    assert document["piles"] == [[[], [], []], [[], [], []]]
    cards = [card for part in (*document["hands"], *document["stacks"], document["deck"]) for card in part]
    assert sorted(cards) == sorted(PACK)

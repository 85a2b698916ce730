"""A second reading of the rules of Knotweed, written from the rules text alone, to compare the engine with.

Slow and plain on purpose: cards are texts, a position is a few lists, nothing is kept that can be
counted again. Whoever changes a rule changes it here from the text, not from the engine.
"""

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from itertools import combinations
from typing import Any, TypeAlias

Cards: TypeAlias = list[str]
Document: TypeAlias = dict[str, Any]
Places: TypeAlias = list[list[int]]

RANKS = "A23456789TJQK"
PACK = [rank + suit for rank in RANKS for suit in "CDHS"]


def fits(top: str, cards: Iterable[str]) -> bool:
    """Whether one of the cards has the rank or the suit of the top card (4.2, 4.4)."""
    return any(card[0] == top[0] or card[1] == top[1] for card in cards)


def cost(top: str, cards: Cards) -> int:
    """What a play costs: the way up the circle, 3 at most (4.3); 3 as well if it does not fit (11.1)."""
    if not fits(top, cards):
        return 3
    return min(3, (RANKS.index(cards[0][0]) - RANKS.index(top[0])) % 13)


def packs(seats: int, decks: int | None) -> int:
    """The number of packs (1.4)."""
    return decks or (1 if seats <= 3 else 2 if seats <= 6 else 3)


def clockwise(first: int, seats: int) -> list[int]:
    """All seats in the order of play, beginning with ``first``."""
    return [(first + step) % seats for step in range(seats)]


def shared_points(places: Places) -> list[float]:
    """How many players each one finished ahead of; those who share places share the average (10.1)."""
    order = [seat for group in places for seat in group]
    points = [0.0] * len(order)
    for group in places:
        worth = [len(order) - 1 - order.index(seat) for seat in group]
        for seat in group:
            points[seat] = sum(worth) / len(worth)
    return points


def grouped(values: dict[int, Any]) -> Places:
    """The seats from the lowest value to the highest, those with equal values together."""
    return [sorted(seat for seat in values if values[seat] == value) for value in sorted(set(values.values()))]


class Knotweed:
    """A position in which a turn begins, read from a document as in Annex B, and all that follows from it."""

    def __init__(self, document: Document, seen: Counter[str]) -> None:
        self.seen = seen
        """How often each branch of the rules was reached."""
        self.options: Document = document["options"]
        self.hands: list[Cards] = deepcopy(document["hands"])
        self.seats = len(self.hands)
        self.cap = self.options["turn_cap"] or 50 * self.seats
        self.piles = {int(name): list(pile) for name, pile in document["piles"].items()}
        self.draw = list(document["draw"])
        self.discard = list(document["discard"])
        self.turn: int = document["turn"]
        self.turns: int = document["turns"]
        self.starter: int = document["starter"]
        self.out: list[int] = list(document["out"])
        self.taken: list[int] = list(document["taken"])
        self.round: int = document["round"]
        self.points: list[float] = list(document["points"])
        self.wins: list[int] = list(document["wins"])
        self.outcome: Document | None = None
        self.mixed: str | None = None
        self.dry_passes = 0
        self._begin_turn(self.turn)

    # ------------------------------------------------------------------ what may be done
    @property
    def active(self) -> list[int]:
        """Who has not gone out, in the order of play after the seat on turn (that seat comes last)."""
        return [seat for seat in clockwise(self.turn + 1, self.seats) if seat not in self.out]

    @property
    def to_act(self) -> list[int]:
        if self.phase == "over":
            return []
        if self.phase == "challenge":
            return [seat for seat in self.active if seat != self.turn and seat not in self.answered]
        return [self.turn]

    def legal(self, seat: int) -> set[str]:
        """All legal actions of a seat as texts, the cards of a group in the order of their suits."""
        if seat not in self.to_act:
            return set()
        if self.phase == "challenge":
            return {"accept", "challenge"}
        if self.phase == "prune":
            return {f"discard {pile}" for pile in self.piles}
        return self._plays() | self._endings()

    def _plays(self) -> set[str]:
        hand = sorted(self.hands[self.turn])
        found = set()
        for rank in RANKS:
            same = [card for card in hand if card[0] == rank]
            groups = {group for size in range(1, len(same) + 1) for group in combinations(same, size)}
            for pile in self.piles:
                if pile not in self.closed:
                    found |= {
                        f"play {pile} {' '.join(group)}"
                        for group in groups
                        if self.options["cheating"] or fits(self.piles[pile][-1], group)
                    }
        return found

    def _endings(self) -> set[str]:
        word = "end" if self.played else "pass"
        if self.options["cheating"]:
            return {f"{word} {number}" for number in range(self.due + 1 if self.played else 4)}
        return {word}

    # ------------------------------------------------------------------ a turn
    def _begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.phase = "play"
        self.closed: set[int] = set()
        self.due = 0
        self.played: list[Cards] = []
        self.honest = True
        self.to_prune = 0
        self.answered: list[int] = []
        self.before = deepcopy((self.hands[seat], self.piles))
        self.draw_was_empty = not self.draw

    def act(self, text: str, seat: int, after: Document) -> None:
        """Play a legal action. ``after``: the engine's position after it, of which only shuffled cards are taken."""
        word, *rest = text.split()
        if word == "play":
            self._play(int(rest[0]), rest[1:])
        elif word in ("end", "pass"):
            owed = self.due if word == "end" else 3
            self._end(owed, int(rest[0]) if rest else owed)
        elif word == "discard":
            self._prune(int(rest[0]))
        else:
            self._answer(seat, word)
        if self.mixed:
            self._take_over(after)

    def _play(self, pile: int, cards: Cards) -> None:
        top = self.piles[pile][-1]
        self.honest = self.honest and fits(top, cards)
        self.due = max(self.due, cost(top, cards))
        self.played.append(cards)
        for card in cards:
            self.hands[self.turn].remove(card)
        self.piles[pile].append(cards[0])
        self.closed.add(pile)
        for card in cards[1:]:
            number = next(number for number in range(1, 1000) if number not in self.piles)
            if number < max(self.piles):
                self._see("a new pile takes the number of a discarded one")
            self.piles[number] = [card]
            self.closed.add(number)
        self._see("group" if len(cards) > 1 else "single card")
        if len(set(cards)) < len(cards):
            self._see("identical cards in a group")
        if not self.hands[self.turn]:
            self._see(f"went out with {'one play' if len(self.played) == 1 else 'several plays'}")
            self.taken[self.turn] = 0
            self._turn_is_shown()

    def _end(self, owed: int, wanted: int) -> None:
        self.due = owed
        if owed > len(self.draw):
            self._see("draw pile too small for the penalty")
        self.honest = self.honest and wanted >= min(owed, len(self.draw))
        self.taken[self.turn] = self._draw(wanted)
        self._turn_is_shown()

    def _draw(self, number: int) -> int:
        cards, self.draw = self.draw[:number], self.draw[number:]
        self.hands[self.turn] += cards
        return len(cards)

    def _turn_is_shown(self) -> None:
        """The plays are made and the penalty is taken: now the others may challenge (11.2)."""
        if self.options["cheating"]:
            self.phase = "challenge"
        else:
            self._turn_stands()

    def _answer(self, seat: int, word: str) -> None:
        self.answered.append(seat)
        if word == "challenge" and not self.honest:
            self._undo()
            return
        if word == "challenge":
            self._see("wrong challenge")
        if not self.to_act:
            self._see("honest turn stands" if self.honest else "cheating unnoticed")
            self._turn_stands()

    def _undo(self) -> None:
        """A justified challenge: the cards come back, the penalty is 3 in total (11.3)."""
        self._see("caught" if self.hands[self.turn] else "caught going out")
        if not self.played:
            self._see("caught passing")
        if len(self.answered) < len(self.active) - 1:
            self._see("caught before all have answered")
        taken = self.taken[self.turn]
        gained = self.hands[self.turn][-taken:] if taken else []
        hand, self.piles = self.before
        self.hands[self.turn] = hand + gained
        self.taken[self.turn] += self._draw(3 - taken)
        self.dry_passes = 0
        self._close_turn()
        if self.mixed == "reset":
            self._see("reset after a caught turn")

    def _turn_stands(self) -> None:
        if not self.hands[self.turn]:
            self.dry_passes = 0
            self._go_out()
            return
        self.dry_passes = self.dry_passes + 1 if self.draw_was_empty and not self.played else 0
        self._close_turn()

    # ------------------------------------------------------------------ going out, resets, ends
    def _go_out(self) -> None:
        self.out.append(self.turn)
        if len(self.active) == 1:
            self._end_round("played out")
        elif len(self.piles) >= 2:
            self.phase = "prune"
            self.to_prune = (len(self.piles) + 1) // 2
            self._see(f"prune {'an odd' if len(self.piles) % 2 else 'an even'} number of piles")
        else:
            self._see("went out, a single pile")
            self._close_turn()

    def _prune(self, pile: int) -> None:
        self.discard += self.piles.pop(pile)
        self.to_prune -= 1
        if not self.to_prune:
            self._close_turn()

    def _close_turn(self) -> None:
        """Reset (7.1), then the safety rules (8.1, 8.2), then the next player (5.5)."""
        outside = len(self.discard) + sum(map(len, self.piles.values()))
        if not self.draw and outside >= 2:
            self._see("reset with discarded piles" if self.discard else "reset")
            self._see("reset of two cards" if outside == 2 else "reset of more cards")
            if self.phase == "prune":
                self._see("reset after pruning")
            self.mixed = "reset"
        elif not self.draw:
            self._see("no reset")
        self.turns += 1
        if self.dry_passes == len(self.active):
            self._end_round("dry")
        elif self.turns >= self.cap:
            self._end_round("cap")
        else:
            self._begin_turn(self.active[0])

    def _end_round(self, reason: str) -> None:
        sizes = {seat: len(self.hands[seat]) for seat in self.active}
        places = [[seat] for seat in self.out] + grouped(sizes)
        self._see(f"{reason}, {'somebody' if self.out else 'nobody'} out")
        if len(places) < self.seats:
            self._see("shared last place" if len(places[-1]) > 1 else "shared place")
        if len(places[0]) > 1:
            self._see("shared first place")
        self.points = [have + new for have, new in zip(self.points, shared_points(places), strict=True)]
        for seat in places[0]:
            self.wins[seat] += 1
        if self._is_last_round():
            self._finish(places, reason)
            return
        self._see("next round after a shared win" if len(places[0]) > 1 else "next round")
        self.starter = next(seat for seat in clockwise(self.starter + 1, self.seats) if seat in places[0])
        self.round += 1
        self.mixed = "deal"

    def _is_last_round(self) -> bool:
        if self.options["wins"] is not None:
            return max(self.wins) >= self.options["wins"]
        return self.round >= self.options["rounds"]

    def _finish(self, places: Places, reason: str) -> None:
        self.phase = "over"
        if self.options["wins"] is not None:
            reason = "wins"
            places = grouped({seat: (-self.wins[seat], -self.points[seat]) for seat in range(self.seats)})
        elif self.options["rounds"] > 1:
            reason = "rounds"
            places = grouped({seat: -self.points[seat] for seat in range(self.seats)})
        self.outcome = {"places": places, "points": self.points, "winners": places[0], "reason": reason}

    # ------------------------------------------------------------------ shuffles, which only the engine can know
    def _take_over(self, after: Document) -> None:
        """Check shuffled cards (2.1 to 2.3, 7.1) and take over the order in which the engine has them."""
        piles = {int(name): list(pile) for name, pile in after["piles"].items()}
        assert [len(pile) for pile in piles.values()] == [1], "one card is turned face up"
        assert after["discard"] == []
        shuffled = [*after["draw"], *(card for pile in piles.values() for card in pile)]
        if self.mixed == "reset":
            lying = self.discard + [card for pile in self.piles.values() for card in pile]
            assert sorted(shuffled) == sorted(lying), "a reset shuffles what lies outside the hands"
        else:
            assert [len(hand) for hand in after["hands"]] == [5] * self.seats
            dealt = [card for hand in after["hands"] for card in hand]
            assert sorted(shuffled + dealt) == sorted(PACK * packs(self.seats, self.options["decks"]))
            self.hands = deepcopy(after["hands"])
            self.turn, self.turns, self.out, self.dry_passes = self.starter, 0, [], 0
            self.taken = [0] * self.seats
        self.mixed = None
        self.piles, self.draw, self.discard = piles, list(after["draw"]), []
        if self.phase != "over":
            self._begin_turn(self.turn)

    def _see(self, branch: str) -> None:
        self.seen[branch] += 1

"""Card Duel a second time: slow code over card texts that follows the rules text number by number.

It knows nothing of the engine. ``seen`` counts the rules that were needed, so that tests can tell that
the rare ones were reached.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Rows = list[list[str]]
"""Cards of seat 0 and of seat 1."""
Shuffle = Callable[[int, list[str]], list[str]]
"""Gives the cards of a seat a new order: the only chance in the game."""


class Result(NamedTuple):
    places: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    reason: str
    winners: tuple[int, ...]


def value(card: str) -> int:
    """Rule 1.2."""
    if card[0] == "A":
        return 11
    return 10 if card[0] in "TJQK" else int(card[0])


def total(cards: list[str]) -> int:
    return sum(map(value, cards))


def two_rows() -> Rows:
    return [[], []]


@dataclass
class Position:
    """One game; a match is somebody else's business."""

    hands: Rows
    decks: Rows
    pools: Rows = field(default_factory=two_rows)
    discards: Rows = field(default_factory=two_rows)
    damage: Rows = field(default_factory=two_rows)
    attack: str | None = None
    defence: str | None = None
    attacker: int = 0
    phase: str = "attack"
    done: list[bool] = field(default_factory=lambda: [False, False])
    idle: int = 0
    reshuffles: list[int] = field(default_factory=lambda: [0, 0])
    hand_limit: int = 30
    life: int = 22
    idle_limit: int = 40
    ending: str | None = None
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def to_act(self) -> tuple[int, ...]:
        match self.phase:
            case "build":
                return tuple(seat for seat in (0, 1) if not self.done[seat])
            case "defend":
                return (1 - self.attacker,)
            case "over":
                return ()
        return (self.attacker,)

    def actions(self, seat: int) -> set[str]:
        """The texts of what a seat that is to act may do."""
        if self.phase == "build":
            left = self.hand_limit - total(self.hands[seat])
            return {f"pick {card}" for card in self.pools[seat] if value(card) <= left} | {"done"}
        cards = {f"hand {card}" for card in self.hands[seat]}
        if self.decks[seat] or self.discards[seat]:
            cards.add("deck")
        return cards or {"none"}

    def play(self, seat: int, text: str, shuffle: Shuffle) -> None:
        """Play one legal action; ``shuffle`` is asked where the rules shuffle."""
        if self.phase == "build":
            self.build(seat, text, shuffle)
            return
        card = self.supply(seat, text, shuffle)
        match self.phase:
            case "attack":
                self.attack_with(card)
            case "defend":
                self.defend_with(card)
            case "damage":
                self.damage_with(card)

    # ------------------------------------------------------------------ building (3)

    def build(self, seat: int, text: str, shuffle: Shuffle) -> None:
        if text != "done":
            card = text.split()[1]
            self.pools[seat].remove(card)
            self.hands[seat].append(card)
            return
        self.seen["A1 an empty hand" if not self.hands[seat] else "3.2 a hand"] += 1
        self.done[seat] = True
        if all(self.done):
            for each in (0, 1):
                self.decks[each] += shuffle(each, self.pools[each])
                self.pools[each] = []
            self.phase = "attack"
        elif seat == 1:
            self.seen["3.2 seat 1 finishes first"] += 1

    # ------------------------------------------------------------------ an exchange (4 to 7, 9)

    def supply(self, seat: int, text: str, shuffle: Shuffle) -> str | None:
        """Rules 4.1 and 7: the card that a seat plays; ``None`` in the cases of rule 9."""
        if text == "none":
            return None
        if text != "deck":
            card = text.split()[1]
            self.hands[seat].remove(card)
            return card
        if not self.decks[seat]:
            self.seen["7.2 reshuffle by choice" if self.hands[seat] else "A8 forced reshuffle"] += 1
            self.seen[f"7.2 reshuffle in step {self.phase}"] += 1
            self.decks[seat] = shuffle(seat, self.discards[seat])
            self.discards[seat] = []
            self.reshuffles[seat] += 1
        return self.decks[seat].pop(0)

    def attack_with(self, card: str | None) -> None:
        if card is None:
            self.seen["9.1 no card to attack with"] += 1
            self.end_exchange(attacker=1 - self.attacker, harmless=True)
        else:
            self.attack, self.phase = card, "defend"

    def defend_with(self, card: str | None) -> None:
        assert self.attack is not None
        self.defence = card
        if card is None:
            self.seen["9.2 no card to defend with"] += 1
            self.phase = "damage"
        elif value(card) >= value(self.attack):
            self.seen["A15 equal values" if value(card) == value(self.attack) else "6.3 stopped"] += 1
            self.end_exchange(attacker=1 - self.attacker, harmless=True)
        else:
            self.seen["6.4 the attack succeeds"] += 1
            self.phase = "damage"

    def damage_with(self, card: str | None) -> None:
        victim = 1 - self.attacker
        if card is None:
            self.seen["9.3 no damage card"] += 1
            self.end_exchange(attacker=self.attacker, harmless=True)
            return
        self.damage[victim].append(card)
        suffered = total(self.damage[victim])
        if suffered >= self.life:
            self.seen["8.1 exactly the life" if suffered == self.life else "A14 more than the life"] += 1
            self.end("killed")
        else:
            self.end_exchange(attacker=self.attacker, harmless=False)

    def end_exchange(self, attacker: int, harmless: bool) -> None:
        """Rules 6.6 and 8.2."""
        for seat, card in ((self.attacker, self.attack), (1 - self.attacker, self.defence)):
            if card is not None:
                self.discards[seat].append(card)
        self.attack = self.defence = None
        self.attacker, self.phase = attacker, "attack"
        self.idle = self.idle + 1 if harmless else 0
        if self.idle >= self.idle_limit:
            self.end("idle")

    def end(self, reason: str) -> None:
        self.phase, self.ending = "over", reason
        result = self.result()
        assert result is not None
        self.seen[f"8 {reason}{', a draw' if len(result.winners) == 2 else ''}"] += 1

    def result(self) -> Result | None:
        """Rule 8: less damage wins; somebody killed has at least ``life`` and the other less."""
        if self.ending is None:
            return None
        points = (total(self.damage[0]), total(self.damage[1]))
        if points[0] == points[1]:
            return Result(((0, 1),), points, self.ending, (0, 1))
        winner = 0 if points[0] < points[1] else 1
        return Result(((winner,), (1 - winner,)), points, self.ending, (winner,))


def read_position(document: dict[str, Any]) -> Position:
    """The position of Annex B, or of a dump; what is left out has its default."""

    def rows(name: str) -> Rows:
        return [list(cards) for cards in document.get(name, ([], []))]

    options = document.get("options", {})
    table = document.get("table", {})
    phase = document.get("phase", "attack")
    return Position(
        hands=rows("hands"),
        decks=rows("decks"),
        pools=rows("pools"),
        discards=rows("discards"),
        damage=rows("damage"),
        attack=table.get("attack"),
        defence=table.get("defence"),
        attacker=document.get("attacker", 0),
        phase=phase,
        done=list(document.get("done", [phase != "build"] * 2)),
        idle=document.get("idle", 0),
        reshuffles=list(document.get("reshuffles", (0, 0))),
        hand_limit=options.get("hand_limit", 30),
        life=options.get("life", 22),
        idle_limit=options.get("idle_limit", 40),
    )

"""Counterweight a second time: slow code over card texts that follows the rules text number by number.

It knows nothing of the engine. ``seen`` counts the rules that were needed, so that tests can tell that
the rare ones were reached.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

RANKS = "A23456789TJQK"
PERMANENT = ("P1", "P2")
OWNERS = "AB"
"""The first letter of the temporary piles of seat 0 and of seat 1 (1.3)."""

Piles = dict[str, list[str]]


class Placement(NamedTuple):
    card: str
    pile: str


class Result(NamedTuple):
    places: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    reason: str
    winners: tuple[int, ...]


def same_rank(card: str, top: str) -> bool:
    return card[0] == top[0]


def same_suit(card: str, top: str) -> bool:
    return card[1] == top[1]


def higher(card: str, top: str) -> bool:
    return RANKS.index(card[0]) > RANKS.index(top[0])


def is_couple(one: Placement, other: Placement, tops: dict[str, str]) -> bool:
    """Rules 4.1 and 4.3."""
    if one.card == other.card or one.pile == other.pile:
        return False
    pairs = [(one.card, tops[one.pile]), (other.card, tops[other.pile])]
    if all(same_rank(card, top) for card, top in pairs):
        return True
    return all(same_suit(card, top) for card, top in pairs) and [higher(*pair) for pair in pairs].count(True) == 1


def write_action(name: str, placements: tuple[Placement, ...]) -> str:
    return " ".join([name, *(word for placement in sorted(placements) for word in placement)])


def read_action(text: str) -> tuple[str, tuple[Placement, ...]]:
    name, *words = text.split()
    return name, tuple(Placement(*pair) for pair in zip(words[::2], words[1::2], strict=True))


@dataclass
class Position:
    """One game; a match is somebody else's business (``Match``)."""

    hands: list[list[str]]
    piles: Piles
    stock: list[str]
    limbo: list[list[str]] = field(default_factory=lambda: [[], []])
    turn: int = 0
    idle: int = 0
    begun: list[int] = field(default_factory=lambda: [0, 0])
    amendment: bool = False
    free_new_pile: bool = False
    idle_limit: int = 20
    phase: str = "move"
    ending: str | None = None
    placed: tuple[Placement, ...] = ()
    tops_before: dict[str, str] = field(default_factory=dict)
    drew: bool = False
    seen: Counter[str] = field(default_factory=Counter)

    def begin_turn(self) -> None:
        """Rules 3.1 and 3.2."""
        self.phase, self.placed, self.drew = "move", (), False
        if self.limbo[self.turn]:
            self.seen["3.1 set-aside cards are picked up"] += 1
        self.hands[self.turn] += self.limbo[self.turn]
        self.limbo[self.turn] = []
        if not self.stock and not self.placings():
            self.end("stock")

    def end(self, reason: str) -> None:
        self.phase, self.ending = "over", reason
        self.seen[f"7.1 {reason}"] += 1
        if any(self.limbo):
            self.seen["A14 set-aside cards are scored"] += 1
        result = self.result()
        if result is not None and len(result.winners) == 2:
            self.seen["7.4 draw"] += 1

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.phase == "over":
            return ()
        return (1 - self.turn,) if self.phase == "relocate" else (self.turn,)

    def actions(self) -> set[str]:
        """The texts of what the seat to act may do."""
        match self.phase:
            case "move":
                return self.moves()
            case "relocate":
                return {write_action("relocate", moved) for moved in self.relocations()} | {"relocate"}
            case "collect":
                return {" ".join(["collect", *piles]) for piles in self.collectable()}
        return set()

    # ------------------------------------------------------------------ the move (3.3)

    def tops(self) -> dict[str, str]:
        return {label: pile[-1] for label, pile in self.piles.items()}

    def moves(self) -> set[str]:
        """Rule 3.3: a couple; a new pile only without one, or with the option, and never without a stock."""
        placings = self.placings()
        may_begin = self.stock and (not placings or self.free_new_pile)
        return placings | ({f"new {card}" for card in self.hands[self.turn]} if may_begin else set())

    def placings(self) -> set[str]:
        """Every couple (4.1 to 4.4), or every place of a sole card (4.5)."""
        hand, tops = self.hands[self.turn], self.tops()
        fitting = [
            Placement(card, label)
            for card in hand
            for label, top in tops.items()
            if same_rank(card, top) or same_suit(card, top)
        ]
        if len(hand) == 1:
            return {write_action("single", (placement,)) for placement in fitting}
        return {write_action("couple", pair) for pair in combinations(fitting, 2) if is_couple(*pair, tops)}

    # ------------------------------------------------------------------ what may be answered

    def relocations(self) -> set[tuple[Placement, ...]]:
        """Rules 8.1 to 8.5: the non-empty sets of cards that the responder may move, with their new piles."""
        found: set[tuple[Placement, ...]] = set()
        for targets in self.retargets(len(self.placed)):
            new = [Placement(old.card, target or old.pile) for old, target in zip(self.placed, targets, strict=True)]
            movable = all(
                not target or old.pile[0] == OWNERS[1 - self.turn]
                for old, target in zip(self.placed, targets, strict=True)
            )
            if movable and any(targets) and self.would_be_legal(new):
                moved = tuple(sorted(card for card, target in zip(new, targets, strict=True) if target))
                found.add(moved)
        return found

    @staticmethod
    def retargets(count: int) -> Iterator[tuple[str | None, ...]]:
        """For each placed card a permanent pile or ``None``: it stays."""
        if count == 0:
            yield ()
            return
        for rest in Position.retargets(count - 1):
            for target in (None, *PERMANENT):
                yield (target, *rest)

    def would_be_legal(self, new: list[Placement]) -> bool:
        """Judged with the tops before the couple was placed (8.3); a sole card keeps its kind of match (8.5)."""
        if len(new) == 2:
            return is_couple(new[0], new[1], self.tops_before)
        card, old_top, new_top = new[0].card, self.tops_before[self.placed[0].pile], self.tops_before[new[0].pile]
        return same_rank(card, new_top) if same_rank(card, old_top) else same_suit(card, new_top)

    def collectable(self) -> set[tuple[str, ...]]:
        """Rule 6.1: any of the own piles that received a card of this move, also none."""
        own = sorted({pile for _, pile in self.placed if pile[0] == OWNERS[self.turn]})
        return {choice for count in range(len(own) + 1) for choice in combinations(own, count)}

    # ------------------------------------------------------------------ playing

    def play(self, text: str) -> None:
        """Play one legal action to where somebody has to decide again, or to the end."""
        name = text.split()[0]
        match name:
            case "couple" | "single":
                _, self.placed = read_action(text)
                self.place(name)
            case "new":
                self.begin_pile(text.split()[1])
            case "relocate":
                self.relocate(read_action(text)[1])
            case "collect":
                self.collect(text.split()[1:])

    def place(self, name: str) -> None:
        """Rules 3.4a and 3.4b."""
        self.tops_before = self.tops()
        for card, pile in self.placed:
            self.hands[self.turn].remove(card)
            self.piles[pile].append(card)
        kind = "rank" if same_rank(self.placed[0].card, self.tops_before[self.placed[0].pile]) else "suit"
        self.seen[f"4 {name} by {kind}"] += 1
        if self.amendment and self.relocations():
            self.phase = "relocate"
            self.seen["8.1 the responder is asked"] += 1
        else:
            self.resolve()

    def begin_pile(self, card: str) -> None:
        """Rule 5."""
        if self.placings():
            self.seen["3.3 a new pile although a couple fits"] += 1
        self.hands[self.turn].remove(card)
        self.begun[self.turn] += 1
        self.piles[f"{OWNERS[self.turn]}{self.begun[self.turn]}"] = [card]
        self.draw()
        self.resolve()

    def draw(self) -> None:
        self.hands[self.turn].append(self.stock.pop(0))
        self.drew = True
        if not self.stock:
            self.seen["A15 the last card of the stock is drawn"] += 1

    def relocate(self, moved: tuple[Placement, ...]) -> None:
        """Rules 8.2 to 8.4; the couple counts as placed there from the start (A28)."""
        self.seen[f"8 {len(moved)} of {len(self.placed)} cards relocated"] += 1
        targets = dict(moved)
        for card, pile in self.placed:
            if card in targets:
                self.piles[pile].remove(card)
                self.piles[targets[card]].append(card)
        self.note_change_of_kind(targets)
        self.placed = tuple(Placement(card, targets.get(card, pile)) for card, pile in self.placed)
        self.resolve()

    def note_change_of_kind(self, targets: dict[str, str]) -> None:
        card, pile = self.placed[0]
        if same_rank(card, self.tops_before[pile]) != same_rank(card, self.tops_before[targets.get(card, pile)]):
            self.seen["8.3 a rank couple becomes a suit couple or the other way round"] += 1

    def resolve(self) -> None:
        """Rules 3.4c to 3.4e; the card of a new pile is drawn already."""
        hand, turn = self.hands[self.turn], self.turn
        if len(self.placed) == 1 and same_suit(self.placed[0].card, self.tops_before[self.placed[0].pile]):
            if self.stock:
                self.draw()
                self.seen["4.6 a sole card by suit draws"] += 1
            else:
                self.seen["A8 a sole card by suit finds no stock"] += 1
        own = [label for label in self.piles if label[0] == OWNERS[turn]]
        if not hand and not own:
            self.end("out")
        elif not hand:
            self.seen[f"6.2 {'one own pile is' if len(own) == 1 else 'several own piles are'} collected by force"] += 1
            self.set_aside(own)
            self.end_turn()
        elif self.collectable() != {()}:
            self.phase = "collect"
            if self.drew:
                self.seen["A9 a card was drawn before collecting"] += 1
        else:
            self.end_turn()

    def collect(self, labels: list[str]) -> None:
        self.seen[f"6.1 {len(labels)} of {len(self.collectable()).bit_length() - 1} piles collected"] += 1
        self.set_aside(labels)
        self.end_turn()

    def set_aside(self, labels: list[str]) -> None:
        """Rules 6.3 and 6.4."""
        for label in labels:
            self.limbo[self.turn] += self.piles.pop(label)

    def end_turn(self) -> None:
        """Rules 3.4f and 7.1c."""
        progress = self.drew or any(pile in PERMANENT for _, pile in self.placed)
        self.idle = 0 if progress else self.idle + 1
        if not progress:
            self.seen["7.1c an idle turn"] += 1
        if self.idle >= self.idle_limit:
            self.end("idle")
            return
        self.turn = 1 - self.turn
        self.begin_turn()

    # ------------------------------------------------------------------ scoring

    def penalty(self, seat: int) -> int:
        """Rule 7.3."""
        own = [pile for label, pile in self.piles.items() if label[0] == OWNERS[seat]]
        return sum(map(len, own)) * len(own) + len(self.hands[seat]) + len(self.limbo[seat])

    def result(self) -> Result | None:
        """Rule 7.4."""
        if self.ending is None:
            return None
        points = (self.penalty(0), self.penalty(1))
        if points[0] == points[1]:
            return Result(((0, 1),), points, self.ending, (0, 1))
        winner = 0 if points[0] < points[1] else 1
        return Result(((winner,), (1 - winner,)), points, self.ending, (winner,))


def read_position(document: dict[str, Any]) -> Position:
    """The position of Annex B, or of a dump at the beginning of a turn; the turn begins (3.1, 3.2)."""
    piles: Piles = {label: list(cards) for label, cards in document.get("piles", {}).items()}
    for label in PERMANENT:
        if label in document:
            piles[label] = list(document[label])
    piles |= {label: list(cards) for label, cards in document.get("temp", {}).items()}
    options = document.get("options", {})
    position = Position(
        hands=[list(hand) for hand in document["hands"]],
        piles=piles,
        stock=list(document["stock"]),
        limbo=[list(cards) for cards in document.get("limbo", [[], []])],
        turn=document.get("turn", 0),
        idle=document.get("idle", 0),
        begun=list(document.get("begun", highest_labels(piles))),
        amendment=options.get("amendment", False),
        free_new_pile=options.get("free_new_pile", False),
        idle_limit=options.get("idle_limit", 20),
    )
    position.begin_turn()
    return position


def highest_labels(piles: Piles) -> list[int]:
    """Labels are never reused (1.3): the next pile of a seat is numbered above those that lie there."""
    return [max((int(label[1:]) for label in piles if label[0] == owner), default=0) for owner in OWNERS]

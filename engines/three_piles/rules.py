"""Which actions are legal (3, 5), which cards fit on a seat's piles (4), and what the piles are worth (7)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engines.cards import CARD_TEXTS, RANKS, SUITS, Card, rank, suit
from engines.three_piles.actions import CHOOSE, DRAW, PASS, THREE, Action, Phase, Take, ToPile, ToStack

ACE = RANKS.index("A")
KING = RANKS.index("K")
DIAMONDS = SUITS.index("D")


def _piles_in(mask: int) -> list[int]:
    """The piles in a bit mask."""
    return [pile for pile in THREE if mask >> pile & 1]


_MASKS = range(8)
_TAKES: tuple[tuple[tuple[Action, ...], ...], ...] = tuple(
    tuple(tuple(Take(stack, pile) for pile in _piles_in(mask)) for mask in _MASKS) for stack in THREE
)
"""The ways to take a stack's top card, by stack and mask of fitting piles."""
_PLAYS: tuple[tuple[tuple[Action, ...], ...], ...] = tuple(
    tuple(
        (*(ToPile(card, pile) for pile in _piles_in(mask)), *(ToStack(card, stack) for stack in THREE))
        for mask in _MASKS
    )
    for card in range(len(CARD_TEXTS))
)
"""The ways to play a card, by card and mask of fitting piles."""


def legal_actions(
    phase: Phase, hand: Sequence[Card], stacks: Sequence[Sequence[Card]], fits: Sequence[int], deck: int
) -> list[Action]:
    """All actions of the seat whose turn it is, in a fixed order.

    ``fits`` has, for each rank, the mask of own piles that accept it (see ``fitting``); ``deck`` is the number of cards
    in the deck. Several empty piles are listed one by one; dropping equivalent actions is up to the questions.
    """
    found: list[Action] = []
    if phase == CHOOSE:
        for takes, stack in zip(_TAKES, stacks, strict=True):
            if stack:
                found += takes[fits[stack[-1] >> 2]]
        if deck:
            found.append(DRAW)
            return found
    for card in hand:
        found += _PLAYS[card][fits[card >> 2]]
    return found or [PASS]


def unlike(actions: Iterable[Action], piles: Sequence[Sequence[Card]]) -> list[Action]:
    """These actions with only the first of several empty ``piles``: they are interchangeable (4.4)."""
    spare = [number for number, pile in enumerate(piles) if not pile][1:]
    return [action for action in actions if not (isinstance(action, Take | ToPile) and action.pile in spare)]


def add_to_pile(piles: Sequence[list[Card]], fits: list[int], number: int, card: Card) -> None:
    """Add a card that fits to the pile with this number, and update ``fits`` with the ranks that this shuts out.

    The ranks in a pile are distinct (4.2), so its cards sort by rank, which is how it is always shown (4.3).
    """
    pile = piles[number]
    if not pile:
        pile.append(card)
        shut = range(card >> 2, (card >> 2) + 1)
    elif card < pile[0]:
        shut = range(card >> 2, pile[0] >> 2)
        pile.insert(0, card)
    else:
        shut = range((pile[-1] >> 2) + 1, (card >> 2) + 1)
        pile.append(card)
    others = ~(1 << number)
    for closed in shut:
        fits[closed] &= others


def fitting(piles: Sequence[Sequence[Card]]) -> list[int]:
    """For each rank, the piles that accept it (4.2), as a bit mask."""
    fits = []
    for new in range(len(RANKS)):
        mask = 0
        for number, pile in enumerate(piles):
            if not pile or new < rank(pile[0]) or new > rank(pile[-1]):
                mask |= 1 << number
        fits.append(mask)
    return fits


def closed(pile: Sequence[Card]) -> bool:
    """Whether the pile holds an ace and a king: it accepts nothing more (4.3) and earns a bonus (7.2)."""
    return bool(pile) and rank(pile[0]) == ACE and rank(pile[-1]) == KING


def gap(pile: Sequence[Card], card: Card) -> int:
    """How many ranks between itself and the nearer end a fitting card shuts out of the pile for good (4.2)."""
    return min(abs(rank(card) - rank(end)) - 1 for end in (pile[0], pile[-1])) if pile else 0


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one seat's piles, by the three ways to score."""

    longest: int
    """7.1: one for each card of the longest pile."""
    ace_king: int
    """7.2: three for each pile with an ace and a king."""
    diamonds: int
    """7.3: one for each diamond."""

    @property
    def total(self) -> int:
        """All points of this game."""
        return self.longest + self.ace_king + self.diamonds


def score(piles: Sequence[Sequence[Card]]) -> Score:
    """The points of a seat's piles (7)."""
    return Score(
        longest=max(map(len, piles)),
        ace_king=3 * sum(map(closed, piles)),
        diamonds=sum(suit(card) == DIAMONDS for pile in piles for card in pile),
    )


def gain(piles: Sequence[Sequence[Card]], number: int, card: Card) -> int:
    """The points that a card adds on the pile with this number."""
    after = [[*pile, card] if place == number else pile for place, pile in enumerate(piles)]
    return score([sorted(pile) for pile in after]).total - score(piles).total

"""Which cards fit, what they cost (4), what a player may do (3, 6.3, 11), the best way to play a turn, and rankings.

What can be played depends only on a player's own hand and the face-up cards, so positions and views share it. Rankings,
points and who begins the next round: 8.3, 9, 10.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, product
from math import prod
from typing import Any, TypeAlias

from pydantic import with_config

from engines.cards import Card
from engines.documents import Count
from engines.knotweed.actions import ANSWERS, CHALLENGE, END, PASS, PRUNE, Action, Discard, End, Pass, Phase, Play
from engines.knotweed.options import Options

FULL_PENALTY = 3
"""What a pass costs, and the most that any turn can cost (4.3, 5.1)."""

ANY_SUIT = -1
"""Stands for a suit where every card of the group fits."""

GOING_OUT = 100
"""More than any number of cards that can be shed: a player who can go out will."""

Group: TypeAlias = tuple[Card, ...]
"""Cards of one rank, sorted."""

Tops: TypeAlias = Mapping[int, Card]
"""The top cards of the open piles, by pile number."""

Plan: TypeAlias = list[Play]
"""The plays of a turn, on different piles; the largest group comes first."""


@with_config(extra="forbid")
@dataclass(frozen=True, slots=True)
class PlayMade:
    """A play in the current turn: ``cards`` went on ``pile``, whose top card was ``on``, and ``opened`` new piles."""

    pile: Count
    on: Card
    cards: tuple[Card, ...]
    opened: tuple[Count, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether the cards fit the pile (4.2, 4.4)."""
        return fits(self.on, self.cards)


@with_config(extra="forbid")
@dataclass(frozen=True, slots=True)
class TurnEnded:
    """What everybody saw when a turn ended, which tells what its player hardly kept.

    ``ranks`` had been played; ``tops`` were still open, and plays that ``cost`` no more would have added nothing to the
    penalty. The player had ``held`` cards left, and then took ``taken`` of the ``draw`` cards in the draw pile.
    """

    ranks: tuple[Count, ...]
    tops: tuple[Card, ...]
    cost: Count
    held: Count
    taken: Count
    draw: Count


def fits(top: Card, cards: Iterable[Card]) -> bool:
    """Whether a card or a group of one rank fits on ``top``: one of them must match its rank or suit (4.2, 4.4)."""
    return top >> 2 in [card >> 2 for card in cards] or top & 3 in [card & 3 for card in cards]


def cost(top: Card, cards: Sequence[Card]) -> int:
    """How many cards a play on ``top`` costs, 0 to 3 (4.3, 4.5); a play that does not fit costs 3 (11.1).

    >>> from engines.cards import parse_card
    >>> cost(parse_card("KC"), [parse_card("2C"), parse_card("2H")])
    2
    """
    return min(FULL_PENALTY, ((cards[0] >> 2) - (top >> 2)) % 13) if fits(top, cards) else FULL_PENALTY


def penalty(plays: Iterable[PlayMade]) -> int:
    """What a turn with these plays costs a player with cards left: the highest cost, or 3 without plays (5.1, 5.2)."""
    return max([cost(play.on, play.cards) for play in plays], default=FULL_PENALTY)


def closed_piles(plays: Iterable[PlayMade]) -> list[int]:
    """The piles that these plays close for the rest of the turn (4.7), in order."""
    closed: list[int] = []
    for play in plays:
        closed += (play.pile, *play.opened)
    return sorted(closed)


def by_rank(hand: Sequence[Card]) -> dict[int, Group]:
    """The cards of a sorted hand, grouped by rank."""
    groups: dict[int, Group] = {}
    for card in hand:
        rank = card >> 2
        groups[rank] = (*groups[rank], card) if rank in groups else (card,)
    return groups


def ranks_by_suit(hand: Sequence[Card]) -> tuple[list[int], ...]:
    """For each suit, the ranks that a sorted hand holds; identical cards from several packs count once (12.1)."""
    suited: tuple[list[int], ...] = ([], [], [], [])
    twin = None
    for card in hand:
        if card != twin:
            suited[card & 3].append(card >> 2)
            twin = card
    return suited


def suit_needed(top: Card, rank: int) -> int:
    """The suit that a group of ``rank`` needs to fit on ``top``; ``ANY_SUIT`` if the ranks match."""
    return ANY_SUIT if rank == top >> 2 else top & 3


def count_choices(group: Group, suit: int) -> int:
    """How many choices of cards ``choices_from`` would return, without building them."""
    held = Counter(group)
    ways = prod(number + 1 for number in held.values())
    if suit == ANY_SUIT:
        return ways - 1
    fitting = held.get(group[0] & ~3 | suit, 0)
    return ways - ways // (fitting + 1)


@lru_cache(maxsize=4096)
def choices_from(group: Group, suit: int) -> tuple[Group, ...]:
    """Every distinct choice of cards from ``group`` that includes ``suit``, fewest cards first.

    Identical cards from several packs are interchangeable (12.1).
    """
    fitting = group[0] & ~3 | suit
    numbers_of_each = [[(card,) * number for number in range(held + 1)] for card, held in Counter(group).items()]
    choices = [tuple(chain(*parts)) for parts in product(*numbers_of_each)][1:]  # the first choice is empty
    choices.sort(key=lambda cards: (len(cards), cards))
    return tuple(choices) if suit == ANY_SUIT else tuple([cards for cards in choices if fitting in cards])


@lru_cache(maxsize=16384)
def plays_on(pile: int, group: Group, suit: int) -> tuple[Play, ...]:
    """The plays on ``pile`` that ``choices_from`` allows. Cached, because simulations often ask for the same ones."""
    return tuple(Play(pile, cards) for cards in choices_from(group, suit))


def legal_plays(hand: Sequence[Card], tops: Tops, cheating: bool) -> list[Play]:
    """All plays from a sorted ``hand`` onto the open piles; where cheating is allowed, fitting or not (11.1)."""
    groups = by_rank(hand)
    plays: list[Play] = []
    if cheating:
        for pile in tops:
            for group in groups.values():
                plays += plays_on(pile, group, ANY_SUIT)
        return plays
    suited = ranks_by_suit(hand)
    for pile, top in tops.items():
        rank, suit = top >> 2, top & 3
        if rank in groups:
            plays += plays_on(pile, groups[rank], ANY_SUIT)
        for held in suited[suit]:
            if held != rank:
                plays += plays_on(pile, groups[held], suit)
    return plays


def is_legal_play(play: Play, hand: Sequence[Card], tops: Tops, cheating: bool) -> bool:
    """Whether a play is legal, whatever the order of its cards."""
    return (
        play.pile in tops
        and len({card >> 2 for card in play.cards}) == 1
        and Counter(play.cards) <= Counter(hand)
        and (cheating or fits(tops[play.pile], play.cards))
    )


def legal_actions(
    phase: Phase, hand: Sequence[Card], tops: Tops, plays: Sequence[PlayMade], cheating: bool
) -> list[Action]:
    """All actions of a player who may act and holds the sorted ``hand``. ``plays`` are those of the turn so far."""
    if phase == CHALLENGE:
        return [*ANSWERS]
    if phase == PRUNE:
        return [Discard(pile) for pile in tops]
    found: list[Action] = [*legal_plays(hand, tops, cheating)]
    if cheating:
        found += map(End if plays else Pass, range(penalty(plays) + 1))
    else:
        found.append(END if plays else PASS)
    return found


def best_turn(hand: Sequence[Card], tops: Tops, due: int, closing: int) -> Plan:
    """The plays that shed most cards after the penalty is deducted; none if ending the turn now is as good.

    Plays so far make a penalty of ``due`` certain. To end the turn, or to pass, costs ``closing``.
    """
    worth, best = -closing, Plan()
    for ceiling in range(due, FULL_PENALTY + 1):
        plan, shed = plan_turn(hand, tops, ceiling)
        gain = GOING_OUT if shed == len(hand) else shed - ceiling
        if plan and gain > worth:
            worth, best = gain, plan
    return best


def plan_turn(hand: Sequence[Card], tops: Tops, ceiling: int) -> tuple[Plan, int]:
    """The plays that shed the most cards for a penalty of at most ``ceiling``, and how many cards they shed.

    A play uses all cards of a rank, so each rank needs a pile of its own. Ranks with the most cards choose first, and a
    rank whose piles are taken displaces others, which yields the best assignment.
    """
    groups = by_rank(hand)
    fitting = {rank: _piles_for(group, tops, ceiling) for rank, group in groups.items()}
    taken: dict[int, int] = {}
    for rank in sorted(groups, key=lambda rank: -len(groups[rank])):
        _assign(rank, fitting, taken, set())
    plan = [Play(pile, groups[rank]) for pile, rank in taken.items()]
    plan.sort(key=lambda play: -len(play.cards))
    return plan, sum(len(play.cards) for play in plan)


def _piles_for(group: Group, tops: Tops, ceiling: int) -> list[int]:
    """The piles on which a whole group fits for at most this penalty."""
    rank = group[0] >> 2
    suits = {card & 3 for card in group}
    return [
        pile
        for pile, top in tops.items()
        if top >> 2 == rank or (top & 3 in suits and (ceiling == FULL_PENALTY or (rank - (top >> 2)) % 13 <= ceiling))
    ]


def _assign(rank: int, fitting: dict[int, list[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Find a pile for a rank, moving other ranks to other piles if necessary."""
    for pile in fitting[rank]:
        if pile not in tried:
            tried.add(pile)
            if pile not in taken or _assign(taken[pile], fitting, taken, tried):
                taken[pile] = rank
                return True
    return False


Places: TypeAlias = tuple[tuple[int, ...], ...]
"""Seats in groups, best first; seats in one group share the place."""


def _grouped(seats: Iterable[int], key: Callable[[int], Any]) -> Places:
    """The seats in groups of equal keys, smallest key first."""
    return tuple(tuple(group) for _, group in groupby(sorted(seats, key=key), key))


def round_places(out: Sequence[int], hands: Sequence[Sequence[int]]) -> Places:
    """The ranking of a round: by order of going out, then by cards left, fewest first (8.3, 9.1)."""
    left = [seat for seat in range(len(hands)) if seat not in out]
    return *((seat,) for seat in out), *_grouped(left, lambda seat: len(hands[seat]))


def round_points(places: Places) -> list[float]:
    """One point for each player that you beat; players who share a place share the average (10.1)."""
    seats = sum(len(group) for group in places)
    points = [0.0] * seats
    behind = seats
    for group in places:
        behind -= len(group)
        for seat in group:
            points[seat] = behind + (len(group) - 1) / 2
    return points


def next_starter(winners: Sequence[int], starter: int, seats: int) -> int:
    """Who begins the next round: the first winner clockwise from the previous starter (2.4, 10.1)."""
    return min(winners, key=lambda seat: (seat - starter - 1) % seats)


def final_places(points: Sequence[float], wins: Sequence[int], by_wins: bool) -> Places:
    """The final ranking: by points, or by rounds won and then points; equal totals tie (10.1)."""
    return _grouped(range(len(points)), lambda seat: (-wins[seat] if by_wins else 0, -points[seat]))


def ending(options: Options, reason: str, rounds: int, wins: Sequence[int]) -> str | None:
    """Why the game is over after a round ended for this ``reason``; ``None``: another round follows (10.1)."""
    if options.wins is not None:
        return "wins" if max(wins) >= options.wins else None
    if options.rounds > 1:
        return "rounds" if rounds >= options.rounds else None
    return reason

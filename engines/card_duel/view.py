"""What one seat may know of a position of Card Duel (10)."""

from dataclasses import dataclass

from typing_extensions import override

from engines.card_duel.actions import BUILD, DEFEND, Action, Phase
from engines.card_duel.options import Options
from engines.card_duel.rules import Table, building_actions, supplying_actions, total
from engines.cards import Card
from engines.contract import View


@dataclass(frozen=True, slots=True)
class CardDuelView(View[Action]):
    """The public part of the position (10.1) and what ``seat`` also knows, which is empty for spectators.

    A seat knows its ``pool`` and ``hand``, the contents of its ``own_deck`` (10.2), and ``unseen``: the combined cards
    of the opponent's hand and deck, which follow from all the others (10.5). These are sorted by value, as nobody knows
    the order of a deck (10.3). ``known_hand`` is the opponent's hand once it can be deduced as well: when a player
    reshuffled, the deck was empty, so the remaining unseen cards were the hand. ``hand_counts`` and ``deck_counts`` are
    ``None`` while hands are chosen (10.4). ``spent`` is the value of the cards that each player has played from the
    hand.
    """

    seat: int | None
    to_act: tuple[int, ...]
    phase: Phase
    attacker: int
    done: tuple[bool, ...]
    pool: tuple[Card, ...]
    hand: tuple[Card, ...]
    own_deck: tuple[Card, ...]
    unseen: tuple[Card, ...]
    hand_counts: tuple[int, ...] | None
    deck_counts: tuple[int, ...] | None
    discards: tuple[tuple[Card, ...], ...]
    damage: tuple[tuple[Card, ...], ...]
    table: Table
    idle: int
    reshuffles: tuple[int, ...]
    spent: tuple[int, ...]
    known_hand: tuple[Card, ...] | None
    dealer: int
    game_no: int
    points: tuple[float, ...]
    options: Options

    @property
    def room(self) -> int:
        """The value that can still be added to the starting hand (3.2)."""
        return self.options.hand_limit - total(self.hand)

    @property
    def own_discards(self) -> tuple[Card, ...]:
        """The discard pile of this seat."""
        return () if self.seat is None else self.discards[self.seat]

    @property
    def attack_to_stop(self) -> Card | None:
        """The attack card that the defender must now respond to (6.1)."""
        return self.table.attack if self.phase == DEFEND else None

    @property
    def hurt(self) -> tuple[int, ...]:
        """The damage that each seat has taken (6.5)."""
        return tuple(map(total, self.damage))

    @override
    def actions(self) -> list[Action]:
        if not self.may_act:
            return []
        if self.phase == BUILD:
            return building_actions(self.pool, self.room)
        return supplying_actions(self.hand, bool(self.own_deck or self.own_discards))

"""What one seat may know of a position of Card Duel (10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from engines.card_duel import building, menu, table, wording
from engines.card_duel.actions import BUILD, OVER, Action, Phase, Pick, building_actions, supplying_actions
from engines.card_duel.document import write_table
from engines.card_duel.fallback import most_harmless
from engines.card_duel.options import Options
from engines.card_duel.refusals import why_not
from engines.card_duel.values import VALUES, by_value, total
from engines.cards import Card, write_cards
from engines.contract import View
from engines.scenes import Decision, Question, Scene
from engines.texts import Player, Text, say

if TYPE_CHECKING:
    from engines.card_duel.state import CardDuelState


@dataclass(frozen=True, slots=True)
class CardDuelView(View[Action]):
    """The public part of the position (10.1) and what ``seat`` knows besides, which is empty for spectators.

    Known to the seat: its ``pool`` and ``hand``, the contents of its ``own_deck`` (10.2) and ``unseen``,
    the cards in the opponent's hand and deck taken together, which follow from all others (10.5). They
    are sorted by value: the order in a deck is known to nobody (10.3). ``known_hand`` is the opponent's hand
    once it follows too: when a player reshuffled, the deck was empty, so all other unseen cards were the
    hand. ``hand_counts`` and ``deck_counts`` are ``None`` while hands are chosen (10.4). ``table`` are the
    cards of attack and defence, ``spent`` is the value of the cards that each has played from the hand.
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
    table: tuple[Card | None, Card | None]
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
        """What may still be added to the starting hand (3.2)."""
        return self.options.hand_limit - total(self.hand)

    def dump(self) -> dict[str, Any]:
        """The view as JSON-able data."""
        return {
            "seat": self.seat,
            "to_act": list(self.to_act),
            "phase": self.phase,
            "attacker": self.attacker,
            "done": list(self.done),
            "pool": write_cards(self.pool),
            "hand": write_cards(self.hand),
            "own_deck": write_cards(self.own_deck),
            "unseen": write_cards(self.unseen),
            "hand_counts": None if self.hand_counts is None else list(self.hand_counts),
            "deck_counts": None if self.deck_counts is None else list(self.deck_counts),
            "discards": [write_cards(pile) for pile in self.discards],
            "damage": [write_cards(row) for row in self.damage],
            "table": write_table(*self.table),
            "idle": self.idle,
            "reshuffles": list(self.reshuffles),
            "spent": list(self.spent),
            "known_hand": None if self.known_hand is None else write_cards(self.known_hand),
            "dealer": self.dealer,
            "game_no": self.game_no,
            "points": list(self.points),
            "options": self.options.model_dump(),
        }

    def scene(self) -> Scene:
        """The table as this viewer sees it."""
        return table.scene(self)

    def ending(self) -> Text | None:
        """Why the game is over, in a sentence; ``None`` while it goes on."""
        return wording.ending(self)

    def score(self, points: float) -> Text:
        """The damage taken in a single game (8), or the games won of a match (11)."""
        return wording.score(self, points)

    def actions(self) -> list[Action]:
        """All legal actions of this seat."""
        if self.seat is None or self.seat not in self.to_act:
            return []
        if self.phase == BUILD:
            return building_actions(self.pool, self.room)
        return supplying_actions(self.hand, bool(self.own_deck or self.discards[self.seat]))

    def ask(self, path: Sequence[str]) -> Question | Decision[Action]:
        """The question after these picks; a starting hand is chosen in parts of the pool (Annex C)."""
        return building.ask(self, path) if self.phase == BUILD else menu.ask(self, path)

    def label(self, action: Action) -> Text:
        """An action of this seat in words."""
        return menu.label(self, action)

    def refusals(self) -> tuple[tuple[Card, Text], ...]:
        """Out of turn each card in hand; while a hand is chosen the cards that it has no room for."""
        if self.seat is None or self.phase == OVER:
            return ()
        if self.phase == BUILD:
            dear = [card for card in self.pool if VALUES[card] > self.room and not self.done[self.seat]]
            return tuple((card, why_not(self, Pick(card))) for card in dear)
        if self.seat in self.to_act:
            return ()
        waiting = say("It is {player}'s turn.", player=Player(self.to_act[0]))
        return tuple((card, waiting) for card in self.hand)

    def fallback(self) -> Action | None:
        """What the house plays for somebody who has gone."""
        return most_harmless(self)

    def sample_world(self, rng: Random) -> CardDuelState:
        """A position that agrees with all that this seat knows."""
        from engines.card_duel.worlds import sample  # not above: positions import their views

        return sample(self, rng)


def look(state: CardDuelState, seat: int | None) -> CardDuelView:
    """What ``seat`` may know of a position."""
    building_now = state.phase == BUILD
    return CardDuelView(
        seat=seat,
        to_act=state.to_act,
        phase=state.phase,
        attacker=state.attacker,
        done=tuple(state.done),
        pool=() if seat is None else tuple(state.pools[seat]),
        hand=() if seat is None else tuple(state.hands[seat]),
        own_deck=() if seat is None else tuple(by_value(state.decks[seat])),
        unseen=() if seat is None or building_now else tuple(by_value(state.hands[1 - seat] + state.decks[1 - seat])),
        hand_counts=None if building_now else (len(state.hands[0]), len(state.hands[1])),
        deck_counts=None if building_now else (len(state.decks[0]), len(state.decks[1])),
        discards=tuple(map(tuple, state.discards)),
        damage=tuple(map(tuple, state.damage)),
        table=(state.attack, state.defence),
        idle=state.idle,
        reshuffles=tuple(state.reshuffles),
        spent=tuple(state.spent),
        known_hand=None if seat is None or not state.reshuffles[1 - seat] else tuple(state.hands[1 - seat]),
        dealer=state.dealer,
        game_no=state.game_no,
        points=tuple(state.points),
        options=state.options,
    )

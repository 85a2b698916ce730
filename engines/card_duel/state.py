"""The position of a game or match of Card Duel, and how actions change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from engines.card_duel import news, scoring
from engines.card_duel.actions import (
    ATTACK,
    BUILD,
    DAMAGE,
    DEFEND,
    NONE,
    OVER,
    Action,
    FromDeck,
    FromHand,
    Phase,
    Pick,
    building_actions,
    supplying_actions,
)
from engines.card_duel.document import write
from engines.card_duel.refusals import refuse
from engines.card_duel.values import VALUES, add, by_value, total
from engines.card_duel.view import CardDuelView, look
from engines.cards import Card, pack
from engines.contract import Outcome, State
from engines.shuffling import shuffle

if TYPE_CHECKING:
    from engines.card_duel.game import CardDuel
    from engines.card_duel.options import Options

POOL_SIZE = 26
_ALONE = ((0,), (1,))


class CardDuelState(State[Action]):
    """A position. Hidden in it: pools, hands and decks.

    Lists by seat: ``pools`` (the cards not picked) and ``hands``, both by value, ``decks`` (the next card
    last), ``discards`` (the latest card last), ``damage`` (the row before that player, 6.5), ``hurt``
    (its value), ``room`` (what may be added to the starting hand), ``done``, ``reshuffles``, ``spent``
    (the value of the cards that have been played from the hand) and ``points`` in the match. ``attack``
    and ``defence`` are the cards on the table. ``idle`` counts exchanges without damage (8.2), ``game_no``
    the games of a match from 0, ``chance`` is the number of the next shuffle.
    """

    __slots__ = (
        "_acting", "_game", "attack", "attacker", "chance", "damage", "dealer", "decks", "defence", "discards", "done",
        "game_no", "hands", "hurt", "idle", "options", "phase", "points", "pools", "reshuffles", "room", "seed",
        "spent",
    )  # fmt: skip

    def __init__(self, game: CardDuel, options: Options, seed: str, dealer: int) -> None:
        self.news = None
        self._game = game
        self.options = options
        self.seed = seed
        self.dealer = dealer
        self.chance = 1
        self.game_no = 0
        self.points = [0.0, 0.0]
        self._clear()

    def _clear(self) -> None:
        self.phase: Phase = BUILD
        self.attacker = self.dealer
        self.pools: list[list[Card]] = [[], []]
        self.hands: list[list[Card]] = [[], []]
        self.decks: list[list[Card]] = [[], []]
        self.discards: list[list[Card]] = [[], []]
        self.damage: list[list[Card]] = [[], []]
        self.hurt = [0, 0]
        self.room = [self.options.hand_limit] * 2
        self.done = [False, False]
        self.reshuffles = [0, 0]
        self.spent = [0, 0]
        self.attack: Card | None = None
        self.defence: Card | None = None
        self.idle = 0
        self._acting: tuple[int, ...] = (0, 1)

    def deal(self) -> None:
        """Deal the pools of the game with the number ``game_no`` (3.1); its dealer attacks first (2.1)."""
        self._clear()
        cards = pack()
        self._shuffle(cards)
        self.pools = [by_value(cards[:POOL_SIZE]), by_value(cards[POOL_SIZE:])]

    def recount(self) -> None:
        """Work out anew what follows from the cards, after they were laid out by hand."""
        self.hurt = [total(row) for row in self.damage]
        self.room = [self.options.hand_limit - total(hand) for hand in self.hands]
        self._find_acting()

    def _find_acting(self) -> None:
        if self.phase == BUILD:
            self._acting = tuple(seat for seat in (0, 1) if not self.done[seat])
        elif self.phase == OVER:
            self._acting = ()
        else:
            self._acting = _ALONE[self.attacker ^ (self.phase == DEFEND)]

    def _shuffle(self, cards: list[Card]) -> None:
        shuffle(cards, self.seed, self.chance)
        self.chance += 1

    @property
    def game(self) -> CardDuel:
        """The rules."""
        return self._game

    @property
    def to_act(self) -> tuple[int, ...]:
        """While hands are chosen all who have not finished (3.2), later the one who must supply a card."""
        return self._acting

    def actions(self, seat: int) -> list[Action]:
        """All legal actions of ``seat``; starting hands are asked card by card, as there are too many of them."""
        if seat not in self._acting:
            return []
        if self.phase == BUILD:
            return building_actions(self.pools[seat], self.room[seat])
        return supplying_actions(self.hands[seat], bool(self.decks[seat] or self.discards[seat]))

    def forced(self) -> tuple[int, Action] | None:
        """Who must supply a card and has none does nothing (9)."""
        if self.phase in (BUILD, OVER):
            return None
        seat = self._acting[0]
        return None if self.hands[seat] or self.decks[seat] or self.discards[seat] else (seat, NONE)

    def check(self, seat: int, action: Action) -> None:
        """Refuse an illegal action by what its seat can see, so that the reason gives nothing away."""
        if action not in self.actions(seat):
            raise refuse(self.view(seat), action)

    def apply(self, seat: int, action: Action) -> None:
        """Play a legal action."""
        phase = self.phase
        if phase == BUILD:
            self._build(seat, action)
        elif phase == ATTACK:
            self._attack(seat, self._supply(seat, action))
        elif phase == DEFEND:
            self._defend(seat, self._supply(seat, action))
        else:
            self._hit(seat, self._supply(seat, action))

    def _build(self, seat: int, action: Action) -> None:
        if isinstance(action, Pick):
            card = action.card
            self.pools[seat].remove(card)
            add(self.hands[seat], card)
            self.room[seat] -= VALUES[card]
            news.tell_pick(self, seat, card)
            return
        self.done[seat] = True
        self._acting = _ALONE[1 - seat]
        news.tell_done(self, seat)
        if self.done[1 - seat]:
            self._begin()

    def _begin(self) -> None:
        """Shuffle the decks when both hands are chosen (3.4), not before: the order of finishing means nothing."""
        self.decks, self.pools = self.pools, [[], []]
        for deck in self.decks:
            self._shuffle(deck)
        self.phase = ATTACK
        self._acting = _ALONE[self.attacker]
        news.tell_begin(self)

    def _supply(self, seat: int, action: Action) -> Card | None:
        """Take the card that ``action`` supplies from where it lies (4.1); ``None`` if there is none (9)."""
        card = None
        if isinstance(action, FromHand):
            card = action.card
            self.hands[seat].remove(card)
            self.spent[seat] += VALUES[card]
        elif isinstance(action, FromDeck):
            deck = self.decks[seat]
            if not deck:
                self._reshuffle(seat)
            card = deck.pop()
        if self.news is not None:
            news.tell_supply(self, seat, action, card)
        return card

    def _reshuffle(self, seat: int) -> None:
        """Make the discard pile the deck (7.2)."""
        pile, deck = self.discards[seat], self.decks[seat]
        news.tell_reshuffle(self, seat)
        deck.extend(pile)
        pile.clear()
        self._shuffle(deck)
        self.reshuffles[seat] += 1

    def _attack(self, seat: int, card: Card | None) -> None:
        """5.1; without a card the roles are exchanged (9.1)."""
        if card is None:
            self._end_exchange(swap=True)
            return
        self.attack = card
        self.phase = DEFEND
        self._acting = _ALONE[1 - seat]

    def _defend(self, seat: int, card: Card | None) -> None:
        """6.2 to 6.4; without a card the attack succeeds (9.2)."""
        self.defence = card
        assert self.attack is not None
        stopped = card is not None and VALUES[card] >= VALUES[self.attack]
        news.tell_comparison(self, stopped)
        if stopped:
            self._end_exchange(swap=True)
            return
        self.phase = DAMAGE
        self._acting = _ALONE[1 - seat]

    def _hit(self, seat: int, card: Card | None) -> None:
        """6.5; without a card no damage is done (9.3)."""
        if card is None:
            self._end_exchange()
            return
        victim = 1 - seat
        self.damage[victim].append(card)
        self.hurt[victim] += VALUES[card]
        news.tell_damage(self, victim)
        if self.hurt[victim] >= self.options.life:
            self._end_game()
            return
        self._end_exchange(damaged=True)

    def _end_exchange(self, *, swap: bool = False, damaged: bool = False) -> None:
        """Clear the table (6.6) and begin the next exchange, unless nothing has happened for too long (8.2)."""
        attacker = self.attacker
        if self.attack is not None:
            self.discards[attacker].append(self.attack)
            self.attack = None
        if self.defence is not None:
            self.discards[1 - attacker].append(self.defence)
            self.defence = None
        self.idle = 0 if damaged else self.idle + 1
        if swap:
            self.attacker = attacker = 1 - attacker
        self.phase = ATTACK
        self._acting = _ALONE[attacker]
        if self.idle >= self.options.idle_limit:
            self._end_game()

    def _end_game(self) -> None:
        """Note the result (8) and deal the next game of a match (11)."""
        winners = scoring.less_damage(self)
        for seat in winners:
            self.points[seat] += 1 / len(winners)
        news.tell_end(self, winners)
        if scoring.is_decided(self):
            self.phase = OVER
            self._acting = ()
            return
        self.game_no += 1
        self.dealer = 1 - self.dealer
        self.deal()
        news.tell_next_game(self)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game (8), or of the match if one is played (11)."""
        return scoring.outcome(self) if self.phase == OVER else None

    def can_take_back(self, seat: int) -> bool:
        """The own picks as long as the hand is not finished: nobody else has seen them, and nothing was turned up."""
        return self.phase == BUILD and not self.done[seat] and bool(self.hands[seat])

    def view(self, seat: int | None) -> CardDuelView:
        """What ``seat`` may know (10)."""
        return look(self, seat)

    def dump(self) -> dict[str, Any]:
        """The whole position, with the keys of Annex B."""
        return write(self)

    def clone(self) -> Self:
        """An independent copy."""
        copy = type(self).__new__(type(self))
        copy.news = None
        copy._game = self._game
        copy._acting = self._acting
        copy.options = self.options
        copy.seed = self.seed
        copy.chance = self.chance
        copy.dealer = self.dealer
        copy.game_no = self.game_no
        copy.phase = self.phase
        copy.attacker = self.attacker
        copy.attack = self.attack
        copy.defence = self.defence
        copy.idle = self.idle
        copy.points = self.points[:]
        copy.hurt = self.hurt[:]
        copy.room = self.room[:]
        copy.done = self.done[:]
        copy.reshuffles = self.reshuffles[:]
        copy.spent = self.spent[:]
        copy.pools = [pool[:] for pool in self.pools]
        copy.hands = [hand[:] for hand in self.hands]
        copy.decks = [deck[:] for deck in self.decks]
        copy.discards = [pile[:] for pile in self.discards]
        copy.damage = [row[:] for row in self.damage]
        return copy

"""The position of a game or match of Card Duel, and how actions change it."""

from typing import Any

from typing_extensions import override

from engines.card_duel import events, rules
from engines.card_duel.actions import ATTACK, BUILD, DAMAGE, DEFEND, OVER, Action, FromDeck, FromHand, Phase, Pick
from engines.card_duel.document import Document
from engines.card_duel.options import Options
from engines.card_duel.view import CardDuelView
from engines.cards import Card, pack
from engines.contract import Game, Outcome, State
from engines.documents import write
from engines.kit.scoring import add_win, fewest_first, is_decided, places_by
from engines.shuffling import shuffle

POOL_SIZE = 26
"""How many cards each player is dealt (3.1)."""

_ALONE = ((0,), (1,))


class CardDuelState(State[Action]):
    """A position. Pools, hands and decks are hidden.

    Lists by seat: ``pools`` (the cards not chosen) and ``hands``, both by value, ``decks`` (the next card
    last), ``discards`` (the latest card last), ``damage`` (the row before that player, 6.5), ``hurt``
    (its value), ``room`` (the value that can still be added to the starting hand), ``done``, ``reshuffles``,
    ``spent`` (the value of the cards that have been played from the hand) and ``points`` in the match.
    ``attack`` and ``defence`` are the cards on the table. ``idle`` counts exchanges without damage (8.2),
    ``game_no`` the games of a match from 0; ``chance`` is the number of the next shuffle.
    """

    __slots__ = (
        "_acting", "attack", "attacker", "chance", "damage", "dealer", "decks", "defence", "discards", "done",
        "game_no", "hands", "hurt", "idle", "options", "phase", "points", "pools", "reshuffles", "room", "seed",
        "spent",
    )  # fmt: skip

    def __init__(self, game: Game[Action], options: Options, seed: str, dealer: int) -> None:
        super().__init__(game)
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
        self._acting: tuple[int, ...] = rules.SEATS

    def deal(self) -> None:
        """Deal the pools for game number ``game_no`` (3.1); its dealer attacks first (2.1)."""
        self._clear()
        cards = pack()
        self._shuffle(cards)
        self.pools = [rules.by_value(cards[:POOL_SIZE]), rules.by_value(cards[POOL_SIZE:])]

    def recount(self) -> None:
        """Recompute everything derived from the cards after they were set up manually."""
        self.hurt = [rules.total(row) for row in self.damage]
        self.room = [self.options.hand_limit - rules.total(hand) for hand in self.hands]
        if self.phase == BUILD:
            self._acting = tuple(seat for seat in rules.SEATS if not self.done[seat])
        elif self.phase == OVER:
            self._acting = ()
        else:
            self._acting = _ALONE[self.attacker ^ (self.phase == DEFEND)]

    def _shuffle(self, cards: list[Card]) -> None:
        shuffle(cards, self.seed, self.chance)
        self.chance += 1

    @property
    @override
    def seats(self) -> int:
        return len(rules.SEATS)

    @property
    @override
    def to_act(self) -> tuple[int, ...]:
        return self._acting

    @property
    def table(self) -> rules.Table:
        """The cards of the current exchange."""
        return rules.Table(self.attack, self.defence)

    @override
    def actions(self, seat: int) -> list[Action]:
        """All legal actions of ``seat``; starting hands are chosen card by card, because there are too many to list."""
        if seat not in self._acting:
            return []
        if self.phase == BUILD:
            return rules.building_actions(self.pools[seat], self.room[seat])
        return rules.supplying_actions(self.hands[seat], bool(self.decks[seat] or self.discards[seat]))

    @override
    def forced(self) -> tuple[int, Action] | None:
        """The only way to supply a card: the deck with an empty hand, the last card of all, or none (9).

        Everybody can count the cards of hand, deck and discard pile (10.1). The choice of a hand is never forced.
        """
        if self.phase in (BUILD, OVER):
            return None
        only, *others = self.actions(self._acting[0])
        return None if others else (self._acting[0], only)

    @override
    def apply(self, seat: int, action: Action) -> None:
        phase = self.phase
        if phase == BUILD:
            self._build(seat, action)
        elif phase == ATTACK:
            self._attack(seat, self._supply(seat, action))
        elif phase == DEFEND:
            self._defend(seat, self._supply(seat, action))
        else:
            self._strike(seat, self._supply(seat, action))

    def _build(self, seat: int, action: Action) -> None:
        if isinstance(action, Pick):
            card = action.card
            self.pools[seat].remove(card)
            rules.add(self.hands[seat], card)
            self.room[seat] -= rules.VALUES[card]
            if self.events is not None:
                limit = self.options.hand_limit
                self.events.append(events.Picked(seat, card, limit - self.room[seat], limit))
            return
        self.done[seat] = True
        self._acting = _ALONE[1 - seat]
        if self.events is not None:
            self.events.append(events.HandChosen(seat))
        if self.done[1 - seat]:
            self._begin()

    def _begin(self) -> None:
        """Shuffle the decks when both hands are chosen (3.4), not before: it does not matter who finishes first."""
        self.decks, self.pools = self.pools, [[], []]
        for deck in self.decks:
            self._shuffle(deck)
        self.phase = ATTACK
        self._acting = _ALONE[self.attacker]
        if self.events is not None:
            self.events += [events.HandCounted(seat, len(self.hands[seat])) for seat in rules.SEATS]
            self.events.append(events.DuelBegan(self.attacker))

    def _supply(self, seat: int, action: Action) -> Card | None:
        """Remove the card that ``action`` supplies from its place (4.1); ``None`` if there is no card (9)."""
        card = None
        if isinstance(action, FromHand):
            card = action.card
            self.hands[seat].remove(card)
            self.spent[seat] += rules.VALUES[card]
        elif isinstance(action, FromDeck):
            deck = self.decks[seat]
            if not deck:
                self._reshuffle(seat)
            card = deck.pop()
        if self.events is not None:
            source = "deck" if isinstance(action, FromDeck) else "hand"
            supplied = events.HadNoCard(seat) if card is None else events.Supplied(seat, self.phase, source, card)
            self.events.append(supplied)
        return card

    def _reshuffle(self, seat: int) -> None:
        """Turn the discard pile into the deck (7.2)."""
        pile, deck = self.discards[seat], self.decks[seat]
        if self.events is not None:
            self.events.append(events.Reshuffled(seat, len(pile)))
        deck.extend(pile)
        pile.clear()
        self._shuffle(deck)
        self.reshuffles[seat] += 1

    def _attack(self, seat: int, card: Card | None) -> None:
        """5.1; without a card the players swap roles (9.1)."""
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
        stopped = card is not None and rules.VALUES[card] >= rules.VALUES[self.attack]
        if self.events is not None:
            self.events.append(events.AttackStopped(seat) if stopped else events.AttackSucceeded(1 - seat))
        if stopped:
            self._end_exchange(swap=True)
            return
        self.phase = DAMAGE
        self._acting = _ALONE[1 - seat]

    def _strike(self, seat: int, card: Card | None) -> None:
        """6.5; without a card no damage is done (9.3)."""
        if card is None:
            self._end_exchange()
            return
        victim = 1 - seat
        self.damage[victim].append(card)
        self.hurt[victim] += rules.VALUES[card]
        if self.events is not None:
            self.events.append(events.Damaged(victim, rules.VALUES[card], self.hurt[victim], self.options.life))
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
        """Record the result (8) and deal the next game of a match (11)."""
        add_win(self.points, fewest_first(self.hurt)[0])
        if self.events is not None:
            if max(self.hurt) < self.options.life:
                self.events.append(events.IdleLimitReached(self.idle))
            self.events.append(events.GameEnded((self.hurt[0], self.hurt[1])))
            if self.options.best_of > 1:
                self.events.append(events.MatchStands((self.points[0], self.points[1])))
        if is_decided(self.points, self.game_no + 1, self.options.best_of):
            self.phase = OVER
            self._acting = ()
            return
        self.game_no += 1
        self.dealer = 1 - self.dealer
        self.deal()
        if self.events is not None:
            self.events.append(events.NextGame(self.game_no + 1, self.dealer))

    @property
    @override
    def outcome(self) -> Outcome | None:
        """The result of the game (8), in damage taken, or of the match if one is played (11), in points."""
        if self.phase != OVER:
            return None
        if self.options.best_of > 1:
            places = places_by(self.points)
            return Outcome(places, tuple(self.points), "match", places[0])
        places = fewest_first(self.hurt)
        return Outcome(places, tuple(self.hurt), "killed" if max(self.hurt) >= self.options.life else "idle", places[0])

    @override
    def can_take_back(self, seat: int) -> bool:
        """A player's own picks until the hand is complete: nobody else has seen them, and no card was turned up."""
        return self.phase == BUILD and not self.done[seat] and bool(self.hands[seat])

    @override
    def view(self, seat: int | None) -> CardDuelView:
        building = self.phase == BUILD
        other = None if seat is None else 1 - seat
        return CardDuelView(
            seat=seat,
            to_act=self._acting,
            phase=self.phase,
            attacker=self.attacker,
            done=tuple(self.done),
            pool=() if seat is None else tuple(self.pools[seat]),
            hand=() if seat is None else tuple(self.hands[seat]),
            own_deck=() if seat is None else tuple(rules.by_value(self.decks[seat])),
            unseen=() if other is None or building else tuple(rules.by_value(self.hands[other] + self.decks[other])),
            hand_counts=None if building else (len(self.hands[0]), len(self.hands[1])),
            deck_counts=None if building else (len(self.decks[0]), len(self.decks[1])),
            discards=tuple(map(tuple, self.discards)),
            damage=tuple(map(tuple, self.damage)),
            table=self.table,
            idle=self.idle,
            reshuffles=tuple(self.reshuffles),
            spent=tuple(self.spent),
            known_hand=None if other is None or not self.reshuffles[other] else tuple(self.hands[other]),
            dealer=self.dealer,
            game_no=self.game_no,
            points=tuple(self.points),
            options=self.options,
        )

    @override
    def dump(self) -> dict[str, Any]:
        return write(Document, self)

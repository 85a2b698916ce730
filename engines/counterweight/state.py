"""The position of a game or match of Counterweight, and how actions change it."""

from bisect import insort
from collections.abc import Sequence
from typing import Any

from typing_extensions import override

from engines.cards import Card, pack
from engines.contract import Event, Game, Outcome, State
from engines.counterweight import events, rules
from engines.counterweight.actions import (
    COLLECT,
    MOVE,
    OVER,
    PERMANENT,
    RELOCATE,
    TEMPORARY,
    Action,
    Collect,
    New,
    Phase,
    Pile,
    Place,
    Placement,
    Relocate,
    pile_owner,
    temporary_pile,
)
from engines.counterweight.document import Document
from engines.counterweight.options import Options
from engines.counterweight.rules import NewPile, couples, legal_actions, own_piles, relocations
from engines.counterweight.view import CounterweightView
from engines.documents import write
from engines.kit.scoring import add_win, fewest_first
from engines.shuffling import shuffle

HAND_SIZE = 6
_ONLY = ((0,), (1,))


class CounterweightState(State[Action]):
    """A position. Both hands and the stock are hidden."""

    __slots__ = (
        "_open_choice", "barren", "begun", "collected", "ending", "game_no", "hands", "idle", "limbo", "options",
        "phase", "piles", "placed", "seed", "starter", "stock", "totals", "turn", "wins",
    )  # fmt: skip

    def __init__(self, game: Game[Action], options: Options, seed: str, starter: int) -> None:
        super().__init__(game)
        self.options = options
        self.seed = seed
        self.starter = starter
        self.game_no = 0
        """The number of the game in the match, counted from 0."""
        self.totals = [0, 0]
        """The penalty points of the finished games."""
        self.wins = [0.0, 0.0]
        self.ending: str | None = None
        """Why the last game ended; ``None`` while it is in progress."""
        self._clear()

    def _clear(self) -> None:
        self.hands: list[list[Card]] = [[], []]
        """Sorted, so that they reveal nothing about the order in which cards arrived."""
        self.limbo: list[list[Card]] = [[], []]
        """The set-aside cards (6.4)."""
        self.piles: dict[Pile, tuple[Card, ...]] = {}
        """The cards of each pile, top card last."""
        self.stock: list[Card] = []
        """The next card to draw is last."""
        self.begun = [0, 0]
        """How many piles each seat has begun in this game: labels are never reused (1.3)."""
        self.turn = self.starter
        self.phase: Phase = MOVE
        self.placed: tuple[Placement, ...] = ()
        """Where this turn's couple lies, while there is something to decide about it."""
        self.idle = 0
        self.collected: list[tuple[Card, ...]] = [(), ()]
        """By seat: cards in hand that were face up before they were picked up (9.3), sorted."""
        self.barren: list[NewPile | None] = [None, None]
        """By seat: the new pile that it began, unless it has placed something since (9.5).

        Every card in the hand except the one drawn then was unplayable.
        """
        self._open_choice: int | None = None

    def deal(self) -> None:
        """Deal game number ``game_no`` (2)."""
        self._clear()
        # Chance event 0 of a seed picks the first starter, so game 0 is shuffled by event 1.
        stock = pack()
        shuffle(stock, self.seed, self.game_no + 1)
        self.hands = [sorted(stock.pop() for _ in range(HAND_SIZE)) for _ in range(2)]
        self.piles = {pile: (stock.pop(),) for pile in PERMANENT}
        self.stock = stock

    @property
    @override
    def seats(self) -> int:
        return len(self.hands)

    @property
    @override
    def to_act(self) -> tuple[int, ...]:
        """The player whose turn it is; while a couple may be relocated, the opponent (8.1)."""
        if self.phase == RELOCATE:
            return _ONLY[1 - self.turn]
        return () if self.phase == OVER else _ONLY[self.turn]

    @property
    @override
    def outcome(self) -> Outcome | None:
        """The result of the game, or of the match if one is played (7.4, 10.1)."""
        if self.ending is None:
            return None
        return rules.result(self.options, self.ending, self.penalties, self.totals, self.wins)

    @property
    def penalties(self) -> tuple[int, ...]:
        """The penalty points of each seat if the game ended now (7.3)."""
        return tuple(rules.penalty(self.piles, seat, len(self.hands[seat]) + len(self.limbo[seat])) for seat in (0, 1))

    @override
    def actions(self, seat: int) -> list[Action]:
        if seat not in self.to_act:
            return []
        hand, stock = self.hands[seat], len(self.stock)
        return legal_actions(seat, self.phase, hand, self.piles, self.placed, stock, self.options)

    @override
    def can_take_back(self, seat: int) -> bool:
        """Only for a decision about face-up cards, if no card was drawn or dealt after it."""
        return self._open_choice == seat

    @override
    def apply(self, seat: int, action: Action) -> None:
        if self.events is not None:
            self.events.append(self._seen_of(seat, action))
        self._open_choice = None
        if isinstance(action, Place):
            self._place(seat, action.placed)
        elif isinstance(action, New):
            self._begin_pile(seat, action.card)
        elif isinstance(action, Collect):
            self._open_choice = seat
            self._set_aside(seat, action.piles)
            self._pass_turn(seat)
        else:
            self._open_choice = seat
            self._relocate(action.moved)
            self._settle(self.turn)

    def _seen_of(self, seat: int, action: Action) -> Event:
        match action:
            case Place(placed):
                owners = [pile_owner(pile) for _, pile in placed]
                costs = tuple(len(own_piles(self.piles, owner)) * owners.count(owner) for owner in (0, 1))
                return events.Placed(seat, placed, tuple(self.piles[pile][-1] for _, pile in placed), costs)
            case New(card):
                pile = temporary_pile(seat, self.begun[seat] + 1)
                return events.BeganPile(seat, card, pile, forced=not self.options.free_new_pile)
            case Collect(piles):
                return self._collected(seat, piles, forced=False)
            case Relocate(moved):
                return events.Relocated(seat, moved)

    def _collected(self, seat: int, piles: tuple[Pile, ...], *, forced: bool) -> Event:
        return events.Collected(seat, piles, sum(len(self.piles[pile]) for pile in piles), forced)

    def _place(self, seat: int, placed: tuple[Placement, ...]) -> None:
        """3.4a and 3.4b."""
        for card, pile in placed:
            self._leave_hand(seat, card)
            self.piles[pile] += (card,)
        self.placed = placed
        self.barren[seat] = None
        if self.options.amendment and len(relocations(placed, self.piles, 1 - seat)) > 1:
            self.phase = RELOCATE
        else:
            self._settle(seat)

    def _leave_hand(self, seat: int, card: Card) -> None:
        self.hands[seat].remove(card)
        if card in self.collected[seat]:
            self.collected[seat] = tuple(other for other in self.collected[seat] if other != card)

    def _relocate(self, moved: Sequence[Placement]) -> None:
        """Move cards of the couple as if they had been placed there to begin with (8.4, A28)."""
        targets = dict(moved)
        for card, pile in self.placed:
            if card in targets:
                self.piles[pile] = self.piles[pile][:-1]
        for card, pile in moved:
            self.piles[pile] += (card,)
        self.placed = tuple(Placement(card, targets.get(card, pile)) for card, pile in self.placed)

    def _settle(self, seat: int) -> None:
        """Finish a couple: draw; with an empty hand collect everything or go out; otherwise ask (3.4c to 3.4e)."""
        if len(self.placed) == 1:
            ((card, pile),) = self.placed
            if self.stock and self.piles[pile][-2] & 3 == card & 3:
                self._draw(seat)
        if not self.hands[seat]:
            own = tuple(own_piles(self.piles, seat))
            if not own:
                self._end("out")
                return
            if self.events is not None:
                self.events.append(self._collected(seat, own, forced=True))
            self._set_aside(seat, own)
        elif any(pile_owner(pile) == seat for _, pile in self.placed):
            self.phase = COLLECT
            return
        self._pass_turn(seat)

    def _begin_pile(self, seat: int, card: Card) -> None:
        """5.1 and 5.2."""
        tops = tuple([lying[-1] for lying in self.piles.values()])
        self.barren[seat] = None if self.options.free_new_pile else NewPile(card, tops)
        self._leave_hand(seat, card)
        self.begun[seat] += 1
        self.piles[temporary_pile(seat, self.begun[seat])] = (card,)
        self._draw(seat)
        self._pass_turn(seat)

    def _draw(self, seat: int) -> None:
        card = self.stock.pop()
        insort(self.hands[seat], card)
        self._open_choice = None
        if self.events is not None:
            self.events += [events.DrewUnseen(seat), events.Drew(seat, card)]

    def _set_aside(self, seat: int, piles: Sequence[Pile]) -> None:
        """6.3, 6.4."""
        for pile in piles:
            self.limbo[seat] += self.piles.pop(pile)

    def _pass_turn(self, seat: int) -> None:
        """3.4f."""
        self.idle = 0 if self._is_progress(seat) else self.idle + 1
        if self.idle >= self.options.idle_limit:
            self._end("idle")
            return
        self.turn = 1 - seat
        self.begin_turn()

    def _is_progress(self, seat: int) -> bool:
        """Whether a card was drawn this turn or ended up on a permanent pile (7.1c).

        A new pile always draws a card; a sole card has drawn one if the hand is not empty afterwards.
        """
        if len(self.placed) < 2 and (not self.placed or self.hands[seat]):
            return True
        return any(pile < TEMPORARY for _, pile in self.placed)

    def begin_turn(self) -> None:
        """Pick up set-aside cards and check whether the game can go on (3.1, 3.2)."""
        seat, self.placed, self.phase = self.turn, (), MOVE
        hand, limbo = self.hands[seat], self.limbo[seat]
        if limbo:
            if self.events is not None:
                self.events.append(events.PickedUp(seat, len(limbo)))
            self.collected[seat] = tuple(sorted((*self.collected[seat], *limbo)))
            hand += limbo
            hand.sort()
            limbo.clear()
        # The hand can be empty here only in a position that was set up manually (A17): then there is no move either.
        if not (self.stock and hand) and not couples(hand, self.piles):
            self._end("stock")

    def _end(self, reason: str) -> None:
        """Score the game (7) and deal the next one of a match (10)."""
        self._open_choice = None
        penalties = self.penalties
        self.totals = [before + new for before, new in zip(self.totals, penalties, strict=True)]
        add_win(self.wins, fewest_first(penalties)[0])  # a draw is half a win each (10.1)
        if self.events is not None:
            first, second = penalties
            self.events.append(events.GameEnded(reason, self.turn, self.idle))
            self.events += [events.Scored(seat, points) for seat, points in enumerate(penalties)]
            self.events.append(events.GameDecided(None if first == second else int(second < first)))
            if self.options.is_match:
                in_wins = self.options.games is None
                self.events.append(events.MatchStands(tuple(self.wins if in_wins else self.totals), in_wins))
        if rules.is_last_game(self.options, self.game_no + 1, self.wins):
            self.phase = OVER
            self.placed = ()
            self.ending = reason
            return
        self.game_no += 1
        self.starter = 1 - self.starter
        self.deal()
        if self.events is not None:
            self.events.append(events.NextGame(self.game_no + 1, self.starter))

    @override
    def view(self, seat: int | None) -> CounterweightView:
        return CounterweightView(
            seat=seat,
            to_act=self.to_act,
            options=self.options,
            phase=self.phase,
            turn=self.turn,
            hand=() if seat is None else tuple(self.hands[seat]),
            counts=(len(self.hands[0]), len(self.hands[1])),
            limbo=tuple(map(tuple, self.limbo)),
            piles=self.piles.copy(),
            stock=len(self.stock),
            placed=self.placed,
            collected=tuple(self.collected),
            barren=tuple(self.barren),
            ending=self.ending,
            idle=self.idle,
            penalties=self.penalties,
            game_no=self.game_no,
            starter=self.starter,
            totals=tuple(self.totals),
            wins=tuple(self.wins),
        )

    @override
    def dump(self) -> dict[str, Any]:
        return write(Document, self)

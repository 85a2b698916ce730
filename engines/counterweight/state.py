"""The position of a game or match of Counterweight, and how actions change it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from engines.cards import Card, pack
from engines.contract import Outcome, State
from engines.counterweight import document, legal, news, scoring
from engines.counterweight.actions import Action, Collect, New, Phase, Place
from engines.counterweight.knowledge import NewPile, Shown
from engines.counterweight.piles import PERMANENT, TEMPORARY, Pile, Placement, own_piles, penalty, temporary_pile
from engines.counterweight.refusals import refuse
from engines.counterweight.view import CounterweightView
from engines.shuffling import shuffle

if TYPE_CHECKING:
    from engines.counterweight.game import Counterweight
    from engines.counterweight.options import Options

HAND_SIZE = 6
_ONLY = ((0,), (1,))


class CounterweightState(State[Action]):
    """A position. Hidden in it: both hands and the stock."""

    __slots__ = (
        "_game",
        "_open_choice",
        "begun",
        "ending",
        "game_no",
        "hands",
        "idle",
        "limbo",
        "options",
        "phase",
        "piles",
        "placed",
        "seed",
        "shown",
        "starter",
        "stock",
        "totals",
        "turn",
        "wins",
    )

    def __init__(self, game: Counterweight, options: Options, seed: str, starter: int) -> None:
        """A table at which nothing lies yet; ``deal`` does that."""
        self.news = None
        self._game = game
        self.options = options
        self.seed = seed
        self.starter = starter
        self.game_no = 0
        """Counts the games of a match from 0."""
        self.totals = [0, 0]
        """The penalty points of the games that are over."""
        self.wins = [0.0, 0.0]
        self.ending: str | None = None
        """Why the last game ended, ``None`` while it goes on."""
        self.clear()

    def clear(self) -> None:
        """Everything as before the deal of a game."""
        self.hands: list[list[Card]] = [[], []]
        """Sorted, so that they say nothing about the order in which cards came."""
        self.limbo: list[list[Card]] = [[], []]
        """The set-aside cards (6.4)."""
        self.piles: dict[Pile, list[Card]] = {}
        """By number, see ``piles``; the top is the last card."""
        self.stock: list[Card] = []
        """The next card is the last."""
        self.begun = [0, 0]
        """How many piles each seat has begun in this game: labels are never used again (1.3)."""
        self.turn = self.starter
        self.phase = Phase.MOVE
        self.placed: tuple[Placement, ...] = ()
        """The couple of this turn, as it lies, while there is something to decide about it."""
        self.idle = 0
        self.shown = Shown()
        """What everybody may have noticed about the hands (9.3, 9.5)."""
        self._open_choice: int | None = None

    def deal(self) -> None:
        """Lay out the game with the number ``game_no`` (2)."""
        self.clear()
        # Chance event 0 of a seed is the lot for the first start, so game 0 is shuffled by event 1.
        stock = pack()
        shuffle(stock, self.seed, self.game_no + 1)
        self.hands = [sorted(stock.pop() for _ in range(HAND_SIZE)) for _ in range(2)]
        self.piles = {pile: [stock.pop()] for pile in PERMANENT}
        self.stock = stock

    @property
    def game(self) -> Counterweight:
        """The rules."""
        return self._game

    @property
    def to_act(self) -> tuple[int, ...]:
        """The player on turn; while a couple may be relocated, the other one (8.1)."""
        if self.phase is Phase.RELOCATE:
            return _ONLY[1 - self.turn]
        return () if self.phase is Phase.OVER else _ONLY[self.turn]

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or of the match if one is played (7.4, 10.1)."""
        if self.ending is None:
            return None
        return scoring.result(self.options, self.ending, self.penalties, self.totals, self.wins)

    @property
    def penalties(self) -> tuple[int, ...]:
        """The penalty points of each seat if the game ended now (7.3)."""
        return tuple(penalty(self.piles, seat, len(self.hands[seat]) + len(self.limbo[seat])) for seat in (0, 1))

    def actions(self, seat: int) -> list[Action]:
        """All legal actions of ``seat``."""
        if self.phase is Phase.MOVE:
            if seat != self.turn:
                return []
            return legal.moves(self.hands[seat], self.piles, bool(self.stock), self.options.free_new_pile)
        return legal.answers(self.phase, self.turn, seat, self.placed, self.piles)

    def check(self, seat: int, action: Action) -> None:
        """Refuse an illegal action by what its seat can see, so that the reason gives nothing away."""
        if action not in self.actions(seat):
            raise refuse(self.view(seat), action)

    def can_take_back(self, seat: int) -> bool:
        """Only what was decided about cards that lay open, if no card was drawn or dealt after it."""
        return self._open_choice == seat

    def apply(self, seat: int, action: Action) -> None:
        """Play a legal action."""
        self._open_choice = None
        if isinstance(action, Place):
            self._place(seat, action.placed)
        elif isinstance(action, New):
            self._begin_pile(seat, action.card)
        elif isinstance(action, Collect):
            news.collected(self, seat, action.piles)
            self._open_choice = seat
            self._set_aside(seat, action.piles)
            self._pass_turn(seat)
        else:
            news.relocated(self, seat, action.moved)
            self._open_choice = seat
            self._relocate(action.moved)
            self._settle(self.turn)

    def _place(self, seat: int, placed: tuple[Placement, ...]) -> None:
        """3.4a and 3.4b."""
        hand, piles = self.hands[seat], self.piles
        news.placed(self, seat, placed)
        for card, pile in placed:
            hand.remove(card)
            piles[pile].append(card)
            self.shown.played(seat, card)
        self.placed = placed
        if self.options.amendment and len(legal.relocations(placed, piles, 1 - seat)) > 1:
            self.phase = Phase.RELOCATE
        else:
            self._settle(seat)

    def _relocate(self, moved: Sequence[Placement]) -> None:
        """Move cards of the couple as if they had been placed there from the start (8.4, A28)."""
        targets = dict(moved)
        for card, pile in self.placed:
            if card in targets:
                self.piles[pile].pop()
        for card, pile in moved:
            self.piles[pile].append(card)
        self.placed = tuple(Placement(card, targets.get(card, pile)) for card, pile in self.placed)

    def _settle(self, seat: int) -> None:
        """What follows from a couple: draw, collect all or go out with an empty hand, otherwise ask (3.4c to 3.4e)."""
        if len(self.placed) == 1:
            ((card, pile),) = self.placed
            if self.stock and self.piles[pile][-2] & 3 == card & 3:
                self._draw(seat)
        if not self.hands[seat]:
            own = own_piles(self.piles, seat)
            if not own:
                self._end("out")
                return
            news.must_collect(self, seat, own)
            self._set_aside(seat, own)
        elif any(pile >= TEMPORARY and pile & 1 == seat for _, pile in self.placed):
            self.phase = Phase.COLLECT
            return
        self._pass_turn(seat)

    def _begin_pile(self, seat: int, card: Card) -> None:
        """5.1 and 5.2."""
        tops = tuple([lying[-1] for lying in self.piles.values()])
        self.shown.played(seat, card, None if self.options.free_new_pile else NewPile(card, tops))
        self.begun[seat] += 1
        pile = temporary_pile(seat, self.begun[seat])
        self.hands[seat].remove(card)
        self.piles[pile] = [card]
        news.began_pile(self, seat, card, pile)
        self._draw(seat)
        self._pass_turn(seat)

    def _draw(self, seat: int) -> None:
        card = self.stock.pop()
        insort(self.hands[seat], card)
        self._open_choice = None
        news.drew(self, seat, card)

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
        """Whether a card was drawn in this turn, or came to rest on a permanent pile (7.1c).

        A new pile always brings a card; a sole card has brought one if there is a card in hand after it.
        """
        if len(self.placed) < 2 and (not self.placed or self.hands[seat]):
            return True
        return any(pile < TEMPORARY for _, pile in self.placed)

    def begin_turn(self) -> None:
        """Pick up set-aside cards and see whether the game can go on (3.1, 3.2)."""
        seat, self.placed, self.phase = self.turn, (), Phase.MOVE
        hand, limbo = self.hands[seat], self.limbo[seat]
        if limbo:
            news.picked_up(self, seat, len(limbo))
            self.shown.picked_up(seat, limbo)
            hand += limbo
            hand.sort()
            limbo.clear()
        # Only in a position that was set up by hand can the hand be empty here (A17): then nothing can be done either.
        if not (self.stock and hand) and not legal.placings(hand, self.piles):
            self._end("stock")

    def _end(self, reason: str) -> None:
        """Score the game (7) and deal the next one of a match (10)."""
        self._open_choice = None
        penalties = self.penalties
        self.totals = [before + new for before, new in zip(self.totals, penalties, strict=True)]
        scoring.add_game(self.wins, penalties)
        news.ended(self, reason, penalties)
        if scoring.is_last_game(self.options, self.game_no + 1, self.wins):
            self.phase = Phase.OVER
            self.placed = ()
            self.ending = reason
            return
        self.game_no += 1
        self.starter = 1 - self.starter
        self.deal()
        news.next_game(self)

    def view(self, seat: int | None) -> CounterweightView:
        """What ``seat`` may know (9)."""
        return CounterweightView(
            seat=seat,
            to_act=self.to_act,
            options=self.options,
            phase=self.phase,
            turn=self.turn,
            hand=() if seat is None else tuple(self.hands[seat]),
            counts=(len(self.hands[0]), len(self.hands[1])),
            limbo=(tuple(self.limbo[0]), tuple(self.limbo[1])),
            piles={pile: tuple(cards) for pile, cards in self.piles.items()},
            stock=len(self.stock),
            placed=self.placed,
            collected=(self.shown.collected[0], self.shown.collected[1]),
            barren=(self.shown.barren[0], self.shown.barren[1]),
            reason=self.ending,
            idle=self.idle,
            game_no=self.game_no,
            starter=self.starter,
            totals=(self.totals[0], self.totals[1]),
            wins=(self.wins[0], self.wins[1]),
        )

    def dump(self) -> dict[str, Any]:
        """The whole position, with the keys of Annex B."""
        return document.write_position(self)

    def clone(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        for name in CounterweightState.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, list) else value)
        twin.news = None
        twin.hands = [hand.copy() for hand in self.hands]
        twin.shown = self.shown.copy()
        twin.limbo = [cards.copy() for cards in self.limbo]
        twin.piles = {pile: cards.copy() for pile, cards in self.piles.items()}
        return twin

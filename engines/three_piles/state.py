"""The position of a game or match of 3 Piles, and how actions change it."""

from typing import Any

from typing_extensions import override

from engines.cards import Card, pack
from engines.contract import Event, Game, Outcome, State
from engines.documents import write
from engines.kit.scoring import places_by
from engines.shuffling import shuffle
from engines.three_piles import events
from engines.three_piles.actions import CHOOSE, OVER, PLAY, Action, Draw, Pass, Phase, Take, ToPile, ToStack
from engines.three_piles.document import Document
from engines.three_piles.options import Options
from engines.three_piles.rules import add_to_pile, fitting, legal_actions, score, unlike
from engines.three_piles.view import ThreePilesView

HAND_SIZE = 3
_TURN_OF = ((0,), (1,))


class ThreePilesState(State[Action]):
    """A position. Both hands and the deck are hidden.

    The next card of ``deck`` is last. A hand keeps its cards in order of arrival, so that in the phase "play" the last
    one is the card just drawn. ``starter`` is the seat that began this game and ``game_no`` counts the games of a match
    from 0. ``totals`` are the points of the finished games.
    """

    __slots__ = (
        "_open_take", "deck", "fits", "game_no", "hands", "options", "phase", "piles", "seed", "stacks", "starter",
        "totals", "turn",
    )  # fmt: skip

    def __init__(self, game: Game[Action], options: Options, seed: str, starter: int) -> None:
        super().__init__(game)
        self.options = options
        self.seed = seed
        self.starter = self.turn = starter
        self.phase: Phase = CHOOSE
        self.game_no = 0
        self.totals = [0, 0]
        self._clear()

    def _clear(self) -> None:
        self.deck: list[Card] = []
        self.hands: list[list[Card]] = [[], []]
        self.stacks: list[list[Card]] = [[], [], []]
        self.piles: list[list[list[Card]]] = [[[], [], []], [[], [], []]]
        self.refit()

    def refit(self) -> None:
        """Recompute which piles accept which ranks after the piles were set up manually."""
        self.fits = [fitting(piles) for piles in self.piles]
        self._open_take: int | None = None

    def deal(self) -> None:
        """Deal game number ``game_no`` (2.1)."""
        self._clear()
        deck = pack()
        # Chance event 0 of a seed picks the first starter, so game 0 is shuffled by event 1.
        shuffle(deck, self.seed, self.game_no + 1)
        for hand in self.hands:
            hand.extend(deck.pop() for _ in range(HAND_SIZE))
        for stack in self.stacks:
            stack.append(deck.pop())
        self.deck = deck
        self.phase = CHOOSE
        self.turn = self.starter

    @property
    @override
    def seats(self) -> int:
        return len(self.hands)

    @property
    @override
    def to_act(self) -> tuple[int, ...]:
        return () if self.phase == OVER else _TURN_OF[self.turn]

    @override
    def actions(self, seat: int) -> list[Action]:
        """All legal actions of ``seat``; a lone ``PASS`` when it is blocked (5.5)."""
        if seat != self.turn or self.phase == OVER:
            return []
        return legal_actions(self.phase, self.hands[seat], self.stacks, self.fits[seat], len(self.deck))

    @override
    def forced(self) -> tuple[int, Action] | None:
        """A draw when no stack top fits; without hand and deck, the only take (5.4) or a pass (5.5)."""
        if self.phase != CHOOSE or (not self.deck and self.hands[self.turn]):
            return None
        only, *others = unlike(self.actions(self.turn), self.piles[self.turn])
        return None if others else (self.turn, only)

    @override
    def apply(self, seat: int, action: Action) -> None:
        if self.events is not None:
            self.events += self._seen_of(seat, action)
        self._open_take = None
        if isinstance(action, Draw):
            self.hands[seat].append(self.deck.pop())
            self.phase = PLAY
            return
        if isinstance(action, Take):
            self._take(seat, action)
        elif isinstance(action, ToPile):
            self.hands[seat].remove(action.card)
            add_to_pile(self.piles[seat], self.fits[seat], action.pile, action.card)
        elif isinstance(action, ToStack):
            self.hands[seat].remove(action.card)
            self.stacks[action.stack].append(action.card)
        self.phase = CHOOSE
        self.turn = 1 - seat
        if not self.deck:
            self.settle()

    def _seen_of(self, seat: int, action: Action) -> list[Event]:
        """The events when ``seat`` does this now; only the player sees which card is drawn (9.2)."""
        match action:
            case Draw():
                return [events.DrewUnseen(seat), events.Drew(seat, self.deck[-1])]
            case Take(stack, pile):
                return [events.Took(seat, self.stacks[stack][-1], stack, pile)]
            case ToPile(card, pile):
                return [events.PlayedToPile(seat, card, pile)]
            case ToStack(card, stack):
                return [events.PlayedToStack(seat, card, stack)]
            case Pass():
                return [events.Passed(seat)]

    def _take(self, seat: int, action: Take) -> None:
        stack = self.stacks[action.stack]
        add_to_pile(self.piles[seat], self.fits[seat], action.pile, stack.pop())
        if stack or not self.deck:
            self._open_take = seat
            return
        stack.append(self.deck.pop())
        if self.events is not None:
            self.events.append(events.TurnedUp(stack[-1], action.stack))

    def settle(self) -> None:
        """End the game if neither seat can act (6.1); score it, and deal the next one of a match (8)."""
        if not self.blocked:
            return
        self._open_take = None
        scores = [score(piles) for piles in self.piles]
        self.totals = [before + new.total for before, new in zip(self.totals, scores, strict=True)]
        if self.events is not None:
            self.events += [events.Scored(seat, new) for seat, new in enumerate(scores)]
            self.events.append(events.GameEnded((scores[0].total, scores[1].total)))
            if self.options.target is not None:
                self.events.append(events.MatchStands((self.totals[0], self.totals[1])))
        if self._is_last_game():
            self.phase = OVER
            return
        self.game_no += 1
        self.starter = 1 - self.starter
        self.deal()
        if self.events is not None:
            self.events.append(events.NextGame(self.game_no + 1, self.starter))

    @property
    def blocked(self) -> bool:
        """Whether neither seat can act: nothing to draw, empty hands, and no stack top that fits a pile (6.1)."""
        if self.deck or self.hands[0] or self.hands[1]:
            return False
        first, second = self.fits
        return not any(stack and first[stack[-1] >> 2] | second[stack[-1] >> 2] for stack in self.stacks)

    def _is_last_game(self) -> bool:
        """8.1 to 8.3."""
        target = self.options.target
        if target is None or self.game_no + 1 >= self.options.max_games:
            return True
        return max(self.totals) >= target and self.totals[0] != self.totals[1]

    @property
    @override
    def outcome(self) -> Outcome | None:
        """The result of the game, or of the match if one is played; equal points are a draw (7.5, 8.3)."""
        if self.phase != OVER:
            return None
        match = self.options.target is not None
        points = self.totals if match else [score(piles).total for piles in self.piles]
        places = places_by(points)
        return Outcome(places, tuple(points), "match" if match else "game", places[0])

    @override
    def can_take_back(self, seat: int) -> bool:
        """Only a take that turned up no card: everything else reveals a new card to somebody."""
        return self._open_take == seat

    @override
    def view(self, seat: int | None) -> ThreePilesView:
        return ThreePilesView(
            seat=seat,
            to_act=self.to_act,
            phase=self.phase,
            turn=self.turn,
            hand=() if seat is None else tuple(self.hands[seat]),
            hand_counts=(len(self.hands[0]), len(self.hands[1])),
            deck=len(self.deck),
            stacks=tuple(map(tuple, self.stacks)),
            piles=tuple(tuple(map(tuple, piles)) for piles in self.piles),
            totals=tuple(self.totals),
            game_no=self.game_no,
            starter=self.starter,
            options=self.options,
        )

    @override
    def dump(self) -> dict[str, Any]:
        return write(Document, self)

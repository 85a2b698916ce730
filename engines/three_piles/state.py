"""The position of a game or match of 3 Piles, and how actions change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from engines.cards import Card, pack, write_cards
from engines.contract import Outcome, State
from engines.shuffling import shuffle
from engines.three_piles import news
from engines.three_piles.actions import CHOOSE, OVER, PASS, PLAY, Action, Draw, Phase, Take, ToPile, ToStack
from engines.three_piles.actions import legal_actions as legal
from engines.three_piles.piles import add, fitting, score
from engines.three_piles.refusals import refuse
from engines.three_piles.view import ThreePilesView

if TYPE_CHECKING:
    from engines.three_piles.game import ThreePiles
    from engines.three_piles.options import Options

HAND_SIZE = 3
_TURN_OF = ((0,), (1,))


class ThreePilesState(State[Action]):
    """A position. Hidden in it: both hands and the deck.

    ``deck`` lies with its next card last. A hand keeps the order in which its cards came, so that in the
    phase "play" the last one is the card just drawn. ``starter`` is the seat that began this game and
    ``game_no`` counts the games of a match from 0. ``totals`` are the points of the games that are over.
    """

    __slots__ = (
        "_fits",
        "_game",
        "_open_take",
        "deck",
        "game_no",
        "hands",
        "options",
        "phase",
        "piles",
        "seed",
        "stacks",
        "starter",
        "totals",
        "turn",
    )

    def __init__(self, game: ThreePiles, options: Options, seed: str, starter: int) -> None:
        self.news = None
        self._game = game
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
        """Work out anew which piles accept which rank, after the piles were laid out by hand."""
        self._fits = [fitting(piles) for piles in self.piles]
        self._open_take: int | None = None

    def deal(self) -> None:
        """Lay out the game with the number ``game_no`` (2.1)."""
        self._clear()
        deck = pack()
        # Chance event 0 of a seed is the draw for the first start, so game 0 is shuffled by event 1.
        shuffle(deck, self.seed, self.game_no + 1)
        for hand in self.hands:
            hand.extend(deck.pop() for _ in range(HAND_SIZE))
        for stack in self.stacks:
            stack.append(deck.pop())
        self.deck = deck
        self.phase = CHOOSE
        self.turn = self.starter

    @property
    def game(self) -> ThreePiles:
        """The rules."""
        return self._game

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat on turn."""
        return () if self.phase == OVER else _TURN_OF[self.turn]

    def actions(self, seat: int) -> list[Action]:
        """All legal actions of ``seat``; a lone ``PASS`` when it is blocked (5.5)."""
        if seat != self.turn or self.phase == OVER:
            return []
        return legal(self.phase, self.hands[seat], self.stacks, self._fits[seat], len(self.deck))

    def forced(self) -> tuple[int, Action] | None:
        """The pass of a seat that can do nothing (5.5)."""
        if self.phase == OVER or self.deck or self.actions(self.turn) != [PASS]:
            return None
        return self.turn, PASS

    def check(self, seat: int, action: Action) -> None:
        """Refuse an illegal action by what its seat can see, so that the reason gives nothing away."""
        if action not in self.actions(seat):
            raise refuse(self.view(seat), action)

    def apply(self, seat: int, action: Action) -> None:
        """Play a legal action."""
        if self.news is not None:
            news.tell_action(self, seat, action)
        self._open_take = None
        if isinstance(action, Draw):
            self.hands[seat].append(self.deck.pop())
            self.phase = PLAY
            return
        if isinstance(action, Take):
            self._take(seat, action)
        elif isinstance(action, ToPile):
            self.hands[seat].remove(action.card)
            add(self.piles[seat], self._fits[seat], action.pile, action.card)
        elif isinstance(action, ToStack):
            self.hands[seat].remove(action.card)
            self.stacks[action.stack].append(action.card)
        self.phase = CHOOSE
        self.turn = 1 - seat
        if not self.deck:
            self.settle()

    def _take(self, seat: int, action: Take) -> None:
        stack = self.stacks[action.stack]
        add(self.piles[seat], self._fits[seat], action.pile, stack.pop())
        if stack or not self.deck:
            self._open_take = seat
        else:
            stack.append(self.deck.pop())
            news.tell_refill(self, action.stack)

    def settle(self) -> None:
        """End the game if neither seat can act (6.1); score it, and deal the next one of a match (8)."""
        if not self.blocked:
            return
        self._open_take = None
        scores = [score(piles) for piles in self.piles]
        self.totals = [before + new.total for before, new in zip(self.totals, scores, strict=True)]
        news.tell_scores(self, scores)
        if self._last_game():
            self.phase = OVER
            return
        self.game_no += 1
        self.starter = 1 - self.starter
        self.deal()
        news.tell_next_game(self)

    @property
    def blocked(self) -> bool:
        """Whether neither seat can act: nothing to draw, nothing in hand, no stack top that fits a pile (6.1)."""
        if self.deck or self.hands[0] or self.hands[1]:
            return False
        first, second = self._fits
        return not any(stack and first[stack[-1] >> 2] | second[stack[-1] >> 2] for stack in self.stacks)

    def _last_game(self) -> bool:
        """Whether no other game follows (8.1 to 8.3)."""
        target = self.options.target
        if target is None or self.game_no + 1 >= self.options.max_games:
            return True
        return max(self.totals) >= target and self.totals[0] != self.totals[1]

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or of the match if one is played; equal points are a draw (7.5, 8.3)."""
        if self.phase != OVER:
            return None
        match = self.options.target is not None
        points = self.totals if match else [score(piles).total for piles in self.piles]
        if points[0] == points[1]:
            places: tuple[tuple[int, ...], ...] = ((0, 1),)
        else:
            places = ((0,), (1,)) if points[0] > points[1] else ((1,), (0,))
        return Outcome(places, tuple(points), "match" if match else "game", places[0])

    def can_take_back(self, seat: int) -> bool:
        """Only a take after which no card was turned up: everything else shows somebody a new card."""
        return self._open_take == seat

    def view(self, seat: int | None) -> ThreePilesView:
        """What ``seat`` may know (9)."""
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

    def dump(self) -> dict[str, Any]:
        """The whole position, with the keys of Annex B."""
        return {
            "hands": [write_cards(hand) for hand in self.hands],
            "stacks": [write_cards(stack) for stack in self.stacks],
            "deck": write_cards(reversed(self.deck)),
            "piles": [[write_cards(pile) for pile in piles] for piles in self.piles],
            "turn": self.turn,
            "phase": self.phase,
            "totals": list(self.totals),
            "game_no": self.game_no,
            "starter": self.starter,
            "options": self.options.model_dump(),
            "seed": self.seed,
        }

    def clone(self) -> Self:
        """An independent copy."""
        copy = type(self).__new__(type(self))
        copy.news = None
        copy._game = self._game
        copy.options = self.options
        copy.seed = self.seed
        copy.starter = self.starter
        copy.turn = self.turn
        copy.phase = self.phase
        copy.game_no = self.game_no
        copy.totals = self.totals[:]
        copy.deck = self.deck[:]
        copy.hands = [hand[:] for hand in self.hands]
        copy.stacks = [stack[:] for stack in self.stacks]
        copy.piles = [[pile[:] for pile in piles] for piles in self.piles]
        copy._fits = [fits[:] for fits in self._fits]
        copy._open_take = self._open_take
        return copy

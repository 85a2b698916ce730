"""A position of Knotweed and how actions change it."""

from __future__ import annotations

from bisect import insort
from typing import Any

from engines.cards import Card, pack
from engines.contract import IllegalAction, Outcome, TimeLimit
from engines.knotweed import news, plays, scoring
from engines.knotweed.actions import Accept, Action, Challenge, Discard, End, Pass, Play
from engines.knotweed.document import write
from engines.knotweed.plays import FULL_PENALTY
from engines.knotweed.refusals import refusal
from engines.knotweed.tabletop import Tabletop
from engines.knotweed.turns import Laid, Phase
from engines.knotweed.view import KnotweedView, look
from engines.shuffling import shuffle

CHALLENGE_SECONDS = 30
"""How long the challenge window stays open (11.2 leaves the length to the client)."""

CARDS_DEALT = 5
"""The cards of a hand (2.1)."""


class KnotweedState(Tabletop):
    """A position of Knotweed."""

    __slots__ = ()

    def deal_round(self) -> None:
        """Shuffle, deal and turn up the first play pile (2.1 to 2.4)."""
        seats = len(self.hands)
        self.clear(seats)
        self.draw = pack(self.options.decks_for(seats))
        self._shuffle(self.draw)
        self.hands = [sorted(self.draw.pop() for _ in range(CARDS_DEALT)) for _ in range(seats)]
        self.piles = [[self.draw.pop()]]

    def _shuffle(self, cards: list[Card]) -> None:
        shuffle(cards, self.seed, self.chance)
        self.chance += 1

    @property
    def outcome(self) -> Outcome | None:
        """The result by points, or by rounds won (10.1)."""
        if self.ending is None:
            return None
        places = scoring.final_places(self.points, self.wins, self.options.wins is not None)
        return Outcome(places, tuple(self.points), self.ending, places[0])

    def actions(self, seat: int) -> list[Action]:
        """All legal actions of ``seat``: plays by pile, then the ways to finish the turn."""
        if self.phase is Phase.PLAY:
            if seat != self.turn:
                return []
            played, cheating = bool(self.laid), self.options.cheating
            due = self.due if played and cheating else FULL_PENALTY
            return plays.turn_actions(self.hands[seat], self.tops, played, due, cheating)
        if seat not in self.to_act:
            return []
        if self.phase is Phase.PRUNE:
            return plays.prune_actions(self.pile_numbers)
        return plays.challenge_actions()

    def check(self, seat: int, action: Action) -> None:
        """Raise ``IllegalAction`` with the reason unless the action is legal."""
        reason = refusal(self, seat, action)
        if reason is not None:
            raise IllegalAction(reason)

    def view(self, seat: int | None) -> KnotweedView:
        """What ``seat`` may know (13)."""
        return look(self, seat)

    def dump(self) -> dict[str, Any]:
        """The position as in Annex B."""
        return write(self)

    def can_take_back(self, seat: int) -> bool:
        """A play may be taken back while the turn is still on: it showed its player nothing new (3.3)."""
        return self.phase is Phase.PLAY and seat == self.turn and bool(self.laid)

    def time_limit(self) -> TimeLimit | None:
        """The challenge window is short (11.2); everything else takes its time."""
        return TimeLimit(CHALLENGE_SECONDS) if self.phase is Phase.CHALLENGE else None

    def apply(self, seat: int, action: Action) -> None:
        """Play a legal action."""
        match action:
            case Play():
                self._play(action)
            case End(take):
                self._finish(self.due if take is None else take)
            case Pass(take):
                news.passed(self)
                self._finish(FULL_PENALTY if take is None else take)
            case Discard(pile):
                self._prune(pile)
            case Challenge() | Accept():
                self._answer(seat, isinstance(action, Challenge))

    def _play(self, play: Play) -> None:
        hand = self.hands[self.turn]
        for card in play.cards:
            hand.remove(card)
        pile = self.piles[play.pile - 1]
        on = pile[-1]
        pile.append(play.cards[0])
        opened = tuple([self._open_pile(card) for card in play.cards[1:]])
        laid = Laid(play.pile, on, play.cards, opened)
        self.laid.append(laid)
        self.closed.add(play.pile)
        self.closed.update(opened)
        news.played(self, laid)
        if not hand:
            self._finish(0)

    def _open_pile(self, card: Card) -> int:
        """Start a play pile with the lowest free number (4.7); the number."""
        for index, pile in enumerate(self.piles):
            if not pile:
                pile.append(card)
                return index + 1
        self.piles.append([card])
        return len(self.piles)

    def _clear_pile(self, number: int) -> None:
        """Make the number of a pile free again; no free ones are kept at the end of the list."""
        self.piles[number - 1].clear()
        while self.piles and not self.piles[-1]:
            self.piles.pop()

    def _finish(self, count: int) -> None:
        """End the turn with a penalty of ``count`` cards (5) and let the others judge it, or go on (11.2)."""
        self.taken[self.turn] = 0
        self._take(count)
        if self.options.cheating:
            self.phase = Phase.CHALLENGE
            self.answers = {}
            news.window_opened(self)
        else:
            self._settle()

    def _take(self, count: int) -> None:
        """Draw up to ``count`` cards for the player whose turn it is; what is missing is forgiven (5.4)."""
        hand, draw = self.hands[self.turn], self.draw
        drawn = [draw.pop() for _ in range(min(count, len(draw)))]
        for card in drawn:
            insort(hand, card)
        self.taken[self.turn] += len(drawn)
        if self.news is not None and (hand or drawn):
            news.took(self, drawn)

    def _answer(self, seat: int, challenge: bool) -> None:
        """A justified challenge ends the window at once, otherwise it closes when all have answered (11.2 to 11.4)."""
        if challenge and self._is_irregular():
            news.caught(self, seat)
            self._undo_turn()
            return
        self.answers[seat] = challenge
        news.answered(self, seat, challenge)
        if not self.to_act:
            news.window_closed(self)
            self._settle()

    def _is_irregular(self) -> bool:
        """Whether a play did not fit or the penalty was cut short though cards were there (11.3)."""
        cut_short = self.taken[self.turn] < self.due and bool(self.draw)
        return cut_short or not all(laid.fits for laid in self.laid)

    def _undo_turn(self) -> None:
        """Give the played cards back, fill the penalty up to three and go on with the next turn (11.3)."""
        hand = self.hands[self.turn]
        for laid in self.laid:
            self.piles[laid.pile - 1].pop()
            for number in laid.opened:
                self._clear_pile(number)
            hand.extend(laid.cards)
        hand.sort()
        self._clear_turn()
        missing = FULL_PENALTY - self.taken[self.turn]
        if missing:
            self._take(missing)
        self.passes = 0
        self._next_turn()

    def _clear_turn(self) -> None:
        self.laid.clear()
        self.closed.clear()
        self.answers = {}

    def _settle(self) -> None:
        """The turn stands for good: count it, see whether its player is out (6), go on."""
        seat = self.turn
        idle = not (self.laid or self.draw or self.taken[seat])
        self.passes = self.passes + 1 if idle else 0
        self._clear_turn()
        if self.hands[seat]:
            self._next_turn()
            return
        self.out.append(seat)
        news.went_out(self)
        if len(self.judges()) < 2:
            self._end_round("played out")
            return
        piles = len(self.pile_numbers)
        if piles > 1:
            self.phase = Phase.PRUNE
            self.to_prune = (piles + 1) // 2
        else:
            self._next_turn()

    def _prune(self, number: int) -> None:
        pile = self.piles[number - 1]
        news.pruned(self, number)
        self.discard += pile
        self._clear_pile(number)
        self.to_prune -= 1
        if not self.to_prune:
            self._next_turn()

    def _next_turn(self) -> None:
        """Reset the piles if need be (7.1), stop an endless round (8), give the turn to the next player (5.5)."""
        self.turns += 1
        if not self.draw:
            self._reset()
        following = self.judges()
        players_left = len(following) + bool(self.hands[self.turn])
        if self.passes >= players_left:
            self._end_round("dry")
        elif self.turns >= self.options.turn_cap_for(len(self.hands)):
            self._end_round("cap")
        else:
            self.turn = following[0]
            self.phase = Phase.PLAY

    def _reset(self) -> None:
        """Shuffle all piles into a new draw pile with one card face up, if there are two cards (7.1, 7.3)."""
        cards = [*self.discard, *(card for pile in self.piles for card in pile)]
        if len(cards) < 2:
            return
        self._shuffle(cards)
        self.piles = [[cards.pop()]]
        self.draw = cards
        self.discard = []
        news.reset(self)

    def _end_round(self, reason: str) -> None:
        """Write down the round and deal the next one, or end the game (9, 10)."""
        places = scoring.round_places(self.out, self.hands)
        for seat, points in enumerate(scoring.round_points(places)):
            self.points[seat] += points
        for seat in places[0]:
            self.wins[seat] += 1
        news.round_ended(self, reason, places[0])
        self.phase = Phase.OVER
        goal = self.options.wins
        if max(self.wins) >= goal if goal is not None else self.round >= self.options.rounds:
            self.ending = reason if not self.options.is_match else "wins" if goal is not None else "rounds"
            return
        self.starter = scoring.next_starter(places[0], self.starter, len(self.hands))
        self.round += 1
        self.deal_round()
        news.round_began(self)

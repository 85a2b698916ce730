"""A position of Knotweed, and how actions change it."""

from bisect import insort
from collections import Counter
from itertools import chain, count
from typing import Any

from typing_extensions import override

from engines.cards import Card, pack
from engines.contract import Game, Outcome, State, TimeLimit
from engines.documents import write
from engines.knotweed import events, rules
from engines.knotweed.actions import CHALLENGE, OVER, PLAY, PRUNE, Action, Challenge, Discard, End, Pass, Phase, Play
from engines.knotweed.document import Answer, Document
from engines.knotweed.options import Options
from engines.knotweed.rules import FULL_PENALTY, PlayMade, TurnEnded
from engines.knotweed.view import KnotweedView, PileSeen, PlaySeen
from engines.shuffling import shuffle

CHALLENGE_SECONDS = 30
"""How long the challenge window stays open (11.2 leaves the length to the client)."""

HAND_SIZE = 5
"""The number of cards dealt to each hand (2.1)."""

REMEMBERED = 6
"""How many turns of each player are remembered. Few cards stay in a hand for longer."""


class KnotweedState(State[Action]):
    """A position, with fields named as in ``Document``. The hands and the draw pile are hidden.

    Hands are sorted, so that they reveal nothing about the order in which cards arrived. ``piles`` are in the order of
    their numbers. The next card of ``draw`` is last.
    """

    __slots__ = (
        "answers", "chance", "discard", "draw", "ended", "ending", "hands", "options", "out", "passes", "phase",
        "piles", "plays", "points", "returned", "round", "seed", "starter", "taken", "to_prune", "turn", "turns",
        "wins",
    )  # fmt: skip

    def __init__(self, game: Game[Action], options: Options, seats: int, seed: str, starter: int) -> None:
        super().__init__(game)
        self.options = options
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.piles: dict[int, tuple[Card, ...]] = {}
        self.draw: list[Card] = []
        self.discard: list[Card] = []
        self.phase: Phase = PLAY
        self.starter = self.turn = starter
        self.turns = 0
        self.out: list[int] = []
        self.plays: list[PlayMade] = []
        self.taken = [0] * seats
        self.ended: list[tuple[TurnEnded, ...]] = [()] * seats
        self.returned: list[tuple[Card, ...]] = [()] * seats
        """By seat: its latest turns since the piles were reset; none where cheating is allowed."""
        self.passes = 0
        self.to_prune = 0
        self.answers: dict[int, Answer] = {}
        self.round = 1
        self.points = [0.0] * seats
        self.wins = [0] * seats
        self.ending: str | None = None
        self.seed = seed
        self.chance = 1  # event 0 of a seed picks the first starter (2.4)

    def deal_round(self) -> None:
        """Shuffle, deal and turn up the first play pile (2.1 to 2.4)."""
        self.draw = pack(self.options.decks_for(self.seats))
        self._shuffle(self.draw)
        self.hands = [sorted(self.draw.pop() for _ in range(HAND_SIZE)) for _ in self.hands]
        self.piles = {1: (self.draw.pop(),)}
        self.discard, self.out, self.taken = [], [], [0] * self.seats
        self.ended, self.returned = [()] * self.seats, [()] * self.seats
        self.phase, self.turn, self.turns, self.passes = PLAY, self.starter, 0, 0

    def _shuffle(self, cards: list[Card]) -> None:
        shuffle(cards, self.seed, self.chance)
        self.chance += 1

    @property
    @override
    def seats(self) -> int:
        return len(self.hands)

    @property
    @override
    def to_act(self) -> tuple[int, ...]:
        """The player whose turn it is; in the challenge window all who have not responded, clockwise (11.2)."""
        if self.phase == CHALLENGE:
            return tuple(seat for seat in self.other_active if seat not in self.answers)
        return () if self.phase == OVER else (self.turn,)

    @property
    def other_active(self) -> list[int]:
        """The active players except the one whose turn it is, clockwise from there."""
        hands, turn = self.hands, self.turn
        return [seat for seat in (*range(turn + 1, len(hands)), *range(turn)) if hands[seat]]

    @property
    def due(self) -> int:
        """The penalty if the turn ended now (5). A pass only counts once it has been made."""
        has_passed = self.phase == CHALLENGE and not self.plays
        return rules.penalty(self.plays) if (self.plays or has_passed) and self.hands[self.turn] else 0

    @property
    def closed(self) -> list[int]:
        """The piles that are closed for the rest of the turn (4.6, 4.7)."""
        return rules.closed_piles(self.plays)

    @property
    def tops(self) -> dict[int, Card]:
        """The top cards of the piles that are still open this turn."""
        tops = {number: pile[-1] for number, pile in self.piles.items()}
        for play in self.plays:
            del tops[play.pile]
            for number in play.opened:
                del tops[number]
        return tops

    @property
    def is_irregular(self) -> bool:
        """Whether a play of this turn did not fit, or fewer cards were taken than were due and available (11.3)."""
        cut_short = self.taken[self.turn] < self.due and bool(self.draw)
        return cut_short or not all(play.fits for play in self.plays)

    @property
    @override
    def outcome(self) -> Outcome | None:
        """The result, by points or by rounds won (10.1)."""
        if self.ending is None:
            return None
        places = rules.final_places(self.points, self.wins, self.options.wins is not None)
        return Outcome(places, tuple(self.points), self.ending, places[0])

    @override
    def actions(self, seat: int) -> list[Action]:
        """All legal actions of ``seat``: plays by pile, then the ways to finish the turn."""
        if seat not in self.to_act:
            return []
        return rules.legal_actions(self.phase, self.hands[seat], self.tops, self.plays, self.options.cheating)

    @override
    def allows(self, seat: int, action: Action) -> bool:
        """Plays are listed in pack order only, but are legal in any order."""
        if self.phase == PLAY and isinstance(action, Play):
            return rules.is_legal_play(action, self.hands[seat], self.tops, self.options.cheating)
        return super().allows(seat, action)

    @override
    def forced(self) -> tuple[int, Action] | None:
        """Ending the turn when all piles are closed (4.6, 4.7), unless its player may take too few cards (11.1)."""
        if self.phase != PLAY or not self.plays or self.tops or (self.options.cheating and self.due):
            return None
        return self.turn, self.actions(self.turn)[0]

    @override
    def can_take_back(self, seat: int) -> bool:
        """A play may be taken back until the turn ends: it showed its player nothing new (3.3)."""
        return self.phase == PLAY and seat == self.turn and bool(self.plays)

    @override
    def time_limit(self) -> TimeLimit | None:
        """The challenge window is short (11.2); nothing else has a time limit."""
        return TimeLimit(CHALLENGE_SECONDS) if self.phase == CHALLENGE else None

    @override
    def apply(self, seat: int, action: Action) -> None:
        match action:
            case Play():
                self._play(action)
            case End(take):
                self._finish(self.due if take is None else take)
            case Pass(take):
                if self.events is not None:
                    self.events.append(events.Passed(seat))
                self._finish(FULL_PENALTY if take is None else take)
            case Discard(pile):
                self._prune(pile)
            case _:  # challenge or accept
                self._answer(seat, isinstance(action, Challenge))

    def _play(self, play: Play) -> None:
        hand, pile = self.hands[self.turn], self.piles[play.pile]
        on, first, *others = pile[-1], *play.cards
        for card in play.cards:
            hand.remove(card)
        if self.returned[self.turn]:
            left = Counter(self.returned[self.turn]) - Counter(play.cards)
            self.returned[self.turn] = tuple(left.elements())
        self.piles[play.pile] = (*pile, first)
        opened = tuple(map(self._open_pile, others))
        self.plays.append(PlayMade(play.pile, on, play.cards, opened))
        if self.events is not None:
            cost = None if self.options.cheating else rules.cost(on, play.cards)
            self.events.append(events.Played(self.turn, play.pile, on, play.cards, cost))
            if opened:
                self.events.append(events.PilesOpened(opened))
        if not hand:
            self._finish(0)

    def _open_pile(self, card: Card) -> int:
        """Start a play pile with the lowest free number (4.7); returns the number."""
        number = next(number for number in count(1) if number not in self.piles)
        self.piles[number] = (card,)
        if number < len(self.piles):  # a number freed by pruning
            self.piles = dict(sorted(self.piles.items()))
        return number

    def _finish(self, penalty: int) -> None:
        """End the turn with a penalty of this many cards (5), then let the others judge it or move on (11.2)."""
        seat = self.turn
        self.taken[seat] = 0
        if not self.options.cheating:
            ranks, held, draw = (
                tuple([play.cards[0] >> 2 for play in self.plays]),
                len(self.hands[seat]),
                len(self.draw),
            )
            ended = TurnEnded(ranks, tuple(self.tops.values()), penalty, held, min(penalty, draw), draw)
            self.ended[seat] = (*self.ended[seat][1 - REMEMBERED :], ended)
            self._take(penalty)
            self._settle()
            return
        self._take(penalty)
        self.phase = CHALLENGE
        self.answers = {}
        if self.events is not None and not self.hands[seat]:
            self.events.append(events.PlayedLastCard(seat))

    def _take(self, number: int) -> None:
        """The player whose turn it is draws up to this many cards; any shortfall is forgiven (5.4)."""
        hand, draw = self.hands[self.turn], self.draw
        drawn = [draw.pop() for _ in range(min(number, len(draw)))]
        for card in drawn:
            insort(hand, card)
        self.taken[self.turn] += len(drawn)
        if self.events is None:
            return
        if drawn:
            self.events += [events.TookUnseen(self.turn, len(drawn)), events.Took(self.turn, tuple(drawn))]
        elif hand:
            self.events.append(events.TookNothing(self.turn))

    def _answer(self, seat: int, challenges: bool) -> None:
        """A justified challenge closes the window at once; otherwise it closes once all have responded (11.2-11.4)."""
        if challenges and self.is_irregular:
            if self.events is not None:
                self.events.append(events.Caught(seat, self.turn))
            self._undo_turn()
            return
        self.answers[seat] = "challenge" if challenges else "accept"
        if self.events is not None:
            self.events.append(events.Answered(seat, self.turn, challenges))
        if self.to_act:
            return
        if self.events is not None:
            wrong = [judge for judge in self.other_active if self.answers[judge] == "challenge"]
            self.events += [*map(events.ChallengedWrongly, wrong), events.TurnStood(self.turn)]
        self._settle()

    def _undo_turn(self) -> None:
        """Return the played cards to the hand, raise the penalty to three and start the next turn (11.3)."""
        back = [card for play in self.plays for card in play.cards]
        for play in self.plays:
            self.piles[play.pile] = self.piles[play.pile][:-1]
            for number in play.opened:
                del self.piles[number]
        self.hands[self.turn] = sorted([*self.hands[self.turn], *back])
        self.returned[self.turn] = tuple(sorted([*self.returned[self.turn], *back]))
        if back and self.events is not None:
            self.events.append(events.TurnUndone(self.turn, tuple(back)))
        self._clear_turn()
        missing = FULL_PENALTY - self.taken[self.turn]
        if missing:
            self._take(missing)
        self.passes = 0
        self._next_turn()

    def _clear_turn(self) -> None:
        self.plays.clear()
        self.answers = {}

    def _settle(self) -> None:
        """The turn stands for good: count it, check whether its player is out (6), and move on."""
        seat = self.turn
        idle = not (self.plays or self.draw or self.taken[seat])
        self.passes = self.passes + 1 if idle else 0
        self._clear_turn()
        if self.hands[seat]:
            self._next_turn()
            return
        self.out.append(seat)
        if self.events is not None:
            self.events.append(events.WentOut(seat, len(self.out)))
        if len(self.other_active) < 2:
            self._end_round("played out")
        elif len(self.piles) > 1:
            self.phase = PRUNE
            self.to_prune = (len(self.piles) + 1) // 2
        else:
            self._next_turn()

    def _prune(self, number: int) -> None:
        pile = self.piles.pop(number)
        self.discard += pile
        if self.events is not None:
            self.events.append(events.Pruned(self.turn, number, pile[-1], len(pile)))
        self.to_prune -= 1
        if not self.to_prune:
            self._next_turn()

    def _next_turn(self) -> None:
        """Reset the piles if necessary (7.1), stop an endless round (8), or pass the turn on (5.5)."""
        self.turns += 1
        if not self.draw:
            self._reset()
        following = self.other_active
        players_left = len(following) + bool(self.hands[self.turn])
        if self.passes >= players_left:
            self._end_round("dry")
        elif self.turns >= self.options.turn_cap_for(self.seats):
            self._end_round("cap")
        else:
            self.turn = following[0]
            self.phase = PLAY

    def _reset(self) -> None:
        """Shuffle all piles into a new draw pile with one card face up, if there are two cards (7.1, 7.3)."""
        cards = [*self.discard, *chain.from_iterable(self.piles.values())]
        if len(cards) < 2:
            return
        self._shuffle(cards)
        self.piles = {1: (cards.pop(),)}
        self.draw = cards
        self.discard = []
        self.ended = [turns[-1:] for turns in self.ended]
        if self.events is not None:
            self.events.append(events.PilesReset(self.piles[1][-1]))

    def _end_round(self, reason: str) -> None:
        """Score the round, then deal the next one or end the game (9, 10)."""
        places = rules.round_places(self.out, self.hands)
        gained = rules.round_points(places)
        self.points = [old + new for old, new in zip(self.points, gained, strict=True)]
        for seat in places[0]:
            self.wins[seat] += 1
        if self.events is not None:
            self.events.append(events.RoundEnded(reason, self.options.turn_cap_for(self.seats), tuple(gained)))
            self.events.append(events.RoundWon(tuple(places[0]), self.round))
        self.ending = rules.ending(self.options, reason, self.round, self.wins)
        if self.ending is not None:
            self.phase = OVER
            return
        self.starter = rules.next_starter(places[0], self.starter, self.seats)
        self.round += 1
        self.deal_round()
        if self.events is not None:
            self.events.append(events.RoundBegan(self.round, self.starter, self.piles[1][-1]))

    @override
    def view(self, seat: int | None) -> KnotweedView:
        cheating, closed = self.options.cheating, self.closed
        sees_due = not cheating or (seat == self.turn and self.phase == PLAY)
        return KnotweedView(
            seat=seat,
            to_act=self.to_act,
            options=self.options,
            phase=self.phase,
            turn=self.turn,
            turns=self.turns,
            starter=self.starter,
            hand=() if seat is None else tuple(self.hands[seat]),
            counts=tuple([len(hand) for hand in self.hands]),
            piles={
                number: PileSeen(pile[-1], len(pile), number in closed, pile) for number, pile in self.piles.items()
            },
            draw=len(self.draw),
            discard=len(self.discard),
            discarded=tuple(self.discard),
            passes=self.passes,
            out=tuple(self.out),
            plays=tuple([PlaySeen.of(play, names_cost=not cheating) for play in self.plays]),
            due=self.due if sees_due else None,
            taken=tuple(self.taken),
            ended=tuple(self.ended),
            returned=tuple(self.returned),
            to_prune=self.to_prune,
            round=self.round,
            points=tuple(self.points),
            wins=tuple(self.wins),
            outcome=self.outcome,
        )

    @override
    def dump(self) -> dict[str, Any]:
        return write(Document, self)

"""A game in memory: its position, its moves and its events, and what each decision has brought to light."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from db.records import MoveRecord, TableRecord
from engines.cards import CARD_TEXTS, Card
from engines.contract import Event, Game, State, View
from engines.kit.beats import beats_of, parts_of
from engines.kit.beats import told as in_beats
from engines.scenes import hand_zone
from engines.sides import Sides
from engines.texts import Text

_CARDS = {text: card for card, text in enumerate(CARD_TEXTS)}

Look: TypeAlias = Callable[[View[Any]], Sequence[Card]]
"""The cards that a view shows. A card shown twice counts twice."""


class Aftermath:
    """What has followed a decision of ``seat``, which was made in the position ``before``.

    Cards have come to light if a move has shown anybody a card that was hidden from them, except from the hand of
    ``seat``. It looks where cards lie, because a card drawn from a pile has come to light even if the pile's contents
    are known. It also looks at everything that a view names, because a screen need not show all of it. Once players
    have decided together, or cards have come to light, the decision stays: then it looks no more and keeps no position.
    ``shown`` are views of the position before which somebody is being shown.
    """

    def __init__(
        self, game: Game[Any], before: State[Any], seat: int, shown: Mapping[int | None, View[Any]] | None = None
    ) -> None:
        self.came_to_light = False
        self.decided_together = len(before.to_act) > 1
        """Whether several players had to decide at the same time before or after any of these moves."""
        self._game = game
        self._seat = seat
        self._shown = {} if shown is None else shown
        self._before = None if self.is_settled else before.clone()
        self._state = self._before
        """The position after the moves that have been followed: a copy from the first of them on."""
        self._followed = 0
        self._looks: tuple[Look, ...] = (lambda view: _lying(game, view), _named)  # the quicker one comes first
        self._known: dict[tuple[int, int | None], bytes] = {}
        """The cards that viewers knew before the decision, a byte each."""
        self._own_hand: bytes | None = None
        """Those in the hand of the seat then."""

    @property
    def is_settled(self) -> bool:
        """Whether the decision stays whatever follows."""
        return self.came_to_light or self.decided_together

    def follow(self, moves: Sequence[tuple[int, str]], now: Callable[[int | None], View[Any]] | None = None) -> None:
        """Look at these moves, all since the decision. Those that have been followed before are not looked at again.

        ``now`` gives what viewers see after all of them, if that is known.
        """
        for mover, text in moves[self._followed :]:
            if self._before is None or self._state is None:
                return
            if self._state is self._before:
                self._state = self._before.clone()
            self._state.apply(mover, self._game.parse(text))
            self._followed += 1
            view = now if now is not None and self._followed == len(moves) else self._state.view
            self.decided_together = len(self._state.to_act) > 1
            self.came_to_light = not self.decided_together and self._shows_more(self._before, mover, view)
            if self.is_settled:
                self._before = self._state = None
                self._shown, self._known = {}, {}

    def _shows_more(self, before: State[Any], mover: int, view_of: Callable[[int | None], View[Any]]) -> bool:
        # Usually everybody sees something new, or the player who moved does: ask these viewers first.
        viewers = (None, mover, *(other for other in range(before.seats) if other != mover))
        seen: dict[int | None, View[Any]] = {}
        for number, look in enumerate(self._looks):
            for viewer in viewers:
                view = seen[viewer] = seen.get(viewer) or view_of(viewer)
                if _has_more(look(view), self._known_to(before, viewer, number)):
                    return True
        return False

    def _known_to(self, before: State[Any], viewer: int | None, look: int) -> list[Card]:
        """The cards that a viewer knew before the decision, and those in the hand of the seat."""
        if (look, viewer) not in self._known:
            if self._own_hand is None:
                own = hand_zone(self._game.scene(self._shown.get(self._seat) or before.view(self._seat)), self._seat)
                self._own_hand = bytes(own.cards if own else ())
            hand = b"" if viewer == self._seat else self._own_hand
            view = self._shown.get(viewer) or before.view(viewer)
            self._known[look, viewer] = bytes(self._looks[look](view)) + hand
        return list(self._known[look, viewer])


def _has_more(now: Iterable[Card], known: list[Card]) -> bool:
    """Whether a card is there now that was not known before, or not as often."""
    for card in now:
        if card not in known:
            return True
        known.remove(card)
    return False


def _lying(game: Game[Any], view: View[Any]) -> Sequence[Card]:
    """The cards in the zones and tricks of the table."""

    def lying() -> Sequence[Card]:
        scene = game.scene(view)
        in_tricks = [part.card for trick in scene.tricks for part in trick.cards if part.card is not None]
        return [*(card for zone in scene.zones for card in zone.cards), *in_tricks]

    return view.remembered("lying", lying)


def _named(view: View[Any]) -> Sequence[Card]:
    """All cards that the view names anywhere."""
    return view.remembered("named", lambda: sorted(set(_cards_in(view.dump().values()))))


def _cards_in(values: Iterable[Any]) -> Iterator[Card]:
    for value in values:
        if isinstance(value, str):
            if value in _CARDS:
                yield _CARDS[value]
        elif isinstance(value, dict):
            yield from _cards_in((*value.keys(), *value.values()))
        elif isinstance(value, list | tuple):
            yield from _cards_in(value)


RECENT_TURNS = 3
"""How many of the latest turns a table shows at most; not more than one for each seat."""
LONGEST_NEWS = 20
"""The most beats to tell."""


@dataclass(frozen=True, slots=True)
class LatestDecision:
    """What a seat decided in revision ``rev``, from move ``first`` (0 is the first) on, and what has followed."""

    first: int
    rev: int
    is_simultaneous: bool
    aftermath: Aftermath


@dataclass(frozen=True, slots=True)
class Note:
    """Something to tell besides the events of a game, after the moves up to revision ``rev``."""

    rev: int
    text: Text


@dataclass(slots=True)
class LiveGame:
    """The position of a table's game and the moves that led to it.

    ``asked_since`` holds, for each seat that may act, the revision at which its question was put: a tap on a control
    drawn at that revision or later still means the same. ``window_opened``: the latest moves opened a decision with
    a time limit. ``moveless_rev`` is the latest revision without a move: a deal, a resignation, a move taken back.
    ``turns`` tells, for each seat that may act, how many moves had been made when its turn began.
    ``before`` is what ``viewer`` saw before the latest turn, that is, the latest moves of one seat in a row. The
    ``viewer`` is the seat of the member who plays in private, ``None`` (everybody) at all other tables.
    ``revs`` are the revisions of the moves, ``decisions`` the latest decision of each seat, and ``decided`` counts the
    decisions of each seat. ``forced`` are the numbers of the moves that were played without asking.
    """

    game: Game[Any]
    state: State[Any]
    moves: list[tuple[int, str]] = field(default_factory=list)
    events: list[list[Event]] = field(default_factory=list)
    asked_since: dict[int, int] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    window_opened: bool = False
    moveless_rev: int = 0
    before: View[Any] | None = None
    revs: list[int] = field(default_factory=list)
    decisions: dict[int, LatestDecision] = field(default_factory=dict)
    viewer: int | None = None
    decided: dict[int, int] = field(default_factory=dict)
    forced: set[int] = field(default_factory=set)
    _views: WeakValueDictionary[int | None, View[Any]] = field(default_factory=WeakValueDictionary)
    """What is being shown of this position."""
    sides: Sides = field(init=False)
    """Who wins together."""

    def __post_init__(self) -> None:
        self.sides = self.game.sides(self.state.seats)

    @classmethod
    def dealt(cls, game: Game[Any], table: TableRecord, seed: str, rev: int) -> LiveGame:
        """The game before its first move; ``rev`` is the revision at which it started."""
        state = game.deal(seats=len(table.seats), seed=seed, options=game.Options.model_validate(table.options))
        live = cls(game, state, viewer=table.seats[0].seat if table.purpose.is_private else None)
        live.asked_since = dict.fromkeys(state.to_act, rev)
        live.turns = dict.fromkeys(state.to_act, 0)
        live.window_opened = state.time_limit() is not None
        live.moveless_rev = rev
        return live

    @classmethod
    def replayed(cls, game: Game[Any], table: TableRecord, moves: Sequence[MoveRecord], rev: int) -> LiveGame:
        """The game at revision ``rev`` after its stored moves.

        Raises ``IllegalAction`` or anything else if the rules are not those under which it was played.
        """
        live = cls.dealt(game, table, table.seed or "", rev=0)
        for move in moves:
            live.play(move.seat, move.text, move.rev)
        moveless = set(range(1, rev + 1)) - {move.rev for move in moves}
        live.renew_questions(max(moveless, default=0))
        return live

    def renew_questions(self, rev: int) -> None:
        """Treat all open questions as asked at ``rev``: controls from before may show an outdated position."""
        self.moveless_rev = rev
        self.asked_since = {seat: max(since, rev) for seat, since in self.asked_since.items()}

    def copy(self) -> LiveGame:
        """An independent copy on which to try moves before they are stored."""
        return replace(
            self,
            state=self.state.clone(),
            moves=list(self.moves),
            events=list(self.events),
            asked_since=dict(self.asked_since),
            turns=dict(self.turns),
            revs=list(self.revs),
            decisions=dict(self.decisions),
            decided=dict(self.decided),
            forced=set(self.forced),
            window_opened=False,
        )

    def play(self, seat: int, action: Any, rev: int) -> None:
        """Play an action (or its text) in revision ``rev``. Raises ``IllegalAction``, and then nothing has changed."""
        state = self.state
        had_limit = state.time_limit() is not None
        had_choice = {other: state.actions(other) for other in state.to_act if other != seat}
        chosen = self.game.parse(action) if isinstance(action, str) else action
        decision = self._decision(seat, rev)
        if state.forced() is not None:
            self.forced.add(len(self.moves))
        before = self.before if self.moves and self.moves[-1][0] == seat else self.view(self.viewer)
        self.events.append(state.act(seat, chosen))
        self._views = WeakValueDictionary()
        self.before = before
        self.moves.append((seat, str(chosen)))
        self.revs.append(rev)
        if decision is not None:
            self.decisions[seat] = decision
            self.decided[seat] = self.decided.get(seat, 0) + 1
        # Others who decide at the same time keep their question, unless this action has ended the decision.
        same = {other for other in state.to_act if other in had_choice and had_choice[other] == state.actions(other)}
        self.asked_since = {asked: self.asked_since[asked] if asked in same else rev for asked in state.to_act}
        # A turn continues after its own moves and during simultaneous moves of others.
        going_on = {other: self.turns[other] for other in {*same, seat} if other in self.turns}
        self.turns = {asked: going_on.get(asked, len(self.moves)) for asked in state.to_act}
        has_limit = state.time_limit() is not None
        self.window_opened = has_limit and (self.window_opened or not had_limit)

    def _decision(self, seat: int, rev: int) -> LatestDecision | None:
        """The decision that begins with a move of ``seat`` now; ``None`` if the move goes with others or is forced."""
        if (self.revs and self.revs[-1] == rev) or self.state.forced() is not None:
            return None
        own = max((number for number, (by, _) in enumerate(self.moves) if by == seat), default=-1)
        # Whoever has moved since this seat was asked and last answered decided at the same time.
        since = max(self.turns.get(seat, 0), own + 1)
        aftermath = Aftermath(self.game, self.state, seat, self._views)
        return LatestDecision(len(self.moves), rev, since < len(self.moves), aftermath)

    def play_forced(self, rev: int) -> None:
        """Play all actions for which the rules leave no choice."""
        while self.state.outcome is None and (forced := self.state.forced()) is not None:
            self.play(*forced, rev)

    def is_fresh(self, seat: int, rev: int) -> bool:
        """Whether a control drawn for ``seat`` at revision ``rev`` belongs to the question that is open now."""
        return seat in self.asked_since and rev >= self.asked_since[seat]

    def view(self, seat: int | None) -> View[Any]:
        """What this seat, or everybody (``None``), sees now: one view for all who show it at the same time."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.state.view(seat)
        return view

    def news_for(
        self, seat: int | None, without: tuple[type[Event], ...] = (), notes: Sequence[Note] = ()
    ) -> tuple[Text, ...]:
        """The beats since the last turns in which somebody had a choice, or this player, oldest first.

        The first is whole: a trick has the cards that others played before. Events of the kinds ``without`` are left
        out. ``notes`` appear where they belong.
        """

        def told() -> tuple[Text, ...]:
            since, recent, most = len(self.moves), 0, min(RECENT_TURNS, self.state.seats)
            for mover, moves in self._turns_back():
                since, is_free = moves.start, not self.forced.issuperset(moves)
                recent += is_free
                if is_free and (mover == seat or (seat is None and recent == most)):
                    break
            since = self.start_of_beat(since, seat)
            return tuple(self._told(range(since, len(self.moves)), seat, without, notes)[-LONGEST_NEWS:])

        return self.view(seat).remembered(("news", without, tuple(notes)), told)  # it is shown to all who look

    def start_of_beat(self, number: int, seat: int | None) -> int:
        """The first of the moves that share a beat with this one, as this viewer sees them."""
        first, least = number, max(0, number - 2 * self.state.seats)
        parts = parts_of(self.game, chain(*self.events[number : number + 1]), seat)  # none before the first move
        alone = len(beats_of(parts))
        while first > least:
            parts = parts_of(self.game, self.events[first - 1], seat) + parts
            if len(beats_of(parts)) != alone:
                break
            first -= 1
        return first

    def news_since(self, seats: Collection[int], notes: Sequence[Note] = ()) -> tuple[Text, ...]:
        """The events that everybody may read since the last turn of any of these seats, oldest first."""
        since = 0
        for mover, moves in self._turns_back():
            if mover in seats:
                since = moves.stop
                break
        earlier = self._notes_after(since - 1, notes) if since else []
        return tuple([*earlier, *self._told(range(since, len(self.moves)), None, notes=notes)][-LONGEST_NEWS:])

    def log_for(self, seat: int | None, notes: Sequence[Note] = ()) -> tuple[Text, ...]:
        """All events of the game that ``seat`` may read, oldest first, with the ``notes`` where they belong."""
        first = self._notes_after(-1, notes) if self.moves else ()  # without moves, all notes are told anyway
        return (*first, *self._told(range(len(self.moves)), seat, notes=notes, each=True))

    def scores(self) -> tuple[tuple[float, ...], ...]:
        """What each seat scored in each finished hand, round or game of a match."""
        found: list[dict[int, float]] = []
        for event in chain.from_iterable(self.events):
            for seat, points in self.game.scored(event).items():
                if not found or seat in found[-1]:
                    found.append({})
                found[-1][seat] = points
        return tuple(tuple(part.get(seat, 0) for seat in range(self.state.seats)) for part in found)

    def _told(
        self,
        moves: range,
        seat: int | None,
        without: tuple[type[Event], ...] = (),
        notes: Sequence[Note] = (),
        *,
        each: bool = False,
    ) -> list[Text]:
        """The events of these moves, ``each`` by itself or runs of them together, with the notes between them."""
        told: list[Text] = [] if self.moves else [note.text for note in notes]
        events: list[Event] = []
        for number in moves:
            events += [
                event for event in self.events[number] if not isinstance(event, without) and event.visible_to(seat)
            ]
            noted = self._notes_after(number, notes)
            if noted or number == moves[-1]:
                told += [self.game.tell(event, seat) for event in events] if each else in_beats(self.game, events, seat)
                told += noted
                events = []
        return told

    def _notes_after(self, number: int, notes: Sequence[Note]) -> list[Text]:
        """The notes between this move and the next one; -1: before the first move."""
        since = self.revs[number] if number >= 0 else 0
        until = self.revs[number + 1] if number + 1 < len(self.revs) else None
        return [note.text for note in notes if since <= note.rev and (until is None or note.rev < until)]

    def _turns_back(self) -> Iterator[tuple[int, range]]:
        """The turns, latest first: each a seat and the numbers of the moves that it made in a row."""
        end = len(self.moves)
        while end:
            seat, start = self.moves[end - 1][0], end - 1
            while start and self.moves[start - 1][0] == seat:
                start -= 1
            yield seat, range(start, end)
            end = start

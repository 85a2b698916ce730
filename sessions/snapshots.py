"""What members see of a table: its game with all that a screen needs, its log, and the question that is put to them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from db.purpose_records import Unrated
from db.records import Phase, PlanRecord, ResultRecord, TableRecord
from engines.contract import Game, Outcome, View
from engines.result_scenes import ResultScene
from engines.scenes import PlanOffer, Scene, at_rest, with_open_hands
from engines.sides import Sides
from engines.texts import Text, say
from sessions.deals import Board, Challenges
from sessions.leaderboards import Leaderboards, RatedGames
from sessions.plans import offered_plans, plan_notes, plan_of
from sessions.replays.key_moments import KeyMoment
from sessions.replays.replays import Replays
from sessions.settings.server import ServerSetting, ServerSettings
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache, not_installed
from sessions.tables.fair_deal import Deal, deal_of, hides_cards
from sessions.tables.leaving import late_seats
from sessions.tables.live import LiveGame
from sessions.tables.lookup import Presence
from sessions.tables.pace import Pace, Timing, clocks_by_seat, reminder, timing
from sessions.tables.updates import seats_on_the_clock, window_of
from sessions.take_backs import notes_of, why_not_ask

SEALED = say("Other tables have the same cards, so only the players see them until all have finished.")
LATE = -1_000_000
"""Numbers of time-outs are below this: no game has so many turns."""


FAR_AWAY = timedelta(hours=1)
"""A time that ends later tells nothing to members who are there."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that a screen needs to show a table to one viewer.

    ``seat`` is the viewer's, ``None`` for the public and for a player who has ``given_up`` one. ``is_away``: a computer
    is playing it now. ``thinking`` are the seats whose computers are to move. ``view`` is set once the cards are dealt.
    ``before`` is what everybody, or the only member at a private table, saw before the latest turn; ``None`` before
    the first.
    ``news`` are the beats since this viewer's latest decision, oldest first; for everybody those of the latest turns.
    ``results`` and ``outcome`` are set when the game is finished. ``trouble`` says why a stored game cannot be shown.
    ``decide_by`` is when the fallback is played for players who have not decided, ``None`` if they may take their time.
    ``can_go_on``: the computers wait only because the viewer may take back a move. ``timing`` is the time that players
    have for their turn, ``None`` if nobody is on the clock. ``remind_at`` is when players whom the game waits for
    should be reminded. ``turns`` numbers the turns of the members who are to act, by user; below zero if the game ends
    unless somebody plays. ``late`` numbers, below that, the time-outs of members for whom computers play since.
    ``can_ask_back``: the viewer can ask the others to let them take back their latest decision. ``deal`` is what may be
    known of the deal. ``unrated`` says why the game changes no ratings, ``None`` if it may or if this server shows
    none. ``plan`` is what the viewer has decided ahead. ``has_no_hurry``: those whom the game waits for are at the
    table, and have hours left. ``public`` is the view of everybody. ``hides_cards``: the viewer may see no card,
    because other tables play the same ones; ``waits_for`` are the seats that everybody knows to be asked there.

    The rest is for a finished game: ``rated`` are the seats whose new rating may be shown, ``hands`` the views of all
    seats, now that nothing in them is secret, ``result`` what decided it if all played to the end, ``scores`` what each
    seat got in each hand, round or game, and ``turning_point`` the move that decided it, if that is known. ``board``
    is what others have scored with the same cards.
    """

    table: TableRecord
    game: Game[Any]
    seat: int | None
    view: View[Any] | None
    news: tuple[Text, ...]
    can_take_back: bool
    outcome: Outcome | None
    results: tuple[ResultRecord, ...]
    is_away: bool = False
    thinking: frozenset[int] = frozenset()
    trouble: Text | None = None
    decide_by: datetime | None = None
    before: View[Any] | None = None
    can_go_on: bool = False
    hands: tuple[View[Any], ...] = ()
    scores: tuple[tuple[float, ...], ...] = ()
    result: ResultScene | None = None
    turning_point: KeyMoment | None = None
    timing: Timing | None = None
    remind_at: datetime | None = None
    turns: Mapping[int, int] = field(default_factory=dict)
    late: Mapping[int, int] = field(default_factory=dict)
    can_ask_back: bool = False
    deal: Deal | None = None
    plan: PlanRecord | None = None
    unrated: Unrated | None = None
    rated: frozenset[int] = frozenset()
    has_no_hurry: bool = False
    public: View[Any] | None = None
    board: Board | None = None
    hides_cards: bool = False
    waits_for: tuple[int, ...] = ()
    given_up: int | None = None

    @property
    def reader(self) -> int | None:
        """The viewer's seat, even if the viewer has given it up; ``None`` for everybody."""
        return self.given_up if self.seat is None else self.seat

    @property
    def until(self) -> datetime | None:
        """When the time for the present decision runs out; ``None`` if there is no limit."""
        return self.timing.due if self.timing else self.decide_by

    @property
    def plans(self) -> tuple[PlanOffer, ...]:
        """What the viewer can decide ahead now."""
        if self.view is None or self.is_away or self.table.phase is not Phase.PLAYING:
            return ()
        return offered_plans(self.table, self.game, self.view)

    @property
    def sides(self) -> Sides:
        """Who wins together, once the cards are dealt."""
        return self.game.sides(len(self.table.seats))

    @property
    def scene(self) -> Scene | None:
        """The table as this viewer sees it, with all hands open when the game is finished."""
        if self.view is None:
            return None
        scene = with_open_hands(self.game.scene(self.view), [self.game.scene(view) for view in self.hands])
        told = replace(scene, told=self.news, viewer=self.reader)
        return at_rest(told) if self.table.phase is Phase.FINISHED else told


def take_snapshot(entry: CachedTable, game: Game[Any], user_id: int | None, now: datetime) -> Snapshot:
    """The table as this member sees it now; ``None``: as everybody does."""
    table, live = entry.table, entry.live
    own = None if user_id is None else table.seat_of(user_id)
    seat = None if own is None or own.resigned else own.seat
    is_away = own is not None and own.is_away
    is_playing = live is not None and table.phase is Phase.PLAYING
    may_act = not is_away and table.phase is Phase.PLAYING
    can_take_back = live is not None and seat is not None and may_act and live.state.can_take_back(seat)
    can_take_back = can_take_back and table.purpose.allows_take_backs
    plan = None if seat is None else plan_of(table, seat)
    notes = (*notes_of(table), *plan_notes(plan))
    is_finished = table.phase is Phase.FINISHED
    window = window_of(table, live) if live and is_playing else None
    turn = timing(table, seats_on_the_clock(table, live), seat, now) if live and is_playing else None
    remind_at = turn.remind_at if turn else None
    if window is not None and table.deadline is not None and Pace(table.pace).is_daily:
        remind_at = reminder(table.deadline, window)
    are_hands_open = is_finished and table.purpose.may_tell_deal  # or others can still play the same deal
    hands = tuple(map(live.view, range(live.state.seats))) if live and are_hands_open else ()
    shown = Snapshot(
        table=table,
        game=game,
        seat=seat,
        given_up=own.seat if own is not None and own.resigned else None,
        is_away=is_away,
        thinking=frozenset(record.seat for record in entry.computers_to_act),
        view=live.view(seat) if live else None,
        public=live.view(None) if live else None,
        news=_last_news(live, seat) if live and is_finished else live.news_for(seat, notes=notes) if live else (),
        can_take_back=can_take_back,
        can_ask_back=live is not None
        and seat is not None
        and may_act
        and not can_take_back
        and why_not_ask(table, live, seat) is None,
        outcome=live.state.outcome if live else None,
        results=entry.results,
        trouble=entry.trouble,
        decide_by=table.deadline if window is not None else None,
        before=live.before if live else None,
        can_go_on=entry.retractable == {seat},
        hands=hands,
        result=_result(table, live, hands) if live and is_finished else None,
        scores=live.scores() if live and is_finished else (),
        timing=turn,
        remind_at=remind_at,
        turns=_turns(table, live, is_ending=turn is not None and turn.is_ending) if live else {},
        late=_timeouts(table) if is_playing else {},
        deal=deal_of(table),
        plan=plan,
        unrated=table.purpose.unrated,
        rated=frozenset(seat.seat for seat in table.seats if table.purpose.is_rated and not seat.left_early),
    )
    return _without_cards(shown) if seat is None and hides_cards(table) else shown


def _without_cards(snapshot: Snapshot) -> Snapshot:
    """The same for those who may see no card of the table."""
    return replace(
        snapshot,
        hides_cards=True,
        waits_for=snapshot.public.to_act if snapshot.public else (),
        trouble=snapshot.trouble or SEALED,
        view=None,
        public=None,
        before=None,
        news=(),
        outcome=None,
        scores=(),
    )


def _turns(table: TableRecord, live: LiveGame, *, is_ending: bool) -> dict[int, int]:
    """The numbers of the members' turns. Once the game will end, they are others, so that all are pinged again."""
    decided = {plan.seat for plan in table.plans if plan.due_at is not None}
    numbers = {seat: -1 - turn if is_ending else turn for seat, turn in live.turns.items() if seat not in decided}
    return {
        seat.user_id: numbers[seat.seat] for seat in table.present if seat.user_id is not None and seat.seat in numbers
    }


def _timeouts(table: TableRecord) -> dict[int, int]:
    """The numbers of the time-outs of the members for whom computers play since."""
    clocks = clocks_by_seat(table)
    return {seat.user_id: LATE - clocks[seat.seat].timeouts for seat in late_seats(table) if seat.user_id is not None}


def _result(table: TableRecord, live: LiveGame, hands: Sequence[View[Any]]) -> ResultScene | None:
    """What decided a game; ``None`` if it did not come to its end among those who began it, or has to stay secret."""
    if live.state.outcome is None or not hands or any(seat.is_away for seat in table.seats):
        return None
    public = [event for event in chain.from_iterable(live.events) if event.visible_to(None)]
    return live.game.result(hands, public)


def _last_news(live: LiveGame, seat: int | None) -> tuple[Text, ...]:
    """The news of the last turns without what the result says."""
    ending = live.game.ending(live.view(seat))
    return tuple(told for told in live.news_for(seat, without=live.game.settling) if told != ending)


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question: the rules, and what the member who is asked sees."""

    game: Game[Any]
    view: View[Any]


@dataclass(eq=False)
class Views:
    """Shows each member what they may see."""

    _cache: TableCache
    _replays: Replays
    _server_settings: ServerSettings
    _leaderboards: Leaderboards
    _rated_games: RatedGames
    _presence: Presence
    _challenges: Challenges

    async def snapshot(self, table_id: int, user_id: int | None) -> Snapshot:
        """The table as this member sees it, or as everybody does (``None``). Raises ``Refused`` if there is none."""
        entry = await self._cache.get(table_id)
        game = self._cache.games.get(entry.table.game)
        if game is None:
            raise Refused(not_installed(entry.table))
        snapshot = await self._with_ratings(take_snapshot(entry, game, user_id, self._cache.now()))
        snapshot = replace(snapshot, has_no_hurry=self._has_no_hurry(entry, snapshot))
        if entry.table.phase is not Phase.FINISHED:
            return snapshot
        board = await self._challenges.board(entry.table, user_id)
        if board is not None and board.is_tried and snapshot.deal is not None:
            snapshot = replace(snapshot, deal=replace(snapshot.deal, seed=None))
        return replace(snapshot, turning_point=await self._replays.turning_point(table_id), board=board)

    def is_current(self, snapshot: Snapshot) -> bool:
        """Whether the table has not moved on since."""
        return self._cache.is_current(snapshot.table)

    async def _with_ratings(self, snapshot: Snapshot) -> Snapshot:
        """The snapshot with what this server and its members let everybody know about ratings."""
        table = snapshot.table
        if not await self._server_settings.is_on(table.guild_id, ServerSetting.LEADERBOARD):
            return replace(snapshot, unrated=None, rated=frozenset())
        if table.phase is Phase.LOBBY and table.purpose.can_be_rated:
            return replace(snapshot, unrated=await self._rated_games.why_unrated(table))
        if table.phase is Phase.FINISHED:
            return replace(snapshot, rated=snapshot.rated - await self._leaderboards.hidden_seats(table))
        return snapshot

    def _has_no_hurry(self, entry: CachedTable, snapshot: Snapshot) -> bool:
        """Whether all members whom the table waits for are there, with hours left."""
        waited_for, until = entry.users_to_act, snapshot.until
        if until is None or until - self._cache.now() < FAR_AWAY or not waited_for:
            return False
        return all(self._presence.is_at(entry.table.id, user) for user in waited_for)

    async def log(self, table_id: int, user_id: int) -> tuple[Snapshot, tuple[Text, ...]]:
        """The table, and all events of its game that this member may know about, oldest first."""
        snapshot = await self.snapshot(table_id, user_id)
        live = (await self._cache.get(table_id)).live
        if live is None or snapshot.hides_cards:
            return snapshot, ()
        return snapshot, live.log_for(snapshot.seat, notes_of(snapshot.table))

    async def news_since(self, table_id: int, users: Collection[int]) -> tuple[Text, ...]:
        """What everybody may know about the moves since one of these members last moved."""
        entry = await self._cache.get(table_id)
        seats = [seat.seat for seat in entry.table.seats if seat.user_id in users]
        if entry.live is None or hides_cards(entry.table):
            return ()
        return entry.live.news_since(seats, notes_of(entry.table))

    async def asked(self, table_id: int, user_id: int, drawn_at: int) -> Asked | None:
        """The question put to this member at revision ``drawn_at``; ``None`` if it no longer stands."""
        entry = await self._cache.get(table_id)
        live, own = entry.live, entry.table.seat_of(user_id)
        if live is None or entry.table.phase is not Phase.PLAYING or own is None or own.is_away:
            return None
        return Asked(live.game, live.view(own.seat)) if live.is_fresh(own.seat, drawn_at) else None

    async def shows_all(self, table_id: int, user_id: int, drawn_at: int) -> bool:
        """Whether a hand drawn at this revision is still right: nothing has changed since, at least for this member."""
        entry = await self._cache.get(table_id)
        return drawn_at >= entry.table.rev or await self.asked(table_id, user_id, drawn_at) is not None

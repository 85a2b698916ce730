"""A table as one viewer sees it, with everything that a screen needs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from db.records import Phase, ResultRecord, TableRecord
from engines.contract import Game, Outcome, View
from engines.scenes import Scene, with_open_hands
from engines.texts import Text
from sessions.replays.key_moments import KeyMoment
from sessions.tables.cache import CachedTable
from sessions.tables.fair_deal import Deal, deal_of, is_open_to_all
from sessions.tables.live import LiveGame
from sessions.tables.pace import Pace, Timing, reminder, timing
from sessions.tables.timekeeping import seats_on_the_clock, window_of
from sessions.take_backs.consent import notes_of, why_not_ask


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that a screen needs to show a table to one viewer.

    ``seat`` is the viewer's, ``None`` for the public and for a player who has given up. ``is_away``: a computer is
    playing it now. ``thinking`` are the seats whose computers are to move. ``view`` is set once the cards are dealt.
    ``before`` is what everybody, or the only member at a private table, saw before the latest turn; ``None`` before
    the first.
    ``news`` are the latest events that this viewer may read, oldest first. ``results`` and ``outcome`` are set when
    the game is finished. ``trouble`` says why a stored game cannot be shown. ``decide_by`` is when the fallback is
    played for players who have not decided, ``None`` if they may take their time. ``can_go_on``: the computers wait
    only because the viewer may take back a move. ``timing`` is the time that players have for their turn, ``None`` if
    nobody is on the clock. ``remind_at`` is when players whom the game waits for should be reminded. ``turns``
    numbers the turns of the members who are to act, by user. ``decisions`` numbers, below zero, what members have to
    decide because somebody's time has run out. ``can_ask_back``: the viewer can ask the others to let
    them take back their latest decision. ``deal`` is what may be known of the deal.

    The rest is for a finished game: ``hands`` are the views of all seats, now that nothing in them is secret,
    ``scores`` what each seat got in each hand, round or game, and ``turning_point`` the move that decided it, if that
    is known.
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
    turning_point: KeyMoment | None = None
    timing: Timing | None = None
    remind_at: datetime | None = None
    turns: Mapping[int, int] = field(default_factory=dict)
    decisions: Mapping[int, int] = field(default_factory=dict)
    can_ask_back: bool = False
    deal: Deal | None = None

    @property
    def scene(self) -> Scene | None:
        """The table as this viewer sees it, with all hands open when the game is finished."""
        if self.view is None:
            return None
        return with_open_hands(self.game.scene(self.view), [self.game.scene(view) for view in self.hands])


def take_snapshot(entry: CachedTable, game: Game[Any], user_id: int | None, now: datetime) -> Snapshot:
    """The table as this member sees it now; ``None``: as everybody does."""
    table, live = entry.table, entry.live
    own = None if user_id is None else table.seat_of(user_id)
    seat = None if own is None or own.resigned else own.seat
    is_away = own is not None and own.is_away
    is_playing = live is not None and table.phase is Phase.PLAYING
    may_act = not is_away and table.phase is Phase.PLAYING
    can_take_back = live is not None and seat is not None and may_act and live.state.can_take_back(seat)
    can_take_back = can_take_back and table.mode.can_take_back
    notes = notes_of(table)
    is_finished = table.phase is Phase.FINISHED
    window = window_of(table, live) if live and is_playing else None
    turn = timing(table, seats_on_the_clock(table, live), seat, now) if live and is_playing else None
    remind_at = turn.remind_at if turn else None
    if window is not None and table.deadline is not None and Pace(table.pace).is_daily:
        remind_at = reminder(table.deadline, window)
    return Snapshot(
        table=table,
        game=game,
        seat=seat,
        is_away=is_away,
        thinking=frozenset(record.seat for record in entry.computers_to_act),
        view=live.state.view(seat) if live else None,
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
        hands=_open_hands(table, live, now) if live and is_finished else (),
        scores=live.scores() if live and is_finished else (),
        timing=turn,
        remind_at=remind_at,
        turns={
            record.user_id: live.turns[record.seat]
            for record in table.present
            if live and record.user_id is not None and record.seat in live.turns
        },
        decisions=_decisions(table, turn.late) if turn else {},
        deal=deal_of(table, now),
    )


def _decisions(table: TableRecord, late: Collection[int]) -> dict[int, int]:
    """The members who decide about players whose time has run out. A later time-out is another decision."""
    since = [clock.late_since for clock in table.clocks if clock.seat in late and clock.late_since is not None]
    if not since:
        return {}
    number = -round(max(since).timestamp() * 1000)
    return {seat.user_id: number for seat in table.present if seat.seat not in late and seat.user_id is not None}


def _open_hands(table: TableRecord, live: LiveGame, now: datetime) -> tuple[View[Any], ...]:
    """What all seats see of a finished game, unless others can still play the same deal."""
    return tuple(map(live.state.view, range(live.state.seats))) if is_open_to_all(table, now) else ()


def _last_news(live: LiveGame, seat: int | None) -> tuple[Text, ...]:
    """The news of the last turns without what the result says."""
    ending = live.game.ending(live.state.view(seat))
    return tuple(told for told in live.news_for(seat, without=live.game.settling) if told != ending)

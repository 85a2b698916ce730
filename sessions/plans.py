"""Keeps what members decide ahead, makes the decisions that are due, and says what members see of their own plans."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from db.records import Phase, PlanNews, PlanRecord, TableRecord
from engines.contract import Game, IllegalAction, View
from engines.scenes import PlanOffer
from engines.texts import say
from sessions.shared.refusals import Refused
from sessions.tables.automatic import Answer, AutomaticDecision, without_misfit
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.live import LiveGame, Note
from sessions.tables.updates import GameUpdate, store_update

_log = logging.getLogger(__name__)


class Plans:
    """The plans of members, and the decisions that are made for them when they are due.

    A plan changes neither the game nor its revision, and only its member learns of it. Nothing is decided on a server
    that ``is_out_of_reach``.
    """

    def __init__(self, cache: TableCache, is_out_of_reach: Callable[[int], bool]) -> None:
        self._cache = cache
        self._is_out_of_reach = is_out_of_reach

    async def check(self, table_id: int, user_id: int) -> None:
        """Raise ``Refused`` if this member cannot plan anything at this table now."""
        entry = await self._cache.get(table_id)
        live, seat = entry.seat_in_play(user_id)
        _require_waiting(live, seat)

    async def choose(self, table_id: int, user_id: int, key: str) -> TableRecord:
        """Keep the plan with this key. A plan for one decision replaces another, and a standing one another."""
        async with self._cache.hold(table_id) as entry:
            live, seat = entry.seat_in_play(user_id)
            _require_waiting(live, seat)
            offers = {offer.key: offer for offer in offered_plans(entry.table, live.game, live.view(seat))}
            if key not in offers:
                raise Refused(say("That can't be planned any more. Tap Plan ahead again."))
            own = plan_of(entry.table, seat) or PlanRecord(seat)
            chosen = replace(own, standing=key) if offers[key].standing else replace(own, following=key)
            return await self._cache.keep_plan(entry, replace(chosen, news=None, news_rev=None))

    async def forget(self, table_id: int, user_id: int) -> TableRecord:
        """Forget what this member has decided ahead. What was about to be decided for them, they decide."""
        async with self._cache.hold(table_id) as entry:
            _, seat = entry.seat_in_play(user_id)
            own = plan_of(entry.table, seat)
            if own is None:
                return entry.table
            return await self._cache.keep_plan(entry, PlanRecord(seat), ask=own.due_at is not None)

    async def decide_oneself(self, table_id: int, user_id: int) -> None:
        """Let this member decide, because they have begun to: nothing is decided for them in the middle of it."""
        entry = await self._cache.get(table_id)
        seat = entry.table.seat_of(user_id)
        own = None if seat is None else plan_of(entry.table, seat.seat)
        if own is None or own.due_at is None:
            return
        async with self._cache.hold(table_id) as entry:
            own = plan_of(entry.table, own.seat)
            if own is not None and own.due_at is not None:
                await self._cache.keep_plan(entry, replace(own, due_at=None), ask=True)

    async def on_due(self, table_id: int) -> None:
        """Make the decisions that are due at a table, one after the other."""
        while await self._make_first(table_id):
            pass

    async def _make_first(self, table_id: int) -> bool:
        """Make the first decision that is due. Returns whether there was one."""
        async with self._cache.hold(table_id) as entry:
            table, live = entry.table, entry.live
            due = sorted((plan.due_at, plan.seat) for plan in table.plans if plan.due_at is not None)
            if not due or due[0][0] > self._cache.now() or live is None or table.phase is not Phase.PLAYING:
                return False
            # Whoever asks to take back a move is answered first, as with computers.
            if table.take_back_request is not None or self._is_out_of_reach(table.guild_id):
                return False
            plan = plan_of(table, due[0][1])
            assert plan is not None
            await self._make(entry, live, plan)
            return True

    async def _make(self, entry: CachedTable, live: LiveGame, plan: PlanRecord) -> None:
        """Decide for a member, or ask them if what they have planned does not apply after all."""
        table, seat = entry.table, entry.table.seats[plan.seat]
        if seat.seat not in live.state.to_act:
            await self._cache.keep_plan(entry, replace(plan, due_at=None))
            return
        view = live.view(seat.seat)
        answer = await self._cache.automatic.answer(live.game, view, plan, seat.user_id)
        after = None if answer is None else _played(live, seat.seat, answer, table.rev + 1)
        if answer is None or after is None:
            plan = without_misfit(replace(plan, due_at=None), live.game, view, table.rev)
            await self._cache.keep_plan(entry, plan, ask=True)
            return
        made = AutomaticDecision(seat.seat, answer.news)
        await store_update(self._cache, entry, GameUpdate(after, by=seat.user_id, made=made))


def _require_waiting(live: LiveGame, seat: int) -> None:
    if seat in live.state.to_act:
        raise Refused(say("It is your turn now, so there is nothing to plan. Decide in your hand."))


def _played(live: LiveGame, seat: int, answer: Answer, rev: int) -> LiveGame | None:
    """The game after an answer; ``None`` if it is not legal."""
    after = live.copy()
    try:
        for action in answer.actions:
            after.play(seat, action, rev)
    except IllegalAction:
        _log.exception("What a member had planned is not legal")
        return None
    return after


_TOLD = {
    PlanNews.DONE: say("Your plan was carried out."),
    PlanNews.FORCED: say("You had no choice, so this was played for you."),
    PlanNews.DROPPED: say("Your plan no longer applies."),
}


def plan_of(table: TableRecord, seat: int) -> PlanRecord | None:
    """What the member at this seat has decided ahead; ``None`` if nothing."""
    return next((plan for plan in table.plans if plan.seat == seat), None)


def plan_notes(plan: PlanRecord | None) -> tuple[Note, ...]:
    """What has become of the latest plan, among the news for its member."""
    if plan is None or plan.news is None or plan.news_rev is None:
        return ()
    return (Note(plan.news_rev, _TOLD[plan.news]),)


def offered_plans(table: TableRecord, game: Game[Any], view: View[Any]) -> tuple[PlanOffer, ...]:
    """What the viewer can decide ahead now. Private tables keep nobody waiting, so there is nothing to plan."""
    if view.seat is None or table.purpose.is_private:
        return ()
    return view.remembered("plans", lambda: tuple(game.plans(view)))

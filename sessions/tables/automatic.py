"""Decisions that are made for members: what they have planned, or what they have no choice about.

A decision is made some time after its question is put. The delay is drawn at random whatever the question is, so it
tells nobody whether there was a choice, and it is never shorter than a person could have taken.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any, TypeVar

from db.records import PlanNews, PlanRecord, SeatRecord, TableRecord
from engines.contract import Game, View
from engines.scenes import Question
from sessions.tables.live import LiveGame
from sessions.tables.pace import Pace

LIVE_DELAY = (3.0, 10.0)
"""The least and the most seconds that a decision takes at a live pace."""
DELAY = (5.0, 30.0)
"""The same where nobody is waiting for it."""

_CHANCE = SystemRandom()


def drawn_delay(pace: Pace) -> timedelta:
    """How long after its question a decision is made."""
    return timedelta(seconds=_CHANCE.uniform(*(LIVE_DELAY if pace.is_live else DELAY)))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a member would play now."""

    actions: Sequence[Any]
    news: PlanNews


@dataclass(frozen=True, slots=True)
class AutomaticDecision:
    """A decision that the bot makes for the member at ``seat``, and what it tells them."""

    seat: int
    news: PlanNews


@dataclass(frozen=True, slots=True)
class PositionChange:
    """A change of a game to revision ``rev``, caused by the member ``by``. ``table`` has the seats as they will be."""

    table: TableRecord
    before: LiveGame | None
    after: LiveGame
    rev: int
    by: int | None
    made: AutomaticDecision | None

    @property
    def takes_back(self) -> bool:
        """Whether moves have been taken back: then everybody who is asked again decides for themselves."""
        return self.before is not None and len(self.after.moves) < len(self.before.moves)

    def has_moved(self, seat: int) -> bool:
        """Whether a seat has made one of the new moves."""
        known = len(self.before.moves) if self.before else 0
        return not self.takes_back and any(mover == seat for mover, _ in self.after.moves[known:])


class AutomaticDecisions:
    """Knows what members have asked for. ``plays_forced``: whether one wants decisions without a choice made."""

    def __init__(self, plays_forced: Callable[[int], Awaitable[bool]]) -> None:
        self._plays_forced = plays_forced

    async def plans_after(self, change: PositionChange, now: datetime) -> list[PlanRecord]:
        """The plans that are different after a change, with when the new questions are answered for their members."""
        known = {plan.seat: plan for plan in change.table.plans}
        changed: list[PlanRecord] = []
        for seat in change.table.seats:
            before = known.get(seat.seat, PlanRecord(seat.seat))
            # Whoever hands over their seat decides anew when they return.
            after = PlanRecord(seat.seat) if seat.computer is not None else await self._after(before, seat, change, now)
            if after != before:
                changed.append(after)
        return changed

    async def answer(self, game: Game[Any], view: View[Any], plan: PlanRecord, user_id: int | None) -> Answer | None:
        """What is played for a member in this position, in which they are asked; ``None``: they decide."""
        for key in (plan.standing, plan.following):
            if key is not None and (actions := game.planned(view, key)):
                return Answer(actions, PlanNews.DONE)
        if user_id is None or not await self._plays_forced(user_id):  # few want it, and to look for it takes longer
            return None
        only = only_decision(game, view)
        return Answer(only, PlanNews.FORCED) if only else None

    async def _after(self, plan: PlanRecord, seat: SeatRecord, change: PositionChange, now: datetime) -> PlanRecord:
        if change.has_moved(seat.seat):
            plan = _once_decided(plan, seat, change)
        live = change.after
        asked_at = live.asked_since.get(seat.seat)
        if asked_at is not None and asked_at < change.rev:
            return plan  # the question is the same
        plan = replace(plan, due_at=None)
        view = live.view(seat.seat) if asked_at is None or not change.takes_back else None
        if view is None:
            return plan
        if asked_at is None:
            return _still_offered(plan, live.game, view, change.rev)
        if await self.answer(live.game, view, plan, seat.user_id) is not None:
            return replace(plan, due_at=now + drawn_delay(Pace(change.table.pace)))
        return without_misfit(plan, live.game, view, change.rev)


def only_decision(game: Game[Any], view: View[Any]) -> Sequence[Any]:
    """The only actions to which the questions of this decision can lead; none if the player has a choice."""
    path: tuple[str, ...] = ()
    asked = game.ask(view, path)
    while isinstance(asked, Question):
        if len(asked.choices) != 1 or asked.least != 1:
            return ()
        path = (*path, asked.choices[0].key)
        asked = game.ask(view, path)
    return asked.actions


def without_misfit(plan: PlanRecord, game: Game[Any], view: View[Any], rev: int) -> PlanRecord:
    """The plan of a member who is asked now, without what was meant for this decision and does not apply to it."""
    if plan.following is None or game.planned(view, plan.following) is None:
        return plan
    return replace(plan, following=None, news=PlanNews.DROPPED, news_rev=rev)


def _still_offered(plan: PlanRecord, game: Game[Any], view: View[Any], rev: int) -> PlanRecord:
    """The plan of a member who waits, without what they could not plan any more."""
    if plan.following is None and plan.standing is None:
        return plan
    offered = {offer.key for offer in game.plans(view)}
    if {plan.following, plan.standing} <= {None, *offered}:
        return plan
    following = plan.following if plan.following in offered else None
    standing = plan.standing if plan.standing in offered else None
    return replace(plan, following=following, standing=standing, news=PlanNews.DROPPED, news_rev=rev)


def _once_decided(plan: PlanRecord, seat: SeatRecord, change: PositionChange) -> PlanRecord:
    """The plan once its member has decided, or somebody for them: what was meant for this decision is used up."""
    own = change.made if change.made is not None and change.made.seat == seat.seat else None
    news = own.news if own else None
    before = change.before
    if plan.following is not None and before is not None and seat.seat in before.state.to_act:
        game, view = before.game, before.view(seat.seat)
        was_standing = own is not None and plan.standing is not None and bool(game.planned(view, plan.standing))
        if not was_standing and game.planned(view, plan.following) is not None:
            plan = replace(plan, following=None)
            # Whoever taps knows what they have done.
            news = news or (None if change.by == seat.user_id else PlanNews.DROPPED)
    return replace(plan, due_at=None, news=news, news_rev=None if news is None else change.rev)


A = TypeVar("A")


def harmless(game: Game[A], view: View[A]) -> A:
    """A legal move for the viewer's seat that does as little harm as possible."""
    action = game.fallback(view)
    return view.actions()[0] if action is None else action

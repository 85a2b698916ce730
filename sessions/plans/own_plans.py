"""What a member can see of their own plans."""

from db.plan_records import PlanNews, PlanRecord
from db.records import TableRecord
from engines.scenes import PlanOffer
from engines.texts import say
from sessions.tables.live import LiveGame, Note

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


def offered_plans(table: TableRecord, live: LiveGame, seat: int | None) -> tuple[PlanOffer, ...]:
    """What this seat can decide ahead now. Private tables keep nobody waiting, so there is nothing to plan."""
    if seat is None or table.purpose.is_private:
        return ()
    return tuple(live.game.plans(live.view(seat)))

"""What members decide ahead: when it is carried out, when it is dropped, and what the others can notice."""

from datetime import timedelta
from typing import Any

import pytest
from card_room import ANNA, BEN, CHEATING, CLARA, KNOTWEED, NOON, PILES, Room, refuses

from db.records import PlanNews, PlanRecord, TableRecord
from engines import GAMES
from sessions.settings.settings import Wish
from sessions.tables import automatic
from sessions.tables.automatic import DELAY, LIVE_DELAY, drawn_delay, only_decision
from sessions.tables.pace import Pace
from tests.optional import present


async def plan_of(room: Room, table: TableRecord, member: int) -> PlanRecord | None:
    return (await room.snapshot(table, member)).plan


async def planned(room: Room, table: TableRecord, member: int, label: str) -> str:
    """The key of the first plan that begins like this, once it is chosen."""
    offers = (await room.snapshot(table, member)).plans
    key = next(offer.key for offer in offers if str(offer.label).startswith(label))
    await room.service.plans.choose(table.id, member, key)
    return key


async def moves(room: Room, table: TableRecord) -> list[tuple[int, str]]:
    return [(move.seat, move.text) for move in await room.store.games.moves(table.id)]


async def decisions_fall_due(room: Room) -> None:
    room.pass_time(seconds=DELAY[1])
    await room.timer.look(room.service.times.plans, room.service.plans.on_due)


async def news(room: Room, table: TableRecord, member: int | None) -> list[str]:
    return [str(text) for text in (await room.snapshot(table, member)).news]


async def test_a_plan_is_carried_out_some_time_after_the_question(room: Room):
    table = await room.started(PILES)
    key = await planned(room, table, BEN, "Take")
    await room.play.act(table.id, ANNA, ["draw"])
    await room.play.act(table.id, ANNA, [(await stacked(room, table, ANNA, 2))])
    due = present((await plan_of(room, table, BEN) or PlanRecord(1)).due_at)
    assert timedelta(seconds=DELAY[0]) <= due - NOON <= timedelta(seconds=DELAY[1])
    await room.timer.look(room.service.times.plans, room.service.plans.on_due)
    assert len(await moves(room, table)) == 2  # not yet due
    await decisions_fall_due(room)
    assert (await moves(room, table))[-1] == (1, key.rpartition("/")[2])
    assert "Your plan was carried out." in await news(room, table, BEN)
    for other in (None, ANNA):
        assert not any("plan" in line for line in await news(room, table, other))
    after = present(await plan_of(room, table, BEN))
    assert after.is_news_only


async def stacked(room: Room, table: TableRecord, member: int, stack: int) -> str:
    """A play from the hand onto a stack."""
    view = present((await room.snapshot(table, member)).view)
    return next(text for text in map(str, view.actions()) if text.startswith("stack") and text.endswith(str(stack)))


async def test_what_is_planned_survives_a_restart(room: Room):
    table = await room.started(PILES)
    key = await planned(room, table, BEN, "Take")
    await room.play.act(table.id, ANNA, ["draw"])
    await room.play.act(table.id, ANNA, [await stacked(room, table, ANNA, 2)])
    again = room.restarted()
    await decisions_fall_due(again)
    assert (await moves(again, table))[-1] == (1, key.rpartition("/")[2])


async def test_a_plan_that_no_longer_applies_is_dropped_and_its_member_asked_at_once(room: Room):
    table = await room.started(PILES)
    key = await planned(room, table, BEN, "Take")
    stack = key.rpartition("/")[2].split()[1]
    await room.play.act(table.id, ANNA, [f"take {stack} 0"])
    plan = await plan_of(room, table, BEN)
    assert plan == PlanRecord(1, news=PlanNews.DROPPED, news_rev=plan.news_rev if plan else None)
    snapshot = await room.snapshot(table, None)
    assert set(snapshot.turns) == {BEN}
    assert "Your plan no longer applies." in await news(room, table, BEN)


async def test_nobody_is_pinged_for_a_decision_that_is_made_for_them(room: Room):
    table = await room.started(PILES)
    await planned(room, table, BEN, "Take")
    await room.play.act(table.id, ANNA, ["draw"])
    await room.play.act(table.id, ANNA, [await stacked(room, table, ANNA, 2)])
    assert not (await room.snapshot(table, None)).turns
    await room.service.plans.forget(table.id, BEN)
    assert set((await room.snapshot(table, None)).turns) == {BEN}
    await decisions_fall_due(room)
    assert len(await moves(room, table)) == 2


async def test_a_member_who_decides_themself_is_not_overtaken(room: Room):
    table = await room.started(PILES)
    await planned(room, table, BEN, "Take")
    await room.play.act(table.id, ANNA, ["draw"])
    await room.play.act(table.id, ANNA, [await stacked(room, table, ANNA, 2)])
    await room.service.plans.decide_oneself(table.id, BEN)
    await decisions_fall_due(room)
    assert len(await moves(room, table)) == 2
    await room.play.act(table.id, BEN, ["draw"])
    plan = await plan_of(room, table, BEN)
    assert plan is None
    await decisions_fall_due(room)
    assert len(await moves(room, table)) == 3


async def test_a_standing_answer_is_given_every_time_until_it_is_withdrawn(room: Room):
    table = await room.started(KNOTWEED, (ANNA, BEN, CLARA), CHEATING)
    for member in (BEN, CLARA):
        await planned(room, table, member, "Accept every turn")
    await room.play.act(table.id, ANNA, ["pass 3"])
    await decisions_fall_due(room)
    assert (await moves(room, table))[1:] in ([(1, "accept"), (2, "accept")], [(2, "accept"), (1, "accept")])
    await room.play.act(table.id, BEN, ["pass 3"])
    await decisions_fall_due(room)
    assert (await moves(room, table))[-1] == (2, "accept")
    await room.service.plans.forget(table.id, CLARA)
    await room.play.act(table.id, ANNA, ["accept"])
    await refuses("not your turn", room.play.act(table.id, BEN, ["pass 3"]))


async def test_delays_are_the_same_with_and_without_alternatives(room: Room, monkeypatch: pytest.MonkeyPatch):
    """A delay is drawn from the pace alone, with a choice and without: so is its distribution."""
    drawn: list[tuple[Any, ...]] = []

    def draw(*known: Any) -> timedelta:
        drawn.append(known)
        return timedelta(seconds=9)

    monkeypatch.setattr(automatic, "drawn_delay", draw)
    table = await at_first_tricks(room, wanted=True, pace=Pace.LIVE_3)
    await forced_decision(room, table)
    free = await room.started(PILES, channel=201, pace=Pace.LIVE_3)
    await planned(room, free, BEN, "Take")
    await room.play.act(free.id, ANNA, ["draw"])
    await room.play.act(free.id, ANNA, [await stacked(room, free, ANNA, 2)])
    assert drawn == [(Pace.LIVE_3,)] * 2


@pytest.mark.parametrize(("pace", "seconds"), [(Pace.LIVE_1, LIVE_DELAY), (Pace.DAYS_1, DELAY)])
def test_no_decision_is_made_faster_than_a_person_taps(pace: Pace, seconds: tuple[float, float]):
    least, most = seconds
    assert least >= 3
    assert all(least <= drawn_delay(pace).total_seconds() <= most for _ in range(50))


async def at_first_tricks(room: Room, *, wanted: bool, pace: Pace = Pace.DAYS_1) -> TableRecord:
    """A game after its bids, whose players want decisions without a choice to be made, or do not."""
    table = await room.started("counter", (ANNA, BEN, CLARA), {"dealer": 2}, pace=pace)
    for member in (ANNA, BEN, CLARA):
        await room.play.act(table.id, member, ["bid 1"])
        await room.service.settings.choose(member, Wish.FORCED, wanted)
    return table


async def forced_decision(room: Room, table: TableRecord) -> PlanRecord | None:
    """Play until a member has a single card to play; what is then decided for them."""
    game = GAMES[table.game]
    for _ in range(40):
        entry = await room.service._cache.get(table.id)
        assert entry.live is not None
        (seat,) = entry.live.state.to_act[:1]
        view = entry.live.state.view(seat)
        member = present(entry.table.seats[seat].user_id)
        if only_decision(game, view):
            return next((plan for plan in entry.table.plans if plan.seat == seat and plan.due_at), None)
        await room.play.act(table.id, member, [game.fallback(view)])
    raise AssertionError("nobody ever lacked a choice")


@pytest.mark.parametrize("wanted", [False, True])
async def test_decisions_without_a_choice_are_made_only_for_those_who_ask(room: Room, wanted: bool):
    table = await at_first_tricks(room, wanted=wanted)
    made = await forced_decision(room, table)
    assert (made is not None) is wanted
    before = await moves(room, table)
    await decisions_fall_due(room)
    assert (len(await moves(room, table)) > len(before)) is wanted


async def test_plans_end_when_a_seat_is_handed_over_and_with_the_game(room: Room):
    table = await room.started(PILES)
    await planned(room, table, BEN, "Take")
    await room.seats.leave(table.id, BEN)
    assert (await room.service._cache.get(table.id)).table.plans == ()
    await room.seats.come_back(table.id, BEN)
    await planned(room, table, BEN, "Take")
    await room.seats.resign(table.id, BEN)
    assert (await room.service._cache.get(table.id)).table.plans == ()


async def test_only_what_is_offered_to_a_member_who_waits_can_be_planned(room: Room):
    table = await room.started(PILES)
    await refuses("It is your turn now", room.service.plans.check(table.id, ANNA))
    await refuses("can't be planned", room.service.plans.choose(table.id, BEN, "0/KD/take 0 0"))
    assert not (await room.snapshot(table, ANNA)).plans


async def test_what_was_planned_and_taken_back_is_not_decided_again(room: Room):
    table = await room.started(PILES)
    for member, stack in ((ANNA, 0), (BEN, 1)):
        await room.play.act(table.id, member, ["draw"])
        await room.play.act(table.id, member, [await stacked(room, table, member, stack)])
    await planned(room, table, BEN, "Take")
    await room.play.act(table.id, ANNA, ["draw"])
    await room.play.act(table.id, ANNA, [await stacked(room, table, ANNA, 2)])
    await decisions_fall_due(room)
    made = await moves(room, table)
    await room.take_backs.take_back(table.id, BEN)
    await decisions_fall_due(room)
    assert await moves(room, table) == made[:-1]


async def waiting_decision(room: Room) -> TableRecord:
    """A game in which what Ben has planned is about to be played."""
    table = await room.started(PILES)
    await planned(room, table, BEN, "Take")
    await room.play.act(table.id, ANNA, ["draw"])
    await room.play.act(table.id, ANNA, [await stacked(room, table, ANNA, 2)])
    plan = present(await plan_of(room, table, BEN))
    assert plan.due_at is not None
    return table


async def test_the_plan_of_a_member_whose_data_is_deleted_is_forgotten(room: Room):
    table = await waiting_decision(room)
    await room.service.privacy.delete(BEN)
    table = await room.computers_moved(table)
    assert (table.plans, table.seats[1].is_former) == ((), True)
    await decisions_fall_due(room)
    assert "carried out" not in str(await news(room, table, ANNA))
    assert await room.timer.look(room.service.times.plans, room.service.plans.on_due) is None


async def test_a_clock_that_is_set_back_while_the_bot_is_down_delays_no_plan(room: Room):
    await room.service.start()
    table = await waiting_decision(room)
    await room.service.close()
    room.pass_time(hours=-2)
    again = room.restarted()
    await again.service.start()
    await decisions_fall_due(again)
    assert len(await moves(again, table)) == 3

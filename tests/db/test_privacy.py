"""Every column that may hold a member's id is exported and forgotten, and the data of other servers cannot go."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Column, Integer
from store_steps import ANNA, BEN, CLARA, GUILD, MINUTE, NOON, finished, lobby, playing, result

from db.errors import DatabaseError
from db.members.departures import PARTS_OF_TABLES
from db.members.privacy import HOLDINGS, member_key
from db.records import DayRecord, RemovalVote, SeatClock, SeatRecord, Standing, TableRecord, TurnRecord, is_former
from db.schema.columns import Json
from db.schema.tables import metadata
from db.store import Store
from tests.databases import REFUSED, Raw, cells

MEMBER = 912345678901234567
"""An id that is nowhere by chance, not even as a part of another number."""

WITHOUT_MEMBERS = {
    "calls.table_id",
    "clocks.seat",
    "clocks.table_id",
    "daily_days.day",
    "daily_days.game",
    "daily_days.guild_id",
    "daily_days.level",
    "daily_days.opponents",
    "daily_days.options",  # house rules
    "daily_days.seed",
    "daily_games.day",
    "daily_games.guild_id",
    "daily_games.table_id",
    "daily_secrets.guild_id",
    "daily_secrets.secret",
    "departures.guild_id",
    "errands.id",
    "errands.kind",
    "errands.shard",
    "followers.table_id",
    "guests.table_id",
    "identify_slots.bucket",
    "moves.number",
    "moves.rev",
    "moves.seat",
    "moves.table_id",
    "moves.text",  # an action: cards, piles, numbers
    "notes.value",  # a choice, such as a time zone
    "removal_votes.seat",
    "removal_votes.table_id",
    "removals.asked_by",  # a seat
    "removals.seat",
    "removals.table_id",
    "results.id",
    "results.place",
    "results.seat",
    "results.table_id",
    "seats.computer",  # a level
    "seats.seat",
    "seats.table_id",
    "shard_leases.began",
    "shard_leases.host",
    "shard_leases.machine",
    "shard_leases.process",
    "shard_leases.shard",
    "shard_leases.shard_count",
    "shard_leases.token",
    "standings.computer",
    "standings.game",
    "standings.games",
    "standings.guild_id",
    "standings.id",
    "standings.streak",
    "standings.wins",
    "subscribers.game",
    "subscribers.guild_id",
    "tables.channel_id",
    "tables.game",
    "tables.guild_id",
    "tables.id",
    "tables.lesson",  # a key
    "tables.message_id",
    "tables.options",  # house rules
    "tables.pace",
    "tables.ping_id",
    "tables.rev",
    "tables.rules_version",
    "tables.seed",
    "tables.thread_of",
    "tables.to_act",  # seats
    "take_backs.agreed",  # seats
    "take_backs.id",
    "take_backs.refused_by",  # a seat
    "take_backs.rev",
    "take_backs.seat",
    "take_backs.status",
    "take_backs.table_id",
    "take_backs.undone",  # seats
    "take_backs.undone_from",
    "thoughts.considered",  # actions and estimates
    "thoughts.number",
    "thoughts.table_id",
    "worth_steps.game",
    "worth_steps.guild_id",
    "worth_steps.players",
    "worth_steps.step",
}
"""The columns of numbers, texts and JSON that never hold the id of a member."""


def columns_for_anything() -> Iterator[Column[Any]]:
    """The columns whose type could hold an id: numbers, texts and JSON, but no times, flags or phases."""
    for table in metadata.tables.values():
        for column in table.columns:
            if type(column.type) in (Integer, Json) or column.type.__visit_name__ == "text":
                yield column


def name_of(column: Column[Any]) -> str:
    return f"{column.table.name}.{column.name}"


def test_every_column_that_may_hold_a_members_id_is_exported_and_forgotten():
    """A new column belongs into ``db.members.privacy.HOLDINGS`` if it may hold one, or else into the list above."""
    covered = {name_of(holding.column) for holding in HOLDINGS}
    assert covered.isdisjoint(WITHOUT_MEMBERS)
    assert {name_of(column) for column in columns_for_anything()} == covered | WITHOUT_MEMBERS
    named_after_members = {name for name in WITHOUT_MEMBERS if name.endswith(("user_id", "host_id", "member_id"))}
    assert not named_after_members


def test_everything_that_belongs_to_a_table_is_deleted_with_it():
    parts = {table.name for table in metadata.tables.values() if "table_id" in table.columns}
    assert {part.name for part in PARTS_OF_TABLES} == parts


def where(raw: Raw, user: int) -> set[str]:
    """The columns in which an id occurs, alone or within a text."""
    return {column for column, value in cells(raw) if str(user) in str(value)}


async def on_a_day(store: Store, table: TableRecord) -> TableRecord:
    """The table as that of its host's game of the day."""
    await store.daily.secret(table.guild_id, "elm")
    await store.daily.open_day(DayRecord(table.guild_id, 121, "counter", {}, 1, "normal", "oak", NOON + MINUTE))
    async with store.change(table.id, table.rev) as change:
        change.enter_day(121)
    return change.table


@pytest.fixture
async def lived(store: Store) -> list[TableRecord]:
    """A member who has done everything that leaves a trace: a finished game, a running one, and a lobby closed."""
    over = await finished(store, [result(0, MEMBER), result(1, BEN, 2)])
    over = await on_a_day(store, over)
    running = await playing(store, (MEMBER, BEN, CLARA), channel=250)
    async with store.change(running.id, running.rev) as change:
        change.add_move(0, "bid 3", NOON)
        change.set_clocks([SeatClock(0, since=NOON)])
        change.set_removal(RemovalVote(0, 1, NOON, removing=(1,), keeping=(0,)))
        change.hand_over(SeatRecord(0, MEMBER, "normal"))
    rev = running.rev + 1
    await store.ask_to_take_back(running.id, rev, 0, undone_from=rev, undone=[], until=NOON)
    turns = [TurnRecord(MEMBER, 0, NOON, NOON + MINUTE, True), TurnRecord(BEN, 1, NOON)]
    await store.store_turns(running.id, running.rev, turns, None)
    waiting = await lobby(store, (MEMBER,), channel=300)
    async with store.change(waiting.id, waiting.rev) as change:
        change.close(NOON)
    watched = await playing(store, (BEN, CLARA), channel=400)
    await store.listeners.follow(watched.id, MEMBER)
    await store.listeners.follow(watched.id, ANNA)
    await store.listeners.subscribe(GUILD, "counter", MEMBER, wanted=True)
    await store.guests.invite(watched.id, [MEMBER, ANNA])
    await store.vacations.save(MEMBER, NOON)
    await store.cluster.send("away", MEMBER, [1])
    await store.store_value(member_key("pings", MEMBER), "never")
    await store.store_value(member_key("pings", BEN), "always")
    await store.members.hide(MEMBER, hidden=True)
    return [over, running, waiting]


async def replaced(store: Store) -> int:
    former = await store.members.replace(MEMBER, await store.members.tables_of(MEMBER))
    assert former is not None
    return former


async def test_the_tests_member_is_in_every_column_for_members(store: Store, raw: Raw, lived: list[TableRecord]):
    """Otherwise the tests below would prove nothing about a column."""
    assert where(raw, MEMBER) == {name_of(holding.column) for holding in HOLDINGS}


async def test_an_export_holds_something_from_every_column(store: Store, lived: list[TableRecord]):
    exported = await store.members.export(MEMBER)
    assert {name for name, rows in exported.items() if not rows} == set()
    of_seats = {"moves", "clocks", "results", "take_backs", "votes", "votes_on_your_removal"}
    assert {holding.name for holding in HOLDINGS} | of_seats == set(exported)
    assert [row["text"] for row in exported["moves"]] == ["bid 3"]
    assert [row["value"] for row in exported["settings"]] == ["never"]
    assert [(turn["number"], turn["began_at"], turn["reminded"]) for turn in exported["turns_and_calls"]] == [
        (0, NOON, True)
    ]
    assert [row["id"] for row in exported["seats"]] == [table.id for table in lived]


async def test_an_export_holds_nothing_of_others(store: Store, lived: list[TableRecord]):
    exported = str(await store.members.export(MEMBER))
    assert "oak" not in exported, "the seed tells the cards of others"
    assert "elm" not in exported, "the secret tells the seeds of days to come"
    assert "always" not in exported
    assert all(not rows for rows in (await store.members.export(77)).values())


async def test_a_member_is_replaced_everywhere(store: Store, raw: Raw, lived: list[TableRecord]):
    former = await replaced(store)
    assert is_former(former)
    assert where(raw, MEMBER) == set()
    assert where(raw, former) == {
        "daily_games.user_id",
        "hidden_members.user_id",
        "seats.user_id",
        "standings.user_id",
        "tables.host_id",
    }
    over, running, waiting = [await store.table(table.id) for table in lived]
    assert over is not None
    assert running is not None
    assert waiting is not None
    assert [seat.user_id for seat in over.seats] == [former, BEN]
    assert over.host_id == waiting.host_id == former
    assert running.seats[0] == SeatRecord(0, former, "normal")
    assert running.host_id == BEN, "somebody at the table can end it"
    assert [turn.user_id for turn in await store.turns(running.id)] == [BEN]
    assert await store.listeners.take_followers(4) == [ANNA]


async def test_everything_of_the_others_stays(store: Store, raw: Raw, lived: list[TableRecord]):
    others = {user: await store.members.export(user) for user in (ANNA, BEN, CLARA)}
    moves = [await store.moves(table.id) for table in lived]
    former = await replaced(store)
    for user, before in others.items():
        after = await store.members.export(user)
        assert {name: rows for name, rows in after.items() if name != "hosted_tables"} == {
            name: rows for name, rows in before.items() if name != "hosted_tables"
        }
    assert [await store.moves(table.id) for table in lived] == moves
    assert [stored.player for stored in await store.results(lived[0].id)] == [former, BEN]


async def test_standings_stay_and_are_counted_again_to_the_same(store: Store):
    """One former member remains one player, here with two games."""
    for place in (1, 2):
        await finished(store, [result(0, MEMBER, place, mu=30), result(1, BEN, 3 - place, mu=20)])
    await finished(store, [result(0, CLARA, mu=25), result(1, BEN, 2, mu=19)])
    before, total = await store.standings(GUILD, "counter", offset=0, limit=9)
    former = await replaced(store)

    async def board() -> list[Standing]:
        return (await store.standings(GUILD, "counter", offset=0, limit=9))[0]

    def without_names(lines: list[Standing]) -> list[object]:
        return [(line.rank, line.rating, line.games, line.wins) for line in lines]

    after = await board()
    assert without_names(after) == without_names(before)
    assert [line.player for line in after] == [former, CLARA, BEN]
    await store.count_standings_again()
    assert await board() == after
    assert total == 3


async def test_two_deletions_have_nothing_in_common(store: Store):
    former: list[int] = []
    for _ in range(20):
        await finished(store, [result(0, MEMBER), result(1, BEN, 2)])
        former.append(await replaced(store))
    assert len(set(former)) == 20
    assert all(-(2**62) <= user < 0 for user in former)
    assert former not in (sorted(former), sorted(former, reverse=True)), "not counted up or down"


async def test_a_member_who_plays_is_not_replaced(store: Store, raw: Raw):
    for table in (await lobby(store, (BEN, MEMBER)), await playing(store, (MEMBER, BEN), channel=300)):
        before = list(cells(raw))
        assert await store.members.replace(MEMBER, await store.members.tables_of(MEMBER)) is None
        assert list(cells(raw)) == before
        async with store.change(table.id, table.rev) as change:
            change.close(NOON)


async def test_a_member_who_has_sat_down_meanwhile_is_not_replaced(store: Store, lived: list[TableRecord]):
    expected = await store.members.tables_of(MEMBER)
    await finished(store, [result(0, MEMBER), result(1, BEN, 2)])
    assert await store.members.replace(MEMBER, expected) is None


async def test_a_former_member_stays_one(store: Store, raw: Raw, lived: list[TableRecord]):
    await replaced(store)
    for user in ("5", "NULL", "-5"):
        with pytest.raises(REFUSED, match="a seat keeps its player"):
            raw.execute(f"UPDATE seats SET user_id = {user} WHERE user_id < 0")


# Leaderboards


async def test_hidden_members_are_left_out_and_places_close_up(store: Store):
    await finished(store, [result(0, ANNA, mu=40), result(1, BEN, 2, mu=30), result(2, CLARA, 3, mu=20)])
    await store.members.hide(ANNA, hidden=True)
    assert await store.members.is_hidden(ANNA)
    page, total = await store.standings(GUILD, "counter", offset=0, limit=9)
    assert [(line.rank, line.player) for line in page] == [(1, BEN), (2, CLARA)]
    assert total == 2
    own = await store.standing_of(GUILD, BEN, None)
    assert own is not None
    assert own.rank == 1
    hidden = await store.standing_of(GUILD, ANNA, None)
    assert hidden is not None, "to themselves"
    await store.members.hide(ANNA, hidden=False)
    page, total = await store.standings(GUILD, "counter", offset=0, limit=9)
    assert [line.player for line in page] == [ANNA, BEN, CLARA]
    assert not await store.members.is_hidden(ANNA)


async def test_a_hidden_member_stays_hidden_in_games_to_come_and_when_counted_again(store: Store):
    await store.members.hide(ANNA, hidden=True)
    await finished(store, [result(0, ANNA, mu=40), result(1, BEN, 2, mu=30)])
    for _ in range(2):
        page, _ = await store.standings(GUILD, None, offset=0, limit=9)
        assert [line.player for line in page] == [BEN]
        await store.count_standings_again()
    assert await store.rating(GUILD, ANNA, "counter") is not None


@pytest.mark.only_files("PostgreSQL chooses an index by the number of rows.")
async def test_leaderboards_are_still_read_from_their_index(store: Store, raw: Raw):
    plan = raw.rows(
        "EXPLAIN QUERY PLAN SELECT id FROM standings"
        " WHERE guild_id = 1 AND practice = 0 AND game = '' AND hidden = 0"
        " AND worth < 20 ORDER BY worth DESC, wins DESC, id LIMIT 15"
    )
    assert len(plan) == 1, "nothing is sorted"
    assert (
        "USING COVERING INDEX leaderboard (guild_id=? AND practice=? AND game=? AND hidden=? AND worth<?)"
        in plan[0][-1]
    )


# Servers


async def test_only_the_data_of_a_server_that_the_bot_has_left_can_be_deleted(store: Store, raw: Raw):
    here = await finished(store, [result(0, ANNA), result(1, BEN, 2)])
    there = await on_a_day(store, await finished(store, [result(0, ANNA), result(1, CLARA, 2)], guild=555))
    await store.listeners.subscribe(555, "counter", ANNA, wanted=True)
    await store.store_value("pace: server 555", "days_1")
    assert not await store.departures.delete_tables(555, [there.id])
    await store.departures.delete_rest(555)
    assert await store.table(there.id) is not None
    assert where(raw, 555)

    await store.departures.note([555], NOON)
    with pytest.raises(DatabaseError):
        await store.departures.delete_tables(555, [here.id])
    assert await store.departures.delete_tables(555, [there.id])
    await store.departures.delete_rest(555)
    assert where(raw, 555) == set()
    assert await store.table(here.id) == here
    assert (await store.standings(GUILD, None, offset=0, limit=9))[1] == 2


async def test_departures_are_noted_once_and_cleared(store: Store):
    await store.departures.note([1, 2], NOON)
    await store.departures.note([2, 3], NOON + MINUTE)
    await store.departures.clear([1])
    assert await store.departures.since() == {2: NOON, 3: NOON + MINUTE}

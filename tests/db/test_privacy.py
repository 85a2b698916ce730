"""Every column that may hold a member's id is exported and forgotten, and the data of other servers cannot go."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Column, Integer, Select
from sqlalchemy.dialects import sqlite
from store_steps import ANNA, BEN, CLARA, GUILD, MINUTE, NOON, finished, lobby, playing, result

from db.cups import CupRecord
from db.errors import DatabaseError
from db.hosting import member_key
from db.league_records import Deed, DeedRecord, EntryRecord, EntryStatus, LeagueKind, LeaguePhase, NewMatch
from db.leagues import LeagueChange
from db.limits import Use
from db.members.departures import PARTS_OF_TABLES
from db.members.privacy import HOLDINGS
from db.purpose_records import DayTry
from db.race_records import DayRecord, DealRecord
from db.records import (
    PingRecord,
    PlanRecord,
    ReviewRecord,
    SeatClock,
    SeatRecord,
    Standing,
    TableRecord,
    Vote,
    is_former,
)
from db.schema.columns import Json, metadata
from db.store import Store
from db.sunday import PuzzleRecord
from db.tables.pings import GatheredPing
from db.times import Times
from tests.databases import REFUSED, Raw, cells
from tests.optional import present

MEMBER = 912345678901234567
"""An id that is nowhere by chance, not even as a part of another number."""

OF_NO_MEMBER = {
    "clocks": "seat table_id timeouts",
    "daily_days": "day game guild_id level opponents options seed",
    "daily_games": "day guild_id table_id",
    "daily_secrets": "guild_id secret",
    "cups": "channel_id game guild_id id key name",
    "deals": "channel_id cup_id game guild_id id levels match_id message_id options origin rules_version seed",
    "departures": "guild_id",
    "cross_process_tasks": "id kind shard",
    "folded_games": "table_id",
    "followers": "table_id",
    "guests": "table_id",
    "identify_slots": "bucket",
    "league_deeds": "changed id league_id numbers reason",
    "league_entries": "division league_id number",
    "league_match_seats": "match_id number offers place",
    "league_matches": "division id league_id moves round way",
    "leagues": "channel_id edition former_id game guild_id id key minutes most_players name pace round rounds",
    "mistakes": "number table_id",
    "moves": "number rev seat table_id text",
    "notes": "value",
    "pings": "message_id number table_id",
    "posts": "changes channel_id deletions edition failures former_channel_id former_id guild_id id kind message_id "
    "part subject",
    "plans": "following news_rev seat standing table_id",
    "removal_votes": "seat table_id",
    "removals": "asked_by seat table_id",
    "results": "id place seat table_id",
    "seats": "computer seat table_id",
    "shard_leases": "began host machine process shard shard_count token",
    "occasions": "guild_id kind",
    "puzzle_answers": "choice seat table_id",
    "puzzles": "choices guild_id number seat table_id",
    "roles_given": "guild_id role_id",
    "season_lines": "games guild_id points season wins",
    "standings": "computer game games guild_id id streak wins",
    "subscribers": "game guild_id",
    "tables": "channel_id game guild_id id lesson match_id message_id options pace rev rules_version seed "
    "thread_of to_act",
    "take_backs": "agreed id refused_by rev seat table_id undone undone_from",
    "reviews": "judged seat table_id version",
    "thoughts": "considered number table_id",
    "tries": "deal_id table_id",
    "uses": "id key",
}
"""The columns of numbers, texts and JSON that never hold the id of a member, by table.

They hold seats, house rules, actions, levels, keys and choices such as a time zone.
"""
WITHOUT_MEMBERS = {f"{table}.{column}" for table, columns in OF_NO_MEMBER.items() for column in columns.split()}


def columns_for_anything() -> Iterator[Column[Any]]:
    """The columns whose type could hold an id: numbers, texts and JSON, but no times, flags or phases."""
    for table in metadata.tables.values():
        for column in table.columns:
            if type(column.type) is Integer or isinstance(column.type, Json) or column.type.__visit_name__ == "text":
                yield column


def name_of(column: Column[Any]) -> str:
    return f"{column.table.name}.{column.name}"


def test_every_column_that_may_hold_a_members_id_is_exported_and_forgotten():
    """A new column belongs in ``db.members.privacy.HOLDINGS`` if it may hold one, otherwise in ``OF_NO_MEMBER``."""
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
    async with store.tables.change(table.id, table.rev) as change:
        change.enter(DayTry(121, NOON + MINUTE, True), NOON)
    return change.table


async def with_known_cards(store: Store, table: TableRecord) -> None:
    """The host of this table tries cards that another game began, until now."""
    deal = DealRecord(0, table.guild_id, 4, "counter", {}, 1, ("normal",), "oak", NOON, is_sealed=False)
    async with store.tables.change(table.id, table.rev) as change:
        change.enter((await store.deals.open(deal, NOON)).of_table, NOON)


async def in_a_cup(store: Store) -> None:
    """The member organises a cup."""
    await store.cups.open(
        CupRecord(0, GUILD, 250, MEMBER, "Autumn", "counter", False, "elm", NOON, False, NOON), [], NOON
    )


async def in_a_league(store: Store) -> None:
    """The member organises a league, plays in it and has done something there by hand."""
    league = await store.leagues.create(
        {
            "guild_id": GUILD,
            "channel_id": 250,
            "kind": LeagueKind.LEAGUE,
            "name": "Autumn",
            "game": "counter",
            "organiser_id": MEMBER,
            "phase": LeaguePhase.ROUNDS,
            "most_players": 12,
            "rounds": 5,
            "pace": "days_1",
            "opened_at": NOON,
            "co_organiser_id": MEMBER,
        },
        NOON,
    )
    change = LeagueChange(
        entries=[EntryRecord(0, MEMBER, EntryStatus.IN), EntryRecord(1, BEN, EntryStatus.IN)],
        deeds=[DeedRecord(NOON, MEMBER, Deed.APPOINTED, (), MEMBER)],
        new_matches=[NewMatch(1, (0, 1), NOON)],
    )
    (match,) = (await store.leagues.change(league.id, change, NOON)).matches
    match = replace(match, seats=tuple(replace(seat, offers=(NOON,)) for seat in match.seats))
    await store.leagues.change(league.id, LeagueChange(matches=[match]), NOON)


@pytest.fixture
async def lived(store: Store) -> list[TableRecord]:
    """A member who has done everything that leaves a trace: a finished game, a running one, and a lobby closed."""
    over = await finished(store, [result(0, MEMBER), result(1, BEN, 2)])
    over = await on_a_day(store, over)
    await with_known_cards(store, over)
    over = await store.tables.get(over.id) or over
    running = await playing(store, (MEMBER, BEN, CLARA), channel=250)
    async with store.tables.change(running.id, running.rev) as change:
        change.add_move(0, "bid 3", NOON)
        change.set_clocks([SeatClock(0, since=NOON)])
        change.set_plans([PlanRecord(0, "1/H/play 5H", due_at=NOON)])
        change.set_vote(Vote(0, 1, NOON, in_favour=(1,), against=(0,)))
        change.hand_over(SeatRecord(0, MEMBER, "normal"))
    rev = running.rev + 1
    await store.tables.ask_to_take_back(running.id, rev, 0, undone_from=rev, undone=[], until=NOON)
    pings = [PingRecord(MEMBER, 0, NOON, NOON + MINUTE, True), PingRecord(BEN, 1, NOON)]
    gathered = [GatheredPing(Use("ping", (user,), MINUTE), NOON, {}) for user in (MEMBER, BEN)]
    await store.pings.save(running.id, running.rev, pings, None, gathered)
    puzzle = PuzzleRecord(over.id, 0, GUILD, 1, ("bid 3", "bid 2"), 0.9, 0.3)
    assert await store.puzzles.offer(puzzle, NOON)
    await store.puzzles.note_posted(puzzle, NOON)
    assert await store.puzzles.answer(over.id, 0, MEMBER, 1)
    assert await store.puzzles.answer(over.id, 0, BEN, 0)
    await store.games.keep_review(ReviewRecord(over.id, 0, 1, 0.5, ()))
    for user in (MEMBER, BEN):
        await store.games.note_mistake(user, over.id, 1, NOON)
    await store.roles_given.replace(GUILD, [(77, MEMBER), (78, BEN)])
    waiting = await lobby(store, (MEMBER,), channel=300)
    async with store.tables.change(waiting.id, waiting.rev) as change:
        change.close(NOON)
    watched = await playing(store, (BEN, CLARA), channel=400)
    await store.listeners.follow(watched.id, MEMBER)
    await store.listeners.follow(watched.id, ANNA)
    await store.listeners.subscribe(GUILD, "counter", MEMBER, wanted=True)
    await store.guests.invite(watched.id, [MEMBER, ANNA], NOON)
    await store.vacations.save(MEMBER, NOON)
    await store.cluster.send("away", MEMBER, [1])
    await store.notes.store_value(member_key("pings", MEMBER), "never")
    await store.notes.store_value(member_key("pings", BEN), "always")
    await store.members.hide(MEMBER, hidden=True)
    await in_a_league(store)
    await in_a_cup(store)
    return [over, running, waiting]


async def replaced(store: Store) -> int:
    former = present(await store.members.replace(MEMBER, await store.members.tables_of(MEMBER), NOON + MINUTE))
    return former


async def test_the_tests_member_is_in_every_column_for_members(store: Store, raw: Raw, lived: list[TableRecord]):
    """Otherwise the tests below would prove nothing about a column."""
    assert where(raw, MEMBER) == {name_of(holding.column) for holding in HOLDINGS}


async def test_an_export_holds_something_from_every_column(store: Store, lived: list[TableRecord]):
    exported = await store.members.export(MEMBER)
    assert {name for name, rows in exported.items() if not rows} == set()
    of_seats = {"moves", "clocks", "results", "plans", "puzzles", "reviews", "take_backs", "votes"}
    of_seats.add("votes_on_your_removal")
    assert {holding.name for holding in HOLDINGS} | of_seats == set(exported)
    assert [row["text"] for row in exported["moves"]] == ["bid 3"]
    assert [row["value"] for row in exported["settings"]] == ["never"]
    assert [(ping["number"], ping["began_at"], ping["reminded"]) for ping in exported["pings"]] == [(0, NOON, True)]
    assert [row["id"] for row in exported["seats"]] == [table.id for table in lived]


async def test_an_export_holds_nothing_of_others(store: Store, lived: list[TableRecord]):
    exported = str(await store.members.export(MEMBER))
    assert "oak" not in exported, "the seed tells the cards of others"
    assert "elm" not in exported, "the secret tells the seeds of days to come"
    assert "always" not in exported
    assert all(not rows for rows in (await store.members.export(79)).values())


async def test_a_member_is_replaced_everywhere(store: Store, raw: Raw, lived: list[TableRecord]):
    former = await replaced(store)
    assert is_former(former)
    assert where(raw, MEMBER) == {"roles_given.user_id"}, "until they are taken"
    assert where(raw, former) == {
        "cups.organiser_id",
        "daily_games.user_id",
        "tries.user_id",
        "hidden_members.user_id",
        "league_deeds.former_id",
        "league_deeds.user_id",
        "league_entries.user_id",
        "leagues.co_organiser_id",
        "leagues.organiser_id",
        "seats.user_id",
        "season_lines.user_id",
        "standings.user_id",
        "tables.host_id",
    }
    ((league_id,),) = raw.rows("SELECT id FROM leagues")
    league = present(await store.leagues.get(league_id))
    (match,) = league.matches
    assert [seat.offers for seat in match.seats] == [(), (NOON,)], "when others can meet is theirs"
    over, running, waiting = [await store.tables.get(table.id) for table in lived]
    assert over is not None
    assert running is not None
    assert [seat.user_id for seat in over.seats] == [former, BEN]
    assert over.host_id == present(waiting).host_id == former
    assert running.seats[0] == SeatRecord(0, former, "normal")
    assert running.host_id == BEN, "somebody at the table can end it"
    assert [ping.user_id for ping in await store.pings.of(running.id)] == [BEN]
    assert await store.listeners.followers(4) == [ANNA]


async def test_everything_of_the_others_stays(store: Store, raw: Raw, lived: list[TableRecord]):
    others = {user: await store.members.export(user) for user in (ANNA, BEN, CLARA)}
    moves = [await store.games.moves(table.id) for table in lived]
    former = await replaced(store)
    for user, before in others.items():
        after = await store.members.export(user)
        assert {name: rows for name, rows in after.items() if name != "hosted_tables"} == {
            name: rows for name, rows in before.items() if name != "hosted_tables"
        }
    assert [await store.games.moves(table.id) for table in lived] == moves
    assert [stored.player for stored in await store.games.results(lived[0].id)] == [former, BEN]


async def test_standings_stay_and_are_counted_again_to_the_same(store: Store):
    """One former member remains one player, here with two games."""
    for place in (1, 2):
        await finished(store, [result(0, MEMBER, place, mu=30), result(1, BEN, 3 - place, mu=20)])
    await finished(store, [result(0, CLARA, mu=25), result(1, BEN, 2, mu=19)])
    before, total = await store.leaderboards.standings(GUILD, "counter", offset=0, limit=9)
    former = await replaced(store)

    async def board() -> list[Standing]:
        return (await store.leaderboards.standings(GUILD, "counter", offset=0, limit=9))[0]

    def without_names(lines: list[Standing]) -> list[object]:
        return [(line.rank, line.rating, line.games, line.wins) for line in lines]

    after = await board()
    assert without_names(after) == without_names(before)
    assert [line.player for line in after] == [former, CLARA, BEN]
    await store.leaderboards.count_standings_again()
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
        assert await store.members.replace(MEMBER, await store.members.tables_of(MEMBER), NOON) is None
        assert list(cells(raw)) == before
        async with store.tables.change(table.id, table.rev) as change:
            change.close(NOON)


async def test_a_member_who_has_sat_down_meanwhile_is_not_replaced(store: Store, lived: list[TableRecord]):
    expected = await store.members.tables_of(MEMBER)
    await finished(store, [result(0, MEMBER), result(1, BEN, 2)])
    assert await store.members.replace(MEMBER, expected, NOON) is None


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
    page, total = await store.leaderboards.standings(GUILD, "counter", offset=0, limit=9)
    assert [(line.rank, line.player) for line in page] == [(1, BEN), (2, CLARA)]
    assert total == 2
    own = present(await store.leaderboards.standing_of(GUILD, BEN, None))
    assert own.rank == 1
    hidden = await store.leaderboards.standing_of(GUILD, ANNA, None)
    assert hidden is not None, "to themselves"
    await store.members.hide(ANNA, hidden=False)
    page, total = await store.leaderboards.standings(GUILD, "counter", offset=0, limit=9)
    assert [line.player for line in page] == [ANNA, BEN, CLARA]
    assert not await store.members.is_hidden(ANNA)


async def test_a_hidden_member_stays_hidden_in_games_to_come_and_when_counted_again(store: Store):
    await store.members.hide(ANNA, hidden=True)
    await finished(store, [result(0, ANNA, mu=40), result(1, BEN, 2, mu=30)])
    for _ in range(2):
        page, _ = await store.leaderboards.standings(GUILD, None, offset=0, limit=9)
        assert [line.player for line in page] == [BEN]
        await store.leaderboards.count_standings_again()
    assert await store.leaderboards.rating(GUILD, ANNA, "counter") is not None


@pytest.mark.only_files("PostgreSQL chooses an index by the number of rows.")
async def test_what_is_asked_again_and_again_reads_no_whole_table(
    store: Store, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a member knows cards, and what is due first at the stored times of each kind."""
    asked: list[Select[Any]] = []

    async def note(_: object, statement: Select[Any]) -> list[object]:
        asked.append(statement)
        return []

    monkeypatch.setattr(store.database, "query", note)
    await store.races.has_tried("seed", ANNA)
    for times in vars(store.times).values():
        if isinstance(times, Times):
            await times.first()
    assert len(asked) > 10
    for statement in asked:
        written = statement.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
        steps = [row[-1] for row in raw.rows(f"EXPLAIN QUERY PLAN {written}")]
        assert [step for step in steps if step.startswith("SCAN") and "USING" not in step] == [], str(written)


@pytest.mark.only_files("PostgreSQL chooses an index by the number of rows.")
async def test_leaderboards_are_still_read_from_their_index(store: Store, raw: Raw):
    plan = raw.rows(
        "EXPLAIN QUERY PLAN SELECT id FROM standings"
        " WHERE guild_id = 1 AND practice = 0 AND game = '' AND hidden = 0"
        " AND ordinal < 20 ORDER BY ordinal DESC, wins DESC, id LIMIT 15"
    )
    assert len(plan) == 1, "nothing is sorted"
    assert (
        "USING COVERING INDEX leaderboard (guild_id=? AND practice=? AND game=? AND hidden=? AND ordinal<?)"
        in plan[0][-1]
    )


# Servers


async def test_only_the_data_of_a_server_that_the_bot_has_left_can_be_deleted(store: Store, raw: Raw):
    here = await finished(store, [result(0, ANNA), result(1, BEN, 2)])
    there = await on_a_day(store, await finished(store, [result(0, ANNA), result(1, CLARA, 2)], guild=555))
    await with_known_cards(store, there)
    await store.listeners.subscribe(555, "counter", ANNA, wanted=True)
    await store.notes.store_value("pace: server 555", "days_1")
    assert not await store.departures.delete_tables(555, [there.id])
    await store.departures.delete_rest(555)
    assert await store.tables.get(there.id) is not None
    assert where(raw, 555)

    await store.departures.note([555], NOON)
    with pytest.raises(DatabaseError):
        await store.departures.delete_tables(555, [here.id])
    assert await store.departures.delete_tables(555, [there.id])
    await store.departures.delete_rest(555)
    assert where(raw, 555) == set()
    assert await store.tables.get(here.id) == here
    assert (await store.leaderboards.standings(GUILD, None, offset=0, limit=9))[1] == 2


async def test_departures_are_noted_once_and_cleared(store: Store):
    await store.departures.note([1, 2], NOON)
    await store.departures.note([2, 3], NOON + MINUTE)
    await store.departures.clear([1])
    assert await store.departures.since() == {2: NOON, 3: NOON + MINUTE}

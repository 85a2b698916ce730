"""A member who has their data deleted leaves their tables, and nothing in memory or in the store names them."""

import asyncio
import json
from datetime import datetime, timedelta

import pytest
from card_room import ANNA, BEN, CHANNEL, CLARA, DAN, GUILD, KNOTWEED, NOON, PILES, Room, refuses
from leagues_room import ORGANISER, created

from db.records import Phase, TableRecord, is_former
from opponents import Level
from sessions.members import Privacy
from sessions.settings.settings import Pings, Wish
from tests.databases import Raw, cells


def privacy(room: Room) -> Privacy:
    return room.service.privacy


async def test_an_export_is_json_with_everything(room: Room):
    await room.finished()
    await room.service.settings.choose_pings(ANNA, Pings.NEVER)
    await room.service.vacations.begin(ANNA, NOON.replace(year=2027))
    exported = json.loads(await privacy(room).export(ANNA))
    assert exported["user_id"] == ANNA
    assert datetime.fromisoformat(exported["exported_at"]) == NOON
    assert exported["settings"] == [{"key": f"pings: member {ANNA}", "value": "never"}]
    assert exported["vacation"][0]["until"] == "2027-05-01T12:00:00+00:00"
    assert exported["seats"][0]["phase"] == "finished"
    assert exported["clocks"][0]["bank_used"] >= 0
    moves = await room.moves(await _latest(room))
    assert [move["text"] for move in exported["moves"]] == [text for seat, text in moves if seat == 0]
    assert room.seed not in json.dumps(exported)


async def _latest(room: Room) -> TableRecord:
    table = await room.store.tables.last_table_in(CHANNEL)
    assert table is not None
    return table


async def test_a_finished_game_still_replays_and_shows_a_former_player(room: Room, finished: TableRecord):
    before = await room.service.replays.moment(finished.id, 5, "all")
    await privacy(room).delete(ANNA)
    for here in (room, room.restarted()):
        after = await here.service.replays.moment(finished.id, 5, "all")
        assert after.scene == before.scene
        assert after.table.seats[0].is_former
        assert after.table.seat_of(ANNA) is None
        assert (await here.service.fair_deals.verify(finished.id)).repeats is True
        snapshot = await here.snapshot(finished, ANNA)
        assert snapshot.seat is None


async def test_a_computer_takes_the_seat_of_a_game_that_is_on(room: Room):
    table = await room.some_moves(await room.started(KNOTWEED, (ANNA, BEN, CLARA)), 5)
    await privacy(room).delete(ANNA)
    now = (await room.snapshot(table, BEN)).table
    assert now.phase is Phase.PLAYING
    assert is_former(now.seats[0].user_id or 0)
    assert now.seats[0].computer == Level.NORMAL
    assert now.host_id == BEN
    finished = await room.some_moves(now, 10_000)
    assert finished.phase is Phase.FINISHED
    assert len(await room.store.games.results(table.id)) == 3
    assert str(ANNA) not in str(await room.store.members.export(ANNA))


async def test_a_member_alone_against_computers_gives_the_game_up(room: Room):
    table = await room.started(PILES, (ANNA,), computers=[Level.EASY])
    await privacy(room).delete(ANNA)
    assert (await room.snapshot(table, None)).table.phase is Phase.FINISHED


async def test_lobbies_are_left(room: Room):
    hosted = await room.opened(KNOTWEED, (ANNA, BEN))
    alone = await room.opened(KNOTWEED, (ANNA,), channel=300)
    await privacy(room).delete(ANNA)
    now = (await room.snapshot(hosted, None)).table
    assert [seat.user_id for seat in now.seats] == [BEN]
    assert now.host_id == BEN
    assert (await room.snapshot(alone, None)).table.phase is Phase.CLOSED


async def test_a_table_whose_game_is_not_installed_is_closed(room: Room, table: TableRecord):
    without = room.restarted({})
    await without.service.privacy.delete(ANNA)
    stored = await room.stored(table)
    assert stored.phase is Phase.CLOSED
    assert is_former(stored.seats[0].user_id or 0)


async def test_memory_forgets_too(room: Room):
    """Nothing is answered from memory afterwards."""
    service = room.service
    table = await room.started(KNOTWEED, (ANNA, BEN, CLARA))
    await service.settings.choose_pings(ANNA, Pings.NEVER)
    await service.settings.choose(ANNA, Wish.PICTURES, False)
    assert not await service.settings.wants(ANNA, Wish.PICTURES)
    await service.vacations.begin(ANNA, room.time + timedelta(days=5))
    assert await service.vacations.until(ANNA) is not None
    service.presence.note(table.id, ANNA)
    assert await service.lookup.next_waiting(ANNA, 0) is not None
    forgotten: list[int] = []
    service.privacy.on_deletion(forgotten.append)
    await service.privacy.delete(ANNA)
    assert forgotten == [ANNA]
    for kept in (service.settings._known._known, service.presence._seen, service.lookup._waits):
        assert str(ANNA) not in str(list(kept))
    assert await service.settings.pings(ANNA) is Pings.AWAY
    assert await service.settings.wants(ANNA, Wish.PICTURES)
    assert await service.vacations.until(ANNA) is None
    assert service.presence.last_use(ANNA) is None
    assert await service.lookup.next_waiting(ANNA, 0) is None
    assert (await service.views.snapshot(table.id, ANNA)).seat is None


async def test_the_settings_of_members_with_similar_ids_stay(room: Room):
    await room.service.settings.choose_pings(ANNA, Pings.NEVER)
    await room.service.settings.choose_pings(int(f"2{ANNA}"), Pings.NEVER)
    await privacy(room).delete(ANNA)
    assert await room.service.settings.pings(int(f"2{ANNA}")) is Pings.NEVER
    assert await room.restarted().service.settings.pings(int(f"2{ANNA}")) is Pings.NEVER


async def test_ratings_and_standings_of_the_others_stay(room: Room):
    for seed in ("one", "two", "three"):
        await room.finished(players=(ANNA, BEN), seed=seed)
    await room.finished(players=(BEN, CLARA), seed="four")
    lines, total = await room.store.leaderboards.standings(GUILD, None, offset=0, limit=9)
    ratings = [await room.store.leaderboards.rating(GUILD, user, PILES) for user in (BEN, CLARA)]
    await privacy(room).delete(ANNA)
    after, total_after = await room.store.leaderboards.standings(GUILD, None, offset=0, limit=9)
    assert total_after == total == 3
    assert [line.player for line in after if line.player in (BEN, CLARA)] == [
        line.player for line in lines if line.player in (BEN, CLARA)
    ]
    assert [(line.rank, line.rating) for line in after] == [(line.rank, line.rating) for line in lines]
    assert [await room.store.leaderboards.rating(GUILD, user, PILES) for user in (BEN, CLARA)] == ratings
    assert await room.store.leaderboards.rating(GUILD, ANNA, PILES) is None


async def test_a_rematch_invites_no_former_player(room: Room):
    table = await room.finished(KNOTWEED, (ANNA, BEN, CLARA))
    await privacy(room).delete(ANNA)
    rematch = await room.lobby.rematch(table.id, BEN)
    assert [seat.user_id for seat in rematch.seats] == [BEN, CLARA]


async def test_a_rematch_without_anybody_left_waits_for_players(room: Room, finished: TableRecord):
    await privacy(room).delete(ANNA)
    rematch = await room.lobby.rematch(finished.id, BEN)
    assert rematch.phase is Phase.LOBBY
    assert [seat.user_id for seat in rematch.seats] == [BEN]


async def test_afterwards_the_member_starts_as_a_newcomer(room: Room):
    await room.finished()
    await privacy(room).delete(ANNA)
    await room.finished(seed="again")
    lines, total = await room.store.leaderboards.standings(GUILD, PILES, offset=0, limit=9)
    assert total == 3
    assert {line.player: line.games for line in lines}[ANNA] == 1


async def test_deleting_twice_and_deleting_nothing(room: Room):
    await room.finished()
    for user in (ANNA, ANNA, 77):
        await privacy(room).delete(user)
    assert await room.store.members.tables_of(ANNA) == frozenset()


async def test_a_former_member_has_nothing_to_delete(room: Room):
    with pytest.raises(ValueError, match="no data"):
        await privacy(room).delete(-5)


async def test_two_members_at_one_table_delete_their_data_at_once(room: Room):
    table = await room.some_moves(await room.started(KNOTWEED, (ANNA, BEN, CLARA)), 3)
    await asyncio.gather(privacy(room).delete(ANNA), privacy(room).delete(BEN))
    now = (await room.snapshot(table, None)).table
    first, second, third = (seat.user_id for seat in now.seats)
    assert first is not None
    assert second is not None
    assert is_former(first)
    assert is_former(second)
    assert first != second
    assert third == CLARA


async def test_somebody_moves_while_another_is_deleted(room: Room):
    """The game goes on with the stored seats, and nothing brings the id back."""
    for turn in range(5):
        table = await room.some_moves(await room.started(KNOTWEED, (ANNA, BEN, CLARA), channel=500 + turn), 3)
        await asyncio.gather(
            privacy(room).delete(ANNA),
            room.service.whereabouts.shown_at(table.id, table.channel_id, 7),
            room.seats.resign(table.id, BEN),
        )
        assert await room.store.members.tables_of(ANNA) == frozenset()
        assert (await room.snapshot(table, ANNA)).table.seat_of(ANNA) is None


async def test_a_member_who_goes_on_playing_is_told_to_stop(room: Room, monkeypatch: pytest.MonkeyPatch):
    table = await room.started(KNOTWEED, (ANNA, BEN, CLARA))

    async def never(*_: object) -> None:
        return None

    monkeypatch.setattr(room.store.members, "replace", never)
    await refuses("in the middle of a game", privacy(room).delete(ANNA))
    assert (await room.snapshot(table, BEN)).table.phase is Phase.PLAYING


async def test_the_database_file_holds_no_trace(room: Room, raw: Raw):
    """Whole games on two servers, then every value of every table is read."""
    member = 912345678901234567
    await room.finished(KNOTWEED, (member, BEN, CLARA))
    await room.started(KNOTWEED, (BEN, member), channel=300)
    await room.started(PILES, (member,), channel=301, guild=555, computers=[Level.EASY])
    await room.opened(KNOTWEED, (BEN, member), channel=302)
    voted = await room.started(KNOTWEED, (BEN, CLARA, DAN, member), channel=303)
    await room.service.votes.ask_to_remove(voted.id, member, BEN)
    league = await created(room, PILES, (member, BEN), 2)
    await room.service.league_rounds.start(league.id, GUILD, ORGANISER, may_manage=False)
    await room.service.settings.choose_pings(member, Pings.NEVER)
    await privacy(room).delete(member)
    await room.store.close()
    values = "\n".join(str(value) for _, value in cells(raw))
    assert str(member) not in values
    assert str(BEN) in values

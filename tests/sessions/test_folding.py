"""Games that are old enough are folded to their results, and nothing else is lost."""

from datetime import timedelta

import pytest
from card_room import ANNA, BEN, CHANNEL, GUILD, PILES, Room, refuses

from db.records import Phase, TableRecord
from db.store import DatabaseError
from db.sunday import PuzzleRecord
from engines.texts import Text
from sessions.daily.games import DailyOffer
from sessions.replays import folding as folding_module
from sessions.replays.folding import Folding
from tests.databases import REFUSED, Raw

YEAR = timedelta(days=365)


def folding(room: Room) -> Folding:
    return Folding(room.service._cache, no_pause)


async def no_pause(_: float) -> None:
    """Go on at once."""


def moves_of(raw: Raw, table: TableRecord) -> int:
    return raw.rows(f"SELECT count(*) FROM moves WHERE table_id = {table.id}")[0][0]


async def played(room: Room, seed: str, channel: int = CHANNEL) -> TableRecord:
    """A game in which some moves are made before somebody resigns."""
    table = await room.started(PILES, (ANNA, BEN), channel=channel)
    await room.some_moves(table, 3, seed)
    await room.seats.resign(table.id, BEN)
    finished = await room.stored(table)
    await room.store.pings.save(finished.id, finished.rev, (), None)  # it has been shown
    return finished


async def test_old_games_are_folded_and_younger_ones_and_those_that_are_on_are_not(
    room: Room, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding_module, "AT_ONCE", 2)
    old = [await played(room, str(number), 100 + number) for number in range(3)]
    on = await room.started(PILES, (ANNA, BEN), channel=7)
    await room.some_moves(on, 3, "on")
    room.time += YEAR
    young = await played(room, "young")
    standings = await room.store.leaderboards.standings(GUILD, None, offset=0, limit=9)
    results = await room.store.games.results(old[0].id)

    assert await folding(room).fold_before(room.time - timedelta(days=1)) == len(old)
    assert {moves_of(raw, table) for table in old} == {0}
    assert moves_of(raw, young) == moves_of(raw, on) == 3
    assert await room.store.leaderboards.standings(GUILD, None, offset=0, limit=9) == standings
    assert await room.store.games.results(old[0].id) == results
    await room.store.leaderboards.count_standings_again()
    assert await room.store.leaderboards.standings(GUILD, None, offset=0, limit=9) == standings
    await room.service.replays.moment(young.id, 1, None)
    assert await folding(room).fold_before(room.time - timedelta(days=1)) == 0


async def test_a_game_whose_puzzle_is_not_solved_keeps_its_moves(room: Room, raw: Raw) -> None:
    table = await played(room, "puzzle")
    room.time += YEAR
    puzzle = PuzzleRecord(table.id, 1, GUILD, 2, ("stack", "pass"), 0.9, 0.4)
    await room.store.puzzles.offer(puzzle, room.time)
    assert await folding(room).fold_before(room.time) == 0
    await room.store.puzzles.note_posted(puzzle, room.time)
    assert await folding(room).fold_before(room.time) == 0
    await room.store.puzzles.note_told(puzzle, room.time)
    assert await folding(room).fold_before(room.time) == 1
    assert moves_of(raw, table) == 0


async def test_a_puzzle_that_was_never_posted_keeps_no_game_for_ever(room: Room) -> None:
    table = await played(room, "puzzle")
    await room.store.puzzles.offer(PuzzleRecord(table.id, 1, GUILD, 2, ("stack", "pass"), 0.9, 0.4), room.time)
    room.time += YEAR
    assert await folding(room).fold_before(room.time) == 1


async def test_what_can_still_be_done_with_a_folded_game(room: Room) -> None:
    table = await played(room, "one")
    await room.service.replays.moment(table.id, 1, None)  # it is in memory
    room.time += YEAR
    await folding(room).fold_before(room.time)
    for one in (room, room.restarted()):
        await refuses("its result is kept, its moves are not", one.service.replays.moment(table.id, 1, None))
        snapshot = await one.snapshot(table, ANNA)
        assert snapshot.table.phase is Phase.FINISHED
        assert [result.place for result in snapshot.results] == [1, 2]
        verified = await one.service.fair_deals.verify(table.id)
        assert isinstance(verified.trouble, Text)
        assert verified.deal.seed == room.seed


async def test_a_game_that_is_still_to_be_shown_waits(room: Room) -> None:
    table = await room.started(PILES, (ANNA, BEN))
    await room.seats.resign(table.id, BEN)
    finished = await room.stored(table)
    room.time += YEAR
    assert await folding(room).fold_before(room.time) == 0
    await room.store.pings.save(finished.id, finished.rev, (), None)
    assert await folding(room).fold_before(room.time) == 1


async def test_a_game_of_a_day_waits_until_the_day_is_over(room: Room, raw: Raw) -> None:
    today = await room.service.daily.today(GUILD, ANNA)
    assert isinstance(today, DailyOffer)
    begun = await room.service.daily.begin(GUILD, CHANNEL, ANNA, today.day)
    await room.seats.resign(begun.id, ANNA)
    finished = await room.stored(begun)
    assert finished.phase is Phase.FINISHED
    await room.store.pings.save(finished.id, finished.rev, (), None)
    tomorrow = room.time + timedelta(days=1)
    assert await folding(room).fold_before(tomorrow) == 0
    room.time = tomorrow
    assert await folding(room).fold_before(tomorrow) == 1


async def test_the_database_refuses_to_fold_a_game_that_is_on(room: Room, raw: Raw) -> None:
    table = await room.started(PILES, (ANNA, BEN))
    await room.some_moves(table, 2, "on")
    with pytest.raises(DatabaseError):
        await room.store.folding.fold([table.id])
    assert moves_of(raw, table) == 2
    with pytest.raises(REFUSED, match="moves are kept"):
        raw.execute(f"DELETE FROM moves WHERE table_id = {table.id}")

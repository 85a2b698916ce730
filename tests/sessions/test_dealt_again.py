"""*Beat my hand* in all games: whoever tries the cards of a game gets the same cards and the same replies."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from card_room import ANNA, BEN, CHANNEL, CLARA, DAN, GUILD, Room, compute_now, plain

from db.records import Phase, TableRecord
from db.store import Store
from engines import GAMES
from opponents import Level
from sessions.computers import players as computers

SHORT: dict[str, dict[str, Any]] = {
    "knotweed": {"turn_cap": 6, "cheating": True},
    "card_duel": {"life": 5},
    "counterweight": {"idle_limit": 2},
    "counter": {"max_hands": 1},
    "three_piles": {},
}
"""House rules that make games short, of all five."""


async def origin_of(room: Room, key: str) -> TableRecord:
    """A game of Anna and Ben, and computers if it needs more players, that was played to its end."""
    missing = max(0, GAMES[key].seats[0] - 2)
    table = await room.started(key, [ANNA, BEN], SHORT[key], computers=[Level.HARD] * missing)
    table = await room.some_moves(table, 10_000)
    assert table.phase is Phase.FINISHED
    return table


async def tried(room: Room, origin: TableRecord, user: int, seat: int, chance: Random) -> list[Any]:
    """All that a member sees in a try with the cards of this seat, step by step, if they move by this chance."""
    table = await room.service.challenges.begin(origin.id, seat, GUILD, CHANNEL, user)
    assert (table.seed, table.options) == (origin.seed, origin.options)
    seen: list[Any] = []
    while True:
        table = await room.computers_moved(table)
        snapshot = plain(await room.snapshot(table, user))
        seen.append((snapshot["view"], snapshot["news"], await room.moves(table)))
        if table.phase is not Phase.PLAYING:
            assert table.phase is Phase.FINISHED
            return seen
        await room.play.act(table.id, user, [chance.choice(await room.actions(table, user))])


@pytest.mark.parametrize("level", Level)
async def test_a_computer_thinks_as_long_as_its_level_says(store: Store, level: Level):
    """A master makes five times as many simulations as a hard player; the others make none."""
    budgets: set[int] = set()

    async def note_budget(function: Any, *arguments: Any) -> Any:
        budgets.add(arguments[-1])
        return await compute_now(function, *arguments)

    room = Room(store)
    table = await room.started(players=[ANNA], computers=[level])
    await room.seats.resign(table.id, ANNA)
    later = Room(store, compute=note_budget)
    again = await later.service.challenges.begin(table.id, 0, GUILD, CHANNEL, CLARA)
    await later.some_moves(again, 6)
    assert budgets == {computers.SIMULATIONS * (5 if level is Level.MASTER else 1)}
    await room.service.close()
    await later.service.close()


@pytest.mark.only_files("It takes long, and is about computers that think.")
@pytest.mark.thorough(samples=2)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seat", [0, 1])
async def test_equal_moves_get_equal_replies_over_a_whole_game(store: Store, key: str, seat: int):
    """Clara plays at once, Dan a day later, after a restart, with all other luck different."""
    room = Room(store)
    origin = await origin_of(room, key)
    first = await tried(room, origin, CLARA, seat, Random(key))
    await room.service.close()
    later = Room(store, time=room.time + timedelta(days=1))
    later.seed = "elm"
    second = await tried(later, origin, DAN, seat, Random(key))
    for one, other in zip(first, second, strict=True):
        assert one == other
    await later.service.close()

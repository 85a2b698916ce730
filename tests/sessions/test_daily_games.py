"""The game of the day: the same deal and the same replies for everybody on a server, and nobody can know it before."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from card_room import ANNA, BEN, CHANNEL, CLARA, DAN, GUILD, Room, compute_fallback, compute_now, refuses

from db.purpose_records import DayTry
from db.records import Phase, TableRecord
from db.store import Store
from engines import GAMES
from engines.contract import Game
from opponents import Level
from sessions import races
from sessions.computers import players as computers
from sessions.computers.workers import WorkerHung
from sessions.daily.games import DAY_0
from sessions.honours import Honour
from sessions.playing.practice import MOST_OPEN
from sessions.settings.server import OFF, ServerSetting
from sessions.settings.settings import QuietHours
from tests.databases import Raw
from tests.optional import present

PLAYED = [key for key, game in GAMES.items() if game.daily is not None]
LATER = timedelta(days=1)


@pytest.fixture
async def room(store: Store) -> AsyncIterator[Room]:
    """A room in which the game of every day is a short one, against computers that do not think."""
    room = Room(store, only("card_duel"), compute=compute_fallback)
    yield room
    await room.service.close()


def only(key: str) -> dict[str, Game[Any]]:
    """The only game there is, so it is the game of every day."""
    return {key: GAMES[key]}


async def daily(room: Room, user: int = ANNA, guild: int = GUILD) -> TableRecord:
    today = await room.service.daily.today(guild, user)
    if isinstance(today, TableRecord):
        return today
    return await room.service.daily.begin(guild, CHANNEL, user, today.day)


async def chosen(room: Room, table: TableRecord, user: int, rng: Random) -> TableRecord:
    """The table after a random move of this member and the replies of the computers."""
    await room.play.act(table.id, user, [rng.choice(await room.actions(table, user))])
    return await room.computers_moved(table)


async def played(room: Room, user: int, seed: str = "moves", moves: int = 10_000) -> TableRecord:
    """This member's game of the day after so many random moves from this seed, or at its end."""
    table, rng = await room.computers_moved(await daily(room, user)), Random(seed)
    for _ in range(moves):
        if table.phase is not Phase.PLAYING:
            break
        table = await chosen(room, table, user, rng)
    return table


async def own_moves(room: Room, table: TableRecord) -> list[str]:
    """The member's moves at a table, forced ones included."""
    return [text for seat, text in await room.moves(table) if seat == 0]


async def results(room: Room, user: int) -> dict[int, int | None]:
    """Who has which rank, as this member sees it."""
    found = await room.service.daily.latest_results(GUILD, user)
    return {line.user_id: line.rank for line in found.lines}


def saturday(room: Room) -> None:
    """Make it a day on which the computers play their best."""
    room.time = datetime(2026, 5, 2, 12, tzinfo=UTC)


# Equal for everybody


@pytest.mark.only_files("It takes long, and is about computers that think.")
@pytest.mark.thorough(samples=2)
@pytest.mark.parametrize(("key", "level"), [*((key, Level.HARD) for key in PLAYED), ("knotweed", Level.NORMAL)])
async def test_equal_moves_get_equal_replies_over_a_whole_game(store: Store, key: str, level: Level):
    """Ann plays alone, Ben while his computers are slow and the bot is restarted in the middle of his game."""

    async def slowly(function: Callable[..., Any], *arguments: Any) -> Any:
        for _ in range(3):
            await asyncio.sleep(0)
        return await compute_now(function, *arguments)

    room = Room(store, only(key))
    if level is Level.HARD:
        saturday(room)
    anna = await played(room, ANNA)
    assert anna.phase is Phase.FINISHED
    assert {seat.computer for seat in anna.seats[1:]} == {level}
    await room.service.close()

    slow = Room(store, only(key), room.time, compute=slowly)
    before = await played(slow, BEN, moves=3)
    await slow.service.close()
    again = Room(store, only(key), room.time + timedelta(hours=2), compute=slowly)
    again.service.computers.start()
    ben = await again.computers_moved(before)
    while ben.phase is Phase.PLAYING:
        made = len(await own_moves(again, ben))
        await again.play.act(ben.id, BEN, [(await own_moves(room, anna))[made]])
        ben = await again.computers_moved(ben)
    assert await again.moves(ben) == await room.moves(anna)
    assert ben.seed == anna.seed
    assert [result.points for result in await store.games.results(ben.id)] == [
        result.points for result in await store.games.results(anna.id)
    ]
    await again.service.close()


@pytest.mark.parametrize("key", ["counter", "card_duel"])
async def test_computers_wait_where_all_decide_at_the_same_time(store: Store, key: str):
    """Otherwise their replies would depend on whether the member or a computer was faster."""
    room = Room(store, only(key))
    table = await room.computers_moved(await daily(room))
    rng, together = Random("moves"), 0
    while table.phase is Phase.PLAYING:
        view = present((await room.snapshot(table, ANNA)).view)
        together += len(view.to_act) > 1
        assert 0 in view.to_act, "computers that have nobody to wait for have moved"
        table = await chosen(room, table, ANNA, rng)
    assert together or key == "counter"
    await room.service.close()


async def test_the_thinking_is_bounded_by_a_number_and_not_by_the_clock(store: Store):
    """Although no time is left, another member's computer has the same thoughts."""
    asked: list[tuple[Any, ...]] = []

    async def note(function: Callable[..., Any], *arguments: Any) -> Any:
        asked.append(arguments)
        return await compute_now(function, *arguments)

    room = Room(store, only("three_piles"), compute=note)
    saturday(room)
    await played(room, ANNA, moves=2)
    count = len(asked)
    await played(room, BEN, moves=2)
    assert [arguments[2:] for arguments in asked[count:]] == [arguments[2:] for arguments in asked[:count]]
    assert {arguments[4:] for arguments in asked} == {(computers.SIMULATIONS,)}, "a number of simulations and no time"
    await room.service.close()


async def test_a_worker_that_fails_is_asked_again(store: Store):
    """A harmless move in its place would differ from the reply that the others get."""
    failures = 1

    async def unsteady(function: Callable[..., Any], *arguments: Any) -> Any:
        nonlocal failures
        if failures:
            failures -= 1
            raise WorkerHung("hung")
        return await compute_now(function, *arguments)

    room = Room(store, only("three_piles"), compute=unsteady)
    room.instant_sleeps.add(computers.RETRY)
    first = await played(room, ANNA, moves=2)
    assert failures == 0
    assert computers.RETRY in room.slept
    assert await room.moves(first) == await room.moves(await played(room, BEN, moves=2))
    await room.service.close()


async def test_another_server_has_another_deal(room: Room):
    here, there = await daily(room), await daily(room, guild=GUILD + 1)
    assert here.game == there.game
    assert here.seed != there.seed


async def test_every_day_has_another_deal_and_all_games_come_in_turn(store: Store):
    room = Room(store, compute=compute_fallback)
    found: list[TableRecord] = []
    for _ in PLAYED:
        found.append(await daily(room))
        room.time += LATER
    assert {table.game for table in found} == set(PLAYED)
    assert len({table.seed for table in found}) == len(PLAYED)
    for table in found:
        game = GAMES[table.game]
        assert game.daily is not None
        assert len(table.seats) == game.daily.opponents + 1
        assert game.Options.model_validate(table.options) == game.Options(**game.daily.options)
    await room.service.close()


# What nobody can know before


def test_the_seed_of_a_day_is_a_keyed_hash():
    day = DAY_0 + timedelta(days=121)
    known = races.day_seed("ab" * 32, GUILD, day, "counter")
    assert len(known) == races.SEED_DIGITS
    others = {
        races.day_seed("ac" * 32, GUILD, day, "counter"),
        races.day_seed("ab" * 32, GUILD + 1, day, "counter"),
        races.day_seed("ab" * 32, GUILD, day + LATER, "counter"),
        races.day_seed("ab" * 32, GUILD, day, "knotweed"),
    }
    assert len(others | {known, races.day_seed("ab" * 32, GUILD, day, "counter")}) == 5
    assert len(bytes.fromhex(races.new_secret())) * 8 == 256
    assert races.new_secret() != races.new_secret()


async def test_the_secret_is_kept_and_never_shown(room: Room, raw: Raw, caplog: pytest.LogCaptureFixture):
    await played(room, ANNA)
    ((_, secret),) = raw.rows("SELECT guild_id, secret FROM daily_secrets")
    room.time += LATER
    await daily(room)
    assert raw.rows("SELECT secret FROM daily_secrets") == [(secret,)]
    assert secret not in str(await room.store.members.export(ANNA))
    day = present(await room.store.daily.latest_day(GUILD))
    assert day.seed not in repr(day)
    assert secret not in caplog.text
    assert day.seed not in caplog.text


async def test_a_deleted_secret_does_no_harm(room: Room, raw: Raw):
    anna = await daily(room)
    raw.execute("DELETE FROM daily_secrets")
    assert (await daily(room, BEN)).seed == anna.seed
    room.time += LATER
    assert (await daily(room)).seed == (await daily(room, BEN)).seed


# One try


async def test_there_is_one_try_a_day(room: Room):
    first = await daily(room)
    assert [table.id for table in await asyncio.gather(*(daily(room) for _ in range(3)))] == [first.id] * 3
    table = await played(room, ANNA)
    assert table.phase is Phase.FINISHED
    assert (await daily(room)).id == first.id
    room.time += LATER
    assert (await daily(room)).id != first.id


@pytest.mark.parametrize("way", ["resign", "end"])
async def test_a_game_that_is_given_up_does_not_count(room: Room, way: str):
    table = await daily(room)
    await refuses("to see how the others did", room.service.daily.results(table.id, ANNA))
    if way == "resign":
        await room.seats.resign(table.id, ANNA)
    else:
        await room.play.end(table.id, ANNA, False)
    assert (await daily(room)).id == table.id
    assert await results(room, ANNA) == {ANNA: None}
    found = await room.service.daily.results(table.id, ANNA)
    assert (found.streak, found.finishers, found.week) == (0, 0, ())


async def test_midnight_ends_the_games_of_the_day(room: Room):
    table = await daily(room)
    await played(room, BEN)
    assert table.deadline == datetime(2026, 5, 2, tzinfo=UTC)
    text = await room.an_action(table, ANNA)
    table = await room.deadline_passes(table)
    assert table.phase is Phase.CLOSED
    await refuses("This game is over", room.play.act(table.id, ANNA, [text]))
    assert await results(room, ANNA) == {ANNA: None, BEN: 1}
    assert (await daily(room)).id != table.id


async def test_nobody_plays_on_when_the_deal_may_be_known(room: Room):
    """After an outage deadlines are later, but not midnight."""
    table = await daily(room)
    await room.store.tables.postpone(timedelta(hours=3))
    room.time = datetime(2026, 5, 2, 1, tzinfo=UTC)
    await refuses("That day is over", room.play.act(table.id, ANNA, [await room.an_action(table, ANNA)]))


async def test_the_tables_of_the_day_are_not_among_the_practice_games(room: Room):
    async def practise(user: int) -> None:
        options = GAMES["card_duel"].Options()
        await room.service.practice.start(GUILD, CHANNEL, user, "card_duel", options, [Level.EASY])

    await daily(room, BEN)
    for user in (ANNA, BEN):
        for _ in range(MOST_OPEN):
            await practise(user)
    await daily(room)
    await refuses("practice games open", practise(ANNA))


# The server's midnight


async def choose_zone(room: Room, zone: str) -> None:
    await room.service.settings.choose_quiet_hours(QuietHours(zone, 0, 0), server=GUILD)


@pytest.mark.parametrize(
    ("zone", "ends_at"),
    [
        ("Europe/Berlin", datetime(2026, 5, 1, 22, tzinfo=UTC)),
        ("America/Los_Angeles", datetime(2026, 5, 2, 7, tzinfo=UTC)),
        ("Pacific/Kiritimati", datetime(2026, 5, 2, 10, tzinfo=UTC)),
    ],
)
async def test_the_day_ends_at_midnight_on_the_server(room: Room, zone: str, ends_at: datetime):
    await choose_zone(room, zone)
    table = await daily(room)
    assert isinstance(table.purpose, DayTry)
    assert table.purpose.ends_at == ends_at


async def test_a_day_has_23_hours_when_the_clocks_change(room: Room):
    await choose_zone(room, "Europe/Berlin")
    room.time = datetime(2026, 3, 28, 23, tzinfo=UTC)  # midnight there
    table = await daily(room)
    assert isinstance(table.purpose, DayTry)
    assert table.purpose.ends_at - room.time == timedelta(hours=23)


async def test_a_new_time_zone_brings_no_day_back_and_ends_none_early(room: Room):
    first = await daily(room)
    await choose_zone(room, "Pacific/Kiritimati")  # where it is tomorrow already
    assert (await daily(room)).id == first.id
    room.time = datetime(2026, 5, 2, 0, 30, tzinfo=UTC)
    second = await daily(room)
    assert isinstance(first.purpose, DayTry)
    assert isinstance(second.purpose, DayTry)
    assert second.purpose.day == first.purpose.day + 1
    await choose_zone(room, "America/Los_Angeles")  # where it is still the first day
    room.time = second.purpose.ends_at
    third = await daily(room)
    assert isinstance(third.purpose, DayTry)
    assert third.purpose.day == second.purpose.day + 1


async def test_a_day_keeps_its_game_when_others_are_installed(store: Store):
    first = await daily(Room(store, only("knotweed")))
    assert (await daily(Room(store, GAMES), BEN)).game == first.game
    await refuses("no longer installed", daily(Room(store, only("counter")), CLARA))
    await refuses("short enough", daily(Room(store, {}), ANNA, GUILD + 1))


async def test_a_server_can_do_without(room: Room):
    await room.service.server_settings.choose(GUILD, ServerSetting.DAILY, OFF)
    for ask in (daily(room), room.service.daily.latest_results(GUILD, ANNA)):
        await refuses("There is no game of the day on this server", ask)


# Until the day is over


async def test_no_help_and_no_way_back(room: Room):
    table = await room.computers_moved(await daily(room))
    await refuses("no hints", room.service.hints.hint(table.id, ANNA))
    for _ in range(5):
        table = await chosen(room, table, ANNA, Random("moves"))
        await refuses("Moves can't be taken back in the game of the day", room.take_backs.take_back(table.id, ANNA))
        snapshot = await room.snapshot(table, ANNA)
        assert not any((snapshot.can_take_back, snapshot.can_ask_back, snapshot.can_go_on))


async def test_the_deal_is_a_secret_until_midnight(room: Room):
    running = await daily(room)
    deal = present((await room.snapshot(running, ANNA)).deal)
    table = await played(room, ANNA)
    snapshot = await room.snapshot(table, ANNA)
    assert snapshot.deal == deal
    assert deal.seed is None
    assert (snapshot.hands, snapshot.turning_point) == ((), None)
    verified = await room.service.fair_deals.verify(table.id)
    assert verified.deal == deal
    assert verified.repeats is None
    await refuses("Others can still play the same deal", room.service.replays.beginning(table.id, ANNA))
    await refuses("Others can still play the same deal", room.service.replays.moves(table.id, [1]))
    room.time += LATER
    await room.handle_due()
    snapshot = await room.snapshot(table, ANNA)
    assert snapshot.deal == replace(deal, seed=table.seed)
    assert len(snapshot.hands) == len(table.seats)
    assert (await room.service.fair_deals.verify(table.id)).repeats
    assert (await room.service.replays.beginning(table.id, ANNA)).table == snapshot.table


async def test_no_rating_and_no_record_changes(room: Room):
    await played(room, ANNA)
    for practice in (False, True):
        assert await room.store.leaderboards.statistics(GUILD, ANNA, practice=practice) == []
        assert await room.store.leaderboards.standings(GUILD, None, offset=0, limit=9, practice=practice) == ([], 0)
    assert await room.store.leaderboards.count_standings_again() == 0
    await room.first_game("card_duel", {})
    other = await room.under_way("card_duel", [ANNA], {}, computers=[Level.EASY])
    await room.seats.resign(other.id, ANNA)
    ((record,), lines) = (
        await room.store.leaderboards.statistics(GUILD, ANNA, practice=True),
        await room.store.leaderboards.standings(GUILD, None, offset=0, limit=9, practice=True),
    )
    assert record.games == 1
    room.time += LATER
    await played(room, ANNA)
    assert await room.store.leaderboards.standings(GUILD, None, offset=0, limit=9, practice=True) == lines


# How everybody did


async def test_the_others_are_shown_when_the_own_game_is_over(room: Room):
    for user in (ANNA, BEN, CLARA):
        await played(room, user, seed=str(user))
    table = await daily(room, DAN)
    await refuses("to see how the others did", room.service.daily.latest_results(GUILD, DAN))
    found = await room.service.daily.results((await daily(room)).id, ANNA)
    assert {line.user_id for line in found.lines} == {ANNA, BEN, CLARA}, "Dan still plays"
    game = GAMES[table.game]
    points = [line.points for line in found.lines if line.points is not None]
    assert points == sorted(points, reverse=not present(game.daily).fewest_points_win)
    room.time += LATER
    await room.handle_due()
    assert (await results(room, DAN))[DAN] is None
    assert set(await results(room, DAN)) == {ANNA, BEN, CLARA, DAN}


async def test_a_member_who_stays_off_leaderboards_is_not_listed_to_others(room: Room):
    for user in (ANNA, BEN):
        await played(room, user)
    await room.service.privacy.hide(BEN, hidden=True)
    assert await results(room, ANNA) == {ANNA: 1}
    assert await results(room, BEN) == {ANNA: 1, BEN: 1}
    assert [line.user_id for line in (await room.service.daily.latest_results(GUILD, ANNA)).week] == [ANNA]


async def test_a_deleted_member_is_a_former_one_in_the_tables_of_past_days(room: Room):
    for user in (ANNA, BEN):
        await played(room, user)
    room.time += LATER
    await room.service.privacy.delete(BEN)
    ranks = await results(room, ANNA)
    assert ranks.pop(ANNA) == 1
    ((former, rank),) = ranks.items()
    assert (former < 0, rank) == (True, 1)


@pytest.mark.parametrize("is_finished", [True, False])
async def test_a_deletion_gives_no_second_try_and_leaves_nobody_to_beat(room: Room, is_finished: bool):
    await played(room, ANNA)
    if is_finished:
        await played(room, BEN)
    else:
        await daily(room, BEN)
    day = (await played(room, ANNA)).purpose
    assert isinstance(day, DayTry)
    await room.service.privacy.delete(BEN)
    for here in (room, room.restarted()):
        await refuses("You have played today's game already.", here.service.daily.today(GUILD, BEN))
        await refuses("You have played today's game already.", here.service.daily.begin(GUILD, CHANNEL, BEN, day.day))
        assert await results(here, ANNA) == {ANNA: 1}
    room.time += LATER
    assert (await daily(room, BEN)).phase is Phase.PLAYING


async def test_a_streak_goes_on_and_breaks(room: Room):
    for number in range(1, 4):
        await played(room, ANNA)
        assert (await room.service.daily.latest_results(GUILD, ANNA)).streak == number
        room.time += LATER
    room.time += LATER
    await played(room, ANNA)
    assert (await room.service.daily.latest_results(GUILD, ANNA)).streak == 4, "one missed day a week is forgiven"
    room.time += 4 * LATER
    await played(room, ANNA)
    assert (await room.service.daily.latest_results(GUILD, ANNA)).streak == 1


# Who is honoured


async def test_three_equal_firsts_of_a_day_all_deserve_the_role(room: Room):
    """Whoever began later has it as well, and whoever gave up has not."""
    role, honours = 77, room.service.honours
    await honours.choose(GUILD, Honour.DAILY, role)
    equals = (CLARA, BEN, ANNA)
    for user in equals:
        await played(room, user)
        room.pass_time(minutes=10)
    table = await played(room, DAN, moves=3)
    await room.seats.resign(table.id, DAN)
    ranks = await results(room, ANNA)
    assert ranks == {CLARA: 1, BEN: 1, ANNA: 1, DAN: None}
    room.time += LATER
    assert await honours.deserved(GUILD, is_here) == {(role, user) for user in equals}


async def is_here(_user: int) -> bool:
    return True

"""Which games change ratings: no early departures, few of the same two, no first try, no way of farming."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from card_room import ANNA, ANNA_FIRST, BEN, CLARA, DAN, GUILD, KNOTWEED, PILES, STRANGER, Room, refuses
from leagues_room import started as begun_league

from db.purpose_records import Unrated
from db.records import Phase, Rating, TableRecord
from opponents import Level
from sessions.leaderboards import MOST_A_DAY
from sessions.settings.server import MayEnd, ServerSetting
from sessions.settings.settings import QuietHours
from sessions.shared.refusals import Refused
from sessions.tables.leaving import Leaving
from sessions.tables.results import shown_rating

ENOUGH, FIRST, LEFT_EARLY, KNOWN, CHOSEN = Unrated


async def shown(room: Room, *players: int, practice: bool = False, game: str = PILES) -> list[int | None]:
    """The ratings of these members as they are shown, ``None`` without a game that counts."""
    ratings = [await room.store.leaderboards.rating(GUILD, who, game, practice=practice) for who in players]
    return [None if rating is None else shown_rating(rating) for rating in ratings]


async def resigned(room: Room, table: TableRecord, *users: int) -> TableRecord:
    for user in users:
        room.pass_time(seconds=1)
        table = await room.seats.resign(table.id, user)
    return table


# Leaving early


async def test_quick_resignations_change_nothing_twice(room: Room) -> None:
    """Six of them made 1,517 out of 1,000, and who left whatever began badly won 63 % instead of 46."""
    tables: list[TableRecord] = []
    for _ in range(2):
        table = await room.started()
        assert await room.seats.leaving(table.id, BEN) is Leaving.FREE
        tables.append(await resigned(room, table, BEN))
    assert [(table.phase, table.purpose.unrated) for table in tables] == [(Phase.FINISHED, LEFT_EARLY)] * 2
    assert await shown(room, ANNA, BEN) == [None, None]
    assert await room.store.leaderboards.count_standings_again() == 0
    table = await room.started()
    assert await room.seats.leaving(table.id, BEN) is Leaving.TOO_OFTEN
    third = await resigned(room, table, BEN)
    assert (third.purpose.unrated, third.seats[1].left_early) == (None, False)
    assert [line.wins for line in await room.store.leaderboards.statistics(GUILD, ANNA)] == [1]
    ratings = await shown(room, ANNA, BEN)
    assert ratings[0] > 1000 > ratings[1]  # type: ignore[operator]


async def test_nine_games_of_which_eight_were_left_use_up_the_day(room: Room) -> None:
    for _ in range(8):
        await resigned(room, await room.started(), BEN)
    assert (await finished(room, ANNA, BEN, winner=1)).purpose.unrated is ENOUGH
    assert [line.games for line in await room.store.leaderboards.statistics(GUILD, BEN)] == [1]


STRANGERS = range(1_000, 2_000)
"""Members whom Ben meets for the first time, so that no pair has had enough."""


async def left_early(room: Room, other: int) -> bool:
    """Whether it is free for Ben to leave a game with somebody else before his third decision."""
    return (
        await resigned(room, await room.started(players=[other, BEN], channel=other), BEN)
    ).purpose.unrated is LEFT_EARLY


async def test_two_of_ten_games_in_a_row_can_be_left(room: Room) -> None:
    others = iter(STRANGERS)
    assert [await left_early(room, next(others)) for _ in range(3)] == [True, True, False]
    for _ in range(7):
        await finished(room, next(others), BEN)
    assert [await left_early(room, next(others)) for _ in range(3)] == [True, True, False]


async def test_games_begun_before_others_have_ended_make_no_more_room(room: Room) -> None:
    """Ben sits at many tables, leaves two, plays nine others to their ends, and then leaves the rest."""
    tables = [await room.started(players=[other, BEN], channel=other) for other in STRANGERS[:6]]
    for table in tables[:2]:
        await resigned(room, table, BEN)
    for other in STRANGERS[10:18]:
        await finished(room, other, BEN)
    assert [(await resigned(room, table, BEN)).purpose.unrated for table in tables[2:]] == [
        LEFT_EARLY,
        LEFT_EARLY,
        None,
        None,
    ]


async def test_of_games_left_at_the_same_moment_two_are_free(room: Room) -> None:
    tables = [await room.started(players=[other, BEN], channel=other) for other in STRANGERS[:6]]
    left = await asyncio.gather(*(room.seats.resign(table.id, BEN) for table in tables))
    assert [table.purpose.unrated for table in left].count(LEFT_EARLY) == 2


async def test_a_game_that_goes_on_without_ben_counts_at_once(room: Room) -> None:
    for channel in range(2):
        table = await room.started(KNOTWEED, [*STRANGERS[3 * channel :][:2], BEN], channel=channel)
        assert (await resigned(room, table, BEN)).phase is Phase.PLAYING
    assert not await left_early(room, STRANGERS[9])


async def test_no_deletion_of_data_makes_leaving_free_again(room: Room) -> None:
    others = iter(STRANGERS)
    for _ in range(2):
        assert await left_early(room, next(others))
    await room.service.privacy.delete(BEN)
    assert not await left_early(room, next(others))
    await room.service.privacy.delete(BEN)
    assert not await left_early(room, next(others))
    room.pass_time(days=31)
    assert await left_early(room, next(others))


async def test_a_deletion_during_games_leaves_them_early(room: Room) -> None:
    for other in STRANGERS[:3]:
        await room.started(players=[other, BEN], channel=other)
    await room.service.privacy.delete(BEN)
    assert not await left_early(room, STRANGERS[9])


async def test_whom_the_others_vote_out_has_not_left(room: Room) -> None:
    """Two hostile members could otherwise make a third lose games before they have begun."""
    for channel in range(3):
        table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], channel=channel)
        await room.service.votes.ask_to_remove(table.id, ANNA, BEN)
        table = await room.service.votes.vote(table.id, CLARA, 1, agrees=True)
        assert table.seats[1].left_early


async def test_a_vote_after_the_third_decision_changes_the_rating_of_the_third_time(room: Room) -> None:
    """Two accounts of one member could vote out whoever was beating them; three could call off what they lose."""
    for channel, is_free in enumerate([True, True, False]):
        table = await room.some_moves(await room.started(KNOTWEED, [ANNA, BEN, CLARA], channel=channel), 12)
        await room.service.votes.ask_to_remove(table.id, ANNA, BEN)
        table = await room.service.votes.vote(table.id, CLARA, 1, agrees=True)
        assert table.seats[1].left_early == is_free


@pytest.mark.parametrize("ending", MayEnd)
@pytest.mark.parametrize("players", [[ANNA, BEN], [ANNA, BEN, CLARA]])
async def test_nobody_calls_off_alone_what_others_play_for(room: Room, ending: MayEnd, players: list[int]) -> None:
    """A moderator or a host ended without a result whatever began badly: only victories counted."""
    await room.service.server_settings.choose(GUILD, ServerSetting.ENDING, ending)
    table = await room.under_way(KNOTWEED, players)
    for may_manage in (True, False):
        with suppress(Refused):
            table = await room.play.end(table.id, ANNA, may_manage)
    assert table.phase is not Phase.CLOSED
    if table.phase is Phase.PLAYING:
        table = await room.seats.resign(table.id, ANNA)
    if table.phase is Phase.PLAYING:
        await refuses("You play here yourself", room.play.end(table.id, ANNA, may_manage=True))
        table = await resigned(room, table, BEN)
    assert (await room.store.games.results(table.id))[0].place == 2
    assert (await shown(room, ANNA, game=KNOTWEED))[0] < 1000  # type: ignore[operator]


async def test_a_resignation_counts_from_the_third_decision_on(room: Room, table: TableRecord) -> None:
    while await room.seats.leaving(table.id, ANNA) is not Leaving.COUNTS:
        table = await room.some_moves(table, 1)
    assert len({move.rev for move in await room.store.games.moves(table.id) if move.seat == 0}) == 3
    table = await resigned(room, table, ANNA)
    assert table.purpose.unrated is None
    assert (await room.snapshot(table, None)).rated == {0, 1}
    assert await shown(room, ANNA, BEN) != [None, None]


async def test_who_leaves_early_costs_the_others_nothing_and_gains_nothing(room: Room) -> None:
    table = await resigned(room, await room.started(KNOTWEED, [ANNA, BEN, CLARA]), CLARA)
    while await room.seats.leaving(table.id, BEN) is not Leaving.COUNTS:
        table = await room.some_moves(table, 1)
    table = await resigned(room, table, BEN)
    assert (table.phase, table.purpose.unrated) == (Phase.FINISHED, None)
    assert (await room.snapshot(table, None)).rated == {0, 1}
    alone = await resigned(room, await room.under_way(KNOTWEED, [DAN, CLARA], ANNA_FIRST), CLARA)
    assert alone.purpose.unrated is None
    ratings = await shown(room, ANNA, BEN, DAN, CLARA, game=KNOTWEED)
    assert ratings[:2] == ratings[2:]  # as after a game of two, and Clara's first one that counts
    assert (await room.store.leaderboards.statistics(GUILD, CLARA))[0].games == 1


async def test_a_game_with_nobody_left_to_compare_does_not_count(room: Room) -> None:
    table = await resigned(room, await room.started(KNOTWEED, [ANNA, BEN, CLARA]), CLARA, BEN)
    assert (table.phase, table.purpose.unrated) == (Phase.FINISHED, LEFT_EARLY)
    assert await shown(room, ANNA, BEN, CLARA, game=KNOTWEED) == [None] * 3


async def test_leaving_for_good_is_the_same_as_resigning(room: Room) -> None:
    """What a computer decides meanwhile is not the member's, and who comes back has left nothing."""
    table = await room.seats.leave((await room.started()).id, BEN)
    table = await room.some_moves(table, 10)
    assert (await resigned(room, table, BEN)).purpose.unrated is LEFT_EARLY
    table = await room.seats.leave((await room.started()).id, BEN)
    table = await room.seats.come_back(table.id, BEN)
    assert not table.seats[1].left_early
    assert (await room.some_moves(table, 10_000)).purpose.unrated is None
    assert await shown(room, ANNA, BEN) != [None, None]


# Three games a day


async def finished(room: Room, *players: int, winner: int = 0) -> TableRecord:
    """A game that all but one have given up when it counted."""
    table = await room.under_way(PILES if len(players) == 2 else KNOTWEED, players)
    return await resigned(room, table, *(player for number, player in enumerate(players) if number != winner))


async def test_only_three_games_a_day_between_the_same_two_count(room: Room) -> None:
    reasons = [(await finished(room, ANNA, BEN)).purpose.unrated for _ in range(6)]
    assert reasons == [None] * MOST_A_DAY + [ENOUGH] * 3
    after = await shown(room, ANNA, BEN)
    assert [line.games for line in await room.store.leaderboards.statistics(GUILD, ANNA)] == [3]
    assert (await finished(room, CLARA, ANNA)).purpose.unrated is None  # with somebody else, Anna has not played yet
    room.time += timedelta(hours=24)
    assert (await finished(room, ANNA, BEN)).purpose.unrated is None
    assert await shown(room, ANNA, BEN) != after


async def test_games_count_from_their_beginning_on(room: Room) -> None:
    """Otherwise any number could be begun before the first one ends, or those with bad cards ended without a result."""
    tables = [await room.started(channel=channel) for channel in range(4)]
    assert [table.purpose.unrated for table in tables] == [None, None, None, ENOUGH]
    await room.play.end(tables[0].id, STRANGER, may_manage=True)
    assert (await room.started(channel=5)).purpose.unrated is ENOUGH


async def test_rematches_and_matches_of_leagues_are_games_of_the_same_two(room: Room) -> None:
    """The same cards of a match change no rating anyway (``test_meetings``)."""
    last = [await finished(room, ANNA, BEN) for _ in range(MOST_A_DAY)][-1]
    again = await room.lobby.rematch(last.id, ANNA)
    await room.lobby.join(again.id, BEN)
    assert (await room.lobby.start(again.id, ANNA)).purpose.unrated is ENOUGH
    league = await begun_league(room, PILES, [ANNA, BEN], 1)
    (opened,) = await room.store.leagues.tables_of([match.id for match in league.matches])
    match = await room.stored(opened.table_id)
    assert match.purpose.unrated is ENOUGH


async def test_a_larger_table_counts_while_each_may_still_be_compared_with_somebody(room: Room) -> None:
    for _ in range(MOST_A_DAY):
        await finished(room, ANNA, BEN)
    assert (await room.started(KNOTWEED, [ANNA, BEN, CLARA])).purpose.unrated is None
    for channel in (2, 3):
        await room.started(KNOTWEED, [ANNA, BEN, CLARA], channel=channel)
    assert (await room.started(KNOTWEED, [ANNA, BEN, CLARA], channel=4)).purpose.unrated is ENOUGH
    assert (await room.started(KNOTWEED, [ANNA, BEN, CLARA, DAN], channel=5)).purpose.unrated is None


async def test_two_accounts_together_give_no_more_games_than_apart(room: Room) -> None:
    """Three with each, and then three more with both at one table, because those two had not met."""
    for channel, other in enumerate([BEN, CLARA] * MOST_A_DAY):
        assert (await room.started(players=[ANNA, other], channel=channel)).purpose.unrated is None
    assert (await room.started(KNOTWEED, [ANNA, BEN, CLARA], channel=7)).purpose.unrated is ENOUGH


async def test_no_midnight_makes_the_limit_new(room: Room) -> None:
    """A manager who moved the time zone each hour had three more games each time."""
    reasons: list[Unrated | None] = []
    for hour, zone in enumerate(["Pacific/Auckland", "Asia/Tokyo", "Europe/Paris", "America/Lima", "Pacific/Honolulu"]):
        await room.service.settings.choose_quiet_hours(QuietHours(zone, 0, 0), server=GUILD)
        reasons += [(await room.started(channel=10 * hour + number)).purpose.unrated for number in range(2)]
        room.time += timedelta(hours=5)
    assert reasons == [None] * MOST_A_DAY + [ENOUGH] * 7
    room.time -= timedelta(hours=1, seconds=1)
    assert (await room.started(channel=98)).purpose.unrated is ENOUGH
    room.time += timedelta(seconds=1)
    assert (await room.started(channel=99)).purpose.unrated is None, "24 hours after the first one"


@pytest.mark.parametrize("begun", [1, 3])
async def test_no_deletion_of_data_makes_the_limit_new(room: Room, begun: int) -> None:
    """A second account that deleted its data after three games made 30 rated ones in a day: 2,283 instead of 1,336."""
    reasons: list[Unrated | None] = []
    for _ in range(4):
        reasons += [(await finished(room, ANNA, BEN)).purpose.unrated for _ in range(begun)]
        await room.service.privacy.delete(BEN)
    assert reasons == [None] * MOST_A_DAY + [ENOUGH] * (4 * begun - MOST_A_DAY)
    season = await room.service.seasons.page(GUILD, ANNA, offset=0, limit=1)
    assert [(line.games, line.points) for line in season.lines] == [(3, 3)]
    await room.service.privacy.delete(ANNA)
    assert (await finished(room, ANNA, BEN)).purpose.unrated is ENOUGH


async def test_a_deletion_in_the_middle_of_a_game_gives_none_back(room: Room) -> None:
    for channel in range(MOST_A_DAY):
        await room.started(channel=channel)
        await room.service.privacy.delete(BEN)
    assert (await room.started(channel=4)).purpose.unrated is ENOUGH
    assert (await room.started(players=[CLARA, BEN], channel=5)).purpose.unrated is None


async def test_a_lobby_says_before_the_game_that_it_will_not_count(room: Room) -> None:
    for channel in range(MOST_A_DAY):
        await room.started(channel=channel)
    lobby = await room.opened(channel=5)
    assert (await room.snapshot(lobby, None)).unrated is ENOUGH
    await room.lobby.leave(lobby.id, BEN)
    assert (await room.snapshot(lobby, None)).unrated is None
    await room.service.server_settings.choose(GUILD, ServerSetting.LEADERBOARD, "off")
    await room.lobby.join(lobby.id, BEN)
    assert (await room.snapshot(lobby, None)).unrated is None  # nobody sees ratings there anyway


@pytest.mark.parametrize(
    ("rules", "unrated"), [({"first": 0}, None), ({"turn_cap": 1}, None), ({"first": 1, "turn_cap": 1}, CHOSEN)]
)
@pytest.mark.parametrize("computers", [[], [Level.EASY]])
async def test_who_begins_is_drawn_where_that_can_decide_a_game_that_counts(
    room: Room, rules: dict[str, int], unrated: Unrated | None, computers: list[Level]
) -> None:
    """Who lets the other begin a game of Knotweed with one turn wins 82 of 100; in Card Duel with 5 life, 32."""
    await room.first_game(KNOTWEED)
    lobby = await room.opened(KNOTWEED, [ANNA] if computers else [ANNA, BEN], rules, computers=computers)
    assert (await room.snapshot(lobby, None)).unrated is unrated
    assert (await room.lobby.start(lobby.id, ANNA)).purpose.unrated is unrated


# A first game against computers


@pytest.mark.parametrize("ends", ["resigned", "played"])
async def test_a_first_game_against_computers_changes_no_rating(room: Room, ends: str) -> None:
    table = await room.started(players=[ANNA], computers=[Level.EASY])
    table = await (resigned(room, table, ANNA) if ends == "resigned" else room.some_moves(table, 10_000))
    assert (table.phase, table.purpose.unrated) == (Phase.FINISHED, FIRST)
    assert await room.store.leaderboards.standings(GUILD, None, offset=0, limit=9, practice=True) == ([], 0)
    again = await room.some_moves(await room.started(players=[ANNA], computers=[Level.EASY]), 10_000)
    assert again.purpose.unrated is None
    assert await shown(room, ANNA, practice=True) != [None]
    other = await room.started(KNOTWEED, [ANNA], computers=[Level.EASY], channel=9)
    assert other.purpose.unrated is FIRST


async def test_an_account_that_loses_all_day_makes_no_computer_worth_beating(room: Room) -> None:
    """It made easy's 1,617 to 2,894 in a day by deleting its data: who then won 70 % had 2,674 instead of 1,565."""
    ratings: list[Rating | None] = []
    for game in range(12):
        if game == MOST_A_DAY:
            await room.service.privacy.delete(BEN)
        await resigned(room, await room.under_way(players=[BEN], computers=[Level.EASY], channel=game), BEN)
        ratings.append(await room.store.leaderboards.rating(GUILD, "easy", PILES, practice=True))
    assert len({rating for rating in ratings if rating}) == MOST_A_DAY
    (line,) = await room.store.leaderboards.statistics(GUILD, BEN, practice=True)
    assert line.games == 8, "his own games all count but the first"
    assert (await shown(room, BEN, practice=True))[0] < 900  # type: ignore[operator]
    room.pass_time(days=1)
    await resigned(room, await room.under_way(players=[BEN], computers=[Level.EASY]), BEN)
    assert await room.store.leaderboards.rating(GUILD, "easy", PILES, practice=True) != ratings[-1]


# Who sees ratings on results


async def test_results_show_no_rating_of_a_member_who_hides(room: Room) -> None:
    table = await finished(room, ANNA, BEN)
    await room.service.privacy.hide(ANNA, hidden=True)
    assert (await room.snapshot(table, BEN)).rated == {1}
    await room.service.server_settings.choose(GUILD, ServerSetting.LEADERBOARD, "off")
    assert (await room.snapshot(table, BEN)).rated == set()


Day = Callable[[Room, int, int], Awaitable[None]]
HOURS = 20


async def won(room: Room, winner: int, loser: int, channel: int) -> None:
    """A game that the loser gives up when that counts."""
    await room.seats.resign((await room.under_way(players=[winner, loser], channel=channel)).id, loser)


async def play_all_day(room: Room, winner: int, loser: int) -> None:
    for hour in range(HOURS):
        await won(room, winner, loser, hour)
        room.pass_time(hours=1)


async def delete_the_data_of_the_loser(room: Room, winner: int, loser: int) -> None:
    for hour in range(HOURS):
        await won(room, winner, loser, hour)
        await room.service.privacy.delete(loser)
        room.pass_time(hours=1)


async def move_the_time_zone(room: Room, winner: int, loser: int) -> None:
    for hour in range(HOURS):
        zone = f"Etc/GMT{hour - 12:+d}"
        await room.service.settings.choose_quiet_hours(QuietHours(zone, 0, 0), server=GUILD)
        await won(room, winner, loser, hour)
        room.pass_time(hours=1)


async def begin_all_at_once(room: Room, winner: int, loser: int) -> None:
    for table in [await room.started(players=[winner, loser], channel=channel) for channel in range(HOURS)]:
        await room.seats.resign(table.id, loser)
    await play_all_day(room, winner, loser)


async def leave_what_begins_badly(room: Room, winner: int, loser: int) -> None:
    for hour in range(HOURS):
        table = await room.started(players=[winner, loser], channel=hour)
        await (room.play.end(table.id, STRANGER, may_manage=True) if hour % 2 else room.seats.resign(table.id, winner))
        await won(room, winner, loser, hour)
        room.pass_time(hours=1)


async def at_the_end(room: Room, winner: int) -> tuple[int, int]:
    """A member's rating and points of the season."""
    rating = await room.store.leaderboards.rating(GUILD, winner, PILES)
    season = (await room.service.seasons.page(GUILD, winner, offset=0, limit=1)).own
    return 1000 if rating is None else shown_rating(rating), 0 if season is None else season.points


@pytest.mark.parametrize(
    "day", [delete_the_data_of_the_loser, move_the_time_zone, begin_all_at_once, leave_what_begins_badly]
)
async def test_a_farmer_gains_nothing_beside_an_honest_member(room: Room, day: Day) -> None:
    """It was 2,283 instead of 1,336 with the data deleted, and 12 times as many points with the time zone moved."""
    await day(room, ANNA, BEN)
    farmed = await at_the_end(room, ANNA)
    room.pass_time(days=2)
    await play_all_day(room, CLARA, DAN)
    honest = await at_the_end(room, CLARA)
    print(f"{day.__name__}: rating {farmed[0]} beside {honest[0]}, points {farmed[1]} beside {honest[1]}")
    assert honest == (1336, 3)
    # Whoever has had their data deleted is a newcomer again: who beats three newcomers has 24 points more.
    assert farmed[0] <= honest[0] + (24 if day is delete_the_data_of_the_loser else 0)
    assert farmed[1] <= honest[1]

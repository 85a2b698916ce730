"""The cards of a race have seeds from one key, and stay sealed as long as somebody can still play them."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

import pytest
from card_room import ANNA, BEN, CHANNEL, CLARA, GUILD, PILES, Room, refuses
from hypothesis import given
from hypothesis import strategies as st
from leagues_room import ORGANISER, decide, now, pass_time, started

from db.cups import CupRecord
from db.purpose_records import DayTry, DealTry
from db.records import NewTable, Phase, TableRecord
from engines import GAMES
from sessions.leagues.tools import Choice, Tool, choices
from sessions.races import deal_seed
from sessions.shared.refusals import Refused
from sessions.tables.pace import Pace
from tests.optional import present


async def a_day(room: Room, user: int) -> TableRecord:
    day = present(await room.service.daily.day_now(GUILD))
    return await room.service.daily.begin(GUILD, CHANNEL, user, day.day)


async def a_cup(room: Room, user: int) -> TableRecord:
    async def is_shown(_: CupRecord) -> bool:
        return True

    (cup, *_) = await room.store.cups.due_on(GUILD) or [
        await room.service.cups.open(GUILD, CHANNEL, CLARA, "Cup", GAMES[PILES], 4, 3, is_shown)
    ]
    return await room.service.cups.play(cup.id, GUILD, CHANNEL, user)


async def a_match(room: Room, user: int) -> TableRecord:
    """Of a league of three, who all play it alone: without one of them, it goes on."""
    (league, *_) = await room.store.leagues.open_on(GUILD) or [
        await started(room, "counter", [ANNA, BEN, CLARA], 1, Pace.MATCH)
    ]
    (match,) = league.matches
    for number in match.numbers if match.way == "together" else ():
        await room.service.league_appointments.prefer_alone(match.id, GUILD, league.entry(number).user_id)
    return await room.service.league_appointments.play(match.id, GUILD, user, CHANNEL)


async def told_seeds(room: Room, table: TableRecord, *readers: int | None) -> set[str | None]:
    """The seeds that these readers see: at the table and in its text, or by verifying it."""
    shown = [(await room.snapshot(table, reader)).deal for reader in readers]
    shown.append((await room.service.fair_deals.verify(table.id)).deal)
    return {deal.seed for deal in shown if deal is not None}


async def test_nobody_looks_at_the_cards_while_they_begin_a_try(room: Room) -> None:
    """Two taps at the same moment gave both: the replay with all hands, and a try."""
    origin = await room.finished()
    look, begin = room.service.challenges.note_look, room.service.challenges.begin
    for user in range(1000, 1010):
        taps = [look(origin.id, user), begin(origin.id, 0, GUILD, CHANNEL, user)]
        done = await asyncio.gather(*(taps if user % 2 else reversed(taps)), return_exceptions=True)
        assert [isinstance(each, Refused) for each in done].count(True) == 1, user


@pytest.mark.parametrize("begin", [a_day, a_cup, a_match])
async def test_a_deletion_unseals_no_cards_that_others_play(
    room: Room, begin: Callable[[Room, int], Awaitable[TableRecord]]
) -> None:
    """It turned the table into a practice game, whose cards are nobody's secret."""
    anna, ben = await begin(room, ANNA), await begin(room, BEN)
    await room.seats.resign(anna.id, ANNA)
    await room.service.privacy.delete(ANNA)
    for league in await room.store.leagues.open_on(GUILD):
        await room.service.league_rounds.advance(league.id)
    for here in (room, room.restarted()):
        left = (await here.snapshot(anna, None)).table
        assert (left.phase, replace(left.purpose, unrated=None)) == (Phase.FINISHED, ben.purpose)
        assert left.users[0] < 0
        assert await told_seeds(here, left, None, BEN, *left.users) == {None}
    assert (await room.play.act(ben.id, BEN, [await room.an_action(ben, BEN)])).phase is Phase.PLAYING
    races, tried = room.store.races, ben.purpose
    if isinstance(tried, DayTry):
        found = await races.of_days(GUILD, tried.day, tried.day)
    else:
        assert isinstance(tried, DealTry)
        found = await races.of_deals([tried.deal])
    assert [one.user_id for one in found] == [BEN], "who has gone is nobody to beat"
    await room.later(days=14)
    for league in await room.store.leagues.open_on(GUILD):
        await room.service.league_rounds.advance(league.id)
        await room.service.league_rounds.advance((await pass_time(room, league, room.time + timedelta(days=2))).id)
    assert await told_seeds(room, left, None) == {ben.seed}


@pytest.mark.parametrize("begin", [a_day, a_cup])
async def test_the_end_of_a_race_is_stored_and_no_clock_unseals_or_opens_it(
    room: Room, begin: Callable[[Room, int], Awaitable[TableRecord]]
) -> None:
    """A clock that was wrong for a minute showed the cards to whoever looked, and then they could be played."""
    anna, ben = await begin(room, ANNA), await begin(room, BEN)
    await room.seats.resign(anna.id, ANNA)
    for days in (4, -4):
        room.pass_time(days=days)
        assert await told_seeds(room, anna, None, ANNA, CLARA) == {None}
        with pytest.raises(Refused):
            await room.service.replays.beginning(anna.id, ANNA)
    action = await room.an_action(ben, BEN)
    assert (await room.play.act(ben.id, BEN, [action])).phase is Phase.PLAYING
    room.pass_time(days=4)
    await room.timer.look(room.service.times.days, room.service.daily.on_due)
    await room.timer.look(room.service.times.cups, room.service.cups.on_due)
    room.pass_time(days=-4)
    for here in (room, room.restarted()):
        assert await told_seeds(here, anna, None, ANNA, CLARA) == {anna.seed}
        await refuses(r"That day is over|time for these cards is over", here.play.act(ben.id, BEN, [action]))
        await refuses("over", begin_again(here, anna, CLARA))


@pytest.mark.parametrize("others", [(), (BEN,)])
@pytest.mark.parametrize("begin", [a_day, a_cup, a_match])
async def test_what_ends_while_somebody_begins_it_is_over_for_them(
    room: Room,
    begin: Callable[[Room, int], Awaitable[TableRecord]],
    others: Collection[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A deal whose cup was cancelled at that moment was an internal error, and left a table open."""
    for other in others:
        await begin(room, other)
    opens = room.service.lobby.open

    async def ends_meanwhile(new: NewTable) -> TableRecord:
        for cup in await room.store.cups.due_on(GUILD):
            await room.service.cups.cancel(cup.id, GUILD, CLARA, may_manage=False)
        for league in await room.store.leagues.open_on(GUILD):
            await decide(room, league, Tool.CANCEL)
        room.pass_time(days=2)
        await room.service.daily.on_due(GUILD)
        return await opens(new)

    monkeypatch.setattr(room.service.lobby, "open", ends_meanwhile)
    await refuses("over", begin(room, ANNA))
    assert await room.store.tables.open_tables_of(ANNA) == []


async def begin_again(room: Room, table: TableRecord, user: int) -> None:
    """Somebody else begins the race of this table."""
    if isinstance(table.purpose, DayTry):
        await room.service.daily.begin(GUILD, CHANNEL, user, table.purpose.day)
    else:
        assert isinstance(table.purpose, DealTry)
        await room.service.cups.play(present(table.purpose.cup), GUILD, CHANNEL, user)


async def test_a_seed_stands_nowhere_in_public_during_a_try(room: Room) -> None:
    """It stood in the result above the button *Beat my hand*, and in its text."""
    origin = await room.started(PILES, [ANNA, BEN])
    await room.seats.resign(origin.id, ANNA)

    async def public() -> set[str | None]:
        shown = [(await room.snapshot(origin, reader)).deal for reader in (None, CLARA)]
        return {deal.seed for deal in shown if deal is not None}

    assert await public() == {origin.seed}
    challenge = await room.service.challenges.begin(origin.id, 0, GUILD, CHANNEL, CLARA)
    assert isinstance(challenge.purpose, DealTry)
    for minutes in (0, 60):
        room.time += timedelta(minutes=minutes)
        assert await public() == {None}
    await room.seats.resign(challenge.id, CLARA)
    assert await public() == {origin.seed}


@pytest.mark.parametrize("tool", [Tool.RESULT, Tool.WITHDRAW, Tool.CANCEL])
async def test_a_match_whose_cards_have_been_told_is_played_again_with_others(room: Room, tool: Tool) -> None:
    """An organiser who ended it and took that back dealt the same cards to those who had yet to play them."""
    league = await started(room, PILES, [ANNA, BEN], 1, Pace.MATCH)
    (match,), by = league.matches, (league.id, GUILD, ORGANISER)
    for user in (ANNA, BEN):
        await room.meet.prefer_alone(match.id, GUILD, user)
    tried = await room.meet.play(match.id, GUILD, ANNA, CHANNEL)
    await room.seats.resign(tried.id, ANNA)
    assert await told_seeds(room, tried, None, ANNA, BEN) == {None}
    desk = await room.service.league_organising.desk(*by, may_manage=False)
    ended = next(choices(desk, tool)).value
    deed = await room.service.league_organising.decide(*by, tool, ended, may_manage=False)
    assert await told_seeds(room, tried, None, ANNA, BEN) == {tried.seed}
    await room.service.league_organising.decide(*by, Tool.UNDO, Choice(to=deed.id).value, may_manage=False)
    await refuses("not played with the same cards", room.meet.play(match.id, GUILD, BEN, CHANNEL))
    (again,) = (await now(room, league)).open_matches
    for user in (ANNA, BEN):
        await room.meet.prefer_alone(again.id, GUILD, user)
    assert (await room.meet.play(again.id, GUILD, BEN, CHANNEL)).seed != tried.seed


KEYS = st.binary(min_size=32, max_size=32).map(bytes.hex)


@given(KEYS, KEYS)
def test_every_deal_of_every_key_has_a_seed_of_its_own(key: str, other: str) -> None:
    seeds = {deal_seed(one, number) for one in {key, other} for number in range(1, 9)}
    assert len(seeds) == 8 * len({key, other})


@given(KEYS, st.integers(1, 8))
def test_the_seed_is_what_the_document_says(key: str, number: int) -> None:
    """As in docs/fair-deal.md; a prefix of a longer message would not do."""
    assert deal_seed(key, number) == hmac.new(key.encode(), f"deal {number}".encode(), sha256).hexdigest()[:32]


def test_the_same_key_deals_the_same_cards_to_all() -> None:
    key = "6f" * 32
    for game in GAMES.values():
        if game.daily is not None:
            options, seats = game.Options(**game.daily.options), game.daily.opponents + 1
            dealt = [game.deal(seats=seats, seed=deal_seed(key, number), options=options) for number in (1, 1, 2)]
            assert dealt[0] == dealt[1]
            assert dealt[0].dump() != dealt[2].dump()

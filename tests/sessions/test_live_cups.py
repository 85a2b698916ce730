"""Live cups without Discord: the same cards at all tables, and what nobody may see."""

from datetime import UTC, datetime

import pytest
from card_room import CHANNEL, GUILD, Room, refuses
from leagues_room import ORGANISER, now, play_open

from db.league_records import (
    LeaguePhase,
    LeagueRecord,
)
from db.purpose_records import LiveCupMatch, Unrated
from db.records import Phase, TableRecord
from sessions.deals import can_be_dealt_again
from sessions.leagues.sign_up import NewLeague
from sessions.leagues.tools import Choice, Tool
from sessions.races import deal_seed
from sessions.replays.replays import ROUND_IS_ON
from sessions.snapshots import SEALED
from sessions.tables.pace import Pace

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def signed_up(room: Room, game: str, rounds: int, users: range) -> LeagueRecord:
    new = NewLeague("Friday", game, 40, rounds, Pace.LIVE_1, minutes=20, same_cards=True)
    cup = await room.service.league_sign_up.create(GUILD, CHANNEL, ORGANISER, new)
    for user in users:
        cup = await room.service.league_sign_up.join(cup.id, GUILD, user)
    return cup


async def begun(room: Room, game: str, rounds: int, users: range) -> LeagueRecord:
    cup = await signed_up(room, game, rounds, users)
    return await room.service.league_rounds.start(cup.id, GUILD, ORGANISER, may_manage=False)


async def tables_of(room: Room, cup: LeagueRecord, number: int) -> list[TableRecord]:
    """The tables of a round."""
    ids = [match.id for match in cup.matches if match.round == number]
    found = [await room.store.tables.get(table.table_id) for table in await room.store.leagues.tables_of(ids)]
    return [table for table in found if table is not None]


async def settled(room: Room, cup: LeagueRecord) -> LeagueRecord:
    """The cup after it has gone on."""
    await room.service.league_rounds.advance(cup.id)
    return await now(room, cup)


async def test_all_tables_get_the_same_sealed_cards_and_the_next_round_follows(room: Room) -> None:
    cup = await begun(room, "three_piles", 2, range(101, 105))
    key = cup.key or ""
    for number in (1, 2):
        tables = await tables_of(room, cup, number)
        assert [table.seed for table in tables] == [deal_seed(key, number)] * 2
        assert {type(table.purpose) for table in tables} == {LiveCupMatch}
        assert {table.purpose.unrated for table in tables} <= {None, Unrated.ENOUGH}, "nobody has known the cards"
        assert len(cup.matches) == 2 * number, "no deal is dealt before all have played the one before"
        await play_open(room, cup)
        cup = await room.service.league_rounds.next_round(cup.id, GUILD, ORGANISER, may_manage=False)
    assert cup.phase is LeaguePhase.FINISHED
    met = [frozenset(match.numbers) for match in cup.matches]
    assert len(set(met)) == len(met), "other opponents"


async def test_nobody_else_sees_cards_before_all_tables_have_ended(room: Room) -> None:
    cup = await begun(room, "three_piles", 1, range(101, 105))
    first, second = await tables_of(room, cup, 1)
    views = room.service.views
    for user in (None, second.users[0]):
        shown = await views.snapshot(first.id, user)
        assert (shown.view, shown.public, shown.news, shown.before, shown.hides_cards) == (None, None, (), None, True)
        assert shown.trouble == SEALED
        assert shown.waits_for
    assert (await views.log(first.id, second.users[0]))[1] == ()
    assert await views.news_since(first.id, first.users) == ()
    assert (await views.snapshot(first.id, first.users[0])).view is not None
    await play_open(room, cup, idle=frozenset(second.users))
    played = (await views.snapshot(first.id, None)).table
    assert (played.phase, (await views.snapshot(second.id, None)).table.phase) == (Phase.FINISHED, Phase.PLAYING)
    cup = await settled(room, cup)
    shown = await views.snapshot(first.id, None)
    assert (shown.view, shown.hands, shown.result, shown.scores) == (None, (), None, ())
    assert shown.deal is not None
    assert shown.deal.seed is None
    await refuses(ROUND_IS_ON.template, room.service.replays.beginning(first.id, first.users[0]))
    await play_open(room, cup)
    await settled(room, cup)
    shown = await views.snapshot(first.id, None)
    assert len(shown.hands) == 2, "now everybody may compare"
    assert shown.deal is not None
    assert shown.deal.seed == first.seed
    await room.service.replays.beginning(first.id, second.users[0])
    assert not can_be_dealt_again(shown.table), "too many know the cards"


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_a_table_that_is_not_dealt_when_the_bot_stops_gets_its_cards_later(
    room: Room, monkeypatch: pytest.MonkeyPatch, is_deleted: bool
) -> None:
    """Nobody leaves it or changes anything meanwhile. If somebody's data are deleted, the other wins."""

    async def stops(*_: object, **__: object) -> None:
        raise RuntimeError

    cup = await signed_up(room, "three_piles", 1, range(101, 105))
    with monkeypatch.context() as patch:
        patch.setattr(room.service.lobby, "start", stops)
        with pytest.raises(RuntimeError):
            await room.service.league_rounds.start(cup.id, GUILD, ORGANISER, may_manage=False)
    (table,) = await tables_of(room, await now(room, cup), 1)
    lobby, user = room.service.lobby, table.users[0]
    for deed in (lobby.start, lobby.leave, lobby.join, room.service.terms.present_rules):
        await refuses("starts by itself", deed(table.id, user))
    if is_deleted:
        await room.service.privacy.delete(user)
    cup = await settled(room, cup)
    assert [table.phase for table in await tables_of(room, cup, 1)].count(Phase.PLAYING) == 2 - is_deleted
    assert [match.is_open for match in (await now(room, cup)).matches] == [not is_deleted, True]


async def test_who_has_seen_the_cards_is_dealt_others(room: Room) -> None:
    cup = await begun(room, "three_piles", 3, range(101, 105))
    closed, other = await tables_of(room, cup, 1)
    await room.play.end(closed.id, 999, may_manage=True)
    cup = await settled(room, cup)
    seeds = {table.id: table.seed for table in await tables_of(room, cup, 1)}
    assert seeds.pop(closed.id) == seeds.pop(other.id)
    assert set(seeds.values()).isdisjoint({other.seed})


async def test_who_plays_a_match_again_is_dealt_others(room: Room) -> None:
    cup = await begun(room, "three_piles", 3, range(101, 105))
    first, _ = await tables_of(room, cup, 1)
    await room.seats.resign(first.id, first.users[0])
    cup = await settled(room, cup)
    (ended,) = [match for match in cup.matches if not match.is_open]
    organiser = cup.id, GUILD, ORGANISER
    await room.service.league_organising.decide(*organiser, Tool.ANNUL, Choice(ended).value, may_manage=False)
    cup = await settled(room, cup)
    assert len({table.seed for table in await tables_of(room, cup, 1)}) == 2


async def test_ended_tables_stay_sealed_while_another_goes_on_however_late_it_is(room: Room) -> None:
    """The cup stands past its round: nobody has ended the match whose time is over."""
    cup = await begun(room, "three_piles", 2, range(101, 105))
    first, second = await tables_of(room, cup, 1)
    await room.seats.resign(first.id, first.users[0])
    await room.service.league_rounds.close()  # nothing goes on by itself any more
    await settled(room, cup)
    room.pass_time(hours=5)
    for service in (room.service, room.restarted().service):
        shown = await service.views.snapshot(first.id, None)
        assert (shown.hides_cards, shown.deal is not None and shown.deal.seed) == (True, None)
    await room.seats.resign(second.id, second.users[0])
    await settled(room, cup)
    shown = await room.snapshot(first, None)
    assert not shown.hides_cards
    assert shown.deal is not None
    assert shown.deal.seed is not None


async def test_a_cancelled_cup_seals_nothing_any_more(room: Room) -> None:
    cup = await begun(room, "three_piles", 2, range(101, 105))
    first, second = await tables_of(room, cup, 1)
    await room.seats.resign(first.id, first.users[0])
    await room.service.league_organising.decide(cup.id, GUILD, ORGANISER, Tool.CANCEL, may_manage=False)
    assert not (await room.snapshot(first, None)).hides_cards
    closed = await room.snapshot(second, None)
    assert (closed.table.phase, closed.deal is not None and closed.deal.seed) == (Phase.CLOSED, None)

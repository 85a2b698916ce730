"""Votes on removing a player, and who is the host of a game."""

from datetime import timedelta

import pytest
from card_room import ANNA, BEN, CLARA, DAN, GUILD, KNOTWEED, NOON, STRANGER, Room, refuses

from db.records import Phase, SeatRecord, TableRecord, Vote
from engines.sides import alone
from opponents import Level
from sessions.playing.play import Ending
from sessions.settings.server import MayEnd, ServerSetting
from sessions.tables.ballots import VOTE_TIME, Verdict, verdict, votes_needed
from sessions.tables.pace import Pace

FOUR = [ANNA, BEN, CLARA, DAN]


@pytest.mark.parametrize(
    ("others", "needed"), [(0, 2), (1, 2), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4)], ids=str
)
def test_a_majority_and_never_one_alone(others: int, needed: int):
    assert votes_needed(others) == needed


@pytest.mark.parametrize(
    ("removing", "keeping", "away", "what"),
    [
        ((1,), (), (), Verdict.OPEN),
        ((1, 2), (), (), Verdict.PASSED),
        ((1,), (2,), (), Verdict.OPEN),
        ((1,), (2, 3), (), Verdict.DROPPED),
        ((), (1,), (), Verdict.OPEN),
        ((1, 2), (), (2,), Verdict.OPEN),
        ((1, 2), (), (3,), Verdict.PASSED),
        ((1,), (), (2, 3), Verdict.DROPPED),
        ((1, 2), (), (0,), Verdict.DROPPED),
    ],
)
def test_verdicts_among_four(removing: tuple[int, ...], keeping: tuple[int, ...], away: tuple[int, ...], what: Verdict):
    seats = [SeatRecord(seat, 10 + seat, "normal" if seat in away else None) for seat in range(4)]
    assert verdict(Vote(0, 1, NOON, removing, keeping), seats, alone(4)) is what


async def voted(room: Room) -> TableRecord:
    """A game of four with a vote about Ben that Anna has begun."""
    table = await room.started(KNOTWEED, FOUR)
    return await room.service.votes.ask_to_remove(table.id, ANNA, BEN)


async def test_a_vote_is_stored_and_leaves_the_revision_as_it_is(room: Room):
    table = await voted(room)
    assert table.vote == Vote(1, 0, room.time + VOTE_TIME, in_favour=(0,))
    fresh = room.restarted()
    again = (await fresh.snapshot(table, None)).table
    assert (again.vote, again.rev) == (table.vote, table.rev)
    removed = await fresh.service.votes.vote(table.id, CLARA, 1, agrees=True)
    assert removed.seats[1] == SeatRecord(1, BEN, "normal", resigned=True, left_early=True)
    assert removed.vote is None
    assert (await fresh.rows(table))[0] == removed


async def test_asking_again_is_a_vote(room: Room):
    table = await voted(room)
    table = await room.service.votes.ask_to_remove(table.id, DAN, BEN)
    assert table.seats[1].resigned


async def test_a_vote_can_be_changed(room: Room):
    table = await voted(room)
    table = await room.service.votes.vote(table.id, ANNA, 1, agrees=False)
    assert table.vote is not None
    assert (table.vote.in_favour, table.vote.against) == ((), (0,))
    assert (await room.service.votes.vote(table.id, CLARA, 1, agrees=False)).vote is None


async def test_votes_that_do_not_count(room: Room):
    table = await voted(room)
    votes = room.service.votes
    await refuses("This vote is about you", votes.vote(table.id, BEN, 1, agrees=False))
    await refuses("You have already voted that way", votes.vote(table.id, ANNA, 1, agrees=True))
    await refuses("Another vote is still open", votes.ask_to_remove(table.id, DAN, CLARA))
    await refuses("This vote is over", votes.vote(table.id, DAN, 2, agrees=True))


async def test_who_cannot_be_removed(room: Room):
    table = await room.started(KNOTWEED, FOUR)
    ask = room.service.votes.ask_to_remove
    await refuses("You can't remove yourself", ask(table.id, ANNA, ANNA))
    await refuses("does not play at this table", ask(table.id, ANNA, STRANGER))
    await room.seats.leave(table.id, BEN)
    await refuses("a computer plays for them", ask(table.id, ANNA, BEN))
    await room.seats.resign(table.id, BEN)
    await refuses("has already given up the game", ask(table.id, ANNA, BEN))


async def test_a_vote_passes_when_those_who_stay_agree(room: Room):
    """Three of four others are needed, and two of three once one of them has left."""
    table = await room.started(KNOTWEED, [*FOUR, STRANGER])
    for voter in (ANNA, CLARA):
        table = await room.service.votes.ask_to_remove(table.id, voter, BEN)
    assert not table.seats[1].resigned
    assert (await room.seats.leave(table.id, DAN)).seats[1].resigned


async def test_a_vote_is_over_when_the_game_is(room: Room):
    table = await voted(room)
    assert (await room.play.end(table.id, STRANGER, may_manage=True)).vote is None
    await refuses("This game is over", room.service.votes.vote(table.id, CLARA, 1, agrees=True))


async def test_a_vote_ends_after_a_day(room: Room):
    table = await room.started(KNOTWEED, FOUR, pace=Pace.NO_LIMIT)
    table = await room.service.votes.ask_to_remove(table.id, ANNA, BEN)
    room.time += VOTE_TIME - timedelta(seconds=1)
    await room.service.votes.on_due(table.id)
    assert (await room.snapshot(table, None)).table.vote is not None
    room.time += timedelta(seconds=1)
    assert await room.service.times.votes.first() == (table.id, room.time)
    await room.service.votes.on_due(table.id)
    assert (await room.rows(table))[0] == (await room.snapshot(table, None)).table
    assert (await room.snapshot(table, None)).table.vote is None
    assert await room.service.times.votes.first() is None


async def test_two_members_and_computers_cannot_vote(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], computers=[Level.EASY])
    await refuses("two other players to vote someone out", room.service.votes.ask_to_remove(table.id, ANNA, BEN))


async def test_a_game_ends_when_its_vote_leaves_one_player(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA])
    await room.seats.resign(table.id, CLARA)
    await refuses("two other players to vote someone out", room.service.votes.ask_to_remove(table.id, ANNA, BEN))


# The host


@pytest.mark.parametrize("way", ["leave", "resign", "remove", "late"])
async def test_the_host_passes_on_during_a_game(room: Room, way: str):
    table = await room.started(KNOTWEED, FOUR, pace=Pace.LIVE_1)
    match way:
        case "leave":
            table = await room.seats.leave(table.id, ANNA)
        case "resign":
            table = await room.seats.resign(table.id, ANNA)
        case "remove":
            await room.service.votes.ask_to_remove(table.id, CLARA, ANNA)
            table = await room.service.votes.ask_to_remove(table.id, DAN, ANNA)
        case "late":
            table = await room.deadline_passes(table)
    assert table.seats[0].computer is not None
    assert table.host_id == BEN
    await room.service.server_settings.choose(GUILD, ServerSetting.ENDING, MayEnd.HOST)
    await refuses("Only the host", room.play.end(table.id, ANNA, may_manage=False))
    assert (await room.play.check_end(table.id, BEN, may_manage=False))[1] is Ending.TAKES_ALL, "the game counts"


async def test_a_player_who_leaves_does_not_take_the_host_from_another(room: Room):
    table = await room.started(KNOTWEED, FOUR)
    assert (await room.seats.leave(table.id, BEN)).host_id == ANNA
    assert (await room.seats.leave(table.id, ANNA)).host_id == CLARA
    assert (await room.seats.come_back(table.id, ANNA)).host_id == CLARA


async def test_a_removed_player_is_not_part_of_the_rematch(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA])
    for voter in (ANNA, CLARA):
        await room.service.votes.ask_to_remove(table.id, voter, BEN)
    table = await room.seats.resign(table.id, ANNA)
    assert table.phase is Phase.FINISHED
    await refuses("The other players have removed you", room.lobby.rematch(table.id, BEN))
    again = await room.lobby.rematch(table.id, CLARA)
    assert [seat.user_id for seat in again.seats] == [CLARA, ANNA]

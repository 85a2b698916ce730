"""Votes on ending a game without a result: all who play themselves have to agree."""

import pytest
from card_room import ANNA, BEN, CLARA, KNOTWEED, NOON, STRANGER, Room, refuses

from db.records import Phase, SeatRecord, TableRecord, Vote
from engines.sides import alone
from sessions.playing.play import Ending
from sessions.shared.events import EventKind
from sessions.tables.ballots import VOTE_TIME, Verdict, verdict
from sessions.tables.pace import Pace

THREE = [ANNA, BEN, CLARA]


@pytest.mark.parametrize(
    ("ending", "playing_on", "away", "what"),
    [
        ((0,), (), (), Verdict.OPEN),
        ((0, 1), (), (), Verdict.OPEN),
        ((0, 1, 2), (), (), Verdict.PASSED),
        ((0, 1), (2,), (), Verdict.DROPPED),
        ((0, 1), (), (2,), Verdict.PASSED),
        ((0, 1), (2,), (2,), Verdict.PASSED),
        ((0, 1), (), (1,), Verdict.OPEN),
        ((0,), (), (0, 1, 2), Verdict.DROPPED),
    ],
)
def test_all_who_play_have_to_agree(
    ending: tuple[int, ...], playing_on: tuple[int, ...], away: tuple[int, ...], what: Verdict
):
    seats = [SeatRecord(seat, 10 + seat, "normal" if seat in away else None) for seat in range(3)]
    assert verdict(Vote(None, 0, NOON, ending, playing_on), seats, alone(len(seats))) is what


async def asked(room: Room) -> TableRecord:
    """A game of three which Anna asks to end."""
    table = await room.started(KNOTWEED, THREE, {"first": 0})
    return await room.service.votes.ask_to_end(table.id, ANNA)


async def test_the_game_ends_when_the_last_one_agrees(room: Room):
    table = await asked(room)
    assert table.vote == Vote(None, 0, room.time + VOTE_TIME, in_favour=(0,))
    fresh = room.restarted()
    assert (await fresh.snapshot(table, None)).table.vote == table.vote
    table = await fresh.service.votes.vote(table.id, BEN, None, agrees=True)
    assert table.phase is Phase.PLAYING
    table = await fresh.service.votes.ask_to_end(table.id, CLARA)
    assert (table.phase, table.vote) == (Phase.CLOSED, None)
    assert await fresh.store.games.results(table.id) == []
    assert fresh.event_kinds[-1] is EventKind.CLOSED


async def test_one_who_plays_on_ends_the_request(room: Room):
    table = await asked(room)
    table = await room.service.votes.vote(table.id, BEN, None, agrees=False)
    assert (table.phase, table.vote) == (Phase.PLAYING, None)
    await refuses("This vote is over", room.service.votes.vote(table.id, CLARA, None, agrees=True))


async def test_a_move_does_not_end_the_request_but_a_day_does(room: Room):
    table = await asked(room)
    moved = await room.moved(table, (ANNA, "pass"))
    assert moved.vote == table.vote
    room.time += VOTE_TIME
    await room.service.votes.on_due(table.id)
    assert (await room.snapshot(table, None)).table.vote is None


@pytest.mark.parametrize("way", ["leave", "resign"])
async def test_the_game_ends_when_the_last_one_who_has_not_agreed_goes(room: Room, way: str):
    table = await asked(room)
    await room.service.votes.vote(table.id, BEN, None, agrees=True)
    table = await (room.seats.leave if way == "leave" else room.seats.resign)(table.id, CLARA)
    assert (table.phase, table.deadline, table.vote) == (Phase.CLOSED, None, None)
    assert await room.store.games.results(table.id) == []


async def test_the_game_ends_when_the_last_one_who_has_not_agreed_runs_out_of_time(room: Room):
    table = await room.started(KNOTWEED, THREE, {"first": 2}, pace=Pace.HOURS_12)
    await room.service.votes.ask_to_end(table.id, ANNA)
    await room.service.votes.vote(table.id, BEN, None, agrees=True)
    table = await room.deadline_passes(table)
    assert (table.phase, table.deadline, table.vote) == (Phase.CLOSED, None, None)
    assert await room.store.games.results(table.id) == []


async def test_who_has_to_be_asked(room: Room):
    table = await room.started(KNOTWEED, THREE)
    await refuses("The other players have to agree", room.play.end(table.id, ANNA, may_manage=False))
    await refuses("Only all the players here together", room.play.check_end(table.id, STRANGER, may_manage=False))
    assert (await room.play.check_end(table.id, STRANGER, may_manage=True))[1] is Ending.CLOSES
    await room.seats.leave(table.id, BEN)
    await refuses("A computer is playing for you", room.service.votes.ask_to_end(table.id, BEN))
    for may_manage in (False, True):
        assert (await room.play.check_end(table.id, ANNA, may_manage))[1] is Ending.TAKES_ALL
    await room.seats.leave(table.id, CLARA)
    assert (await room.play.end(table.id, ANNA, may_manage=False)).phase is Phase.CLOSED, "a computer need not agree"


async def test_one_vote_at_a_time(room: Room):
    table = await asked(room)
    await refuses("Another vote is still open", room.service.votes.ask_to_remove(table.id, BEN, CLARA))
    await room.service.votes.vote(table.id, ANNA, None, agrees=False)
    await room.service.votes.ask_to_remove(table.id, BEN, CLARA)
    await refuses("Another vote is still open", room.service.votes.ask_to_end(table.id, ANNA))

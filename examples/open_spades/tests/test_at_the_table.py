"""Open Spades on Discord: friends sit opposite each other, play to the end by clicks, and win together."""

from random import Random
from statistics import mean

from simcord import MemberActor

from db.records import Phase
from engines import GAMES
from opponents import Budget, judge
from playground.testing.people import choose, press, slash
from playground.testing.results import check_rematch, check_result
from playground.testing.robot import Robot, play_out, robots_for
from playground.testing.room import Room, told
from playground.testing.screens import texts
from playground.testing.secrecy import Secrecy

KEY = "open_spades"
COMMAND = "open-spades"


async def seated(room: Room) -> list[str]:
    """The names at the table, by seat."""
    return [room.name_of(seat.user_id) for seat in (await room.table()).seats]


async def test_from_play_to_the_leaderboard(room: Room) -> None:
    people = await room.deal(COMMAND, 4)
    await play_out(room, robots_for(room, people), [Secrecy(room, people)])
    await check_result(room, people, KEY)
    await check_rematch(room, people)
    assert await seated(room) == [person.name for person in people], "partners stay partners"


async def test_friends_sit_opposite_each_other_and_computers_fill(room: Room) -> None:
    ann, bob = await room.open(COMMAND, 2)
    assert "ann" in texts(room.shown)
    await choose(bob, room.shown, "Seat 3")
    assert {seat.seat: seat.user_id for seat in (await room.table()).seats} == {0: ann.id, 2: bob.id}
    for _ in range(2):
        await choose(ann, room.shown, "Add a computer: normal", menu="Add computer")
    await press(ann, room.shown, "Start")
    for person in (ann, bob):
        await room.hand(person)
    await room.computers()
    await play_out(room, [Robot(room, person, Random(3)) for person in (ann, bob)])
    table = await room.table()
    assert table.phase is Phase.FINISHED
    results = await room.bot.store.games.results(table.id)
    assert results[0].place == results[2].place
    assert "ann & bob" in texts(room.shown)


async def test_a_partner_who_resigns_costs_nobody_the_win(room: Room) -> None:
    people = await room.deal(COMMAND, 4)
    robots = robots_for(room, people)
    gone = people[2]
    await _play_until_decided(room, robots, gone)
    await room.confirm(gone, "resign")
    await play_out(room, [robot for robot in robots if robot.person is not gone])
    results = await room.bot.store.games.results((await room.table()).id)
    assert results[2].place == 3
    assert results[0].place < 3
    assert results[1].place == results[3].place
    assert {results[0].place, results[1].place} <= {1, 2}


async def _play_until_decided(room: Room, robots: list[Robot], person: MemberActor) -> None:
    """Play until this member has made a few decisions, so that leaving counts."""
    while (await room.seen()).table.phase is Phase.PLAYING:
        moves = await room.bot.store.games.moves((await room.table()).id)
        if sum(move.seat == 2 for move in moves) >= 3:
            return
        await next(robot for robot in robots if robot.is_asked).step()
    raise AssertionError(f"{person.name} never decided anything")


async def test_a_hint_treats_partners_as_one(room: Room) -> None:
    (ann,) = await room.deal(COMMAND, 1, opponents="easy normal hard")
    await room.computers()
    assert "**Bid " in told(await press(ann, room.hand_of(ann), "Hint")), "a slow machine finds no figure that is sure"
    game, best = GAMES[KEY], list[float]()
    for deal in range(8):
        state = game.deal(seats=4, seed=f"partners {deal}", options=game.Options())
        weighed = judge(game, state.view(state.to_act[0]), "partners", Budget(simulations=100))
        best.append(max(one.estimate for one in weighed.considered))
    assert 0.35 < mean(best) < 0.75, "both partners win all of the game, not half of it each"


async def test_its_rules_and_its_lesson(room: Room) -> None:
    (ann,) = room.people(1)
    page = await slash(ann, room.channel, "rules", game=KEY)
    assert GAMES[KEY].name in texts(page)
    assert "trumps" in texts(page)
    lesson = await press(ann, page, "Learn")
    for button in ("Next", "Show me", "Next", "Show me"):
        assert "bid" in texts(lesson)
        await press(ann, lesson, button)
    assert "your king will take this trick" in texts(lesson)

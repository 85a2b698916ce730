"""Crazy Eights can be played on Discord although the bot knows nothing about it but its package."""

from collections.abc import Awaitable, Callable
from random import Random

import pytest

from db.records import Phase
from engines import GAMES
from opponents.policies import policy_of
from playground.testing.people import choose, press, slash
from playground.testing.replays import look_through, positions
from playground.testing.results import check_rematch, check_result
from playground.testing.robot import Robot, play_out, robots_for
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from playground.testing.secrecy import Secrecy
from sessions.computers.workers import Workers

KEY = "crazy_eights"
COMMAND = "crazy-eights"


@pytest.mark.parametrize("seats", GAMES[KEY].seats)
async def test_from_play_to_the_leaderboard(room: Room, seats: int) -> None:
    people = await room.deal(COMMAND, seats)
    await play_out(room, robots_for(room, people), [Secrecy(room, people)])
    await check_result(room, people, KEY)
    await check_rematch(room, people)


async def test_a_match_by_the_house_rule(room: Room) -> None:
    people = await room.deal(COMMAND, 2, target=40)
    await play_out(room, robots_for(room, people), [Secrecy(room, people)])
    table = await room.table()
    assert table.options == {"target": 40}
    assert max(result.points for result in await room.bot.store.games.results(table.id)) >= 40
    assert "The target of 40 points has been reached." in texts(room.shown)
    await check_result(room, people, KEY)


async def test_against_computers_with_hints(room: Room) -> None:
    (ann,) = await room.deal(COMMAND, 1, opponents="easy normal hard")
    await room.computers()
    advice = told(await press(ann, room.hand_of(ann), "Hint"))
    assert any(words in advice for words in ("costs", "You hold", "I would choose", "only thing"))
    await play_out(room, [Robot(room, ann, Random(3))])
    table = await room.table()
    assert table.phase is Phase.FINISHED
    assert len(table.seats) == 4
    assert "This game isn't rated: your first one against computers" in texts(room.shown)


async def test_a_replay_from_every_seat(room: Room) -> None:
    people = await room.deal(COMMAND, 3)
    await play_out(room, robots_for(room, people))
    game = await positions(room)
    shown = await slash(people[0], room.channel, "replay")
    assert "Crazy Eights" in texts(shown)
    await look_through(people[0], shown, game, 0)
    for seat, person in enumerate(people):
        await press(people[0], shown, "First")
        await choose(people[0], shown, f"As seen by {person.name}")
        await look_through(people[0], shown, game, seat)


async def test_a_restart_in_the_middle(room: Room, restart: Callable[..., Awaitable[None]]) -> None:
    people = await room.deal(COMMAND, 2)
    robots = robots_for(room, people)
    await next(robot for robot in robots if robot.is_asked).step()
    await restart(killed=True)
    for person in people:
        await room.hand(person)
    await play_out(room, robots)
    await check_result(room, people, KEY)


async def test_its_rules(room: Room) -> None:
    (ann,) = room.people(1)
    page = await slash(ann, room.channel, "rules", game=KEY)
    assert "a traditional game" in texts(page)
    assert [option.face for option in read(page).menu().options] == ["The idea", "Your turn", "The end", "House rules"]


async def test_processes_of_computer_players_know_it() -> None:
    workers = Workers(1)
    try:
        assert type(await workers(policy_of, KEY)).__name__ == "CrazyEightsPolicy"
    finally:
        await workers.close()

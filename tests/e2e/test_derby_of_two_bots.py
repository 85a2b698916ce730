"""A derby of two servers that two processes of the bot serve, each with a client of its own, on one database."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import GAMES
from engines.contract import DailyGame
from playground.testing.people import slash
from playground.testing.room import Room
from playground.testing.screens import Seen, texts
from tests.e2e.bot_process import SERVERS, BotProcess
from tests.e2e.test_cups import DAY, GAME, key_of, open_cup, play
from tests.e2e.test_derby import invited

pytestmark = pytest.mark.processes

HOURS = 6
PLAYS_HERE, PLAYS_THERE = ("ann", "bob", "cat"), ("dan", "eve")


@pytest.fixture
def bots(tmp_path: Path) -> Iterator[tuple[BotProcess, BotProcess]]:
    """The bots of both servers."""
    started = BotProcess(tmp_path, 0), BotProcess(tmp_path, 1)
    yield started
    for bot in started:
        bot.kill()


async def invite(room: Room) -> str:
    """Ann opens a cup and invites another server; the code."""
    type(GAMES[GAME]).daily = DailyGame(opponents=1, options={"turn_cap": 3})
    return await invited(room.members["ann"], await open_cup(room, room.members["ann"]))


async def accept(room: Room, code: str) -> None:
    """Dan opens the other cup."""
    type(GAMES[GAME]).daily = DailyGame(opponents=1, options={"turn_cap": 3})
    await slash(room.members["dan"], room.channel, "league derby", code=code)


def cup_of(room: Room) -> Seen:
    return room.channel.history()[0]


async def plays(room: Room, name: str) -> float:
    """Somebody plays their next deal; their points."""
    rival = await play(room, room.members[name], cup_of(room))
    table = (await room.bot.service.views.snapshot(rival.table_id, None)).table
    (seat,) = [seat.seat for seat in table.seats if seat.user_id == table.host_id]
    return next(result.points for result in await room.bot.store.games.results(table.id) if result.seat == seat)


async def pass_time(room: Room, seconds: float) -> None:
    await room.env.advance_time(seconds)


async def shown(room: Room) -> list[str]:
    """What the channel shows."""
    return [texts(message) for message in room.channel.history()]


async def key(room: Room) -> str:
    """The key of both cups."""
    return key_of(room)


def test_both_channels_show_the_right_result(bots: tuple[BotProcess, BotProcess]) -> None:
    here, there = bots
    there.do(accept, here.do(invite))
    for bot in bots:
        bot.do(pass_time, 120)
    assert "A derby against" in here.do(shown)[0], "the first bot was told by the second"
    points = {name: here.do(plays, name) for name in PLAYS_HERE} | {name: there.do(plays, name) for name in PLAYS_THERE}
    secret = here.do(key)
    for _ in range(2 * DAY // (HOURS * 3600)):
        for bot in bots:
            assert secret not in "".join(bot.do(shown))
            bot.do(pass_time, HOURS * 3600)
    for bot in bots:
        bot.do(pass_time, 300)
    results = [bot.do(shown) for bot in bots]
    assert [len(messages) for messages in results] == [2, 2], "each result is posted once"
    totals = {
        name: sum(2 * (own > other) + (own == other) for other in points.values()) - 1 for name, own in points.items()
    }
    sides = [[totals[name] for name in names] for names in (PLAYS_HERE, PLAYS_THERE)]
    for messages, own, rivals, server in zip(
        results, (PLAYS_HERE, PLAYS_THERE), reversed(sides), reversed(SERVERS), strict=True
    ):
        assert secret in messages[-1]
        for name in own:
            assert re.search(rf"\. {name}: {totals[name]} \(", messages[-1]), messages[-1]
        shown_totals = re.findall(rf"\. (?:a member of {server}|\w+ \\\({server}\\\)): (\d+) \(", messages[-1])
        assert sorted(map(int, shown_totals)) == sorted(rivals), messages[-1]
    means = [sum(sorted(side, reverse=True)[:2]) / 2 for side in sides]
    score = f"{max(means):g} to {min(means):g} matchpoints on average, counting each server's best 2 members."
    winner = SERVERS[means[1] > means[0]]
    for messages in results:
        if means[0] == means[1]:
            assert f"is a draw: {means[0]:g} matchpoints each" in messages[-1]
        else:
            assert f"**{winner}** wins the derby" in messages[-1]
            assert score in messages[-1]
    for bot in bots:
        bot.end()

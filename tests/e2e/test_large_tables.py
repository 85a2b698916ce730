"""The largest hands and most piles that random play leads to: no screen breaks a limit of Discord.

What Discord would refuse is noticed by the request log; here the game is brought into the database and played on.
"""

from datetime import timedelta
from random import Random
from typing import Any

import discord
import pytest
from simcord import MemberActor

from db.records import NewTable
from engines import GAMES, Game
from playground.testing.people import press
from playground.testing.robot import Robot
from playground.testing.room import Room
from playground.testing.screens import read
from playground.testing.secrecy import check_secrets
from tests.cogs.real_games import crowding

STEPS = 400
"""Moves of random play among which the largest position is looked for."""
SEED = "large"


def largest(game: Game[Any], seats: int, options: Any) -> list[tuple[int, str]]:
    """The moves of a random game up to its most crowded position."""
    state, chance = game.deal(seats=seats, seed=SEED, options=options), Random(SEED)
    moves: list[tuple[int, str]] = []
    best, most = 0, 0
    for _ in range(STEPS):
        if not state.to_act:
            break
        if crowding(state) >= most:
            best, most = len(moves), crowding(state)
        seat = chance.choice(state.to_act)
        action = chance.choice(state.actions(seat))
        moves.append((seat, str(action)))
        state.apply(seat, action)
    return moves[:best]


async def bring(room: Room, game: Game[Any], people: list[MemberActor], options: Any) -> None:
    """Store a running game of these people at its most crowded position."""
    store, now = room.bot.store, discord.utils.utcnow()
    table = await store.tables.open_table(
        NewTable(
            guild_id=room.guild.id,
            channel_id=room.channel.id,
            game=game.key,
            options=options.dump(),
            host_id=people[0].id,
        ),
        now,
    )
    async with store.tables.change(table.id, table.rev) as change:
        for person in people[1:]:
            change.sit(person.id)
        change.start(seed=SEED, rules_version=game.rules_version, now=now)
        for seat, text in largest(game, len(people), options):
            change.add_move(seat, text, now)
        change.set_deadline(now + timedelta(days=1))


@pytest.mark.thorough(samples=2)
@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [(key, seats, {}) for key, game in GAMES.items() for seats in sorted({game.seats[0], game.seats[-1]})]
    + [("knotweed", 2, {"cheating": True, "decks": 6}), ("knotweed", 8, {"cheating": True, "rounds": 3})],
)
async def test_the_most_crowded_table(room: Room, key: str, seats: int, options: dict[str, Any]) -> None:
    game, people = GAMES[key], room.people(seats)
    await bring(room, game, people, game.Options(**options))
    await room.bot.table_messages.post_in_channel((await room.table()).id)
    await room.env.settle()
    robots = [Robot(room, person, Random(7), lambda _: 0) for person in people]
    for person in people:
        await room.hand(person)
        if any(button.face == "Refresh" for button in read(room.hand_of(person)).buttons):
            await press(person, room.hand_of(person), "Refresh")
    await check_secrets(room, people)
    before = len(await room.moves())
    for _ in range(30):
        asked = next((robot for robot in robots if robot.is_asked), None)
        if asked is None:
            break
        await asked.step()
        await check_secrets(room, people)
    assert len(await room.moves()) > before

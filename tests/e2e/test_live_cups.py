"""/league evening with the same cards at all tables: over a restart, with bad input; nothing can be read too early."""

import json
from collections.abc import Iterator
from hashlib import sha256
from random import Random

import discord
from simcord import MemberActor

from cogs.leagues.screen import POST_SECONDS
from cogs.shared.table_parts import Verb
from db.records import Phase, TableRecord
from playground.testing.people import newest_with_buttons, press, slash
from playground.testing.robot import MANY_STEPS, Listener, Robot
from playground.testing.room import Room, refused
from playground.testing.screens import CARD, read, texts
from sessions.races import deal_seed
from sessions.replays.replays import ROUND_IS_ON
from sessions.settings.server import ServerSetting
from sessions.settings.settings import ON
from sessions.snapshots import SEALED
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog, shows_table
from tests.e2e.test_leagues import post_of
from tests.e2e.watchers.restarts import Restart

OPTIONS = {"game": "three_piles", "rounds": 1, "minutes": 60, "cards": "same"}


async def begun(room: Room, *people: MemberActor) -> None:
    """A live cup of these, with the first deal on all tables."""
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.THREADS, ON)
    await slash(people[0], room.channel, "league evening", **OPTIONS)
    for person in people:
        await press(person, room.shown, "Sign up")
    await press(people[0], room.shown, "Start")
    await room.env.advance_time(POST_SECONDS)


def key_of(room: Room) -> str:
    (key,) = {
        str(value) for row in room.rows()["leagues"] for value in row if isinstance(value, str) and len(value) == 64
    }
    return key


async def tables_of(room: Room, number: int) -> list[TableRecord]:
    """The tables of a round."""
    league = await room.bot.service.league_ledger.get(1)
    ids = [match.id for match in league.matches if match.round == number]
    found = [await room.bot.store.tables.get(one.table_id) for one in await room.bot.store.leagues.tables_of(ids)]
    return [table for table in found if table is not None]


def thread_of(room: Room, table: TableRecord) -> discord.Thread:
    return next(thread for thread in room.channel.threads if thread.id == table.channel_id)  # type: ignore[return-value]


async def take_turns(room: Room, table: TableRecord, turns: int = MANY_STEPS) -> None:
    """The players of a table open their hands and answer so many questions there, or all until the game is over."""
    robots: list[Robot] = []
    for person in room.members.values():
        if person.id in table.users:
            room.keep_hand(person, await press(person, message_shown(room, table), "My hand"))
            robots.append(Listener(room, person, Random(person.id)))
    for _ in range(turns):
        asked = next((robot for robot in robots if robot.is_asked), None)
        if asked is None:
            return
        await asked.step()


async def give_up(room: Room, table: TableRecord) -> None:
    """A player of a table resigns, which ends the game."""
    person = next(person for person in room.members.values() if person.id in table.users)
    await press(person, await room.ask(person, "resign", message_shown(room, table)), "Give up")


def public(requests: RequestLog) -> Iterator[str]:
    """What the bot has shown in the channel and its threads, also in answer to a tap."""
    for request in requests.requests:
        if request.path.startswith("/channels/") or shows_table(request):
            yield json.dumps(request.body)


def message_shown(room: Room, table: TableRecord) -> discord.Message:
    """The message of a table."""
    return newest_with_buttons(thread_of(room, table))  # type: ignore[arg-type]


async def test_no_tap_tells_a_card_of_another_table(
    room: Room, gateway: Gateway, request_log: RequestLog, restart: Restart
) -> None:
    """Whoever plays elsewhere, or nowhere, taps whatever there is at a table, in play and when it has ended."""
    people = room.people(4)
    stranger = room.members["eve"]
    await begun(room, *people)
    one, other = await tables_of(room, 1)
    key = key_of(room)
    assert sha256(key.encode()).hexdigest() in texts(post_of(room))
    assert one.seed == other.seed == deal_seed(key, 1)
    await take_turns(room, one, 2)
    await restart(killed=True)
    await take_turns(room, one, 2)
    shown = texts(message_shown(room, one))
    assert SEALED.template in shown
    assert "It's " in shown
    for phase in (Phase.PLAYING, Phase.FINISHED):
        assert (await tables_of(room, 1))[0].phase is phase
        button = read(message_shown(room, other)).button("My hand").custom_id
        for person in (stranger, next(one for one in people if one.id in other.users)):
            for verb in Verb:
                if verb in (Verb.DOWN, Verb.END, Verb.REMATCH, Verb.RULES):
                    continue
                gateway.forge(json.dumps(button), json.dumps(f"table:{one.id}:99:{verb}"))
                answer = await press(person, message_shown(room, other), "My hand")
                assert not CARD.findall(texts(answer)), f"{verb} tells cards"
        if phase is Phase.PLAYING:
            await take_turns(room, one)
    for person in (stranger, people[0]):
        assert ROUND_IS_ON.template in await refused(room, person, "replay", game=str(one.id))
    sent = list(public(request_log))
    assert not [text for text in sent if CARD.search(text) or key in text or str(one.seed) in text]
    await give_up(room, other)
    await room.env.advance_time(POST_SECONDS)
    assert "Replay" in " ".join(button.face for button in read(message_shown(room, one)).buttons)
    await press(people[0], post_of(room), "Finish")
    await room.env.advance_time(POST_SECONDS)
    assert key in texts(post_of(room))

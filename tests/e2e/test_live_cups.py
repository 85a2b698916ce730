"""/league evening with the same cards at all tables: over a restart, with bad input; nothing can be read too early."""

import json
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from random import Random

import discord
import pytest
from simcord import MemberActor

from cogs.leagues.screen import POST_SECONDS
from cogs.shared.table_parts import Verb
from db.records import Phase, TableRecord
from playground.testing.life import MakeBot
from playground.testing.people import newest_with_buttons, press, slash
from playground.testing.robot import MANY_STEPS, Listener, Robot
from playground.testing.room import Room, refused
from playground.testing.screens import CARD, read, texts
from sessions.races import deal_seed
from sessions.replays.replays import ROUND_IS_ON
from sessions.settings.server import ServerSetting
from sessions.settings.settings import ON
from sessions.snapshots import SEALED
from tests.e2e.conftest import make_bot
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog, shows_table
from tests.e2e.test_leagues import calls, post_of
from tests.e2e.watchers.restarts import Restart

OPTIONS = {"game": "three_piles", "rounds": 2, "minutes": 60, "cards": "same"}


async def signed_up(room: Room, *people: MemberActor) -> None:
    """A live cup with these on its list."""
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.THREADS, ON)
    await slash(people[0], room.channel, "league evening", **OPTIONS)
    for person in people:
        await press(person, room.shown, "Sign up")


async def begun(room: Room, *people: MemberActor) -> None:
    """The same, with the first deal on all tables."""
    await signed_up(room, *people)
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


@pytest.mark.thorough
@pytest.mark.parametrize("bot_maker", [partial(make_bot, draw_tables=True)])
async def test_two_deals_at_two_tables_over_a_restart(
    room: Room, bot_maker: MakeBot, restart: Restart, request_log: RequestLog
) -> None:
    people = room.people(4)
    await begun(room, *people)
    key = key_of(room)
    assert sha256(key.encode()).hexdigest() in texts(post_of(room))
    for person in people:
        assert len([called for called in calls(room, person) if "Round 1: you play" in called]) == 1
    one, other = await tables_of(room, 1)
    assert one.seed == other.seed == deal_seed(key, 1)
    await take_turns(room, one, 3)
    await restart(killed=True)
    await take_turns(room, one, 2)
    await take_turns(room, one)
    assert len(await tables_of(room, 2)) == 0, "the other table still plays"
    sent = list(public(request_log))
    assert not [shown for shown in sent if CARD.search(shown)], "the channel reads cards that are still played"
    assert not [shown for shown in sent for number in (1, 2) if deal_seed(key, number) in shown or key in shown]
    await give_up(room, other)
    await room.env.advance_time(POST_SECONDS)
    assert "Replay" in " ".join(button.face for button in read(message_shown(room, one)).buttons)
    await press(people[0], post_of(room), "Next round")
    second = await tables_of(room, 2)
    assert [table.seed for table in second] == [deal_seed(key, 2)] * 2
    assert {frozenset(table.users) for table in second}.isdisjoint({frozenset(one.users), frozenset(other.users)})
    for table in second:
        await give_up(room, table)
    await room.env.advance_time(POST_SECONDS)
    await press(people[0], post_of(room), "Finish")
    await room.env.advance_time(POST_SECONDS)
    assert key_of(room) in texts(post_of(room))


def message_shown(room: Room, table: TableRecord) -> discord.Message:
    """The message of a table."""
    return newest_with_buttons(thread_of(room, table))  # type: ignore[arg-type]


async def test_no_tap_tells_a_card_of_another_table(room: Room, gateway: Gateway, request_log: RequestLog) -> None:
    """Whoever plays elsewhere, or nowhere, taps whatever there is at a table, in play and when it has ended."""
    people = room.people(4)
    stranger = room.members["eve"]
    await begun(room, *people)
    one, other = await tables_of(room, 1)
    await take_turns(room, one, 4)
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
    assert not [text for text in public(request_log) if CARD.search(text)]

"""Sunday's post, its puzzle and the solution on Monday: in a channel that a manager has chosen."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
from simcord import MemberActor

from db.records import NewTable, Rating, ResultRecord
from db.sunday import PuzzleRecord
from engines.texts import say
from playground.testing.people import press
from playground.testing.room import Room, told
from playground.testing.screens import message_of, read, texts
from sessions.occasions import Kind
from sessions.replays.replays import Moment
from sessions.replays.reviews import CostlyMove, Review
from sessions.sunday import FEWEST_GAMES, Recap
from tests.e2e.test_replay import play_a_little
from tests.e2e.test_server_settings import managers
from tests.e2e.watchers.restarts import Restart


async def played(room: Room, people: list[MemberActor], games: int) -> list[int]:
    """Store finished games of 3 Piles between two members, all won by the first, whose rating is much lower."""
    store, tables = room.bot.store, list[int]()
    now = room.bot.service.now()
    for game in range(games):
        table = await store.tables.open_table(
            NewTable(
                guild_id=room.guild.id, channel_id=2000 + game, game="three_piles", options={}, host_id=people[0].id
            ),
            now,
        )
        async with store.tables.change(table.id, table.rev) as change:
            change.sit(people[1].id)
            change.start(seed="past", rules_version=1, now=now)
            ratings = [Rating(20.0, 5.0), Rating(40.0, 5.0)]
            change.finish(
                [
                    ResultRecord(seat, person.id, seat + 1, 9.0, not seat, ratings[seat], ratings[seat], ratings[seat])
                    for seat, person in enumerate(people[:2])
                ],
                now,
            )
        await room.bot.service.pings.postpone(change.table, None)  # long since shown in a channel that is gone
        tables.append(table.id)
    return tables


async def due(room: Room, kind: Kind) -> datetime:
    when = await room.bot.store.occasions.time_of(room.guild.id, kind)
    assert when is not None
    return when


async def comes(room: Room, kind: Kind) -> None:
    """Let the time of an occasion come."""
    seconds = (await due(room, kind) - discord.utils.utcnow()).total_seconds()
    await room.env.advance_time(seconds + 1)


async def choose_channel(room: Room) -> None:
    ann = room.members["ann"]
    await managers(room, ann)
    page = await press(ann, await room.server_panel(ann), "Weekly post")
    result = await ann.select(message_of(page), [room.channel], custom_id="sunday")
    assert result.acknowledged
    assert await room.bot.service.recaps.channel(room.guild.id) == room.channel.id


def legal_actions(moment: Moment) -> list[str]:
    """Three actions that the first player could choose from."""
    table = moment.table
    assert table.seed is not None
    options = moment.game.Options.model_validate(table.options)
    dealt = moment.game.deal(seats=len(table.seats), seed=table.seed, options=options)
    return [str(action) for action in dealt.actions(0)][:3]


async def test_the_week_is_posted_once(room: Room, restart: Restart) -> None:
    ann, bob = room.people(2)
    await choose_channel(room)
    await played(room, [ann, bob], FEWEST_GAMES)
    await restart()
    await comes(room, Kind.SUNDAY)
    (post,) = [message for message in room.channel.history() if "The week in the card room" in texts(message)]
    shown = texts(post)
    assert f"{FEWEST_GAMES} games were played" in shown
    assert "Upset of the week: **ann**" in shown
    assert f"Longest streak: **ann**, {FEWEST_GAMES} wins" in shown
    assert not post.mentions
    assert (await due(room, Kind.SUNDAY)) > discord.utils.utcnow() + timedelta(days=6)


@pytest.mark.bot(draw_tables=True)
@pytest.mark.parametrize("is_open", [True, False])
async def test_the_game_of_the_week_is_shown_as_a_film(
    room: Room, is_open: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only if everybody on the server may see where it was played."""
    seen = discord.PermissionOverwrite(view_channel=True)
    seers: dict[Any, discord.PermissionOverwrite] = dict.fromkeys([room.env.bot.user, *room.members.values()], seen)
    seers[room.guild.default_role] = discord.PermissionOverwrite(view_channel=is_open)
    room.channel = room.guild.create_text_channel("table", overwrites=seers)
    await play_a_little(room)
    monkeypatch.setattr(Recap, "game_of_the_week", (await room.table()).id)
    await choose_channel(room)
    await played(room, room.people(2), FEWEST_GAMES)
    await comes(room, Kind.SUNDAY)
    post = room.channel.history()[-1]
    assert ("Game of the week · 3 Piles" in texts(post)) == is_open
    assert "\n## 🏁" not in texts(post), "what is part of the post has no larger heading than the post"
    assert [file.filename for file in post.attachments] == ["table.png", *(["film.gif"] if is_open else [])]


async def test_a_quiet_week_is_not_posted(room: Room) -> None:
    await choose_channel(room)
    await played(room, room.people(2), FEWEST_GAMES - 1)
    await comes(room, Kind.SUNDAY)
    assert room.channel.history() == []


async def test_a_game_after_the_post_is_in_the_next_one(room: Room) -> None:
    """Sunday evening, when most is played, belongs to a week like any other."""
    await choose_channel(room)
    await comes(room, Kind.SUNDAY)
    await played(room, room.people(2), FEWEST_GAMES)
    await comes(room, Kind.SUNDAY)
    (post,) = room.channel.history()
    assert f"{FEWEST_GAMES} games were played (the week before: 0)." in texts(post)


async def test_a_channel_that_is_gone(room: Room) -> None:
    """Quietly nothing, and the page says what is the matter."""
    await choose_channel(room)
    await played(room, room.people(2), FEWEST_GAMES)
    other = room.guild.create_text_channel("other")
    await room.bot.service.recaps.choose_channel(room.guild.id, other.id)
    room.env.backend.delete_channel(other.id)
    await comes(room, Kind.SUNDAY)
    assert room.channel.history() == []
    ann = room.members["ann"]
    page = await press(ann, await room.server_panel(ann), "Weekly post")
    assert "no longer exists" in texts(page)


async def test_the_puzzle_and_its_solution(room: Room) -> None:
    """The position of a real game, shown without the name of who missed the move; the answers are counted once."""
    ann, bob = await room.deal("three-piles", 2, first=0)
    first = await room.table()
    await room.confirm(ann, "resign")
    await choose_channel(room)
    await played(room, [ann, bob], FEWEST_GAMES)
    moment = await room.bot.service.replays.moment(first.id, 0, 0)
    legal = legal_actions(moment)
    puzzle = PuzzleRecord(first.id, 0, room.guild.id, 1, tuple(legal), 0.9, 0.4)
    assert await room.bot.store.puzzles.offer(puzzle, room.bot.service.now())
    await comes(room, Kind.SUNDAY)
    assert "Could you find it?" not in texts(room.channel.history()[-1]), "others can still try these cards"
    await played(room, [ann, bob], FEWEST_GAMES)
    await comes(room, Kind.SUNDAY)
    post = room.channel.history()[-1]
    assert "Could you find it?" in texts(post)
    assert "A is to move" in texts(post)
    record = await room.bot.store.puzzles.of(first.id, 0)
    assert record is not None
    shown = await room.bot.service.puzzles.shown(record)
    assert shown is not None
    offered = dict(zip((number for number, _ in shown.choices), read(post).buttons, strict=True))
    best, missed = str(offered[0].custom_id), str(offered[1].custom_id)
    in_order = [button.custom_id for button in read(post).buttons]
    assert in_order == [f"solve:{first.id}:0:{place}" for place in range(len(legal))], "no button tells the best"
    cat, dan = room.members["cat"], room.members["dan"]
    for person, choice in ((cat, missed), (cat, best), (dan, missed)):
        answer = await person.click(post, custom_id=choice)
        assert "Noted: " in told(answer)
    assert "your own position" in told(await ann.click(post, custom_id=best))
    await comes(room, Kind.SOLUTION)
    solution = texts(room.channel.history()[-1])
    assert "2 answers. Found by **cat**" in solution
    assert "dan" not in solution
    late = await dan.click(post, custom_id=best)
    assert "the solution is out" in told(late)
    assert await room.bot.store.occasions.time_of(room.guild.id, Kind.SOLUTION) is None


async def test_the_order_of_the_choices_does_not_follow_from_what_buttons_tell(room: Room) -> None:
    """Positions of one game from one seat, offered at different moments, show their choices in different orders."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    table = await room.table()
    await room.confirm(ann, "resign")
    legal = legal_actions(await room.bot.service.replays.moment(table.id, 0, 0))
    puzzle = PuzzleRecord(table.id, 0, room.guild.id, 1, tuple(legal), 0.9, 0.4)
    now = room.bot.service.now()
    orders = set[tuple[int, ...]]()
    for number in range(20):
        shown = await room.bot.service.puzzles.shown(replace(puzzle, offered_at=now + timedelta(milliseconds=number)))
        assert shown is not None
        orders.add(tuple(choice for choice, _ in shown.choices))
    assert len(orders) > 1


async def test_a_position_is_offered_from_a_private_review(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where there is a weekly post; a second tap withdraws it."""
    ann, bob = await room.deal("three-piles", 2, first=0)
    table = await room.table()
    await room.confirm(bob, "resign")
    legal = legal_actions(await room.bot.service.replays.moment(table.id, 0, 0))
    move = CostlyMove(1, say("this"), say("that"), (), best=0.9, got=0.4, cost=0.5, choices=tuple(legal))
    review = Review((move,), looked_at=1, decisions=1, luck=0.5, even=0.5)

    async def known(*_: object) -> Review:
        return review

    async def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(room.bot.service.reviews, "costliest", known)
    monkeypatch.setattr(room.bot.service.reviews, "check", nothing)
    assert "Could they find it?" not in texts(await press(ann, room.shown, "My costliest moves"))
    result = room.shown
    await choose_channel(room)
    shown = await press(ann, result, "My costliest moves")
    assert "without your name" in texts(shown)
    assert "Thank you!" in told(await press(ann, shown, "Could they find it?"))
    offered = await room.bot.store.puzzles.of(table.id, 0)
    assert offered is not None
    assert (offered.number, offered.choices) == (1, tuple(legal))
    assert "not offered any more" in told(await press(ann, shown, "Could they find it?"))
    assert await room.bot.store.puzzles.of(table.id, 0) is None

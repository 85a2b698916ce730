"""/league cup: members play sealed deals over a restart; nobody learns anything before they may."""

import csv
import json
import re
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image
from simcord import InteractionResult, MemberActor, ResponseMessage

from cogs.shared.posts import BETWEEN_EDITS
from cogs.shared.table_parts import Verb
from db.purpose_records import DealTry
from db.records import Phase
from engines import GAMES
from engines.contract import DailyGame
from pictures.canvas import PIXELS
from playground.testing.life import MakeBot
from playground.testing.people import press, slash
from playground.testing.room import Room, refused, tap_refused
from playground.testing.screens import CARD, Seen, message_of, read, texts
from sessions.cups import ALL_PLAYED, IS_CANCELLED, PLAY_FIRST
from sessions.races import CUP_IS_OVER, deal_seed
from sessions.shared.refusals import Refused
from tests.e2e.conftest import make_bot
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog
from tests.e2e.test_beat_my_hand import Rival
from tests.e2e.test_practice_alone import faces, newest
from tests.e2e.watchers.restarts import Restart

GAME, DAY = "knotweed", 24 * 60 * 60


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cup's games are over after a few turns."""
    monkeypatch.setattr(type(GAMES[GAME]), "daily", DailyGame(opponents=1, options={"turn_cap": 3}))


async def open_cup(room: Room, organiser: MemberActor, deals: int = 4, **options: Any) -> Seen:
    await slash(
        organiser, room.channel, "league cup", **{"name": "Autumn", "game": GAME, "deals": deals, "days": 2} | options
    )
    return room.channel.history()[-1]


async def begin(room: Room, person: MemberActor, cup: Seen) -> Rival:
    message = message_of(await press(person, cup, "Play"))
    assert isinstance(message, ResponseMessage)
    rival = Rival(room, person, message, (await newest(room)).id)
    rival._chance = Random(person.id + rival.table_id)
    return rival


async def play(room: Room, person: MemberActor, cup: Seen) -> Rival:
    """Play the next deal to its end; everybody has a way of their own."""
    rival = await begin(room, person, cup)
    await rival.play()
    return rival


def key_of(room: Room) -> str:
    (key,) = {str(value) for row in room.rows()["cups"] for value in row if isinstance(value, str) and len(value) == 64}
    return key


def tables(room: Room) -> Iterator[tuple[int, int]]:
    """Each try: its deal and its table."""
    for table, deal, _ in room.rows()["tries"]:
        yield deal, table


async def counted(room: Room) -> dict[int, dict[int, int]]:
    """Matchpoints by deal and member, counted anew from the stored results, pair by pair."""
    played: dict[int, list[tuple[int, float]]] = {}
    for deal, number in tables(room):
        table = await room.bot.store.tables.get(number)
        assert table is not None
        own = {seat.seat for seat in table.seats if seat.user_id == table.host_id}
        for result in await room.bot.store.games.results(number):
            if result.seat in own:
                played.setdefault(deal, []).append((table.host_id, result.points))
    found: dict[int, dict[int, int]] = {}
    for deal, results in played.items():
        found[deal] = {user: 0 for user, _ in results}
        for one, (user, points) in enumerate(results):
            for other, theirs in results[:one]:
                found[deal][user] += 2 if points > theirs else 1 if points == theirs else 0
                found[deal][other] += 2 if theirs > points else 1 if points == theirs else 0
    return found


@pytest.mark.thorough
async def test_a_cup_of_six_deals_by_eight_members_over_a_restart(
    room: Room, restart: Restart, request_log: RequestLog
) -> None:
    people = room.people(8)
    cup = await open_cup(room, people[0], deals=6)
    key = key_of(room)
    assert sha256(key.encode()).hexdigest() in texts(cup)
    for person in people:
        for _ in range(3):
            await play(room, person, cup)
    ratings = room.rows()["standings"]
    half_way = await begin(room, people[0], cup)
    await half_way.play(steps=1)
    await restart(killed=True)
    half_way.message = message_of(await press(people[0], cup, "Play"))  # type: ignore[assignment]
    await half_way.play()
    for person in people[:-1]:
        for _ in range(2 if person is people[0] else 3):
            await play(room, person, cup)
    assert await tap_refused(room, lambda: press(people[0], cup, "Play")) == ALL_PLAYED.template
    await room.env.advance_time(61)
    assert f"of 6 deals: {people[0].name} 6" in texts(room.channel.history()[0])
    assert f"{people[-1].name} 3" in texts(room.channel.history()[0])
    seeds = [deal_seed(key, number) for number in range(1, 7)]
    sent = json.dumps([request.body for request in request_log.requests], default=str)
    assert not [secret for secret in (key, *seeds) if secret in sent]
    late = await begin(room, people[-1], cup)
    await room.env.advance_time(2 * DAY)
    assert (await room.bot.service.views.snapshot(late.table_id, None)).table.phase is Phase.CLOSED
    with pytest.raises(Refused, match=CUP_IS_OVER.template):
        await room.bot.service.cups.play(1, room.guild.id, room.channel.id, people[-1].id)
    result = room.channel.history()[-1]
    assert key in texts(result)
    assert key in texts(room.channel.history()[0]), "whoever noted the hash finds the key below it"
    await check_table(room, people, await press(people[1], result, "All results"), texts(result))
    assert room.rows()["standings"] == ratings == []
    assert len(room.channel.history()) == 2, "the result is posted once"


async def check_table(room: Room, people: list[MemberActor], file: InteractionResult, shown: str) -> None:
    """The result in the channel and the file say what an independent count does."""
    deals = await counted(room)
    totals = {person.id: sum(deal.get(person.id, 0) for deal in deals.values()) for person in people}
    assert [len(deals[deal]) for deal in sorted(deals)] == [8, 8, 8, 7, 7, 7]
    for person in people:
        rank = 1 + sum(total > totals[person.id] for total in totals.values())
        assert re.search(rf" {rank}\\?\. {person.name}: {totals[person.id]} matchpoints \(", shown), shown
    assert file.response is not None
    (attached,) = file.response.attachments
    rows = list(csv.DictReader((await attached.read()).decode("utf-8-sig").splitlines()))
    ids = {person.name: person.id for person in people}
    numbers = {str(number): deal for number, deal in enumerate(sorted(deals), 1)}
    read_back = {(numbers[row["deal"]], ids[row["player"]]): int(row["matchpoints"]) for row in rows}
    assert read_back == {(deal, user): points for deal, line in deals.items() for user, points in line.items()}


async def test_nothing_of_a_deal_is_told_before_it_may_be(
    room: Room, gateway: Gateway, request_log: RequestLog
) -> None:
    """Bob, who has not played, taps whatever there is at the game of Ann, who has; she may not see more, either."""
    ann, bob = room.people(2)
    cup = await open_cup(room, ann)
    assert await tap_refused(room, lambda: press(bob, cup, "Results")) == PLAY_FIRST.template
    rival = await play(room, ann, cup)
    assert "Replay" not in " ".join(faces(rival.message))
    before = len(request_log.requests)
    key = key_of(room)
    secrets = [key, *(deal_seed(key, number) for number in range(1, 5))]
    play_button = read(cup).button("Play").custom_id
    for person in (bob, ann):
        for verb in Verb:
            if person is ann and verb is Verb.AGAIN:
                continue  # another deal
            gateway.forge(json.dumps(play_button), json.dumps(f"table:{rival.table_id}:99:{verb}"))
            answer = await press(person, cup, "Play")
            if person is bob:
                assert not CARD.findall(texts(answer)), f"{verb} tells Bob cards"
    for command in ("hand", "games", "replay", "leaderboard"):
        assert not CARD.findall(texts(await slash(bob, room.channel, command)))
    sent = json.dumps([request.body for request in request_log.requests[before:]], default=str)
    assert not [secret for secret in secrets if secret in sent]


async def test_everybody_has_the_same_deal_and_computers_that_answer_alike(room: Room) -> None:
    ann, bob = room.people(2)
    cup = await open_cup(room, ann)
    first, second = await begin(room, ann, cup), await begin(room, bob, cup)
    for rival in (first, second):
        rival._chance = Random("alike")
        await rival.play()
    assert first.shown == second.shown
    played = [await room.bot.store.games.moves(rival.table_id) for rival in (first, second)]
    assert [move.text for move in played[0]] == [move.text for move in played[1]]
    table = await newest(room)
    assert (type(table.purpose), table.seed) == (DealTry, deal_seed(key_of(room), 1))
    known = texts(await press(ann, cup, "Results"))
    assert "Results of deal 1" in known
    assert f"1. {ann.name}: 1 matchpoint" in known.replace("\\", ""), "equal results are a tie"
    assert f"1. {bob.name}: 1 matchpoint" in known.replace("\\", "")


async def test_only_the_organiser_cancels_and_what_is_begun_can_be_ended(room: Room) -> None:
    ann, bob = room.people(2)
    cup = await open_cup(room, ann)
    rival = await begin(room, bob, cup)
    await room.env.advance_time(61)
    assert "Played so far, of 4 deals: bob 0" in texts(room.channel.history()[0])
    assert "Only the organiser" in await tap_refused(room, lambda: press(bob, cup, "Cancel"))
    await press(ann, await press(ann, cup, "Cancel"), "Keep it")
    await press(ann, await press(ann, cup, "Cancel"), "Cancel the cup")
    await room.env.advance_time(61)
    assert "Cancelled by the organiser." in texts(room.channel.history()[0])
    await rival.play()
    assert (await newest(room)).phase is Phase.FINISHED
    assert await tap_refused(room, lambda: press(bob, rival.message, "Results")) == IS_CANCELLED.template
    assert key_of(room) not in texts(room.channel.history()[0]), "another cup may have the same cards"
    await room.env.advance_time(3 * DAY)
    (post,) = room.channel.history()
    assert key_of(room) in texts(post), "there is no result, but the key is told"


async def test_a_cup_whose_channel_is_gone_moves(room: Room) -> None:
    ann, bob = room.people(2)
    await open_cup(room, ann)
    other = room.guild.create_text_channel("others")
    options = {"name": "autumn", "game": GAME, "deals": 4, "days": 2}
    assert "cup of that name" in await refused(room, ann, "league cup", **options)
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    await slash(ann, other, "league cup", **options)
    moved = other.history()[-1]
    message = message_of(await press(bob, moved, "Play"))
    assert isinstance(message, ResponseMessage)
    assert len(room.rows()["cups"]) == 1
    await room.env.advance_time(2 * DAY + 60)
    assert "Nobody has finished a deal." in texts(other.history()[-1])


@pytest.mark.parametrize("bot_maker", [partial(make_bot, draw_tables=True)])
async def test_the_result_is_a_picture_with_the_same_in_words(room: Room, bot_maker: MakeBot) -> None:
    ann, bob = room.people(2)
    cup = await open_cup(room, ann)
    for person in (ann, bob):
        await play(room, person, cup)
    await room.env.advance_time(2 * DAY + 60)
    result = room.channel.history()[-1]
    (picture,) = result.attachments
    with Image.open(BytesIO(await picture.read())) as drawn:
        assert drawn.size == PIXELS
    (shown,) = read(result).pictures
    assert {name for name in (ann.name, bob.name) if f". {name}: " in shown.alt} == {ann.name, bob.name}
    assert f"{ann.name}: " in texts(await press(bob, result, "In words"))


async def test_a_deleted_member_gets_no_second_try_and_a_hidden_one_is_not_named(room: Room) -> None:
    ann, bob, cat = room.people(3)
    cup = await open_cup(room, ann)
    await room.bot.service.privacy.hide(cat.id, hidden=True)
    for person in (ann, bob, cat):
        await play(room, person, cup)
    await room.bot.service.privacy.delete(bob.id)
    assert (await begin(room, bob, cup)).table_id == 4, "the next deal"
    assert {deal for deal, table in tables(room) if table == 4} == {2}
    await room.env.advance_time(2 * DAY + 60)
    result = texts(room.channel.history()[-1])
    assert "somebody: " in result
    assert cat.name not in result


async def test_the_cup_of_a_game_that_is_gone_keeps_its_results(
    room: Room, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = room.people(1)
    cup = await open_cup(room, ann)
    await play(room, ann, cup)
    monkeypatch.setattr("cogs.client.GAMES", {key: game for key, game in GAMES.items() if key != GAME})
    await restart()
    assert "no longer available" in await tap_refused(room, lambda: press(ann, cup, "Play"))
    await room.env.advance_time(2 * DAY + 60)
    assert f"{ann.name} wins!" in texts(room.channel.history()[-1])


async def test_a_cup_names_those_who_want_to_be_on_leaderboards(room: Room) -> None:
    (ann,) = room.people(1)
    await begin(room, ann, await open_cup(room, ann))
    shown = await room.own_data(ann)
    named: list[bool] = []
    for label in ("Hide me on leaderboards", "Show me on leaderboards"):
        await press(ann, shown, label)
        await room.env.advance_time(2 * BETWEEN_EDITS)
        named.append("ann 0" in texts(room.channel.history()[-1]))
    assert named == [False, True]

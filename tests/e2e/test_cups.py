"""/league cup: members play sealed deals over a restart; nobody learns anything before they may."""

import csv
import json
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image
from simcord import MemberActor, ResponseMessage

from cogs.shared.posts import BETWEEN_EDITS
from cogs.shared.table_parts import Verb
from db.purpose_records import DealTry
from db.records import Phase
from engines import GAMES
from engines.contract import DailyGame
from pictures.canvas import PIXELS
from playground.testing.people import press, slash
from playground.testing.room import Room, refused, tap_refused
from playground.testing.screens import CARD, Seen, message_of, read, texts
from sessions.cups import ALL_PLAYED, IS_CANCELLED, PLAY_FIRST
from sessions.races import CUP_IS_OVER, deal_seed
from sessions.shared.refusals import Refused
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


async def first_deal(room: Room) -> dict[int, float]:
    """The points of each member who has played the first deal, from the stored results."""
    found: dict[int, float] = {}
    for deal, number in tables(room):
        table = await room.bot.store.tables.get(number)
        assert table is not None
        (own,) = [seat.seat for seat in table.seats if seat.user_id == table.host_id]
        if deal == 1:
            found[table.host_id] = (await room.bot.store.games.results(number))[own].points
    return found


async def test_a_cup_from_its_first_deal_to_its_key_over_a_restart(room: Room, restart: Restart) -> None:
    ann, bob = room.people(2)
    cup = await open_cup(room, ann)
    key = key_of(room)
    assert sha256(key.encode()).hexdigest() in texts(cup)
    half_way = await begin(room, ann, cup)
    await half_way.play(steps=1)
    await restart(killed=True)
    half_way.message = message_of(await press(ann, cup, "Play"))  # type: ignore[assignment]
    await half_way.play()
    for _ in range(3):
        await play(room, ann, cup)
    assert await tap_refused(room, lambda: press(ann, cup, "Play")) == ALL_PLAYED.template
    late = await begin(room, bob, cup)
    await room.env.advance_time(61)
    assert "of 4 deals: ann 4" in texts(room.channel.history()[0])
    await room.env.advance_time(2 * DAY)
    assert (await room.bot.service.views.snapshot(late.table_id, None)).table.phase is Phase.CLOSED
    with pytest.raises(Refused, match=CUP_IS_OVER.template):
        await room.bot.service.cups.play(1, room.guild.id, room.channel.id, bob.id)
    post, result = room.channel.history()
    assert key in texts(result)
    assert key in texts(post), "whoever noted the hash finds the key below it"
    assert room.rows()["standings"] == []


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


@pytest.mark.bot(draw_tables=True)
async def test_the_result_is_a_picture_with_the_same_in_words(room: Room) -> None:
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
    points = await first_deal(room)
    one, other = points[ann.id], points[bob.id]
    file = await press(bob, result, "All results")
    assert file.response is not None
    (attached,) = file.response.attachments
    rows = csv.DictReader((await attached.read()).decode("utf-8-sig").splitlines())
    matchpoints = {row["player"]: int(row["matchpoints"]) for row in rows}
    assert matchpoints == {ann.name: 2 * (one > other) + (one == other), bob.name: 2 * (other > one) + (one == other)}


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

"""Tables as pictures: drawn, refused, switched off, and put into words for those who do not see them."""

import re
from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError
from simcord.http import router

from cogs.shared import pictures
from cogs.shared.pictures import FILE_NAME
from engines import GAMES
from playground.testing.people import newest_private, press, private_messages, slash, tap
from playground.testing.room import Room
from playground.testing.screens import CARD, read, texts
from sessions.settings.server import ServerSetting
from sessions.settings.settings import OFF, ON, Wish
from tests.e2e.request_log import RequestLog

pytestmark = pytest.mark.bot(draw_tables=True)


def picture(room: Room) -> discord.Attachment:
    (shown,) = room.shown.attachments
    assert [part.url for part in read(room.shown).pictures] == [shown.url]
    assert shown.filename == FILE_NAME
    return shown


@pytest.mark.parametrize("key", GAMES)
async def test_a_table_is_a_picture_with_its_words_in_the_alt_text(room: Room, key: str) -> None:
    await room.deal(key.replace("_", "-"), GAMES[key].seats[-1])
    (shown,) = read(room.shown).pictures
    assert "ann" in shown.alt
    assert "-# ⏳" in texts(room.shown)
    assert len(shown.alt) <= 1024
    assert picture(room).size > 1000


async def test_whoever_picks_cards_sees_them_in_a_picture(room: Room) -> None:
    """Card Duel: all 26 cards, with what is in the hand and what still fits; nobody else's picture is the same."""
    ann, bob = await room.deal("card-duel", 2)
    (shown,) = read(room.hand_of(ann)).pictures
    assert len(re.findall(CARD, shown.alt)) == 26
    assert " of 30. Your hand: " in shown.alt
    await press(ann, room.hand_of(ann), "Start over")
    (emptied,) = read(room.hand_of(ann)).pictures
    assert emptied.alt.startswith("0 of 30. Your hand: 0 cards: empty. Deck: ")
    assert emptied.alt.endswith("You still have room for any card.")
    assert emptied.url != shown.url
    (other,) = read(room.hand_of(bob)).pictures
    assert set(re.findall(CARD, other.alt)).isdisjoint(re.findall(CARD, shown.alt))
    assert not re.search(CARD, room.hand_text(ann)), "the picture shows them"


async def test_a_finished_game_is_a_picture_of_its_result(room: Room) -> None:
    """Who won, by how much and with what; the words below say who came where, and nothing twice."""
    ann, bob = await room.deal("knotweed", 2, first=0, turn_cap=3)
    for person in (ann, bob, ann):
        await press(person, room.hand_of(person), "Pass")
    (shown,) = read(room.shown).pictures
    message = texts(room.shown)
    assert "🏁 bob wins by 1 point!" in message
    assert shown.alt.startswith("bob: wins. The limit of 3 turns")
    assert len(re.findall(CARD, shown.alt)) == 19, "bob took 3 cards, ann 6"
    assert "1. bob: 1 point, " in shown.alt
    assert not re.search(CARD, message), "the picture shows the cards"
    assert "Points by" not in message
    assert picture(room).size > 1000


async def test_a_lobby_has_a_picture_of_the_game_and_names_its_seats(room: Room) -> None:
    ann, _ = await room.open("knotweed", 2)
    (shown,) = read(room.shown).pictures
    assert shown.alt.startswith("An example. ")
    assert "1. **ann** · host" in texts(room.shown)
    before = await picture(room).read()
    cat = room.members["cat"]
    await press(cat, room.shown, "Join")
    assert "3. **cat**" in texts(room.shown)
    assert await picture(room).read() == before, "nothing is drawn anew"
    in_words = await room.more(cat, "Text")
    assert "3. **cat**" in texts(in_words)
    assert not read(in_words).pictures
    await press(ann, room.shown, "Start")
    (shown,) = read(room.shown).pictures
    assert "Turn 1 of" in shown.alt


async def test_a_lobby_gives_way_to_words_where_pictures_are_off_or_refused(room: Room) -> None:
    ann, _ = await room.open("knotweed", 2)
    room.env.backend.guilds[room.guild.id].owner_id = ann.id
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.PICTURES, OFF)
    await press(room.members["cat"], room.shown, "Join")
    assert not room.shown.attachments
    assert "3. **cat**" in texts(room.shown)
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.PICTURES, ON)
    room.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013)
    await press(room.members["dan"], room.shown, "Join")
    assert not room.shown.attachments
    assert "4. **dan**" in texts(room.shown)


async def test_a_result_says_the_reason_once_and_opens_the_hands(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.type_move(ann, "draw")
    await press(bob, await room.ask(bob, "resign"), "Give up")
    (shown,) = read(room.shown).pictures
    assert shown.alt.startswith("The game ended because bob gave up. ")
    assert "gave up." not in texts(room.shown).partition("🏁")[2].splitlines()[1]
    assert "🏁 ann won: bob gave up." in texts(room.shown)
    assert "face down" not in shown.alt.partition("ann's hand")[2]
    replay = await press(ann, room.shown, "Replay")
    opened = await press(ann, replay, "Show all hands")
    (alt,) = [part.alt for part in read(opened).pictures]
    assert "ann's hand: " in alt
    assert "face down" not in alt.partition("ann's hand")[2]


async def test_a_closed_table_has_no_picture(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2)
    await room.confirm(ann, "end")
    assert not room.shown.attachments
    assert "This table was closed" in texts(room.shown)


async def test_every_move_replaces_the_picture(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    message, before = room.shown.id, picture(room)
    await press(ann, room.hand_of(ann), "Draw a card")
    after = picture(room)
    assert room.shown.id == message
    assert after.id != before.id
    assert await after.read() != await before.read()
    await room.more(bob, "Show the table here")
    assert picture(room).id != after.id
    assert await picture(room).read() == await after.read()


async def test_the_log_tells_everything_page_by_page(room: Room) -> None:
    people = await room.deal("knotweed", 3, first=0)
    for _ in range(4):
        for person in people:
            await room.type_move(person, "pass")
    log = await room.more(people[0], "Log")
    assert "Page 2 of 2" in texts(log)
    earlier = await press(people[0], log, "Previous")
    assert "Page 1 of 2" in texts(earlier)
    assert "You pass." in texts(earlier)


async def test_a_replay_has_pictures_unless_the_member_wants_words(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.type_move(ann, "draw")
    await press(bob, await room.ask(bob, "resign"), "Give up")
    replay = await press(ann, room.shown, "Replay")
    assert len(read(replay).pictures) == 1
    later = await press(ann, replay, "Next")
    assert len(read(later).pictures) == 1
    await room.choose_own(ann, "help", menu="wishes")
    in_words = await press(ann, room.shown, "Replay")
    assert not read(in_words).pictures
    assert "tack 1" in texts(in_words)
    assert read(await press(bob, room.shown, "Replay")).pictures


async def test_a_picture_that_cannot_be_drawn_gives_way_to_words(
    room: Room, monkeypatch: pytest.MonkeyPatch, expect_errors: Callable[..., None]
) -> None:
    expect_errors("A table could not be drawn")
    ann, _ = await room.deal("three-piles", 2, first=0)

    def fail(*_: object) -> bytes:
        raise RuntimeError("no paint")

    monkeypatch.setattr(pictures, "draw_table", fail)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert not room.shown.attachments
    assert "tack 1" in texts(room.shown)


IN_THE_GALLERY = "Invalid Form Body\nIn components.0.components.0.items.0.media.url: Attachment not found"
IN_A_BUTTON = "Invalid Form Body\nIn data.components.0.components.2.components.0.emoji.id: Invalid emoji"


def refuse(room: Room, method: str, path: str, status: int, code: int, message: str = "", times: int = 1) -> None:
    room.env.inject_error(method, path, status=status, code=code, message=message, times=times)


@pytest.mark.parametrize(
    ("status", "code", "message", "hours"),
    [(400, 50035, IN_THE_GALLERY, 1), (413, 40005, "", 1), (413, 0, "<html>", 1), (403, 50013, "", 24)],
)
async def test_a_refused_picture_gives_way_to_words_in_place_and_is_tried_again(
    room: Room, status: int, code: int, message: str, hours: int
) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    shown = room.shown.id
    room.refuse_tokens()
    refuse(room, "PATCH", f"/channels/{room.channel.id}/messages/*", status, code, message)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert room.shown.id == shown
    assert not room.shown.attachments
    assert "tack 1" in texts(room.shown)
    await room.env.advance_time(hours * 3600 - 60)
    await room.type_move(ann, f"stack {(await room.cards(ann))[0]} 0")
    assert not room.shown.attachments
    await room.env.advance_time(120)
    (person,) = await room.to_act()
    await room.type_move(person, "draw")
    assert picture(room)


@pytest.mark.parametrize(
    ("status", "code", "message"),
    [(400, 50083, "Thread is archived"), (400, 50035, IN_A_BUTTON), (400, 50035, "Invalid Form Body"), (400, 0, "")],
)
async def test_what_is_not_about_the_picture_leaves_pictures_on(
    room: Room, request_log: RequestLog, status: int, code: int, message: str
) -> None:
    """The next two changes are edits with pictures, no new posts."""
    ann, bob = await room.deal("three-piles", 2, first=0)
    room.refuse_tokens()
    refuse(room, "PATCH", f"/channels/{room.channel.id}/messages/*", status, code, message)
    await press(ann, room.hand_of(ann), "Draw a card")
    await room.env.advance_time(60)
    posts, edits = (("POST", f"/channels/{room.channel.id}/messages"), ("PATCH", f"/channels/{room.channel.id}/*"))
    posted, edited = len(request_log.sent(*posts)), len(request_log.sent(*edits))
    await room.type_move(ann, f"stack {(await room.cards(ann))[0]} 0")
    await room.type_move(bob, "draw")
    assert len(request_log.sent(*posts)) == posted
    assert [bool(edit.uploads) for edit in request_log.sent(*edits)[edited:]] == [True, True]
    assert picture(room)


async def test_a_tap_whose_answer_is_sent_twice_keeps_its_picture(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord says 502 although the answer has arrived; discord.py repeats it, and is told 400 40060."""
    _, ann = await room.deal("three-piles", 2, first=0)
    dispatch = router.dispatch

    def fail_once(backend: Any, method: str, path: str, **request: Any) -> Any:
        answer = dispatch(backend, method, path, **request)
        if path.endswith("/callback"):
            monkeypatch.setattr(router, "dispatch", dispatch)
            raise BackendError(400, 40060, "Interaction has already been acknowledged.")
        return answer

    for _ in range(2):
        monkeypatch.setattr(router, "dispatch", fail_once)
        await press(ann, room.hand_of(ann), "Refresh")
        assert read(room.hand_of(ann)).pictures
    monkeypatch.setattr(router, "dispatch", fail_once)
    seen = len(private_messages(ann, room.channel))
    await tap(ann, room.shown, "My hand")
    assert len(private_messages(ann, room.channel)) == seen + 1
    assert read(newest_private(ann, room.channel)).pictures


@pytest.mark.parametrize(("times", "has_emojis"), [(1, True), (2, False)])
async def test_a_refused_emoji_is_tried_once_more_and_then_left_out_of_that_message(
    room: Room, times: int, has_emojis: bool
) -> None:
    ann, _ = await room.deal("knotweed", 2, first=0)
    refuse(room, "POST", "/interactions/*/callback", 400, 50035, IN_A_BUTTON, times)
    await press(ann, room.hand_of(ann), "Pass")
    hand = room.hand_of(ann)
    assert read(hand).pictures
    assert "Something went wrong" not in texts(hand)
    assert (read(hand).button("Plan ahead").face == "🗓️ Plan ahead") == has_emojis
    await press(ann, hand, "Refresh")
    assert read(room.hand_of(ann)).button("Plan ahead").face == "🗓️ Plan ahead"


async def test_a_channel_without_uploads_still_starts_games_and_harms_no_other(room: Room) -> None:
    """The answer to Start is refused with its picture: this channel gets words, others keep their pictures."""
    ann, _ = await room.open("three-piles", 2, first=0)
    room.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013)
    await press(ann, room.shown, "Start")
    assert not room.shown.attachments
    assert "tack 1" in texts(room.shown)
    room.channel = room.guild.create_text_channel("elsewhere")
    ann, _ = await room.deal("three-piles", 2, first=0)
    message, before = room.shown.id, picture(room)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert room.shown.id == message
    assert picture(room).id != before.id


async def test_examples_in_the_rules_are_pictures_unless_a_member_wants_words(room: Room) -> None:
    ann = room.members["ann"]
    page = await slash(ann, room.channel, "rules", game="knotweed")
    assert len(read(page).pictures) == 1
    await press(ann, page, "Next")
    assert len(read(page).pictures) == 1, "the picture of the page before is gone"
    await room.bot.service.settings.choose(ann.id, Wish.PICTURES, False)
    page = await slash(ann, room.channel, "rules", game="knotweed")
    assert not read(page).pictures
    assert "Example:" in texts(page)
    assert "Draw pile: 3 cards" in texts(page)

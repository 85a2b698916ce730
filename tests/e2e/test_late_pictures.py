"""Answers whose pictures take longer than an answer may: what stands in their place, and how they follow."""

from typing import Any

import pytest
from discord import ComponentType

from cogs.hands import messages
from cogs.shared import drawing
from cogs.shared.pictures import FOLLOWS
from cogs.shared.post_messages import PICTURE_AGAIN
from cogs.tables import screen
from engines import GAMES
from pictures.table import draw_blank
from playground.testing.people import press, slash
from playground.testing.room import Room
from playground.testing.screens import message_of, read, texts
from tests.e2e.request_log import Request, RequestLog

BLANK = {len(draw_blank(game.name, str(FOLLOWS))) for game in GAMES.values()}
"""The sizes of the pictures that keep the place, by which the log of requests knows them."""


pytestmark = pytest.mark.bot(draw_tables=True)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers wait for no picture at all; it is drawn as soon as they have been made."""
    monkeypatch.setattr(drawing, "PATIENCE_SECONDS", 0)


def blanks(requests: list[Request]) -> list[bool]:
    """Whether the picture of each request that has one is blank."""
    return [request.uploads[0][1] in BLANK for request in requests if request.uploads]


def words_and_buttons(body: dict[str, Any]) -> list[dict[str, Any]]:
    """Everything in a message but its picture."""
    (container,) = body["components"]
    return [part for part in container["components"] if part["type"] != ComponentType.media_gallery.value]


async def test_words_and_buttons_come_at_once_and_the_picture_follows_without_a_counted_request(
    room: Room, request_log: RequestLog
) -> None:
    ann, _ = await room.deal("knotweed", 2, first=0)
    before = len(request_log.requests)
    await press(ann, room.hand_of(ann), "Pass")
    sent = request_log.requests[before:]
    (answer,) = (request for request in sent if request.path.endswith("/callback"))
    token = answer.path.split("/")[-2]
    (follows,) = (request for request in sent if request.path.endswith(f"{token}/messages/@original"))
    assert (blanks([answer]), blanks([follows])) == ([True], [False])
    first, second = words_and_buttons(answer.body["data"]), words_and_buttons(follows.body)
    told = [part for part in first if "You: passed" in part.get("content", "")]
    assert len(told) == 1, "in words until the picture shows it"
    assert [part for part in first if part not in told] == second
    assert len([request for request in sent if request.path.startswith("/channels/")]) <= 1, "the table, once"


async def test_the_picture_of_a_question_is_followed_by_that_of_the_same_question(
    room: Room, request_log: RequestLog
) -> None:
    """Whoever has emptied their hand in Card Duel is not led back to the suggested one."""
    ann, _ = await room.deal("card-duel", 2)
    before = len(request_log.requests)
    await press(ann, room.hand_of(ann), "Start over")
    assert blanks(request_log.requests[before:]) == [True, False]
    (shown,) = read(room.hand_of(ann)).pictures
    assert shown.alt.startswith("0 of 30. Your hand: 0 cards: empty.")


async def test_a_picture_that_has_been_drawn_before_is_there_at_once(room: Room, request_log: RequestLog) -> None:
    ann, bob = await room.deal("knotweed", 2, first=0)
    before = len(request_log.requests)
    await press(bob, room.hand_of(bob), "Refresh")
    await press(ann, room.shown, "My hand")
    assert blanks(request_log.requests[before:]) == [False, False]


async def test_a_new_table_and_its_lobby_do_not_wait_either(room: Room, request_log: RequestLog) -> None:
    ann, bob = room.people(2)
    await slash(ann, room.channel, "play knotweed")
    await press(bob, room.shown, "Join")
    assert blanks(request_log.requests) == [True, False, False], (
        "the picture of the game is drawn once, and a tap is one request"
    )
    assert "2. **bob**" in texts(room.shown)


async def test_the_result_of_a_game_played_alone_follows_though_nothing_changes_any_more(
    room: Room, request_log: RequestLog
) -> None:
    ann, _ = await room.deal("knotweed", 2, first=0, turn_cap=1)
    await press(ann, room.hand_of(ann), "Pass")
    assert blanks(request_log.requests)[-1] is False


async def test_lessons_rules_and_replays_do_not_wait_either(room: Room, request_log: RequestLog) -> None:
    """Neither where a new message opens, nor where a page takes the place of another."""
    ann, _ = await room.deal("knotweed", 2, first=0, turn_cap=1)
    await press(ann, room.hand_of(ann), "Pass")
    before = len(request_log.requests)
    rules = await slash(ann, room.channel, "rules", game="knotweed")
    lesson = await press(ann, message_of(await press(ann, message_of(rules), "Next")), "🎓")
    await press(ann, message_of(lesson), "Show me")
    replay = await slash(ann, room.channel, "replay")
    await press(ann, message_of(replay), "Next")
    sent = request_log.requests[before:]
    shown = blanks(sent)
    assert shown == [True, False] * (len(shown) // 2)
    assert len(shown) >= 2 * 4
    assert not [request for request in sent if request.path.startswith("/channels/")]


async def test_a_table_is_shown_in_words_until_its_picture_is_there(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a rush so many pictures wait that what everybody can see would be out of date for long."""
    ann, _ = await room.deal("knotweed", 2, first=0)
    (before,) = read(room.shown).pictures
    monkeypatch.setattr(screen, "FOLLOWERS_PATIENCE", 0)
    await press(ann, room.hand_of(ann), "Pass")
    await room.env.advance_time(1)
    assert not read(room.shown).pictures
    assert "ann: passed" in texts(room.shown)
    await room.env.advance_time(PICTURE_AGAIN)
    (after,) = read(room.shown).pictures
    assert "ann: passed" in after.alt
    assert before.alt != after.alt


async def test_the_open_hands_of_others_are_shown_in_words_until_their_pictures_are_there(
    room: Room, request_log: RequestLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for their turn learns at once that it has come, and what can be done."""
    ann, bob = await room.deal("knotweed", 2, first=0)
    await room.env.advance_time(1)
    monkeypatch.setattr(messages, "FOLLOWERS_PATIENCE", 0)
    before = len(request_log.requests)
    await press(ann, room.hand_of(ann), "Pass")
    await room.env.advance_time(1)
    edits = [request for request in request_log.requests[before:] if request.path.endswith("/messages/@original")]
    by_hand = {path: blanks([edit for edit in edits if edit.path == path]) for path in {edit.path for edit in edits}}
    assert [True, False] in by_hand.values(), "in words, then with its picture"
    (picture,) = read(room.hand_of(bob)).pictures
    assert "ann: passed" in picture.alt

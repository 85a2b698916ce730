"""The first start of a bot: everything runs before Discord has taken the faces of the cards."""

from datetime import timedelta
from typing import Any

import pytest

from playground.testing.life import Life
from playground.testing.room import Room
from playground.testing.screens import texts
from tests.e2e.request_log import RequestLog

UPLOADS = "/applications/*/emojis"


@pytest.mark.bot(draw_cards=True)
async def test_the_evening_begins_before_all_faces_are_there(life: Life, room: Room, request_log: RequestLog) -> None:
    """Discord takes fifty emojis an hour."""
    faces: Any = room.env.backend.application_emojis
    assert len(faces) == 50
    assert not room.bot.renderers.card_emojis.emojis, "all are used, or none"
    ann, _ = await room.deal("three-piles", 2)
    assert "My hand" in str(room.shown.components)
    assert "<:" not in texts(room.hand_of(ann))
    await life.restart()
    assert len(faces) == 50
    await room.env.advance_time(timedelta(hours=1, minutes=1).total_seconds())
    assert len(faces) == 53
    assert len(room.bot.renderers.card_emojis.emojis) == 52
    taken = [request for request in request_log.sent("POST", UPLOADS) if request.refusal is None]
    assert len({request.body["name"] for request in taken}) == 53

"""Card faces become application emojis once, and the bot does without them if Discord will not have them."""

from __future__ import annotations

import io
import logging
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image

from cogs.shared.card_emojis import FOLDER, sync_card_emojis
from engines.cards import CARD_TEXTS, parse_card


class Emoji:
    def __init__(self, application: Application, name: str) -> None:
        self.application, self.name = application, name

    def __str__(self) -> str:
        return f"<:{self.name}:{len(self.name)}>"

    async def delete(self) -> None:
        self.application.emojis.remove(self)


class Application:
    """As much of a Discord client as emojis need; ``room`` is how many it takes before it refuses."""

    def __init__(self, room: int = 2000, *, readable: bool = True) -> None:
        self.emojis: list[Emoji] = []
        self.room, self.readable, self.uploads = room, readable, 0

    async def fetch_application_emojis(self) -> list[Emoji]:
        if not self.readable:
            raise discord.DiscordException("no")
        return list(self.emojis)

    async def create_application_emoji(self, *, name: str, image: bytes) -> Emoji:
        if len(self.emojis) >= self.room:
            raise discord.DiscordException("full")
        self.uploads += 1
        self.emojis.append(Emoji(self, name))
        return self.emojis[-1]


async def sync(application: Application, folder: Path = FOLDER) -> Any:
    return await sync_card_emojis(application, folder)  # type: ignore[arg-type]


async def test_uploads_all_faces_once() -> None:
    application = Application()
    first = await sync(application)
    again = await sync(application)
    assert application.uploads == 53
    assert first == again
    assert len(first.emojis) == 52
    assert first.emojis[parse_card("6C")].startswith("<:c6C_")
    assert first.back.startswith("<:cback_")


async def test_a_picture_drawn_anew_replaces_the_old_one(tmp_path: Path) -> None:
    for name in (*CARD_TEXTS, "back"):
        (tmp_path / f"{name}.png").write_bytes(name.encode())
    application = Application()
    application.emojis.append(Emoji(application, "somebody_elses"))
    before = await sync(application, tmp_path)
    (tmp_path / "6C.png").write_bytes(b"another")
    after = await sync(application, tmp_path)
    six = parse_card("6C")
    assert before.emojis[six] != after.emojis[six]
    assert application.uploads == 54
    names = [emoji.name for emoji in application.emojis]
    assert len(names) == 54
    assert "somebody_elses" in names


async def test_without_permission_cards_are_written(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        card_emojis = await sync(Application(readable=False))
    assert not card_emojis.emojis
    assert "Cards are written" in caplog.text


async def test_a_full_application_draws_as_many_as_fit(caplog: pytest.LogCaptureFixture) -> None:
    application = Application(room=3)
    with caplog.at_level(logging.WARNING):
        card_emojis = await sync(application)
    assert len(card_emojis.emojis) == 3
    assert "cannot be uploaded" in caplog.text
    assert len(caplog.records) == 1


@pytest.mark.parametrize("name", [*CARD_TEXTS, "back"])
def test_every_picture_is_small_and_square(name: str) -> None:
    """Discord takes emojis of at most 256 KiB; these are shown at up to 48 pixels."""
    content = (FOLDER / f"{name}.png").read_bytes()
    assert len(content) < 8 * 1024
    assert Image.open(io.BytesIO(content)).size == (128, 128)


def test_every_picture_is_different() -> None:
    assert len({path.read_bytes() for path in FOLDER.glob("*.png")}) == 53

"""Card faces become application emojis once, in the background, and are used when all are there."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image

from cogs.shared.card_emojis import FOLDER, RETRY_SECONDS, CardFaces, card_pictures
from cogs.shared.rendering import NO_CARD_EMOJIS, CardEmojis
from db.store import Store
from engines.cards import CARD_TEXTS, parse_card
from sessions.shared.synced import Synced

SIX = parse_card("6C")


class Emoji:
    def __init__(self, application: Application, name: str) -> None:
        self.application, self.name, self.id = application, name, next(application.ids)

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"

    async def edit(self, *, name: str) -> None:
        self.application.require_free(name)
        self.name = name

    async def delete(self) -> None:
        self.application.emojis.remove(self)


class Application:
    """As much of a Discord client as emojis need; ``refusals`` are raised by uploads, by their number."""

    def __init__(self) -> None:
        self.ids = count(1)
        self.emojis: list[Emoji] = []
        self.refusals: dict[int, Exception] = {}
        self.tried = self.uploads = 0

    def require_free(self, name: str) -> None:
        assert name not in [emoji.name for emoji in self.emojis], "Discord knows an emoji by its name"

    async def fetch_application_emojis(self) -> list[Emoji]:
        return list(self.emojis)

    async def create_application_emoji(self, *, name: str, image: bytes) -> Emoji:
        self.tried += 1
        if self.tried in self.refusals:
            raise self.refusals[self.tried]
        self.require_free(name)
        assert image
        self.uploads += 1
        self.emojis.append(Emoji(self, name))
        return self.emojis[-1]


class Stopped(Exception):
    """The bot has been stopped while it waited."""


class Bot:
    """A bot with the faces of a folder, from one start to the next."""

    def __init__(self, application: Application, store: Store, folder: Path = FOLDER) -> None:
        self.used: list[CardEmojis] = []
        self.pauses: list[float] = []
        self.is_patient = True
        client: Any = application
        self.faces = CardFaces(client, Synced(store), self.used.append, self.sleep, folder)

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        if not self.is_patient:
            raise Stopped

    async def start(self, *, uploads: bool = True) -> CardEmojis:
        """The faces that are used in the end."""
        await self.faces.look()
        await self.faces.keep(uploads=uploads)
        return self.used[-1]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}")
    yield store
    await store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Small pictures."""
    for name in (*CARD_TEXTS, "back"):
        (tmp_path / f"{name}.png").write_bytes(name.encode())
    return tmp_path


def ids(faces: CardEmojis) -> list[str]:
    return [shown.removesuffix(">").split(":")[2] for shown in (*faces.emojis.values(), faces.back or "::0")]


async def test_all_faces_are_uploaded_once_with_names_that_can_be_heard(store: Store) -> None:
    application = Application()
    first = await Bot(application, store).start()
    again = Bot(application, store)
    assert await again.start() == first
    assert again.used[0] == first, "they are used before the first table is shown"
    assert application.uploads == 53
    assert len(first.emojis) == 52
    assert first.emojis[parse_card("QS")].startswith("<:queen_of_spades:")
    assert first.emojis[parse_card("TD")].startswith("<:ten_of_diamonds:")
    assert first.back is not None
    assert first.back.startswith("<:card_face_down:")


def failed(status: int) -> discord.HTTPException:
    response: Any = type("Response", (), {"status": status, "reason": "", "headers": {}})
    return discord.HTTPException(response, {"code": 0, "message": "no"})


@pytest.mark.parametrize(
    ("refusal", "pause"),
    [
        (discord.RateLimited(45.0), 45.0),
        (failed(403), RETRY_SECONDS),
        (failed(429), RETRY_SECONDS),
        (failed(503), RETRY_SECONDS),
        (ConnectionResetError(), RETRY_SECONDS),
    ],
)
async def test_after_a_refusal_it_goes_on_where_it_stopped(
    store: Store, folder: Path, refusal: Exception, pause: float
) -> None:
    application = Application()
    application.refusals = {21: refusal, 40: refusal}
    bot = Bot(application, store, folder)
    complete = await bot.start()
    assert bot.pauses == [pause, pause]
    assert application.uploads == 53
    assert len(complete.emojis) == 52
    assert all(used == NO_CARD_EMOJIS for used in bot.used[:-1]), "all are used, or none"


async def test_a_restart_goes_on_where_it_stopped(store: Store, folder: Path) -> None:
    application = Application()
    application.refusals = {21: discord.RateLimited(3000.0)}
    stopped = Bot(application, store, folder)
    stopped.is_patient = False
    with pytest.raises(Stopped):
        await stopped.start()
    assert application.uploads == 20
    assert len((await Bot(application, store, folder).start()).emojis) == 52
    assert application.uploads == 53


async def test_emojis_of_earlier_versions_are_renamed_and_keep_their_ids(store: Store, folder: Path) -> None:
    application = Application()
    for face in card_pictures(folder):
        application.emojis.append(Emoji(application, f"c{face.card}_{face.digest[:6]}"))
    before = [str(emoji.id) for emoji in application.emojis]
    bot = Bot(application, store, folder)
    renamed = await bot.start()
    assert sorted(ids(renamed)) == sorted(before)
    assert ids(bot.used[0]) == ids(renamed), "they are used at once"
    assert application.uploads == 0
    assert {emoji.name for emoji in application.emojis} == {face.name for face in card_pictures(folder)}
    assert await Bot(application, store, folder).start() == renamed


@pytest.mark.parametrize("earlier", [False, True])
async def test_a_picture_drawn_anew_replaces_the_old_one(store: Store, folder: Path, earlier: bool) -> None:
    application = Application()
    application.emojis.append(Emoji(application, "somebody_elses"))
    if earlier:
        for face in card_pictures(folder):
            application.emojis.append(Emoji(application, f"c{face.card}_{face.digest[:6]}"))
    before = await Bot(application, store, folder).start()
    uploads = application.uploads
    (folder / "6C.png").write_bytes(b"another")
    application.refusals = {application.tried + 1: discord.RateLimited(3000.0)}
    bot = Bot(application, store, folder)
    after = await bot.start()
    assert ids(bot.used[1]) == ids(before), "until the new one is there, the old one is used"
    assert before.emojis[SIX] != after.emojis[SIX]
    assert application.uploads == uploads + 1
    assert len(application.emojis) == 54
    assert "somebody_elses" in [emoji.name for emoji in application.emojis]


async def test_another_process_uses_them_when_all_are_there(store: Store, folder: Path) -> None:
    application = Application()
    other = Bot(application, store, folder)
    other.is_patient = False
    with pytest.raises(Stopped):
        await other.start(uploads=False)
    assert application.tried == 0
    complete = await Bot(application, store, folder).start()
    assert await other.start(uploads=False) == complete


async def test_emojis_of_an_unknown_time_are_taken_for_what_their_names_say(store: Store, folder: Path) -> None:
    """A new database, but an application that has them: uploading all again would take an hour."""
    application = Application()
    for face in card_pictures(folder):
        application.emojis.append(Emoji(application, face.name))
    await Bot(application, store, folder).start()
    assert application.uploads == 0


async def test_a_start_without_an_answer_goes_on(store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    application = Application()

    async def fail() -> None:
        raise failed(500)

    monkeypatch.setattr(application, "fetch_application_emojis", fail)
    bot = Bot(application, store, folder)
    await bot.faces.look()
    assert bot.used == []


@pytest.mark.parametrize("name", [*CARD_TEXTS, "back"])
def test_every_picture_is_small_and_square(name: str) -> None:
    """Discord takes emojis of at most 256 KiB; these are shown at up to 48 pixels."""
    content = (FOLDER / f"{name}.png").read_bytes()
    assert len(content) < 8 * 1024
    assert Image.open(io.BytesIO(content)).size == (128, 128)


def test_every_picture_is_different() -> None:
    assert len({path.read_bytes() for path in FOLDER.glob("*.png")}) == 53

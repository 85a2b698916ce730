"""Card faces as emojis of the application, uploaded once.

An emoji has a name that a screen reader can say, such as ``queen_of_spades``. Which picture it has is stored by its id.
"""

import asyncio
import hashlib
import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import discord

from cogs.shared.rendering import NO_CARD_EMOJIS, CardEmojis
from cogs.shared.responses import REQUEST_ERRORS
from engines.cards import CARD_TEXTS
from sessions.shared.synced import Synced, Told
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "cards"
BACK = "back"
_BACK_NAME = "card_face_down"
_RANKS = dict(
    zip(
        "A23456789TJQK",
        ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"],
        strict=True,
    )
)
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_EARLIER = re.compile(r"c([A2-9TJQK][CDHS]|back)_([0-9a-f]{6})")
"""Names until version 1.0: the card, and the beginning of its picture's hash."""
_OUTDATED = "old_"
"""What the name of an emoji begins with while another with a new picture is uploaded in its place."""

LOOK_SECONDS = 3.0
"""How long a start waits to hear which emojis there are."""
RETRY_SECONDS = 3600.0
"""How long to wait after a refusal. Discord limits uploads by the hour."""
OTHERS_SECONDS = 180.0
"""How often to look whether another process has uploaded the faces."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card's picture, with its hash, and the name of its emoji."""

    card: str
    name: str
    picture: bytes
    digest: str


def card_pictures(folder: Path = FOLDER) -> list[Face]:
    """The faces that have a picture."""
    found: list[Face] = []
    for card in (*CARD_TEXTS, BACK):
        try:
            picture = (folder / f"{card}.png").read_bytes()
        except OSError as error:
            _log.warning("The picture of the card %s cannot be read: %s", card, error)
            continue
        name = _BACK_NAME if card == BACK else f"{_RANKS[card[0]]}_of_{_SUITS[card[1]]}"
        found.append(Face(card, name, picture, hashlib.sha256(picture).hexdigest()))
    return found


class CardFaces:
    """Keeps the faces of the cards as emojis, and says which they are: all of them, or none until all are there."""

    def __init__(
        self,
        client: discord.Client,
        synced: Synced,
        use: Callable[[CardEmojis], None],
        sleep: Sleep,
        folder: Path = FOLDER,
    ) -> None:
        self._client = client
        self._synced = synced
        self._use = use
        self._sleep = sleep
        self._faces = card_pictures(folder)

    async def look(self) -> None:
        """Use the faces if all are there. This takes no longer than a start may wait."""
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                self._use_all(await self._present(), await self._digests())
        except REQUEST_ERRORS as error:
            _log.info("The application's emojis cannot be read now: %s", error)

    async def keep(self, *, uploads: bool) -> None:
        """Upload what is missing, as slowly as Discord wants it, or wait until another process has.

        Whatever is there stays, so this goes on where it has stopped, also after a restart.
        """
        while True:
            pause = RETRY_SECONDS if uploads else OTHERS_SECONDS
            try:
                if await (self._upload() if uploads else self._is_complete()):
                    return
            except discord.RateLimited as error:
                pause = error.retry_after
            except REQUEST_ERRORS as error:
                _log.warning("Cards are written, not drawn, until all faces are uploaded: %s", error)
            await self._sleep(pause)

    async def _is_complete(self) -> bool:
        present, digests = await self._present(), await self._digests()
        self._use_all(present, digests)
        return all(_current(face, present, digests) for face in self._faces)

    async def _upload(self) -> bool:
        """Rename, upload and remove, until every face has the emoji that it ought to have."""
        present, digests = await self._present(), await self._digests()
        self._use_all(present, digests)
        for face in self._faces:
            emoji = _current(face, present, digests)
            if emoji is None:
                if (outdated := _named(face.name, present)) is not None:
                    await outdated.edit(name=_OUTDATED + face.name)
                emoji = await self._client.create_application_emoji(name=face.name, image=face.picture)
            elif emoji.name != face.name:
                await emoji.edit(name=face.name)
            if digests.get(str(emoji.id)) != face.digest:
                digests[str(emoji.id)] = face.digest
                await self._synced.note(Told.EMOJIS, json.dumps(digests))
        present = await self._present()
        self._use_all(present, digests)
        for emoji in present:
            if emoji.name.startswith(_OUTDATED) or _EARLIER.fullmatch(emoji.name):
                await emoji.delete()
        return True

    async def _present(self) -> Sequence[discord.Emoji]:
        return await self._client.fetch_application_emojis()

    async def _digests(self) -> dict[str, str]:
        """The hashes of the pictures that have been uploaded, by the ids of their emojis."""
        return json.loads(await self._synced.fingerprint(Told.EMOJIS) or "{}")

    def _use_all(self, present: Sequence[discord.Emoji], digests: Mapping[str, str]) -> None:
        """Use the emojis if every card has one, be it with an earlier picture."""
        drawn = {face.card: next(_candidates(face, present, digests), None) for face in self._faces}
        shown = {card: str(emoji) for card, emoji in drawn.items() if emoji is not None}
        if len(shown) < len(CARD_TEXTS) + 1:
            self._use(NO_CARD_EMOJIS)
            return
        back = shown.pop(BACK)
        numbers = {text: number for number, text in enumerate(CARD_TEXTS)}
        self._use(CardEmojis(MappingProxyType({numbers[card]: emoji for card, emoji in shown.items()}), back))


def _current(face: Face, present: Sequence[discord.Emoji], digests: Mapping[str, str]) -> discord.Emoji | None:
    """The emoji with the present picture of a card, whatever its name is. One without a stored hash is taken for it."""
    for emoji in present:
        earlier = _EARLIER.fullmatch(emoji.name)
        if earlier and earlier[1] == face.card and face.digest.startswith(earlier[2]):
            return emoji
        if emoji.name == face.name and digests.get(str(emoji.id), face.digest) == face.digest:
            return emoji
    return None


def _candidates(face: Face, present: Sequence[discord.Emoji], digests: Mapping[str, str]) -> Iterator[discord.Emoji]:
    """The emojis of a card, the one with the present picture first."""
    if (current := _current(face, present, digests)) is not None:
        yield current
    for emoji in present:
        earlier = _EARLIER.fullmatch(emoji.name)
        if emoji.name in (face.name, _OUTDATED + face.name) or (earlier and earlier[1] == face.card):
            yield emoji


def _named(name: str, present: Sequence[discord.Emoji]) -> discord.Emoji | None:
    return next((emoji for emoji in present if emoji.name == name), None)

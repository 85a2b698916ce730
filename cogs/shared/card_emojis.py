"""Card faces as emojis of the application, uploaded once.

An emoji is called ``c6C_1a2b3c``: the card and the beginning of its picture's hash. When a picture changes, it
gets a new emoji, and the old one is removed.
"""

import hashlib
import logging
import re
from pathlib import Path
from types import MappingProxyType

import discord

from cogs.shared.rendering import NO_CARD_EMOJIS, CardEmojis
from engines.cards import CARD_TEXTS

_log = logging.getLogger(__name__)

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "cards"
BACK = "back"
_OURS = re.compile(r"c(?:[A2-9TJQK][CDHS]|back)_[0-9a-f]{6}")


async def sync_card_emojis(bot: discord.Client, folder: Path = FOLDER, *, uploads: bool = True) -> CardEmojis:
    """The card emojis of the application, after uploading the missing ones, if this process ``uploads`` them.

    It takes a minute the first time (Discord limits uploads), so run it in the background after the
    bot is ready. If Discord refuses a card, that is logged, and the card is written as rank and suit sign.
    """
    pictures = card_pictures(folder)
    try:
        present = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
    except (discord.DiscordException, OSError) as error:
        _log.warning("Cards are written, not drawn: the application's emojis cannot be read (%s)", error)
        return NO_CARD_EMOJIS
    drawn: dict[str, str] = {}
    for card, (name, picture) in pictures.items():
        if not uploads and name not in present:
            continue
        try:
            emoji = present.get(name) or await bot.create_application_emoji(name=name, image=picture)
        except (discord.DiscordException, OSError) as error:
            _log.warning("Some cards are written, not drawn: %s cannot be uploaded (%s)", name, error)
            break
        drawn[card] = str(emoji)
    if uploads and len(drawn) == len(pictures):
        await _remove_outdated(present, {name for name, _ in pictures.values()})
    back = drawn.pop(BACK, None)
    numbers = {text: number for number, text in enumerate(CARD_TEXTS)}
    return CardEmojis(MappingProxyType({numbers[text]: emoji for text, emoji in drawn.items()}), back)


def card_pictures(folder: Path = FOLDER) -> dict[str, tuple[str, bytes]]:
    """The name of the emoji and the picture of each card that has a picture."""
    found: dict[str, tuple[str, bytes]] = {}
    for card in (*CARD_TEXTS, BACK):
        try:
            picture = (folder / f"{card}.png").read_bytes()
        except OSError as error:
            _log.warning("The picture of the card %s cannot be read: %s", card, error)
            continue
        found[card] = (f"c{card}_{hashlib.sha256(picture).hexdigest()[:6]}", picture)
    return found


async def _remove_outdated(present: dict[str, discord.Emoji], wanted: set[str]) -> None:
    """Remove our emojis of earlier pictures, but no others of the application."""
    for name, emoji in present.items():
        if name not in wanted and _OURS.fullmatch(name):
            try:
                await emoji.delete()
            except (discord.DiscordException, OSError) as error:
                _log.warning("The outdated emoji %s cannot be removed: %s", name, error)

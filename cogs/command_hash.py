"""Tells Discord about the commands, but only when they have changed, because Discord limits syncs per day."""

import hashlib
import json
import logging
from typing import Any

from discord import app_commands

from sessions.shared.synced import Synced, Told

_log = logging.getLogger(__name__)


def fingerprint(tree: app_commands.CommandTree[Any], translations: str) -> str:
    """A hash of what a sync would send: the commands in English, and the digest of their ``translations``.

    Discord has thirty languages, so translating every word just to compare it would slow down each start.
    """
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    return hashlib.sha256(json.dumps([payload, translations], sort_keys=True).encode()).hexdigest()


async def sync_if_changed(
    tree: app_commands.CommandTree[Any], synced: Synced, application_id: int, translations: str
) -> bool:
    """Sync the commands unless Discord already has exactly these. Returns whether it did."""
    current = f"{application_id}:{fingerprint(tree, translations)}"
    if await synced.fingerprint(Told.COMMANDS) == current:
        return False
    await tree.sync()
    await synced.note(Told.COMMANDS, current)
    _log.info("The commands have changed and were synced")
    return True

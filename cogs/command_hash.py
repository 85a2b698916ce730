"""Telling Discord about the commands, but only when they have changed: syncing is rate-limited by the day."""

import hashlib
import json
import logging
from typing import Any

from discord import app_commands

from db.store import Store

_log = logging.getLogger(__name__)

_KEY = "commands"


async def payload_hash(tree: app_commands.CommandTree[Any]) -> str:
    """A fingerprint of everything that a sync would send, translations included."""
    if tree.translator is not None:
        payload = [await command.get_translated_payload(tree, tree.translator) for command in tree.get_commands()]
    else:
        payload = [command.to_dict(tree) for command in tree.get_commands()]
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


async def sync_if_changed(tree: app_commands.CommandTree[Any], store: Store, application_id: int) -> bool:
    """Sync the commands unless Discord has exactly these of this application already; whether it did."""
    fingerprint = f"{application_id}:{await payload_hash(tree)}"
    if await store.fetch_value(_KEY) == fingerprint:
        return False
    await tree.sync()
    await store.store_value(_KEY, fingerprint)
    _log.info("The commands have changed and were synced")
    return True

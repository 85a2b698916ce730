"""The luck of a day: what deals its cards, and what its computers' choices follow from."""

import hmac
import json
import secrets
from datetime import date
from hashlib import sha256
from typing import Any

from engines.contract import View

SEED_DIGITS = 32
"""How many hexadecimal digits the seed of a day has, which are 128 bits, as many as that of any other game."""
SIMULATIONS = 80
"""How many games a hard computer plays ahead for a decision. A clock would give slower machines other replies."""


def new_secret() -> str:
    """A secret of 256 random bits."""
    return secrets.token_hex(32)


def day_seed(secret: str, guild_id: int, day: date, game: str) -> str:
    """The seed of a day. Without the secret nobody can work it out, and each server has another one.

    >>> day_seed("00" * 32, 1, date(2026, 5, 1), "counter")
    '90377a44d646fa5ad3afd095d0631336'
    """
    message = f"{guild_id}/{day.isoformat()}/{game}"
    return hmac.new(bytes.fromhex(secret), message.encode(), sha256).hexdigest()[:SEED_DIGITS]


def reply_seed(seed: str, view: View[Any]) -> str:
    """What a computer's random choices come from: the seed of the day and what it sees, and nothing else."""
    return sha256(f"{seed}/{json.dumps(view.dump(), sort_keys=True)}".encode()).hexdigest()

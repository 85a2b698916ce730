"""The luck of a day: the seed that deals its cards, and the seeds of its computers' choices."""

import hmac
import json
import secrets
from datetime import date
from hashlib import sha256
from typing import Any

from engines.contract import View

SEED_DIGITS = 32
"""The hexadecimal digits of a day's seed: 128 bits, as many as for any other game."""
SIMULATIONS = 80
"""How many simulations a hard computer makes for a decision. With a clock, replies would depend on the machine."""


def new_secret() -> str:
    """A secret of 256 random bits."""
    return secrets.token_hex(32)


def day_seed(secret: str, guild_id: int, day: date, game: str) -> str:
    """The seed of a day. Nobody can work it out without the secret, and every server has a different one.

    >>> day_seed("00" * 32, 1, date(2026, 5, 1), "counter")
    '90377a44d646fa5ad3afd095d0631336'
    """
    message = f"{guild_id}/{day.isoformat()}/{game}"
    return hmac.new(bytes.fromhex(secret), message.encode(), sha256).hexdigest()[:SEED_DIGITS]


def reply_seed(seed: str, view: View[Any]) -> str:
    """The seed of a computer's random choices: it depends only on the seed of the day and what the computer sees."""
    return sha256(f"{seed}/{json.dumps(view.dump(), sort_keys=True)}".encode()).hexdigest()

"""How the deals of a cup are sealed: all seeds follow from one key, whose hash is published when the cup opens.

``docs/fair-deal.md`` tells players how to check it when the key is published, too.
"""

import hmac
from hashlib import sha256

from sessions.computers.luck import SEED_DIGITS


def deal_seed(key: str, number: int) -> str:
    """The seed of a cup's deal, counted from 1. Nobody can work it out without the key.

    >>> deal_seed("00" * 32, 1)
    '24843202bfb502eebc06b155ee06bc51'
    """
    return hmac.new(key.encode(), f"deal {number}".encode(), sha256).hexdigest()[:SEED_DIGITS]

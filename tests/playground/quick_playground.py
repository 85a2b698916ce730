"""``bot.py`` as a test runs it: computer players do not pause, and every run deals the same cards.

It runs in its own process, as it does for a member, so that it can be killed and restarted.
"""

import sys
from itertools import count
from types import SimpleNamespace

import bot
from sessions.computers import players as computers
from sessions.tables import fair_deal

FIRST_SEED = 19
"""With these cards, Knotweed soon asks twice in a row with a menu whether to end the turn, and with buttons between."""

if __name__ == "__main__":
    seeds = count(FIRST_SEED)
    computers.PAUSE = 0.0
    fair_deal.secrets = SimpleNamespace(token_hex=lambda _bytes: str(next(seeds)))
    sys.exit(bot.main(sys.argv[1:]))

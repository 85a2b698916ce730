"""How long the games are that robots play out.

``CARDROOM_LONG_GAMES=1`` makes them longer: some are then as long as members play them.
"""

import os
from collections.abc import Mapping
from typing import Any

Rules = Mapping[str, Mapping[str, Any]]

LONG_GAMES = os.environ.get("CARDROOM_LONG_GAMES", "0") != "0"
LONGER: Rules = {"counter": {"max_hands": 2}, "card_duel": {"life": 10}}
SHORT: Rules = {"counter": {"max_hands": 1}, "knotweed": {"turn_cap": 16}, "card_duel": {"life": 8}}
"""They make a long game short, with enough turns for every kind of question."""


def house_rules(key: str, *, long: Rules = LONGER) -> Mapping[str, Any]:
    """The house rules of a short game, or those of a ``long`` one if games are to be long."""
    return (long if LONG_GAMES else SHORT).get(key, {})

"""Weeks of simulated days: games end with a result, and whoever a table waits for is pinged and has a deadline.

Members come twice a day, once, never, or no more from one day on; one is on vacation, one has quiet hours, one wants
no pings, and the bot is restarted every few days. ``CARDROOM_WEEKS`` is the number of servers; on each, another game
is played at another pace, and 40 are all of them.
"""

import os

import pytest

from benchmarks.weeks import few, games_table, live_through

SERVERS = int(os.environ.get("CARDROOM_WEEKS", "1"))
FIRST = 4
"""The server of the sample: a short game, one day a turn."""


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(FIRST, FIRST + SERVERS))
def test_no_game_stalls(number: int) -> None:
    cast = few(number)
    record = live_through(cast, number)
    told = "\n".join([*record.violations, games_table(cast, record)])
    assert record.games
    assert not record.violations, told
    assert all(game.has_result for game in record.games.values()), told

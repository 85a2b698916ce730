"""The messages of a cup keep Discord's limits, however many members play it and whatever they are called."""

from datetime import UTC, datetime

import pytest

from cogs.cups.screen import MOST_LINES, closed_screen, open_screen, result_screen, words_screen
from cogs.shared.catalogue import default_catalogue
from cogs.shared.limits import TEXT_LIMIT
from cogs.shared.rendering import Renderer
from db.cups import CupRecord
from db.race_records import DealRecord
from engines import GAMES
from sessions.cups import LONGEST_NAME, MOST_DEALS, CupOverview
from sessions.races import Cell, CupLine

MEMBERS = 60
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def crowded(*, tied: bool) -> CupOverview:
    deals = tuple(
        DealRecord(number, 1, None, "counterweight", {}, 1, ("normal",) * 2, "oak", NOON, True, cup_id=1)
        for number in range(MOST_DEALS)
    )
    name = "*" * LONGEST_NAME
    cup = CupRecord(1, 1, 2, 4, name, "counterweight", True, "0" * 64, NOON, False, NOON, deals, was_derby=True)
    lines = tuple(
        CupLine(1 if tied else user + 1, user, (Cell(150.5, 118),) * MOST_DEALS, 944) for user in range(MEMBERS)
    )
    shown = tuple(range(1, MOST_DEALS + 1))
    played = (MOST_DEALS,) * MEMBERS
    members = tuple(range(MEMBERS))
    return CupOverview(cup, GAMES["counterweight"], members, played, shown, lines, frozenset())


@pytest.mark.parametrize("language", ["en", *default_catalogue().languages])
@pytest.mark.parametrize("tied", [False, True])
def test_every_message_fits(language: str, tied: bool) -> None:
    """``finish`` refuses what does not."""
    renderer, shown = Renderer(language, dict.fromkeys(range(MEMBERS), "*" * 32)), crowded(tied=tied)
    views = (
        open_screen(shown, renderer),
        closed_screen(shown, renderer),
        result_screen(shown, [line.member for line in shown.lines if line.rank == 1], [], renderer),
        words_screen(shown, renderer),
    )
    assert all(view.content_length() <= TEXT_LIMIT for view in views)
    assert f"+{MEMBERS - MOST_LINES}" in str(views[2].to_components())

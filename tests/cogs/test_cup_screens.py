"""The messages of a cup keep Discord's limits, however many members play it and whatever they are called."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cogs.cups.derby_words import derby_result
from cogs.cups.screen import MOST_LINES, closed_screen, open_screen, result_screen, words_screen
from cogs.shared.catalogue import default_catalogue
from cogs.shared.limits import TEXT_LIMIT
from cogs.shared.rendering import Renderer
from db.cup_records import CupRecord
from db.race_records import DealRecord
from engines import GAMES
from playground.testing.screens import visible
from sessions.cups.cups import LONGEST_NAME, MOST_DEALS, CupOverview
from sessions.cups.derby import Derby, Score
from sessions.cups.matchpoints import Cell, CupLine

MEMBERS = 60
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def crowded(*, tied: bool) -> CupOverview:
    deals = tuple(
        DealRecord(number, 1, None, "counterweight", {}, 1, ("normal",) * 2, "oak", NOON, True, cup_id=1)
        for number in range(MOST_DEALS)
    )
    name = "*" * LONGEST_NAME
    cup = CupRecord(
        1, 1, 2, 4, name, "counterweight", True, "0" * 64, NOON, False, NOON, deals, rival_id=2, server_name=name
    )
    lines = tuple(
        CupLine(1 if tied else user + 1, user, (Cell(150.5, 118),) * MOST_DEALS, 944) for user in range(MEMBERS)
    )
    shown = tuple(range(1, MOST_DEALS + 1))
    played = (MOST_DEALS,) * MEMBERS
    members, rivals = tuple(range(MEMBERS)), frozenset(range(MEMBERS // 2))
    derby = Derby(2, cup.name, rivals, Score(150.25, 148.75, MEMBERS // 2))
    return CupOverview(cup, GAMES["counterweight"], members, played, shown, lines, frozenset(), True, derby)


@pytest.mark.parametrize("language", ["en", *default_catalogue().languages])
@pytest.mark.parametrize("tied", [False, True])
def test_every_message_fits(language: str, tied: bool) -> None:
    """``finish`` refuses what does not."""
    renderer, shown = Renderer(language, dict.fromkeys(range(MEMBERS), "*" * 32)), crowded(tied=tied)
    views = (
        open_screen(shown, renderer),
        closed_screen(shown, renderer),
        result_screen(shown, [], renderer),
        words_screen(shown, renderer),
    )
    assert all(view.content_length() <= TEXT_LIMIT for view in views)
    assert f"+{MEMBERS - MOST_LINES}" in str(views[2].to_components())


@pytest.mark.parametrize(
    ("score", "told"),
    [
        (
            Score(3.0, 3.0, 1),
            "The derby between A and B is a draw: 3 matchpoints each, counting each server's best member.",
        ),
        (Score(2.5, 2.5, 2), "is a draw: 2.5 matchpoints each on average, counting each server's best 2 members."),
        (Score(1.0, 4.0, 1), "**B** wins the derby against A: 4 to 1 matchpoints, counting each server's best member."),
        (Score(None, 0.0, 0), "**B** wins the derby: nobody on A has finished a deal."),
        (Score(0.0, None, 0), "**A** wins the derby: nobody on B has finished a deal."),
        (Score(None, None, 0), "The derby between A and B is a draw."),
    ],
)
def test_who_has_won_a_derby_is_said_in_a_sentence(score: Score, told: str) -> None:
    shown = crowded(tied=True)
    cup, derby = replace(shown.cup, server_name="A"), Derby(2, "B", frozenset({1}), score)
    (sentence,) = derby_result(replace(shown, cup=cup, derby=derby))
    assert told in visible(str(sentence))

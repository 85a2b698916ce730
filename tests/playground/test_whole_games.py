"""Each game is played by clicks from /play to the result, on a desktop and on phones, and every click counts.

``CARDROOM_BROWSER_GAMES`` is how many of the games to play.
"""

import os
from random import Random

import pytest
from browser import DESKTOP, PHONE, MemberTab, QuickPlayground, needs_chromium
from playwright.sync_api import Browser
from whole_games import MOST_ANSWERS, SHORT_GAMES, begin, join, members_of, play_to_the_end

from engines import GAMES

USUALLY = 0.9
"""The share of questions that fit on a phone without scrolling, with the cards and all answers."""
PATIENCE = {"three-piles": 20}
"""How many answers to wait for before somebody gives up a game that takes sixty."""
COUNT = int(os.environ.get("CARDROOM_BROWSER_GAMES", "1"))


def test_every_game_is_covered() -> None:
    assert {game.replace("-", "_") for game in SHORT_GAMES} == set(GAMES)


@needs_chromium
@pytest.mark.browser
@pytest.mark.sample
@pytest.mark.parametrize("game", list(SHORT_GAMES)[:COUNT])
def test_a_game_by_clicks(game: str, playground: QuickPlayground, browser: Browser) -> None:
    with playground.running():
        tabs = [
            MemberTab(browser, playground.address(member), PHONE if number else DESKTOP)
            for number, member in enumerate(members_of(game))
        ]
        join(tabs, game, **SHORT_GAMES[game])
        begin(tabs)
        in_sight: list[bool] = []

        def look(tab: MemberTab) -> None:
            if tab.window == PHONE:
                in_sight.append(tab.sees_question())

        play_to_the_end(tabs, Random(5), look, patience=PATIENCE.get(game, MOST_ANSWERS))
        assert in_sight.count(True) >= USUALLY * len(in_sight) > 0, "on a phone, questions have to be scrolled to"
        for tab, labels in zip(tabs, (("More", "Log", "Text", "Rules"), ("Replay", "Next", "Previous")), strict=False):
            for label in labels:
                tab.tap(label)
            assert tab.is_as_opened
            assert not tab.page.locator(".emoji-unavailable").count()

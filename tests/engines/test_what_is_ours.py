"""The rules for players say which of them are not the author's."""

import pytest

from engines import GAMES

LIMITS = {
    "counter": "25 hands",
    "counterweight": "20 turns",
    "knotweed": "50 for each player",
    "card_duel": "40 exchanges",
    "three_piles": "20 games",
}
"""What ends a game that would go on for ever, or a match: the sections that tell it."""


@pytest.mark.parametrize(("key", "limit"), LIMITS.items())
def test_the_limits_that_end_a_game_are_called_our_addition(key: str, limit: str) -> None:
    texts = [section.text.template for section in GAMES[key].rules if "In short" not in section.heading.template]
    (text,) = (text for text in texts if limit in text)
    assert "our addition" in text


def test_that_a_couple_must_be_placed_is_called_our_reading() -> None:
    texts = " ".join(section.text.template for section in GAMES["counterweight"].rules)
    assert "how we read the author's rules" in texts
    assert "as we read the author's “may”" in texts


def test_the_author_of_knotweed_is_linked_in_full() -> None:
    assert "https://www.ccs.neu.edu/home/schulman/games/knotweed.html" in GAMES["knotweed"].credit.line

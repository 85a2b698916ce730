"""Searching the rules."""

import pytest

from cogs.rules.rules_screen import Rulebook, rules_pages
from cogs.rules.search import Hit, search, suggestion, terms
from cogs.shared.rendering import Renderer
from engines import GAMES

PAGES = [
    ("The aim", "Get rid of your cards. The first player without cards wins."),
    ("Going out", "You then **prune**: discard half of the piles. Nobody takes a card."),
    ("Splitting piles", "- A group makes **new piles**.\n- They are closed for now."),
]


def test_a_heading_comes_before_a_passage() -> None:
    assert search(PAGES, "pile") == [
        Hit(2, "A group makes **new piles**."),
        Hit(1, "You then **prune**: discard half of the piles."),
    ]


def test_endings_case_and_markdown_do_not_matter() -> None:
    assert [hit.page for hit in search(PAGES, "PRUNING")] == [1]
    assert [hit.page for hit in search(PAGES, "**prunes**")] == [1]
    assert [hit.page for hit in search(PAGES, "discarded")] == [1]


def test_rare_words_count_more_than_others() -> None:
    assert [hit.page for hit in search(PAGES, "piles closed")] == [2]
    assert [hit.page for hit in search(PAGES, "Who wins with piles?")] == [0]
    assert search(PAGES, "piles xyzzy") == [], "what nobody says counts most"
    assert search(PAGES, "  ?! ") == []
    assert search(PAGES, "the"), "nothing but question words"


def test_words_begin_where_the_search_does() -> None:
    assert search(PAGES, "ard") == [], "the end of “card” is no word"


def test_a_slip_of_the_pen_finds_its_word() -> None:
    assert suggestion(PAGES, "prunne") == "prune"
    assert suggestion(PAGES, "zzzz") is None


def test_terms_are_the_bold_words_and_the_headings() -> None:
    assert terms(PAGES) == ["prune", "new piles", "The aim", "Going out", "Splitting piles"]


@pytest.mark.parametrize(
    ("game", "wanted", "heading"),
    [
        ("knotweed", "prune", "Going out"),
        ("knotweed", "cheating", "House rule: cheating"),
        ("counter", "jack", "Powers after the trick"),
        ("counter", "trump", "In short"),
        ("counterweight", "collect", "Collecting"),
        ("card_duel", "reshuffle", "Discard pile and reshuffle"),
        ("three_piles", "diamond", "Scoring"),
    ],
)
def test_what_players_look_for_is_found(game: str, wanted: str, heading: str) -> None:
    pages = [(page.heading, page.text) for page in rules_pages(Rulebook(GAMES[game]), Renderer("en-US", {}))]
    assert heading in [pages[hit.page][0] for hit in search(pages, wanted)]

"""Texts fit into the available space, and names that the font cannot draw are replaced."""

import pytest

from engines.cards import parse_card
from engines.texts import Player, cards, say
from pictures.lettering import Words, clip, drawable, number, width, wrap
from tests.pictures.samples import Names


def names(*given: str) -> Words:
    return Words(Names(given))


@pytest.mark.parametrize("text", ["alice", "W" * 32, "one two three four", "♥♠ are trumps"])
@pytest.mark.parametrize("room", [0, 10, 60, 200])
def test_clipped_text_fits(text: str, room: int):
    shown = clip(text, 30, room)
    assert shown == "" or width(shown, 30) <= room
    assert shown == text or shown == "" or shown.endswith("…")


def test_text_that_fits_is_not_clipped():
    assert clip("alice", 30, 200) == "alice"


def test_text_is_wrapped_at_words():
    assert wrap("Last trick", 28, 90, 3) == ["Last", "trick"]
    assert wrap("Trick 7", 28, 200, 3) == ["Trick 7"]
    assert wrap("", 28, 90, 3) == []
    assert len(wrap("one two three four five", 28, 60, 2)) == 2


@pytest.mark.parametrize(
    ("value", "text"),
    [(7, "7"), (7.0, "7"), (0.5, "½"), (7.5, "7½"), (-0.5, "-½"), (-3, "-3"), (0.25, "0.25"), (float("inf"), "?")],
)
def test_numbers(value: float, text: str):
    assert number(value) == text


def test_characters_missing_from_the_font_are_dropped():
    assert drawable("alice 🎉") == "alice"
    assert drawable("a\n\tb\u202e") == "a b"
    assert drawable("Grünwald Жуков Ωμέγα") == "Grünwald Жуков Ωμέγα"


@pytest.mark.parametrize("name", ["אבגדה", "🎉🎊🎈a", "王小明", "", "\u200d"])
def test_a_name_that_is_mostly_undrawable_becomes_a_number(name: str):
    assert names("alice", name).name(1) == "Player 2"


def test_long_names_are_shortened_only_within_sentences():
    words = names("W" * 32)
    assert words.name(0) == "W" * 32
    sentence = words.text(say("{player} plays a card", player=Player(0)))
    assert sentence.endswith("… plays a card")


def test_cards_are_written_with_suit_symbols():
    text = say("{player} defends against {card}", player=Player(0), card=cards([parse_card("TD")]))
    assert names("alice").text(text) == "alice defends against 10♦"

"""Texts fit into the available space, and no character of a text or a name vanishes without a word."""

import ast
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from engines.cards import parse_card
from engines.texts import Player, cards, say
from pictures import lettering
from pictures.lettering import SCALE, SUBSTITUTES, Words, clip, drawable, is_drawn, number, width, wrap
from tests.pictures.samples import Names
from tests.syntax import parse


def names(*given: str) -> Words:
    return Words(Names(given))


@pytest.mark.parametrize("text", ["alice", "W" * 32, "one two three four", "♥♠ are trumps"])
@pytest.mark.parametrize("room", [0, 10, 60, 200])
def test_clipped_text_fits(text: str, room: int):
    shown = clip(text, 30, room)
    assert shown == "" or width(shown, 30) <= room
    assert shown == text or (width(text, 30) > room and (shown == "" or shown.endswith("…")))


@pytest.mark.parametrize("size", [22, 34])
def test_a_text_is_as_wide_as_its_characters(size: int) -> None:
    for text in ("AVATAR To, Wäre fi ffl", "Ταύ Улу", "a\u0301 x", "Name " * 12):
        assert width(text, size) == pytest.approx(lettering.font(size * SCALE).getlength(text) / SCALE)


def test_text_is_wrapped_at_words():
    assert wrap("Last trick", 28, 90, 3) == ["Last", "trick"]
    assert wrap("Trick 7", 28, 200, 3) == ["Trick 7"]
    assert wrap("", 28, 90, 3) == []
    assert wrap("Toi : K♦ → pile 12.", 28, 170, 9) == ["Toi : K♦", "→ pile 12."], (
        "a place stands with its arrow and number"
    )
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


ROOT = Path(__file__).parents[2]
CATALOGUES = sorted(ROOT.glob("locales/*/LC_MESSAGES/cardroom.po"))
EMOJI = {"So", "Mn"}
"""The categories of emojis and of the variation selectors after them, which stand only in messages of Discord."""


def lost(text: str) -> set[str]:
    """The characters of a text that a picture would leave out."""
    kept = {character for character in text if character.isspace() or is_drawn(character) or character in SUBSTITUTES}
    return {character for character in set(text) - kept if unicodedata.category(character) not in EMOJI}


def templates(catalogue: Path) -> Iterator[str]:
    """Every text of the bot, in English and in the language of a catalogue."""
    with catalogue.open("rb") as file:
        for message in read_po(file):
            for texts in (message.id, message.string):
                yield from [texts] if isinstance(texts, str) else texts or ()


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_every_character_of_every_text_can_be_drawn(catalogue: Path) -> None:
    missing = {character: text for text in templates(catalogue) for character in lost(text)}
    assert not missing


def test_every_character_that_the_code_of_pictures_writes_can_be_drawn() -> None:
    for path in sorted(Path(lettering.__file__).parent.glob("*.py")):
        tree = parse(path.read_text(encoding="utf-8"))
        written = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        for text in written:
            if isinstance(text, str) and text != "\uffff":
                assert not lost(text), (path.name, text)


def test_a_minus_sign_does_not_vanish() -> None:
    assert drawable("alice −7, bob +5") == "alice -7, bob +5"
    assert all(not is_drawn(character) and drawable(character) for character in SUBSTITUTES)

"""The font has every character that pictures draw, or there is a substitute for it: none vanishes without a word."""

import ast
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from pictures import lettering
from pictures.lettering import SUBSTITUTES, drawable, is_drawn

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
        tree = ast.parse(path.read_text(encoding="utf-8"))
        written = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        for text in written:
            if isinstance(text, str) and text != "\uffff":
                assert not lost(text), (path.name, text)


def test_a_minus_sign_does_not_vanish() -> None:
    assert drawable("alice −7, bob +5") == "alice -7, bob +5"
    assert all(not is_drawn(character) and drawable(character) for character in SUBSTITUTES)

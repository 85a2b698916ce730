"""The translations say everything that the code says, and nothing else (Discord rule 12 of the design)."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from locales.collect import DOMAIN, LOCALES, collect

LANGUAGES = sorted(path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def singular(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> list[str]:
    return [message.string or ""] if isinstance(message.string, str) else list(message.string or ("",))


def messages(catalogue: Catalog) -> dict[str, Message]:
    return {singular(message): message for message in catalogue if message.id}


@pytest.fixture(scope="module")
def templates() -> dict[str, Message]:
    return messages(collect())


def load(language: str) -> Catalog:
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def test_collects_each_kind_of_template(tmp_path: Path) -> None:
    (tmp_path / "cogs").mkdir()
    (tmp_path / "bot.py").write_text('say("A {name}", name=1)\nlocale_str("play")\n')
    (tmp_path / "cogs" / "x.py").write_text(
        'say_count("one card", "{count} cards", 3)\nhouse_rule(1, "How many " "packs", ge=1)\nother("not this")\n'
    )
    found = messages(collect(tmp_path))
    assert set(found) == {"A {name}", "play", "one card", "How many packs"}
    assert found["one card"].id == ("one card", "{count} cards")


def test_templates_name_their_values(templates: dict[str, Message]) -> None:
    """A positional ``{}`` could not be translated: other languages have another order."""
    assert templates
    nameless = [text for text in templates if any(not name.isidentifier() for name in placeholders(text))]
    assert nameless == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_translated(language: str, templates: dict[str, Message]) -> None:
    translated = {
        text for text, message in messages(load(language)).items() if all(forms(message)) and not message.fuzzy
    }
    assert set(templates) - translated == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_over(language: str, templates: dict[str, Message]) -> None:
    assert set(messages(load(language))) - set(templates) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_same_values(language: str) -> None:
    """``count`` may be spelt out or left out in a plural form, nothing else may."""
    wrong = []
    for text, message in messages(load(language)).items():
        wanted = placeholders(text) if isinstance(message.id, str) else placeholders(message.id[1])
        spelt_out = set() if isinstance(message.id, str) else {"count"}
        wrong += [form for form in forms(message) if form and placeholders(form) | spelt_out != wanted | spelt_out]
    assert wrong == []

"""Translations are read from files; what is missing stays English."""

from pathlib import Path
from typing import Any, cast

import discord
import pytest
from discord import app_commands

from cogs.registered_commands import CommandTranslator
from cogs.shared.catalogue import Catalogue
from engines.texts import say, say_count

GERMAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "play"
msgstr "spielen"

msgid "empty"
msgstr ""

#, fuzzy
msgid "unsure"
msgstr "vielleicht"

msgid "one card"
msgid_plural "{count} cards"
msgstr[0] "eine Karte"
msgstr[1] "{count} Karten"
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    write(tmp_path, "de", GERMAN)
    return Catalogue.load(tmp_path)


def write(folder: Path, language: str, content: str) -> None:
    path = folder / language / "LC_MESSAGES" / "cardroom.po"
    path.parent.mkdir(parents=True)
    path.write_text(content, encoding="utf-8")


@pytest.mark.parametrize("locale", ["de", "de-AT", "de_CH"])
def test_a_language_serves_its_regions(catalogue: Catalogue, locale: str) -> None:
    assert catalogue.template(say("play"), locale) == "spielen"


@pytest.mark.parametrize("locale", ["en-US", "fr", "", "ja"])
def test_other_languages_are_english(catalogue: Catalogue, locale: str) -> None:
    assert catalogue.template(say("play"), locale) == "play"


@pytest.mark.parametrize("template", ["empty", "unsure", "unknown", ""])
def test_templates_without_a_translation_are_english(catalogue: Catalogue, template: str) -> None:
    assert catalogue.template(say(template), "de") == template


@pytest.mark.parametrize(
    ("count", "german", "english"), [(1, "eine Karte", "one card"), (0, "{count} Karten", "{count} cards")]
)
def test_plural_forms(catalogue: Catalogue, count: int, german: str, english: str) -> None:
    text = say_count("one card", "{count} cards", count)
    assert catalogue.template(text, "de") == german
    assert catalogue.template(text, "en-GB") == english


@pytest.mark.parametrize(("locale", "shown"), [("de-AT", "1,5"), ("en-GB", "1.5"), ("ja", "1.5")])
def test_decimals_are_written_as_usual(catalogue: Catalogue, locale: str, shown: str) -> None:
    assert catalogue.number(1.5, locale) == shown
    assert catalogue.number(2.0, locale) == "2"


def test_a_region_may_have_its_own_file(tmp_path: Path) -> None:
    write(tmp_path, "pt_BR", GERMAN)
    assert Catalogue.load(tmp_path).template(say("play"), "pt-BR") == "spielen"


def test_a_broken_file_is_left_out_and_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    write(tmp_path, "de", 'msgid "play"\nmsgstr "spielen\nnonsense')
    assert Catalogue.load(tmp_path).languages == ()
    assert "cannot be read" in caplog.text


async def test_command_names_are_translated(catalogue: Catalogue) -> None:
    translator = CommandTranslator(catalogue)
    context = cast(Any, None)
    translate = translator.translate
    assert await translate(app_commands.locale_str("play"), discord.Locale.german, context) == "spielen"
    assert await translate(app_commands.locale_str("unknown"), discord.Locale.german, context) is None
    assert await translate(app_commands.locale_str("play"), discord.Locale.french, context) is None


def test_the_digest_changes_with_the_translations(tmp_path: Path) -> None:
    write(tmp_path, "de", GERMAN)
    before = Catalogue.load(tmp_path).digest
    assert Catalogue.load(tmp_path).digest == before
    write(tmp_path, "fr", GERMAN)
    assert Catalogue.load(tmp_path).digest != before

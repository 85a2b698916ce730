"""The translations cover every template in the code and nothing else."""

import ast
import re
import string
from contextlib import chdir
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from cogs.shared.catalogue import DOMAIN, LOCALES, Catalogue
from engines.kit.wording import in_points, in_wins
from engines.texts import say, say_count
from opponents.reasons import REASONS
from tests.syntax import parse

ROOT = LOCALES.parent
CODE = ("cogs", "engines", "opponents", "sessions")
"""The packages with sentences for members."""
LANGUAGES = sorted(path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def singular(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> list[str]:
    return [message.string or ""] if isinstance(message.string, str) else list(message.string or ("",))


def messages(catalogue: Catalog) -> dict[str, Message]:
    return {singular(message): message for message in catalogue if message.id}


def pybabel(root: Path, *arguments: str | Path) -> None:
    """Run a command of Babel in the folder ``root``."""
    with chdir(root):
        CommandLineInterface().run(["pybabel", "--quiet", *map(str, arguments)])


def extract(root: Path, folder: Path) -> Path:
    """Extract the templates below ``root`` as ``locales/README.md`` says, into a file in ``folder``."""
    path = folder / "extracted.pot"
    pybabel(root, "extract", "-F", ROOT / "pyproject.toml", "-o", path, "--add-location=file", ".")
    return path


def extracted(path: Path) -> dict[str, Message]:
    with path.open("rb") as file:
        return messages(read_po(file))


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Message]:
    return extracted(extract(ROOT, tmp_path_factory.mktemp("templates")))


def load(language: str) -> Catalog:
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A small project with every kind of template."""
    (tmp_path / "cogs" / "screens").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "bot.py").write_text('say("A {name}", name=1)\nlocale_str("play")\n')
    (tmp_path / "cogs" / "x.py").write_text(
        'say_count("one card", "{count} cards", 3)\nhouse_rule(1, "How many " "packs", ge=1)\nother("not this")\n'
    )
    (tmp_path / "cogs" / "screens" / "y.py").write_text('say("deep")\n')
    (tmp_path / "tests" / "test_x.py").write_text('say("not shown to anybody")\n')
    return tmp_path


def test_each_kind_of_template_is_extracted(sources: Path) -> None:
    found = extracted(extract(sources, sources))
    assert set(found) == {"A {name}", "play", "one card", "How many packs", "deep"}
    assert found["one card"].id == ("one card", "{count} cards")


def test_a_new_language_is_created_and_kept_up_to_date(sources: Path) -> None:
    update = ("update", "-i", "extracted.pot", "-d", "locales", "-D", DOMAIN)
    extract(sources, sources)
    pybabel(sources, *update, "-l", "de", "--init-missing")
    path = sources / "locales" / "de" / "LC_MESSAGES" / f"{DOMAIN}.po"
    text = path.read_text(encoding="utf-8").replace('msgid "deep"\nmsgstr ""', 'msgid "deep"\nmsgstr "tief"')
    text = text.replace('msgstr[0] ""', 'msgstr[0] "eine Karte"').replace('msgstr[1] ""', 'msgstr[1] "{count} Karten"')
    path.write_text(text, encoding="utf-8")
    (sources / "bot.py").write_text('say("entirely new")\n')
    extract(sources, sources)
    pybabel(sources, *update)
    with path.open("rb") as file:
        updated = messages(read_po(file, locale="de"))
    assert {singular: message.string for singular, message in updated.items()} == {
        "entirely new": "",
        "How many packs": "",
        "deep": "tief",
        "one card": ("eine Karte", "{count} Karten"),
    }
    catalogue = Catalogue.load(sources / "locales")
    assert catalogue.template(say("deep"), "de") == "tief"
    assert catalogue.template(say_count("one card", "{count} cards", 3), "de") == "{count} Karten"
    assert catalogue.template(say("entirely new"), "de") == "entirely new"


def written_in_code() -> set[str]:
    """The templates in the code, as Python reads it."""
    found: set[str] = set()
    for path in (path for folder in CODE for path in sorted((ROOT / folder).rglob("*.py"))):
        for call in ast.walk(parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"say", "say_count"}:
                template = call.args[0]
                if isinstance(template, ast.Constant) and isinstance(template.value, str):
                    found.add(template.value)
    return found


def test_no_template_is_overlooked(templates: dict[str, Message]) -> None:
    """Babel does not look into f-strings unless Python is 3.12 or newer."""
    assert written_in_code() - set(templates) == set()


def test_templates_name_their_values(templates: dict[str, Message]) -> None:
    """A positional ``{}`` cannot be translated, because other languages put the values in another order."""
    assert templates
    nameless = [text for text in templates if any(not name.isidentifier() for name in placeholders(text))]
    assert nameless == []


def test_reasons_are_compared_by_sentences_that_there_are(templates: dict[str, Message]) -> None:
    scales = [scale for reasons in REASONS.values() for scale in reasons.scales]
    assert scales
    for beginning in [beginning for scale in scales for beginning in scale.beginnings]:
        assert any(template.startswith(beginning) for template in templates), beginning


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_translated(language: str, templates: dict[str, Message]) -> None:
    translated = {
        text for text, message in messages(load(language)).items() if all(forms(message)) and not message.fuzzy
    }
    assert set(templates) - translated == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_unused(language: str, templates: dict[str, Message]) -> None:
    assert set(messages(load(language))) - set(templates) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_same_values(language: str) -> None:
    """Only ``count`` may be spelt out or left out, and only in a plural form."""
    wrong = []
    for text, message in messages(load(language)).items():
        wanted = placeholders(text) if isinstance(message.id, str) else placeholders(message.id[1])
        spelt_out = set() if isinstance(message.id, str) else {"count"}
        wrong += [form for form in forms(message) if form and placeholders(form) | spelt_out != wanted | spelt_out]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_translations_stand_once(language: str) -> None:
    """One that is written twice is far longer than its template."""
    long = {text: message for text, message in messages(load(language)).items() if len(text) > 80}
    assert [text for text, message in long.items() if len(forms(message)[0]) > 1.8 * len(text)] == []


def test_french_signs_have_narrow_spaces() -> None:
    """Otherwise Discord can break the line before them, so that ``;``, ``?`` or a quotation mark stands alone."""
    wide = re.compile("[ \u00a0][;:?!»](?!\\w)|«[ \u00a0]")
    broken = [form for message in messages(load("fr")).values() for form in forms(message) if wide.search(form)]
    assert broken == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_breaks_before_a_percent_sign(language: str) -> None:
    assert [form for message in messages(load(language)).values() for form in forms(message) if " %" in form] == []


def test_none_in_french_has_the_form_for_one() -> None:
    """So that form shows the count: otherwise a player without a point reads "1 point"."""
    several = [message for message in messages(load("fr")).values() if not isinstance(message.id, str)]
    assert [form for message in several if (form := forms(message)[0]).startswith("1 ")] == []


def test_halves_are_singular_in_french_only() -> None:
    catalogue = Catalogue.load()
    shown = {
        language: [catalogue.template(amount, language) for amount in (in_points(0.5), in_points(1.5), in_wins(2.5))]
        for language in LANGUAGES
    }
    assert shown == {
        "de": ["{points} Punkte", "{points} Punkte", "{wins} Siege"],
        "es": ["{points} puntos", "{points} puntos", "{wins} victorias"],
        "fr": ["{points} point", "{points} point", "{wins} victoires"],
    }

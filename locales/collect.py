"""Brings the translations up to date with the code: ``python locales/collect.py [new language ...]``.

Collects every English template of the project and merges it into the ``.po`` file of each language: new
templates are empty there, changed ones marked fuzzy, unused ones commented out.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "locales"
DOMAIN = "cardroom"
SOURCES = ("bot.py", "cogs", "engines", "opponents", "playground", "sessions")

KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "say": None,
    "say_count": (1, 2),
    "house_rule": (2,),
    "locale_str": None,
}
"""Calls whose literal arguments are templates, and which arguments (``None``: the first)."""


def collect(root: Path = ROOT) -> Catalog:
    """Every template in the sources below ``root``, with the places where it is used."""
    catalogue = Catalog(project=DOMAIN, charset="utf-8")
    for path in _sources(root):
        for line, message, comments, context in extract_from_file("python", path, keywords=KEYWORDS):
            place = (path.relative_to(root).as_posix(), line)
            catalogue.add(message, locations=[place], auto_comments=comments, context=context)
    return catalogue


def merge(template: Catalog, language: str) -> Path:
    """Write the ``.po`` file of a language with all templates, keeping the translations that are there."""
    path = LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = Catalog(locale=language, project=DOMAIN, charset="utf-8", fuzzy=False)
    catalogue.update(template)
    catalogue.header_comment = f"# The texts of {DOMAIN} in {language}; see locales/collect.py."
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, include_lineno=False, sort_by_file=True)
    return path


def main(new_languages: list[str]) -> None:
    """Write every language's file."""
    template = collect()
    languages = {path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")}
    for language in sorted(languages.union(new_languages)):
        print(merge(template, language).relative_to(ROOT))


def _sources(root: Path) -> list[Path]:
    found: list[Path] = []
    for name in SOURCES:
        path = root / name
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [path for path in found if path.exists()]


if __name__ == "__main__":
    main(sys.argv[1:])

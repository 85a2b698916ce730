"""Finds what the rules say about something."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
_TERM = re.compile(r"\*\*(.+?)\*\*")
_WORD = re.compile(r"\w+")
SHORTEST = 4
"""The letters of the shortest word whose ending is ignored, so that “piles” finds “pile”."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage of the page with this number."""

    page: int
    passage: str


def search(pages: Sequence[tuple[str, str]], wanted: str) -> list[Hit]:
    """The passages of pages (headings with texts) that contain all the words, best first.

    Pages with the words in the heading come first, with their first sentence. Then come sentences with the words, one
    for each page. Case, Markdown and plural endings do not matter.
    """
    stems = [_stem(word) for word in _WORD.findall(wanted.casefold())]
    if not stems:
        return []
    named: list[Hit] = []
    told: list[Hit] = []
    for number, (heading, text) in enumerate(pages):
        sentences = [sentence.removeprefix("- ") for sentence in _SENTENCE.split(text) if sentence.strip("- ")]
        passage = next((sentence for sentence in sentences if _has(sentence, stems)), None)
        if _has(heading, stems):
            named.append(Hit(number, passage or sentences[0]))
        elif passage is not None:
            told.append(Hit(number, passage))
        elif _has(text, stems):
            told.append(Hit(number, next(sentence for sentence in sentences if _has(sentence, stems[:1]))))
    return named + told


def suggestion(pages: Iterable[tuple[str, str]], wanted: str) -> str | None:
    """A word of the rules with a similar spelling."""
    known = {word for heading, text in pages for word in _WORD.findall(f"{heading} {text}".casefold())}
    close = get_close_matches(wanted.casefold(), sorted(known), n=1, cutoff=0.75)
    return close[0] if close else None


def terms(pages: Iterable[tuple[str, str]]) -> list[str]:
    """The terms to ask about: words in bold, then headings, each once."""
    given = list(pages)
    bold = [term.strip(" .:") for _, text in given for term in _TERM.findall(text)]
    found = dict.fromkeys(term for term in [*bold, *(heading for heading, _ in given)] if term)
    return list({term.casefold(): term for term in reversed(found)}.values())[::-1]


def _has(text: str, stems: Iterable[str]) -> bool:
    plain = text.replace("*", "").casefold()
    return all(re.search(rf"\b{re.escape(stem)}", plain) for stem in stems)


def _stem(word: str) -> str:
    """A word without a plural or verb ending."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            return word.removesuffix(ending)
    return word

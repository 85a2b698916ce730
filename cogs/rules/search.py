"""Finds what the rules say about something, in one game or all, and shows it."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache

from discord import ui

from cogs.rules.rules_screen import Rulebook, rules_pages
from cogs.shared.controls import Control, option
from cogs.shared.layout import GUIDE_COLOUR, layout, row, rule
from cogs.shared.rendering import Renderer, clip, safe_name, verbatim
from engines.texts import say

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")
_TERM = re.compile(r"\*\*(.+?)\*\*")
_WORD = re.compile(r"\w+")
SHORTEST = 4
"""The letters of the shortest word whose ending is ignored, so that “piles” finds “pile”."""


_FILLER = frozenset(
    word
    for words in (
        "a an and are at can could do does for from get happen happens has have how i if in is it may me must my of on",
        "or should so than that the then there they this to was we what when where which who why will with you your",
        "als am an auf bei das dem den der des die du ein eine einen er es für gibt hat ich im in ist kann man mein",
        "mit muss nach passiert sie sind und von wann warum was welche wenn wer wie wird wo zu zum zur",
        "au aux avec ce ces combien comment dans de des du elle en est et il je la le les leur ma mes mon ne on ou où",
        "par pas peut pour pourquoi quand que quel quelle qui se si son sont sur tu un une",
        "al como con cómo cuando cuándo cuál cuántas cuántos cuánto de del dónde el en es está hay la las lo los me mi",
        "para pasa por puede puedo que quién qué se si son su sus un una y yo",
    )
    for word in words.split()
)
"""Words of a question that say nothing about what is looked for."""
MOST_STEMS = 12
"""How many words of a question are looked for, its first ones."""
ENOUGH = 0.5
"""The share of what is asked that a page has to contain."""
_FOR_HEADING, _FOR_PHRASE = 0.6, 0.5
"""What a heading or the very words add to the share by which pages are ordered."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage of the page with this number. ``worth`` orders hits, best first."""

    page: int
    passage: str
    worth: float = field(default=0.0, compare=False)


def search(pages: Sequence[tuple[str, str]], wanted: str) -> list[Hit]:
    """The passages of pages (headings with texts) that answer what is typed, best first: one for each page.

    It may be a term or a plain question. A word counts the more the fewer passages have it; question words do not
    count. Case, Markdown and plural endings do not matter.
    """
    stems = stems_of(wanted)
    read = [_read(heading, text) for heading, text in pages]
    weights = _weights(stems, [passage for page in read for passage in page.words])
    phrase = _words(wanted).rstrip()
    hits = [hit for number, page in enumerate(read) if (hit := _hit(number, page, weights, phrase)) is not None]
    return sorted(hits, key=lambda hit: -hit.worth)


def stems_of(wanted: str) -> list[str]:
    """What to look for in what somebody has typed, ``MOST_STEMS`` at most; empty if there is nothing."""
    words = _words(wanted).split()
    telling = [word for word in words if word not in _FILLER] or words
    return list(dict.fromkeys(map(_stem, telling)))[:MOST_STEMS]


@dataclass(frozen=True, slots=True)
class _Page:
    """A page in sentences, as they are shown (``passages``) and in ``words``."""

    heading: str
    passages: list[str]
    words: list[str]


@lru_cache(maxsize=1024)  # the pages of all games in four languages, and those with other house rules
def _read(heading: str, text: str) -> _Page:
    """The page taken apart, once for all searches."""
    passages = [sentence.removeprefix("- ") for sentence in _SENTENCE.split(text) if sentence.strip("- ")]
    return _Page(_words(heading), passages, [_words(passage) for passage in passages])


def _hit(number: int, page: _Page, weights: Mapping[str, float], phrase: str) -> Hit | None:
    """The best passage of a page that has enough of what is asked."""
    total = sum(weights.values())
    if not total:
        return None
    shares = [_share(passage, weights) / total for passage in page.words]
    in_heading = _share(page.heading, weights) / total
    whole = _share("".join((page.heading, *page.words)), weights) / total
    if whole < ENOUGH or not page.passages:
        return None
    best = max(range(len(shares)), key=lambda at: shares[at])
    has_phrase = bool(phrase) and any(phrase in passage for passage in (page.heading, *page.words))
    worth = max(*shares, in_heading) + _FOR_HEADING * in_heading + _FOR_PHRASE * has_phrase
    return Hit(number, page.passages[best], worth)


def _weights(stems: Iterable[str], passages: Sequence[str]) -> dict[str, float]:
    """How much each word counts: the rarer the more, and most if no passage has it."""
    having = {stem: sum(_has(words, stem) for words in passages) for stem in stems}
    return {stem: math.log((len(passages) + 1) / (number + 0.5)) for stem, number in having.items()}


def _share(words: str, weights: Mapping[str, float]) -> float:
    return sum(weight for stem, weight in weights.items() if _has(words, stem))


def _words(text: str) -> str:
    """The words of a text without case, each between two spaces."""
    return f" {' '.join(_WORD.findall(text.replace('*', '').casefold()))} "


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


def _has(words: str, stem: str) -> bool:
    """Whether one of the words begins with the stem."""
    return f" {stem}" in words


def _stem(word: str) -> str:
    """A word without a plural or verb ending."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            return word.removesuffix(ending)
    return word


HIT_LIMIT = 8
"""How many passages a search lists: about a phone's screen."""
LONGEST_PASSAGE = 200
FOR_THE_GAME_HERE = 0.2
"""What it adds to the worth of a passage that its game is the one at the member's table."""


class FoundMenu(Control, prefix="found"):
    """The pages that a search has found. Its values are games with the numbers of sections."""


@dataclass(frozen=True, slots=True)
class Found:
    """A passage of the rules: where it stands, and what it says."""

    book: Rulebook
    section: int
    heading: str
    passage: str

    @property
    def title(self) -> str:
        """The game and the heading."""
        return f"{self.book.game.name} · {self.heading}"


def find(books: Sequence[Rulebook], about: str, renderer: Renderer) -> list[Found]:
    """What the rules of these games say about something, best first."""
    pages = [(book, number, page) for book in books for number, page in enumerate(rules_pages(book, renderer))]
    hits = search([(f"{book.game.name} · {page.heading}", page.text) for book, _, page in pages], about)
    here = {number for number, (book, _, _) in enumerate(pages) if book.table is not None}
    hits.sort(key=lambda hit: -hit.worth - FOR_THE_GAME_HERE * (hit.page in here))
    return [Found(book, number, page.heading, hit.passage) for hit in hits for book, number, page in (pages[hit.page],)]


def search_screen(found: Sequence[Found], about: str, renderer: Renderer) -> ui.LayoutView:
    """The passages, each with its game, and a menu that leads to their pages."""
    shown = found[:HIT_LIMIT]
    title = renderer.render(say("What the rules say about “{words}”", words=safe_name(about)))
    lines = [f"**{one.title}**\n-# {clip(one.passage, LONGEST_PASSAGE)}" for one in shown]
    options = [option(verbatim(one.title), f"{one.book.game.key} {one.section}", renderer) for one in shown]
    menu = FoundMenu().menu(options, renderer, say("Choose a section"))
    return layout(GUIDE_COLOUR, f"### 🔎 {title}", "\n".join(lines), rule(), row(menu))

"""How a text reads for one reader on Discord: their language, players' names, the look of cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from cogs.shared.catalogue import Catalogue, default_catalogue
from cogs.shared.limits import NAME_LIMIT
from engines.cards import Card
from engines.texts import SUIT_SIGNS, Text, draw_card, say
from sessions.shared.look_alikes import visible

_MARKUP = re.compile(
    r"[\\`*@]|(?<![^\W_])_|_(?![^\W_])|~(?=~)|(?<=~)~|\|(?=\|)|(?<=\|)\||<(?=[^\s\d])|\](?=\()|:(?=//)"
    r"|(?<=\.gg)/|(?<=/invite)/",
    re.IGNORECASE,
)
"""What would format, link, invite or mention something inside a line, and does not after a backslash.

All else stays as it is, because a phone's push shows the backslashes: ``J.R.``, ``Max | Berlin``, ``under_score``.
"""
_ZERO_WIDTH_SPACE = "\u200b"
_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"
NAMELESS = "?"
"""What stands for a name that shows nothing."""
# Asks for the text form of the suit before it: Discord's emojis of the black suits vanish on its dark theme.
_AS_TEXT = "\ufe0e"
_SUIT_SIGN = re.compile(f"([{SUIT_SIGNS}])(?!{_AS_TEXT})")
_IN_SUM = re.compile(r"(?<=\d) ([×+=]) (?=\d)")
_BETWEEN_FACTS = " · "
_NO_BREAK = "\u00a0"


@dataclass(frozen=True, slots=True)
class CardEmojis:
    """The application's emojis of cards, such as ``<:c6C:123>``. A card without one is written."""

    emojis: Mapping[Card, str] = field(default_factory=dict[Card, str])
    back: str | None = None


NO_CARD_EMOJIS = CardEmojis()


def verbatim(words: str) -> Text:
    """Words that are in the reader's language already, or in none."""
    return Text("{words}", (("words", words),))


def characters(text: str) -> int:
    """Characters as JavaScript counts them, the stricter way: an emoji counts two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def clip(text: str, limit: int) -> str:
    """``text`` in at most ``limit`` characters. If it is too long, it ends with an ellipsis.

    A name that is cut stays apart from what is written around the text.
    """
    if len(text) <= limit:
        return text
    kept, ending = text[: limit - 1], "…"
    if _is_open(kept):
        kept = text[: limit - 2]
        ending += _END_OF_ISOLATE if _is_open(kept) else ""
    return kept.rstrip() + ending


def _is_open(text: str) -> bool:
    return text.count(_ISOLATE) > text.count(_END_OF_ISOLATE)


def bare_name(name: str) -> str:
    """A name on one line, without characters that reverse, hide or break the text around it."""
    return clip(visible(name), NAME_LIMIT) or NAMELESS


def plain_name(name: str) -> str:
    """The same for a text that interprets no Markdown.

    It stands in isolates, so that a name that is written from right to left leaves the line around it in order
    (Unicode Standard Annex 9, "Explicit Directional Isolates").
    """
    return _isolated(bare_name(name))


def safe_name(name: str) -> str:
    """The same for a Discord message: it cannot format, link or mention anything."""
    return _isolated(_escaped(bare_name(name)))


def _escaped(name: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", name).replace("@", "@" + _ZERO_WIDTH_SPACE)


def _isolated(name: str) -> str:
    return f"{_ISOLATE}{name}{_END_OF_ISOLATE}"


@dataclass(frozen=True, slots=True)
class Renderer:
    """Renders texts for one reader (an ``engines.texts.Renderer``).

    ``names`` are the players' names by seat, not yet escaped. If ``marked``, texts are Discord Markdown with
    card emojis; otherwise (see ``plain``) they suit labels, which do not interpret Markdown or emoji codes. Names are
    ``isolated`` from the text around them, except in files (see ``filed``). What is ``posted`` stays in a channel, so
    it waits longer for names.
    """

    locale: str
    names: Mapping[int, str]
    card_emojis: CardEmojis = NO_CARD_EMOJIS
    catalogue: Catalogue = field(default_factory=default_catalogue)
    marked: bool = True
    isolated: bool = True
    posted: bool = False
    _plain: Renderer | None = field(default=None, init=False, repr=False, compare=False)
    _written: Renderer | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def plain(self) -> Renderer:
        """The same reader, for the labels of buttons and menus, of which a message has many."""
        if not self.marked:
            return self
        if self._plain is None:
            object.__setattr__(self, "_plain", replace(self, marked=False))
        return self._plain or self

    @property
    def filed(self) -> Renderer:
        """The same reader, for the cells of a spreadsheet: a name is alone there, and spreadsheets compare names."""
        return replace(self, marked=False, isolated=False)

    @property
    def written(self) -> Renderer:
        """The same reader with cards written (``6♣``) instead of drawn, which takes a tenth of the space."""
        if self.card_emojis is NO_CARD_EMOJIS:
            return self
        if self._written is None:
            object.__setattr__(self, "_written", replace(self, card_emojis=NO_CARD_EMOJIS))
        return self._written or self

    def template(self, text: Text) -> str:
        """The template of ``text`` in the reader's language, in the plural form for its count."""
        return self.catalogue.template(text, self.locale)

    def player(self, seat: int) -> str:
        """The name of the player at ``seat``; "player 3" for a seat without one."""
        name = self.names.get(seat)
        if name is None:
            return self.render(say("player {number}", number=seat + 1))
        shown = _escaped(bare_name(name)) if self.marked else bare_name(name)
        return _isolated(shown) if self.isolated else shown

    def card(self, card: Card) -> str:
        """One card: its emoji if there is one, else its rank and suit sign."""
        return (self.card_emojis.emojis.get(card) if self.marked else None) or draw_card(card) + _AS_TEXT

    @property
    def card_back(self) -> str:
        """A card that lies face down."""
        return (self.card_emojis.back if self.marked else None) or "🎴"

    def number(self, amount: float) -> str:
        """A number with at most two decimals, as usual in the reader's language."""
        return self.catalogue.number(amount, self.locale)

    def span(self, time: timedelta) -> str:
        """A length of time in words, such as ``23 hours``: what a phone shows of a message renders no timestamps."""
        return self.catalogue.span(time, self.locale)

    def listed(self, parts: Sequence[str]) -> str:
        """Several things, such as ``ann, bob and cat``."""
        return self.catalogue.listed(parts, self.locale)

    def render(self, text: Text) -> str:
        """The text in the reader's language."""
        shown = text.render(self)
        return shown if shown.isascii() else _IN_SUM.sub("\u202f\\1\u202f", _SUIT_SIGN.sub(rf"\1{_AS_TEXT}", shown))

    def label(self, text: Text, limit: int) -> str:
        """The text for a label of at most ``limit`` characters."""
        return clip(self.plain.render(text), limit)

    def unbroken(self, text: Text) -> Text:
        """A label that is broken into lines between its facts only, not between a card and where it goes."""
        facts = self.plain.render(text).split(_BETWEEN_FACTS)
        return verbatim(_BETWEEN_FACTS.join(fact.replace(" ", _NO_BREAK) for fact in facts))

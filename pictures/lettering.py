"""Text and numbers in a picture: the font, what it can draw, and how to make text fit."""

import math
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, partial
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from engines.cards import CARD_TEXTS, Card
from engines.texts import SUIT_SIGNS, Renderer, Text, draw_card, say

FONT = Path(__file__).resolve().parent.parent / "assets" / "fonts" / "NotoSans-Bold.ttf"
SCALE = 0.75
"""How many pixels a unit has. A phone shows a picture 265 points wide, three pixels each."""
CAPITAL = 0.714
"""The height of the font's capital letters, as a share of the font size."""
SIGN_WIDTH = 0.86
"""The width of a suit symbol or an arrow within text. The font has none: they are drawn as icons."""
ELLIPSIS = "…"
SUBSTITUTES = {"−": "-"}
"""What is drawn for characters that the font lacks and that mean something; others are left out."""
_LONGEST_NAME = 320
_NO_CHARACTER = "\uffff"
_SUBSTITUTED = str.maketrans(SUBSTITUTES)
CARD_HEIGHT = 2
"""The height of a card within text, as a share of the font size."""
CARD_WIDTH = 1.65
"""Its width with the gap to the next card."""
_CARDS = range(0xE000, 0xE000 + len(CARD_TEXTS))
"""Characters that stand for whole cards within text: nobody's name can hold them, as they cannot be printed."""
ARROW = "→"
"""Drawn as an icon, as the font has none."""
_BREAK = re.compile(rf"(?<!{ARROW}) (?![:;!?{ARROW}])(?:(?<=[\d\W] )|(?!\d+[.,:;]?(?: |$)))")
"""Where a line may end: neither at an arrow, nor between a word and its number, nor before a colon, which French
sets apart."""
_AT_ARROW = re.compile(f" (?={ARROW})")
"""Where else, if there is too little room for a card with its place."""
_CLAUSE_END, _SENTENCE_END = re.compile("(?<=[.,;]) "), re.compile("(?<=[.]) ")
_SIGN = re.compile(f"([{SUIT_SIGNS}{ARROW}{chr(_CARDS.start)}-{chr(_CARDS.stop - 1)}])")


@cache
def font(size: float) -> ImageFont.FreeTypeFont:
    """The font, with basic layout, which renders the same on every machine and needs no system library."""
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def inked(text: str, size: float) -> tuple[Image.Image, int, int]:
    """A text as a mask, cropped to its ink, with the offset of the mask from the start of the text's baseline."""
    face = font(size)
    left, top, right, bottom = face.getbbox(text, anchor="ls")
    mask = Image.new("L", (max(1, math.ceil(right - left)), max(1, math.ceil(bottom - top))), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, font=face, fill=255, anchor="ls")
    return mask, math.floor(left), math.floor(top)


def inked_words(text: str, size: int) -> Iterator[tuple[Image.Image, int, int]]:
    """The words of a text as masks, each with its offset in pixels. Sentences are new, but their words come again."""
    start = 0.0
    for word in text.split(" "):
        if word:
            mask, left, top = inked(word, size * SCALE)
            yield mask, round(start) + left, top
        start += (width(word, size) + width(" ", size)) * SCALE


def parts(text: str) -> Iterator[tuple[str, bool]]:
    """The text split into words, and suit symbols, arrows or cards, each with whether it is one of these."""
    for number, part in enumerate(_SIGN.split(text)):
        if part:
            yield part, number % 2 == 1


@lru_cache(maxsize=4096)
def width(text: str, size: int) -> float:
    """The drawn width of a text in units: that of its characters, as basic layout moves none of them closer."""
    return sum(_pixels(character, size) for character in text) / SCALE


@lru_cache(maxsize=4096)
def _pixels(character: str, size: int) -> float:
    """The width of one character in pixels, whole ones for letters. To ask the font takes long."""
    if _SIGN.fullmatch(character):
        return (SIGN_WIDTH if card_of(character) is None else CARD_WIDTH) * size * SCALE
    return font(size * SCALE).getlength(character)


def card_of(sign: str) -> Card | None:
    """The card that this stands for in a text; ``None`` if it is anything else."""
    return ord(sign) - _CARDS.start if len(sign) == 1 and ord(sign) in _CARDS else None


def cards_in(text: str) -> list[Card]:
    """The whole cards within a text."""
    return [card for part, _ in parts(text) if (card := card_of(part)) is not None]


def in_words(text: str) -> str:
    """The text with its whole cards written, which takes lines of half the height."""
    return "".join(part if (card := card_of(part)) is None else draw_card(card) for part, _ in parts(text))


@lru_cache(maxsize=2048)
def clip(text: str, size: int, room: float) -> str:
    """The text, shortened with "…" to fit the available room; empty if there is none."""
    if width(text, size) <= room:
        return text
    lengths = range(1, len(text) + 1)
    longest = bisect_right(lengths, room, key=lambda length: width(text[:length].rstrip() + ELLIPSIS, size))
    return text[:longest].rstrip() + ELLIPSIS if longest else ""


def wrap(text: str, size: int, room: float, lines: int) -> list[str]:
    """The text in at most ``lines`` lines; the rest is clipped."""
    found: list[str] = []
    whole = _BREAK.split(" ".join(text.split())) if text.strip() else []
    words = [part for word in whole for part in ([word] if width(word, size) <= room else _AT_ARROW.split(word))]
    space = width(" ", size)
    while words and len(found) < lines - 1:
        count, wide = 1, width(words[0], size)
        while count < len(words) and (wide := wide + space + width(words[count], size)) <= room:
            count += 1
        found.append(clip(" ".join(words[:count]), size, room))
        words = words[count:]
    return [*found, clip(" ".join(words), size, room)] if words else found


def wrap_clauses(text: str, size: int, room: float, lines: int, end: re.Pattern[str] = _CLAUSE_END) -> list[str]:
    """The text in at most ``lines`` lines that end where a clause does; nothing if it does not fit so."""
    found: list[str] = []
    for clause in end.split(" ".join(text.split())):
        longer = f"{found[-1]} {clause}" if found else clause
        found = [*found[:-1], longer] if width(longer, size) <= room else [*found, clause]
    return found if len(found) <= lines and all(width(line, size) <= room for line in found) else []


WAYS = partial(wrap_clauses, end=_SENTENCE_END), wrap_clauses, wrap
"""How lines can end: rather with a sentence, rather with a clause, anywhere."""


def number(value: float) -> str:
    """A number, with halves as "½"."""
    if not math.isfinite(value):
        return "?"
    whole = math.trunc(value)
    if abs(value - whole) == 0.5:
        return f"{'-' if value < 0 else ''}{abs(whole) or ''}½"
    return str(whole) if value == whole else f"{value:g}"


def drawable(text: str, *, has_cards: bool = False) -> str:
    """The text on one line, without characters that the font lacks; those that mean something are substituted.

    Fancy letters, such as mathematical or full-width ones, are drawn as those that they stand for.
    """
    line = " ".join(_in_usual_letters(text.translate(_SUBSTITUTED)).split())
    lacking = {sign for sign in set(line) if not is_drawn(sign) and not (has_cards and card_of(sign) is not None)}
    return " ".join("".join(sign for sign in line if sign not in lacking).split()) if lacking else line


def _in_usual_letters(text: str) -> str:
    """The text with the usual letters in place of those that the font lacks (Unicode Standard Annex 15, NFKC)."""
    composed = unicodedata.normalize("NFC", text)
    if all(map(is_drawn, set(composed))):
        return composed
    return "".join(
        character if is_drawn(character) else unicodedata.normalize("NFKC", character) for character in composed
    )


class Words:
    """The reader's words, limited to what can be drawn, with players' names and cards as rank and suit symbol.

    With ``whole_cards`` these are drawn as such within the text. The ``viewer`` is called "You" beside a place.
    """

    def __init__(self, renderer: Renderer, viewer: int | None = None, *, whole_cards: bool = False) -> None:
        self._renderer = renderer
        self._whole_cards = whole_cards
        self._places = {} if viewer is None else {viewer: drawable(say("You").render(renderer))}
        self._names: dict[int, str] = {}

    def template(self, text: Text) -> str:
        """The template in the reader's language."""
        return self._renderer.template(text)

    def player(self, seat: int) -> str:
        """The player's name within a sentence: long names are shortened so that the rest stays readable."""
        return clip(self.name(seat), 30, _LONGEST_NAME)

    def place(self, seat: int) -> str:
        """The name beside a place."""
        return self._places.get(seat) or self.name(seat)

    def place_in(self, room: float, seat: int, size: int) -> str:
        """The same in this room, where "Player 2" and "Player 3" could not be told apart if they were cut."""
        name = self.place(seat)
        return str(seat + 1) if self.is_replaced(seat) and width(name, size) > room else name

    def name(self, seat: int) -> str:
        """The player's name, or the seat number if the font lacks letters of it or most of its signs."""
        if seat not in self._names:
            self._names[seat] = self._drawable_name(seat)
        return self._names[seat]

    def names(self, seats: Iterable[int]) -> str:
        """The names of partners, as one."""
        return " & ".join(map(self.name, seats))

    def is_replaced(self, seat: int) -> bool:
        """Whether the picture shows the player's number because the name cannot be drawn."""
        return self.name(seat) == self._number(seat)

    def card(self, card: Card) -> str:
        """Rank and suit symbol, or what the whole card is drawn for."""
        return chr(_CARDS.start + card) if self._whole_cards else draw_card(card)

    def number(self, amount: float) -> str:
        """A number in the format of the reader's language."""
        return self._renderer.number(amount)

    def text(self, text: Text) -> str:
        """A text of the scene, limited to what can be drawn."""
        return drawable(text.render(self), has_cards=self._whole_cards)

    def _drawable_name(self, seat: int) -> str:
        name = _in_usual_letters(self._renderer.player(seat))
        visible = [character for character in name if character.isprintable() and not character.isspace()]
        lacking = [character for character in visible if not is_drawn(character)]
        if 2 * len(lacking) > len(visible) or not visible or any(map(str.isalnum, lacking)):
            return self._number(seat)
        return drawable(name)

    def _number(self, seat: int) -> str:
        return say("Player {number}", number=seat + 1).render(self._renderer)


@lru_cache(maxsize=4096)
def is_drawn(character: str) -> bool:
    """Whether the font has the character; otherwise it would draw its box for missing characters."""
    if character == " " or character == ARROW or character in SUIT_SIGNS:
        return True
    return character.isprintable() and _drawing(character) != _drawing(_NO_CHARACTER)


def _drawing(character: str) -> tuple[tuple[int, int], bytes]:
    mask, *_ = inked(character, 20)
    return mask.size, mask.tobytes()

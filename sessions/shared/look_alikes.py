"""Names as people see them: without what shows nothing, and which of them look alike."""

import unicodedata
from itertools import groupby, islice

_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
# Letters and signs that show nothing (Default_Ignorable_Code_Point, the Braille cell without dots, an empty note head),
# but for the two selectors that emoji need.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0\U00016fe4\U0001d159").union(
    *(map(chr, range(*ends)) for ends in ((0x180B, 0x1810), (0xFE00, 0xFE0E), (0xFFF0, 0xFFF9), (0xE0000, 0xE1000)))
)
_MOST_MARKS = 4
"""Marks above or below a letter. No script needs more, and a pile of them covers the lines around it."""
_ZERO_WIDTH_JOINER = "\u200d"  # holds emoji together, so it may stay


def visible(name: str) -> str:
    """A name on one line, without characters that reverse, hide or break the text around it; there may be none left."""
    plain = name.isascii() and name.isprintable()  # most are, and to look at each letter takes longer
    return " ".join((name if plain else _visible(name.replace("\n", " "))).split()).strip(_ZERO_WIDTH_JOINER)


def _visible(name: str) -> str:
    """What can be seen of a name: nothing if there are only marks, which need a letter."""
    kinds = {letter: unicodedata.category(letter) for letter in name} | {_ZERO_WIDTH_JOINER: "joiner"}
    kept = [letter for letter in name if letter not in _BLANK and kinds[letter] not in _INVISIBLE]
    piles = groupby(kept, lambda letter: letter == _ZERO_WIDTH_JOINER or unicodedata.combining(letter) > 0)
    shown = "".join("".join(islice(pile, _MOST_MARKS if are_marks else None)) for are_marks, pile in piles)
    return shown if any(kinds[letter][0] in "LNPSC" for letter in kept) else ""


def look(name: str) -> str:
    """What names have in common that people take for the same: letters and digits, however they are written."""
    usual = unicodedata.normalize("NFKC", visible(name)).casefold()
    return "".join(filter(str.isalnum, usual)) or usual

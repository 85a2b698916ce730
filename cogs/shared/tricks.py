"""A trick in words: who played what, and what it is worth."""

from engines.kit.wording import SUIT_NAMES
from engines.scenes import Trick, TrickCard
from engines.texts import Cards, Text, say

HALF = 0.5


def played(trick: Trick) -> list[TrickCard]:
    """The cards of a trick that have been played."""
    return [part for part in trick.cards if part.card is not None]


def card_of(part: TrickCard) -> Cards:
    """The card of a part as a value of a text."""
    return Cards(() if part.card is None else (part.card,))


def shown_worth(worth: float) -> float | str:
    """What a card is worth, as a value of a text. A half is a single character."""
    return "½" if worth == HALF else worth


def trick_remarks(trick: Trick) -> list[Text]:
    """Which suit was led, whether the lead counts more, and what else happened."""
    remarks = [] if trick.suit is None else [say("{suit} led", suit=SUIT_NAMES[trick.suit])]
    if trick.multiple > 1:
        remarks.append(say("lead counts × {multiple}", multiple=trick.multiple))
    return [*remarks, *trick.notes]


def card_remarks(trick: Trick, part: TrickCard) -> list[Text]:
    """What a card in a trick counts as, and whether it wins."""
    remarks = [] if part.suit is None else [say("counts as {suit}", suit=SUIT_NAMES[part.suit])]
    remarks += part.notes
    if part.is_best and len(played(trick)) == len(trick.cards):
        remarks.append(say("wins"))
    elif part.is_best and len(played(trick)) > 1:
        remarks.append(say("best so far"))
    return remarks

"""A turn as a player wants to see it: the cards of each play with their piles, and what was taken."""

from engines.beats import NOTHING, Part
from engines.contract import Event
from engines.knotweed.events import Passed, PilesOpened, Played, Took, TookNothing, TookUnseen
from engines.knotweed.narration import tell
from engines.texts import cards, say


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of a turn."""
    match event:
        case Played(seat, pile, on, played, cost):
            shown = {"cards": cards(played), "number": pile}
            if cost is None:  # the others judge it
                return Part(seat, seat, (say("{cards} → {top} on pile {number}", top=cards([on]), **shown),))
            return Part(seat, seat, (say("{cards} → pile {number}", **shown),))
        case Passed(seat) | Took(seat) | TookUnseen(seat):
            return Part(seat, seat, effects=(tell(event, viewer),), closes=not isinstance(event, Passed))
        case PilesOpened() | TookNothing():
            return NOTHING
        case _:
            return None

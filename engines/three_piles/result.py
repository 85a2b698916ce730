"""How a game of 3 Piles is shown when it is over."""

from collections.abc import Sequence

from engines.cards import Card
from engines.contract import Event
from engines.result_scenes import Account, Line, ResultScene
from engines.texts import say
from engines.three_piles.rules import closed
from engines.three_piles.scoring import score
from engines.three_piles.view import ThreePilesView


def result(views: Sequence[ThreePilesView], _events: Sequence[Event]) -> ResultScene:
    """The piles of the last game and what each is worth."""
    return ResultScene(say("points"), tuple(_account(seat, piles) for seat, piles in enumerate(views[0].piles)))


def _account(seat: int, piles: Sequence[tuple[Card, ...]]) -> Account:
    points = score(piles)
    longest = max(range(len(piles)), key=lambda number: len(piles[number]))  # the first of equally long ones
    lines = tuple(_line(pile, is_longest=number == longest) for number, pile in enumerate(piles))
    foot = say(
        "longest {longest} · A–K {ace_king} · ♦ {diamonds}",
        longest=points.longest,
        ace_king=points.ace_king,
        diamonds=points.diamonds,
    )
    return Account(seat, lines, foot=foot, total=points.total)


def _line(pile: tuple[Card, ...], *, is_longest: bool) -> Line:
    """A pile with its own points: its length if it is the longest (7.1), and an ace and a king (7.2)."""
    worth = is_longest * len(pile) + 3 * closed(pile)
    return Line(pile, score=worth, note=say("A–K") if closed(pile) else None)

"""How a game of 3 Piles is shown when it is over."""

from collections.abc import Sequence

from engines.cards import Card
from engines.contract import Event, Outcome
from engines.kit.verdicts import of_match, score_of
from engines.result_scenes import Account, Line, ResultScene
from engines.texts import Player, Text, say
from engines.three_piles.rules import closed, score
from engines.three_piles.view import ThreePilesView


def result(views: Sequence[ThreePilesView], _events: Sequence[Event]) -> ResultScene:
    """The piles of the last game and what each is worth."""
    return ResultScene(say("points"), tuple(_account(seat, piles) for seat, piles in enumerate(views[0].piles)))


def verdict(view: ThreePilesView, outcome: Outcome, reader: int | None) -> Text | None:
    """How the game was won, and which kind of points decided it; or who won the match."""
    if view.options.target is not None:
        return of_match(outcome, reader)
    winner, *others = outcome.winners
    if others:
        return say("A draw: {points} points each.", points=outcome.points[0])
    first = winner if reader is None else reader
    shown = {"score": score_of(outcome.points, first), "why": _deciding(view, winner, first)}
    if reader is None:
        return say("{player} beat {loser} {score}: {why}.", player=Player(winner), loser=Player(1 - winner), **shown)
    margin = abs(outcome.points[0] - outcome.points[1])
    if reader == winner:
        return say("You won by {margin}, {score}: {why}.", margin=margin, **shown)
    return say("You lost by {margin}, {score}: {why}.", margin=margin, **shown)


def _deciding(view: ThreePilesView, winner: int, first: int) -> Text:
    """The kind of points with which the winner gained most, those of ``first`` in front."""
    points = [score(piles) for piles in view.piles]
    kinds = (
        ("longest", [one.longest for one in points]),
        ("closed", [one.ace_king for one in points]),
        ("diamonds", [one.diamonds for one in points]),
    )
    kind, values = max(kinds, key=lambda kind: kind[1][winner] - kind[1][1 - winner])
    shown = {"own": values[first], "other": values[1 - first]}
    match kind:
        case "longest":
            return say("longest pile {own} to {other}", **shown)
        case "closed":
            return say("{own} to {other} points for ace and king", **shown)
        case _:
            return say("diamonds {own} to {other}", **shown)


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

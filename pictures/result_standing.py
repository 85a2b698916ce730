"""What every result shows of a player: the name, with a crown for winners, and the rating with its change."""

from collections.abc import Iterable
from dataclasses import dataclass

from engines.result_scenes import Account
from pictures.canvas import Canvas
from pictures.lettering import Words, width
from pictures.palette import AMBER, SOFT, TEXT
from pictures.signs import Sign

EN_DASH = "–"
"""Stands for the minus sign, which the font lacks."""


@dataclass(frozen=True, slots=True)
class Finisher:
    """How a seat finished, together with its ``partners``.

    ``rating`` is the new one and ``change`` by how much, ``None`` if it is not shown.
    """

    seat: int
    place: int
    won: bool
    points: float
    rating: int | None = None
    change: int = 0
    partners: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """Everybody on this side."""
        return (self.seat, *self.partners)


def own_account(accounts: Iterable[Account], one: Finisher) -> Account:
    """What decided about a side: the account of one of its seats."""
    return next(account for account in accounts if account.seat in one.seats)


def ink(one: Finisher) -> tuple[int, int, int]:
    """The colour of a player's name."""
    return AMBER if one.won else TEXT


def draw_player(canvas: Canvas, words: Words, one: Finisher, left: int, middle: int, right: int, size: int) -> None:
    """Draw crown, name and rating on a line between ``left`` and ``right``."""
    right = draw_rating(canvas, one, right, middle, with_rating=True) - 16
    if one.won:
        left += canvas.sign(Sign.CROWN, left, middle, size) + 10
    canvas.words(words.names(one.seats), left, middle, size, ink(one), right - left)


def draw_rating(canvas: Canvas, one: Finisher, right: int, middle: int, *, with_rating: bool) -> int:
    """Draw the rating and its change so that they end at ``right``; return where they begin.

    Up is a filled triangle, down an outlined one: readable without colours.
    """
    if one.rating is None:
        return right
    sign = Sign.UP if one.change > 0 else Sign.DOWN if one.change < 0 else Sign.LEVEL
    change = f"{one.change:+d}".replace("-", EN_DASH) if one.change else "0"
    x = right - round(width(change, 28))
    canvas.words(change, x, middle, 28, TEXT)
    x -= 26
    canvas.sign(sign, x, middle, 20)
    if with_rating:
        rating = str(one.rating)
        x -= round(width(rating, 28)) + 14
        canvas.words(rating, x, middle, 28, SOFT)
    return x

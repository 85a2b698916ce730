"""What decided a finished game, in terms that fit every card game: one picture shows it for all of them."""

from dataclasses import dataclass

from engines.cards import Card
from engines.scenes import Trick
from engines.texts import Text


@dataclass(frozen=True, slots=True)
class Line:
    """Cards that counted for a player: a pile, a hand, the last cards played.

    ``heights`` are the numbers of cards of piles of which ``cards`` are the tops; without them, the cards are single.
    ``score`` is what the line is worth, ``note`` explains it. ``is_done``: with these cards, the player went out.
    """

    cards: tuple[Card, ...]
    heights: tuple[int, ...] = ()
    label: Text | None = None
    score: float | None = None
    note: Text | None = None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """An amount to avoid, out of the ``most`` that any bar shows; ``split`` cuts off its first part.

    ``is_score``: its ``text`` says how much the player has scored.
    """

    value: float
    most: float
    text: Text
    split: float | None = None
    is_score: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player did in a hand or round (``None`` for several at once), and scored; ``is_best``: to be proud of."""

    text: Text | None
    points: float
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """What decided about one player. ``total`` is what the lines are worth together, and ``foot`` says how."""

    seat: int
    lines: tuple[Line, ...] = ()
    bar: Bar | None = None
    cells: tuple[Cell, ...] = ()
    foot: Text | None = None
    total: float | None = None


@dataclass(frozen=True, slots=True)
class ResultScene:
    """A finished game or match, with an account for each seat, or one for each side.

    ``unit`` says what the points count, or the ``figure`` if one says more than they do. ``remark`` tells how the
    winner won, ``headline`` what was played; without one it is that of the table. ``columns`` are the titles of the
    cells of all accounts, of which ``decisive`` is the one from which the winner was ahead. ``trick`` is the last trick
    or exchange.
    """

    unit: Text
    accounts: tuple[Account, ...]
    remark: Text | None = None
    figure: float | None = None
    headline: Text | None = None
    columns: tuple[Text, ...] = ()
    columns_title: Text | None = None
    decisive: int | None = None
    trick: Trick | None = None

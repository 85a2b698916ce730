"""Sentences that several games say."""

from collections.abc import Sequence

from engines.cards import Card
from engines.texts import Player, Text, cards, say, say_count

SUIT_NAMES: tuple[Text, ...] = (say("clubs"), say("diamonds"), say("hearts"), say("spades"))
"""The suits in the order "CDHS"."""


def in_points(amount: float) -> Text:
    """An amount of points; shared places can make it a fraction.

    Whole numbers choose the plural form, because 1.5 is singular in some languages, such as French.

    >>> str(in_points(1)), str(in_points(0)), str(in_points(2.5))
    ('1 point', '0 points', '2.5 points')
    """
    if amount == int(amount):
        return say_count("{count} point", "{count} points", int(amount))
    return say_count("{points} points", "{points} points", int(amount), points=amount)


def in_wins(amount: float) -> Text:
    """A number of games won in a match; a draw is half a win for each player.

    >>> str(in_wins(1)), str(in_wins(1.5))
    ('1 win', '1.5 wins')
    """
    if amount == int(amount):
        return say_count("{count} win", "{count} wins", int(amount))
    return say_count("{wins} wins", "{wins} wins", int(amount), wins=amount)


def match_decided(games: int) -> Text:
    """Why a match for most wins is over; with draws, that need not mean that somebody has won it."""
    return say_count("The match is over after {count} game.", "The match is over after {count} games.", games)


def target_reached(target: int) -> Text:
    """Why a game to a points target is over."""
    return say_count(
        "The target of {count} point has been reached.", "The target of {count} points has been reached.", target
    )


def match_score(points: Sequence[float]) -> Text:
    """How a match of two stands."""
    first, second = points
    return say("Match score: {one} {first}, {two} {second}.", first=first, one=Player(0), second=second, two=Player(1))


def left_to_draw(count: int) -> Text:
    """How many cards nobody has drawn."""
    if not count:
        return say("No cards left")
    return say_count("{count} card left to draw", "{count} cards left to draw", count)


def names(seats: Sequence[int]) -> Text:
    """A list of players.

    >>> str(names([0])), str(names([2, 0, 1]))
    ('player 1', 'player 3, player 1 and player 2')
    """
    return listed([say("{player}", player=Player(seat)) for seat in seats])


def listed(parts: Sequence[Text]) -> Text:
    """Several things in a row, such as players with their points."""
    row, *others = parts
    for part in others[:-1]:
        row = say("{players}, {player}", players=row, player=part)
    return say("{players} and {player}", players=row, player=others[-1]) if others else row


def not_held(card: Card) -> Text:
    """The refusal to play a card that is not in the hand."""
    return say("You do not hold {card}.", card=cards([card]))


def turn_of(seat: int) -> Text:
    """Why a player cannot act now."""
    return say("It is {player}'s turn.", player=Player(seat))

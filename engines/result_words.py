"""How a result reads in words, where several games say the same."""

from __future__ import annotations

from engines.texts import Text, say, say_count


def in_points(amount: float) -> Text:
    """So many points; shared places make halves of them.

    >>> str(in_points(1)), str(in_points(0)), str(in_points(2.5))
    ('1 point', '0 points', '2.5 points')
    """
    if amount == int(amount):
        return say_count("{count} point", "{count} points", int(amount))
    return say("{points} points", points=f"{amount:g}")


def in_wins(amount: float) -> Text:
    """So many games of a match won; a draw is half a win for each.

    >>> str(in_wins(1)), str(in_wins(1.5))
    ('1 win', '1.5 wins')
    """
    if amount == int(amount):
        return say_count("{count} win", "{count} wins", int(amount))
    return say("{wins} wins", wins=f"{amount:g}")


def match_decided(games: int) -> Text:
    """A match of the most wins is over after so many games."""
    return say_count("The match is decided after {count} game.", "The match is decided after {count} games.", games)


def target_reached(target: int) -> Text:
    """Somebody has the points that end the game."""
    return say("The target of {target} points has been reached.", target=target)

"""Shuffles that are reproducible from a seed, so that a stored game can always be replayed.

>>> from engines.cards import pack, write_cards
>>> cards = pack()
>>> shuffle(cards, "oak", 1)
>>> write_cards(cards[:5])
['TH', '9D', 'KH', 'AS', 'JD']

The next chance event of the same game shuffles differently, and the first one always the same:

>>> shuffle(again := pack(), "oak", 2)
>>> again == cards
False
>>> shuffle(again := pack(), "oak", 1)
>>> again == cards
True
"""

from random import Random

from engines.cards import Card


def source(seed: str, number: int) -> Random:
    """The random source of the ``number``-th chance event of the game with this seed.

    Each event has its own source, so a position can continue shuffling from its seed and a counter without replaying
    what came before.
    """
    return Random(f"{seed}/{number}")


def shuffle(cards: list[Card], seed: str, number: int) -> None:
    """Shuffle ``cards`` in place as the ``number``-th chance event of a game.

    This is a Fisher-Yates shuffle over ``Random.random()``, the only method of the standard library's generator whose
    sequence for a given seed is guaranteed not to change in later versions of Python.
    """
    draw = source(seed, number).random
    for i in range(len(cards) - 1, 0, -1):
        j = int(draw() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]


def pick(count: int, seed: str, number: int) -> int:
    """A number from 0 to ``count - 1`` as the ``number``-th chance event of a game."""
    return int(source(seed, number).random() * count)

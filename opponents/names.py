"""The names of computer players: always the same ones, so that people get to know them."""

from opponents.levels import Level

_NAMES = {
    Level.EASY: ("Pip", "Bean", "Dot", "Fern", "Mimi", "Otto", "Tilly"),
    Level.NORMAL: ("Ada", "Bram", "Cleo", "Dora", "Emil", "Greta", "Hugo"),
    Level.HARD: ("Vesper", "Onyx", "Quill", "Rook", "Sable", "Talon", "Zephyr"),
    Level.MASTER: ("Sage", "Argus", "Minerva", "Merlin", "Sibyl", "Solon", "Thales"),
}


def computer_name(level: Level, number: int) -> str:
    """The name of the ``number``-th computer player (from 0) of this level at a table."""
    names = _NAMES[level]
    return names[number] if number < len(names) else f"{names[number % len(names)]} {number // len(names) + 1}"

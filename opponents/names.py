"""What computer players are called: always the same, so that they become old acquaintances."""

from __future__ import annotations

from opponents.levels import Level

_NAMES = {
    Level.EASY: ("Pip", "Bean", "Dot", "Fern", "Mimi", "Otto", "Tilly"),
    Level.NORMAL: ("Ada", "Bram", "Cleo", "Dora", "Emil", "Greta", "Hugo"),
    Level.HARD: ("Vesper", "Onyx", "Quill", "Rook", "Sable", "Talon", "Zephyr"),
}


def computer_name(level: Level, number: int) -> str:
    """The name of a computer of this level, the ``number``-th (from 0) of its level at the table."""
    names = _NAMES[level]
    return names[number] if number < len(names) else f"{names[number % len(names)]} {number // len(names) + 1}"

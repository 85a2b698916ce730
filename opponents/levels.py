"""The levels of computer players, and their names: always the same ones, so that people get to know them."""

from enum import StrEnum

from engines.texts import Text, say


class Level(StrEnum):
    """How strongly a computer player plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    MASTER = "master"

    @property
    def patience(self) -> int:
        """How many times as long as a hard player it thinks; 0: it decides at once."""
        return _PATIENCE.get(self, 0)

    @property
    def label(self) -> Text:
        """The level in a word."""
        return _TITLES[self]

    @property
    def character(self) -> Text:
        """A sentence about what to expect from a player of this level."""
        return _CHARACTERS[self]


_PATIENCE = {Level.HARD: 1, Level.MASTER: 5}
_TITLES = {Level.EASY: say("easy"), Level.NORMAL: say("normal"), Level.HARD: say("hard"), Level.MASTER: say("master")}
_CHARACTERS = {
    Level.EASY: say("Knows the aim, plays for fun and overlooks good moves, as a beginner does."),
    Level.NORMAL: say("Plays soundly, but does not see as far as the hard one."),
    Level.HARD: say("Remembers every card, imagines what you may hold and thinks ahead."),
    Level.MASTER: say("Plays like the hard one, but thinks for up to five seconds."),
}


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

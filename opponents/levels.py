"""The levels of computer players, each with a character of its own."""

from __future__ import annotations

from enum import StrEnum

from engines.texts import Text, say


class Level(StrEnum):
    """How well a computer player plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"

    @property
    def label(self) -> Text:
        """The level in a word."""
        return _TITLES[self]

    @property
    def character(self) -> Text:
        """What to expect of a player of this level, in a sentence."""
        return _CHARACTERS[self]


_TITLES = {Level.EASY: say("easy"), Level.NORMAL: say("normal"), Level.HARD: say("hard")}
_CHARACTERS = {
    Level.EASY: say("Plays for fun, knows the aim and overlooks good moves as a beginner does."),
    Level.NORMAL: say("Plays by sound rules of thumb, and now and then settles for the second best."),
    Level.HARD: say("Remembers every card, imagines what you may hold and plays the rest of the game in its head."),
}

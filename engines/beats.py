"""What has happened, as a player wants to see it: one beat for a turn, a trick or an exchange, with its cards."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from engines.texts import Player, Text, say


@dataclass(frozen=True, slots=True)
class Beat:
    """What a player, or several together (``seat`` ``None``), did in a row, and what came of it.

    ``own`` are the effects on the player, as long as nothing undoes them.
    """

    seat: int | None
    moves: tuple[Text, ...] = ()
    effects: tuple[Text, ...] = ()
    own: tuple[Text, ...] = ()

    def told(self, viewer: int | None) -> Text:
        """One line for the player at this seat; ``None``: for everybody.

        >>> str(Beat(0, (say("a card drawn"),), (say("The deck is empty."),)).told(0))
        'You: a card drawn. The deck is empty.'
        """
        said = [*([_by(self.seat, viewer, _joined(self.moves))] if self.moves else []), *self.effects, *self.own]
        line = said[0]
        for effect in said[1:]:
            line = say("{line} {effect}", line=line, effect=effect)
        return line


@dataclass(frozen=True, slots=True)
class Part:
    """An event's part in a beat.

    It joins the beat before it if that has the same ``kind`` (``None``: any). Nothing but effects joins a closed beat.
    If it ``undoes``, the effects that the beat had on its player so far are no longer told.
    """

    kind: Hashable
    seat: int | None = None
    moves: tuple[Text, ...] = ()
    effects: tuple[Text, ...] = ()
    own: tuple[Text, ...] = ()
    closes: bool = False
    undoes: bool = False


NOTHING = Part(None)
"""The part of an event that the table shows and nobody needs to be told."""


def no_part(event: object, viewer: int | None) -> Part | None:
    """The ``part_of`` of a game in which each event is a beat by itself."""
    return None


def _joined(moves: Sequence[Text]) -> Text:
    first, *others = moves
    row = first
    for move in others:
        row = say("{moves}, {move}", moves=row, move=move)
    return row


def _by(seat: int | None, viewer: int | None, moves: Text) -> Text:
    if seat is None:
        return say("{moves}.", moves=moves)
    if seat == viewer:
        return say("You: {moves}.", moves=moves)
    return say("{player}: {moves}.", player=Player(seat), moves=moves)

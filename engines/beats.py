"""What has happened, as a player wants to see it: one beat for a turn, a trick or an exchange, with its cards."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import reduce

from engines.kit.wording import names
from engines.texts import Text, say


@dataclass(frozen=True, slots=True)
class Beat:
    """What a player did in a row, several one after another, or all together (no ``seats``), and what came of it.

    ``own`` are the effects on the player, as long as nothing undoes them, and reasons, which are told last.
    """

    seats: tuple[int, ...]
    moves: tuple[Text, ...] = ()
    effects: tuple[Text, ...] = ()
    own: tuple[Text, ...] = ()

    def told(self, viewer: int | None) -> Text:
        """One line for the player at this seat; ``None``: for everybody.

        >>> str(Beat((0,), (say("a card drawn"),), (say("The deck is empty."),)).told(0))
        'You: a card drawn. The deck is empty.'
        """
        moves = [self._by(viewer)] if self.moves else []
        return reduce(
            lambda line, effect: say("{line} {effect}", line=line, effect=effect), [*moves, *self.effects, *self.own]
        )

    def _by(self, viewer: int | None) -> Text:
        moves = reduce(lambda row, move: say("{moves}, {move}", moves=row, move=move), self.moves)
        if not self.seats:
            return say("{moves}.", moves=moves)
        if self.seats == (viewer,):
            return say("You: {moves}.", moves=moves)
        return say("{player}: {moves}.", player=names(self.seats), moves=moves)


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

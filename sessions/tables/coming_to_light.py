"""What follows a decision: moves that bring hidden cards to light, or that several players make at the same time."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from engines.cards import CARD_TEXTS, Card
from engines.contract import Game, State, View
from engines.scenes import hand_zone

_CARDS = {text: card for card, text in enumerate(CARD_TEXTS)}

Moves: TypeAlias = Sequence[tuple[int, str]]
"""Seats, and the texts of their actions."""
Look: TypeAlias = Callable[[View[Any]], Sequence[Card]]
"""The cards that a view shows. A card shown twice counts twice."""


class Aftermath:
    """What has followed a decision of ``seat``, which was made in the position ``before``.

    Cards have come to light if a move has shown anybody a card that was hidden from them, except from the hand of
    ``seat``. It looks where cards lie, because a card drawn from a pile has come to light even if the pile's contents
    are known. It also looks at everything that a view names, because a screen need not show all of it. Once players
    have decided together, or cards have come to light, the decision stays: then it looks no more and keeps no position.
    ``shown`` are views of the position before which somebody is being shown.
    """

    def __init__(
        self, game: Game[Any], before: State[Any], seat: int, shown: Mapping[int | None, View[Any]] | None = None
    ) -> None:
        self.came_to_light = False
        self.decided_together = len(before.to_act) > 1
        """Whether several players had to decide at the same time before or after any of these moves."""
        self._game = game
        self._seat = seat
        self._shown = {} if shown is None else shown
        self._before = None if self.is_settled else before.clone()
        self._state = self._before
        """The position after the moves that have been followed: a copy from the first of them on."""
        self._followed = 0
        self._looks: tuple[Look, ...] = (lambda view: _lying(game, view), _named)  # the quicker one comes first
        self._known: dict[tuple[int, int | None], bytes] = {}
        """The cards that viewers knew before the decision, a byte each."""
        self._own_hand: bytes | None = None
        """Those in the hand of the seat then."""

    @property
    def is_settled(self) -> bool:
        """Whether the decision stays whatever follows."""
        return self.came_to_light or self.decided_together

    def follow(self, moves: Moves, now: Callable[[int | None], View[Any]] | None = None) -> None:
        """Look at these moves, all since the decision. Those that have been followed before are not looked at again.

        ``now`` gives what viewers see after all of them, if that is known.
        """
        for mover, text in moves[self._followed :]:
            if self._before is None or self._state is None:
                return
            if self._state is self._before:
                self._state = self._before.clone()
            self._state.apply(mover, self._game.parse(text))
            self._followed += 1
            view = now if now is not None and self._followed == len(moves) else self._state.view
            self.decided_together = len(self._state.to_act) > 1
            self.came_to_light = not self.decided_together and self._shows_more(self._before, mover, view)
            if self.is_settled:
                self._before = self._state = None
                self._shown, self._known = {}, {}

    def _shows_more(self, before: State[Any], mover: int, view_of: Callable[[int | None], View[Any]]) -> bool:
        # Usually everybody sees something new, or the player who moved does: ask these viewers first.
        viewers = (None, mover, *(other for other in range(before.seats) if other != mover))
        seen: dict[int | None, View[Any]] = {}
        for number, look in enumerate(self._looks):
            for viewer in viewers:
                view = seen[viewer] = seen.get(viewer) or view_of(viewer)
                if _has_more(look(view), self._known_to(before, viewer, number)):
                    return True
        return False

    def _known_to(self, before: State[Any], viewer: int | None, look: int) -> list[Card]:
        """The cards that a viewer knew before the decision, and those in the hand of the seat."""
        if (look, viewer) not in self._known:
            if self._own_hand is None:
                own = hand_zone(self._game.scene(self._shown.get(self._seat) or before.view(self._seat)), self._seat)
                self._own_hand = bytes(own.cards if own else ())
            hand = b"" if viewer == self._seat else self._own_hand
            view = self._shown.get(viewer) or before.view(viewer)
            self._known[look, viewer] = bytes(self._looks[look](view)) + hand
        return list(self._known[look, viewer])


def _has_more(now: Iterable[Card], known: list[Card]) -> bool:
    """Whether a card is there now that was not known before, or not as often."""
    for card in now:
        if card not in known:
            return True
        known.remove(card)
    return False


def _lying(game: Game[Any], view: View[Any]) -> Sequence[Card]:
    """The cards in the zones and tricks of the table."""

    def lying() -> Sequence[Card]:
        scene = game.scene(view)
        in_tricks = [part.card for trick in scene.tricks for part in trick.cards if part.card is not None]
        return [*(card for zone in scene.zones for card in zone.cards), *in_tricks]

    return view.remembered("lying", lying)


def _named(view: View[Any]) -> Sequence[Card]:
    """All cards that the view names anywhere."""
    return view.remembered("named", lambda: sorted(set(_cards_in(view.dump().values()))))


def _cards_in(values: Iterable[Any]) -> Iterator[Card]:
    for value in values:
        if isinstance(value, str):
            if value in _CARDS:
                yield _CARDS[value]
        elif isinstance(value, dict):
            yield from _cards_in((*value.keys(), *value.values()))
        elif isinstance(value, list | tuple):
            yield from _cards_in(value)

"""Whether moves bring hidden cards to light: compares what each viewer sees before and after each of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from engines.cards import CARD_TEXTS, Card
from engines.contract import Game, State, View
from engines.scenes import hand_zone

_CARDS = {text: card for card, text in enumerate(CARD_TEXTS)}

Moves: TypeAlias = Sequence[tuple[int, str]]
"""Seats, and the texts of their actions."""
Look: TypeAlias = Callable[[View[Any]], Sequence[Card]]
"""The cards that a view shows. A card shown twice counts twice."""


def comes_to_light(game: Game[Any], before: State[Any], moves: Moves, seat: int) -> bool:
    """Whether these moves show anybody a card that was hidden from them, except from the hand of ``seat``.

    It looks where cards lie, because a card drawn from a pile has come to light even if the pile's contents are known.
    It also looks at everything that a view names, because a screen need not show all of it.
    """
    own = hand_zone(game.scene(before.view(seat)), seat)
    hand = own.cards if own else ()
    looks: tuple[Look, ...] = (lambda view: _lying(game, view), _named)  # the quicker one comes first
    return any(_shows_more(look, before, moves, seat, hand) for look in looks)


def decided_together(before: State[Any], moves: Moves) -> bool:
    """Whether several players had to decide at the same time before or after any of these moves."""
    state = before.clone()
    for mover, text in moves:
        if len(state.to_act) > 1:
            return True
        state.act(mover, text)
    return len(state.to_act) > 1


def _shows_more(look: Look, before: State[Any], moves: Moves, seat: int, hand: Sequence[Card]) -> bool:
    known: dict[int | None, Sequence[Card]] = {}
    state = before.clone()
    for mover, text in moves:
        state.act(mover, text)
        # Usually the player who moved sees something new, or everybody does: ask that viewer first.
        for viewer in (mover, None, *(other for other in range(before.seats) if other != mover)):
            if viewer not in known:
                known[viewer] = look(before.view(viewer))
            if _has_more(look(state.view(viewer)), [*known[viewer], *(() if viewer == seat else hand)]):
                return True
    return False


def _has_more(now: Iterable[Card], known: list[Card]) -> bool:
    """Whether a card is there now that was not known before, or not as often."""
    for card in now:
        if card not in known:
            return True
        known.remove(card)
    return False


def _lying(game: Game[Any], view: View[Any]) -> Sequence[Card]:
    """The cards in the zones and tricks of the table."""
    scene = game.scene(view)
    in_tricks = [part.card for trick in scene.tricks for part in trick.cards if part.card is not None]
    return [*(card for zone in scene.zones for card in zone.cards), *in_tricks]


def _named(view: View[Any]) -> Sequence[Card]:
    """All cards that the view names anywhere."""
    return sorted(set(_cards_in(view.dump().values())))


def _cards_in(values: Iterable[Any]) -> Iterator[Card]:
    for value in values:
        if isinstance(value, str):
            if value in _CARDS:
                yield _CARDS[value]
        elif isinstance(value, dict):
            yield from _cards_in((*value.keys(), *value.values()))
        elif isinstance(value, list | tuple):
            yield from _cards_in(value)

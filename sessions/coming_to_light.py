"""Whether hidden cards have come to light in some moves: what each viewer sees before them and after each of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engines.cards import CARD_TEXTS
from engines.contract import Game, State
from engines.scenes import hand_zone

_CARDS = {text: card for card, text in enumerate(CARD_TEXTS)}


@dataclass(frozen=True, slots=True)
class _Seen:
    """The cards that a viewer sees: all that lie in the scene, and which ones the view names."""

    lying: tuple[int, ...]
    named: frozenset[int]


def comes_to_light(game: Game[Any], before: State[Any], moves: Sequence[tuple[int, str]], seat: int) -> bool:
    """Whether these moves show anybody a card that was hidden from them, other than out of the hand of ``seat``.

    Cards are counted as they lie on the table and in hands, because packs may hold a card more than once, and because
    a card drawn from a pile whose contents are known has come to light all the same.
    """
    known: dict[int | None, _Seen] = {}
    own = hand_zone(game.scene(before.view(seat)), seat)
    hand = own.cards if own else ()
    state = before.clone()
    for mover, text in moves:
        state.act(mover, text)
        # Most often the player who has moved sees something new, or everybody does.
        for viewer in (mover, None, *(other for other in range(before.seats) if other != mover)):
            if viewer not in known:
                known[viewer] = _seen(game, before, viewer)
            if _has_more(_seen(game, state, viewer), known[viewer], () if viewer == seat else hand):
                return True
    return False


def decided_together(before: State[Any], moves: Sequence[tuple[int, str]]) -> bool:
    """Whether several players were to decide at the same time before or after any of these moves."""
    state = before.clone()
    for mover, text in moves:
        if len(state.to_act) > 1:
            return True
        state.act(mover, text)
    return len(state.to_act) > 1


def _has_more(now: _Seen, before: _Seen, shown: Sequence[int]) -> bool:
    """Whether a viewer sees more cards than before and those that were ``shown`` out of a hand."""
    rest = [*before.lying, *shown]
    for card in now.lying:
        if card not in rest:
            return True
        rest.remove(card)
    return not now.named <= before.named.union(shown)


def _seen(game: Game[Any], state: State[Any], viewer: int | None) -> _Seen:
    view = state.view(viewer)
    scene = game.scene(view)
    in_zones = [card for zone in scene.zones for card in zone.cards]
    in_tricks = [part.card for trick in scene.tricks for part in trick.cards if part.card is not None]
    return _Seen((*in_zones, *in_tricks), frozenset(_named(view.dump().values())))


def _named(values: Iterable[Any]) -> Iterator[int]:
    """The cards anywhere in the values of a document."""
    for value in values:
        if isinstance(value, str):
            if value in _CARDS:
                yield _CARDS[value]
        elif isinstance(value, dict):
            yield from _named(value.keys())
            yield from _named(value.values())
        elif isinstance(value, list | tuple):
            yield from _named(value)

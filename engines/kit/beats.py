"""Joins the events of a turn, a trick or an exchange to beats."""

from collections.abc import Hashable, Iterable
from dataclasses import replace
from functools import partial, reduce
from typing import Any

from engines.beats import Beat, Part
from engines.contract import Event, Game
from engines.texts import Text


def parts_of(game: Game[Any], events: Iterable[Event], viewer: int | None) -> list[Part]:
    """The parts of these events as far as the viewer may read them. An event without a part is a beat by itself."""
    return [
        game.part_of(event, viewer) or Part(object(), effects=(game.tell(event, viewer),), closes=True)
        for event in events
        if event.visible_to(viewer)
    ]


def beats_of(parts: Iterable[Part]) -> tuple[Beat, ...]:
    """The beats to which these parts are joined, oldest first."""
    found: list[Beat] = []
    kind: Hashable = None
    is_open = False
    for part in parts:
        if not part.moves and not part.effects and not part.own:
            continue
        if not (found and part.kind in (None, kind) and (is_open or not part.moves)):
            found.append(Beat(() if part.seat is None else (part.seat,)))
            kind, is_open = part.kind, True
        last = found[-1]
        own = part.own if part.undoes else (*last.own, *part.own)
        found[-1] = Beat(last.seats, (*last.moves, *part.moves), (*last.effects, *part.effects), own)
        is_open = is_open and not part.closes
    return tuple(found)


def _add(viewer: int | None, beats: tuple[Beat, ...], beat: Beat) -> tuple[Beat, ...]:
    """These beats and one more: others who did the same one after another, such as passing, share one."""
    *before, last = beats or (beat,)
    seats = (*last.seats, *beat.seats)
    is_alike = beat.moves and beat == replace(last, seats=beat.seats) and not (beat.effects or beat.own)
    if is_alike and beat.seats and viewer not in seats and len({*seats}) == len(seats):
        return *before, replace(last, seats=seats)
    return *beats, beat


def told(game: Game[Any], events: Iterable[Event], viewer: int | None) -> tuple[Text, ...]:
    """What has happened, as far as the viewer may read it, a sentence a beat."""
    beats = beats_of(parts_of(game, events, viewer))
    return tuple(beat.told(viewer) for beat in reduce(partial(_add, viewer), beats, ()))

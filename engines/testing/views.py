"""Checks that a seat sees what it may know, and nothing else."""

from collections.abc import Iterable
from random import Random
from typing import Any

from engines.contract import Game, IllegalAction, State, View
from engines.documents import written
from engines.scenes import Question, Scene, Spread, Trick, TrickCard
from engines.testing.adapter import Adapter, Document, written_cards
from engines.testing.positions import first_difference, who, written_and_read

SHORT_NAME = 8
"""The most letters in a zone's short name."""


def viewers(state: State[Any]) -> list[int | None]:
    """Everybody who may watch: the public and each seat."""
    return [None, *range(state.seats)]


def check_views(
    adapter: Adapter, state: State[Any], document: Document, seats: Iterable[int | None], chance: Random
) -> None:
    """A view offers what the state allows, and stays the same when hidden cards are swapped."""
    game = state.game
    for seat in seats:
        view = state.view(seat)
        check_view(state, view, seat)
        check_scene(game.scene(view), state)
        other = written_and_read(document)
        adapter.exchange(other, seat, chance)
        try:
            twin = game.position(other).view(seat)
        except ValueError as error:
            raise AssertionError(
                f"position() refuses the dump after cards that {who(seat)} cannot see changed places: {error}; if the "
                "rules demand that, the adapter must respect it in face_down or rearrange"
            ) from error
        check_nothing_leaks(game, view, twin)


def check_view(state: State[Any], view: View[Any], seat: int | None) -> None:
    """A view agrees with its state about who may do what, and whether the game is over."""
    assert view.seat == seat, f"the view of {who(seat)} says that it is the view of {who(view.seat)}"
    assert view.to_act == state.to_act, f"to_act is {state.to_act}, but {view.to_act} in the view of {who(seat)}"
    allowed = [] if seat is None else state.actions(seat)
    assert view.actions() == allowed, (
        f"the view of {who(seat)} and the state do not list the same actions in the same order: "
        f"{[str(action) for action in view.actions()]}, {[str(action) for action in allowed]}"
    )
    assert bool(allowed) == (seat in state.to_act), f"{who(seat)} has {len(allowed)} actions, to_act is {state.to_act}"
    is_over = state.outcome is not None
    assert (state.game.ending(view) is not None) == is_over, (
        f"the game is {'' if is_over else 'not '}over, but ending() is {state.game.ending(view)!r} for {who(seat)}"
    )


def check_nothing_leaks(game: Game[Any], view: View[Any], twin: View[Any]) -> None:
    """A seat's views of two positions are the same if these differ only in what the seat may not know."""
    viewer = who(view.seat)
    if view != twin:
        difference = first_difference(view.dump(), twin.dump())
        assert difference is None, (
            f"{viewer} sees what it may not know: {difference.path} of its view is {difference.one!r}, but "
            f"{difference.other!r} after cards that are face down for it changed places"
        )
        raise AssertionError(f"{viewer} sees what it may not know: its views differ in what dump() leaves out")
    leaked = _cards_in(game.scene(view)) ^ _cards_in(game.scene(twin))
    assert not leaked, f"the scene shows {viewer} what its view does not: {' '.join(sorted(leaked))}"
    if view.may_act:
        _check_no_question_leaks(game, view, twin)


def _check_no_question_leaks(game: Game[Any], view: View[Any], twin: View[Any]) -> None:
    """Both views ask the same questions, following the first choice of each."""
    path: tuple[str, ...] = ()
    while isinstance(asked := game.ask(view, path), Question):
        try:
            again = game.ask(twin, path)
        except IllegalAction:
            again = None
        leaked = _cards_in(asked) ^ (_cards_in(again) if isinstance(again, Question) else set())
        assert asked == again, (
            f"the question “{asked.text}” shows {who(view.seat)} what its view does not: "
            f"{' '.join(sorted(leaked)) or 'its words depend on what is face down'}"
        )
        if asked.most > 1:
            return  # not every combination of choices can be completed
        path = (*path, asked.choices[0].key)


def _cards_in(part: Scene | Question) -> set[str]:
    return set(written_cards(written(part)))


def check_scene(scene: Scene, state: State[Any]) -> None:
    """A scene is internally consistent and says who may act."""
    for zone in scene.zones:
        assert len(zone.cards) <= zone.count, f"the zone “{zone.name}” shows more cards than its count, {zone.count}"
        assert zone.spread is not Spread.HIDDEN or not zone.cards, f"the zone “{zone.name}” is face down but has cards"
        assert len(str(zone.short or "")) <= SHORT_NAME, f"the short name “{zone.short}” has more than 8 letters"
    for trick in scene.tricks:
        _check_trick(trick)
    marked = tuple(place.seat for place in scene.places if place.to_act)
    assert marked == tuple(sorted(state.to_act)), f"the scene marks seats {marked} to act, it is {state.to_act}"
    assert (scene.waiting is None) == (state.outcome is not None), (
        f"the scene waits for {scene.waiting!r}, the outcome is {state.outcome!r}"
    )


def _check_trick(trick: Trick) -> None:
    """A trick has one part per seat; unplayed parts have no worth, and at most one card is best."""
    seats = [part.seat for part in trick.cards]
    assert len(set(seats)) == len(seats), f"the trick “{trick.name}” has two parts of one seat: {seats}"
    best = [part.seat for part in trick.cards if part.is_best]
    assert len(best) <= 1, f"the trick “{trick.name}” has several best cards, of seats {best}"
    for part in trick.cards:
        assert part.card is not None or part == TrickCard(part.seat), f"{part} says more than that it is not played"

"""Checks each step of a random game: what seats are told, what is played without asking, and how the game ends."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from engines.contract import Event, Game, Outcome, State, View
from engines.documents import written
from engines.scenes import Question
from engines.sides import Sides
from engines.testing.adapter import Adapter, written_cards
from engines.testing.positions import who, written_and_read
from engines.texts import Text


def check_events(
    mover: int, action: Any, before: State[Any], events: Sequence[Event], after: State[Any], seats: Iterable[int | None]
) -> None:
    """Each seat is told about ``action`` in sentences that mention only cards it could see before or after.

    The cards that the action itself names are known to its player, and to all who read an event that repeats it.
    """
    assert events, f"{str(action)!r} happens without an event, so nobody is told of it"
    for seat in seats:
        visible: set[str] | None = None
        for event in events:
            if not event.visible_to(seat):
                continue
            text = after.game.tell(event, seat)
            assert str(text).endswith("."), f"the event {event} is told without a full stop: “{text}”"
            heard = {*written_cards(written(text)), *written_cards(written(event))}
            if heard and visible is None:
                views = before.view(seat), after.view(seat)
                visible = {card for view in views for card in written_cards(view.dump())}
            named = set(str(action).split()) if event.repeats_move or seat == mover else set[str]()
            hidden = heard - (visible or set()) - named
            assert not hidden, (
                f"the event {event} tells {who(seat)} of {' '.join(sorted(hidden))}, which it sees neither before nor "
                f"after {str(action)!r}"
            )


def check_forced(adapter: Adapter, state: State[Any], chance: Random) -> bool:
    """Whether an action is forced. If so, it is the seat's only choice in all positions that look the same."""
    forced = state.forced()
    if forced is None:
        return False
    seat, action = forced
    assert action in state.actions(seat), f"forced() is not legal: seat {seat}, {str(action)!r}"
    exchanged = written_and_read(state.dump())
    adapter.exchange(exchanged, None, chance)
    worlds = [state, state.game.position(exchanged), state.game.sample(state.view(None), chance)]
    told = f"{str(action)!r} of seat {seat} is forced"
    for world in worlds:
        assert has_no_choice(world.game, world.view(seat)), (
            f"{told}, but as far as everybody knows it may have a choice"
        )
        again = world.forced()
        assert again is not None, f"{told}, but not in another position that looks the same to everybody"
        assert again[0] == seat, f"{told}, but in another position that looks the same it is that of seat {again[0]}"
    return True


def has_no_choice(game: Game[Any], view: View[Any]) -> bool:
    """Whether the questions of a seat that may act lead to a single decision."""
    path: tuple[str, ...] = ()
    while isinstance(asked := game.ask(view, path), Question):
        if len(asked.choices) != 1 or asked.least == 0:
            return False
        path = (*path, asked.choices[0].key)
    return True


def check_result(state: State[Any], seats: int) -> None:
    """A finished game ranks every seat once and names winners among the best."""
    game, outcome = state.game, state.outcome
    assert outcome is not None, "nobody may act any more, but there is no outcome"
    ranked = sorted(seat for group in outcome.places for seat in group)
    assert ranked == list(range(seats)), f"the places do not name each of the {seats} seats once: {outcome.places}"
    assert len(outcome.points) == seats, f"there are not points for each of the {seats} seats: {outcome.points}"
    assert outcome.reason, "the outcome has no reason"
    assert outcome.winners, "the outcome has no winners; in a draw all share the win"
    assert set(outcome.winners) <= set(outcome.places[0]), (
        f"seats {outcome.winners} win, but seats {outcome.places[0]} have the first place"
    )
    check_sides(game.sides(seats), outcome, seats)
    assert state.view(None).actions() == [], "a spectator has actions"
    endings = {str(game.ending(state.view(seat))) for seat in (None, *range(seats))}
    assert len(endings) == 1, f"the ending is told in different words: {endings}"
    assert min(endings).endswith("."), f"the ending is told without a full stop: {endings}"
    for reader in (None, *range(seats)):
        check_verdict(game.verdict(state.view(reader), outcome, reader), reader, seats)
    for points in outcome.points:
        assert str(game.score(state.view(None), points)), f"score() says nothing of {points} points"


def check_verdict(verdict: Text | None, reader: int | None, seats: int) -> None:
    """The sentence about the end names nobody twice, and calls its reader "you" unless a win is shared."""
    if verdict is None:
        return
    told = str(verdict)
    assert told.endswith("."), f"the verdict is no sentence: {told}"
    named = [told.count(f"player {seat + 1}") for seat in range(seats)]
    assert max(named) <= 1, f"the verdict names a player twice: {told}"
    if reader is not None and "share" not in told and not told.startswith("A draw"):
        assert not named[reader], f"the verdict calls its reader by name: {told}"
        assert "you" in told.lower(), f"the verdict says nothing of its reader: {told}"


def check_sides(sides: Sides, outcome: Outcome, seats: int) -> None:
    """The sides are made of all seats, and partners have the same place and points, and win together."""
    seated = sorted(seat for side in sides for seat in side)
    assert seated == list(range(seats)), f"the sides do not name each of the {seats} seats once: {sides}"
    places = {seat: place for place, group in enumerate(outcome.places, 1) for seat in group}
    for side in sides:
        ends = {(places[seat], outcome.points[seat], seat in outcome.winners) for seat in side}
        assert len(ends) == 1, f"seats {side} are partners, but end differently (place, points, won): {ends}"

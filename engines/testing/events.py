"""Checks what a seat is told: full sentences, and no card that it cannot see."""

from collections.abc import Iterable, Sequence
from typing import Any

from engines.contract import Event, State
from engines.documents import written
from engines.testing.adapter import written_cards
from engines.testing.differences import who
from engines.testing.views import cards_in


def check_events(
    mover: int,
    action: Any,
    before: State[Any],
    events: Sequence[Event],
    after: State[Any],
    seats: Iterable[int | None],
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
            heard = {*cards_in(text), *written_cards(written(event))}
            if heard and visible is None:
                views = before.view(seat), after.view(seat)
                visible = {card for view in views for card in written_cards(view.dump())}
            named = set(str(action).split()) if event.repeats_move or seat == mover else set[str]()
            hidden = heard - (visible or set()) - named
            assert not hidden, (
                f"the event {event} tells {who(seat)} of {' '.join(sorted(hidden))}, which it sees neither before nor "
                f"after {str(action)!r}"
            )

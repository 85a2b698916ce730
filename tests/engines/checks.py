"""What holds in every position of every game. Each check fails by an assertion."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from random import Random
from typing import Any

import pytest
from pydantic_core import from_json, to_json

from engines import Game, IllegalAction
from engines.cards import CARD_TEXTS, pack, write_cards
from engines.contract import Event, State, View
from engines.scenes import Decision, Question, Scene, Spread
from engines.texts import Cards, Text
from tests.engines.adapters import ADAPTERS, Document, exchange, written_cards

LABEL_LIMIT = 80
"""Discord: a button's label has at most 80 characters."""
PATH_LIMIT = 70
"""A path of picks shares a custom id of 100 characters with table, revision and page."""
KEY = re.compile(r"[A-Za-z0-9-]+")


def viewers(state: State[Any]) -> list[int | None]:
    """Everybody who may look on: the public and each seat."""
    return [None, *range(state.seats)]


def check_cards(game: Game[Any], document: Document) -> None:
    """No card is lost or doubled."""
    adapter = ADAPTERS[game.key]
    found = sorted(written_cards([document[place] for place in adapter.places]))
    assert found == sorted(write_cards(pack(adapter.packs(document))))


def written_and_read(document: Document) -> Document:
    """A document after it was JSON; as it must hold nothing else, it comes back equal."""
    read = from_json(to_json(document), cache_strings="keys")
    assert read == document
    return read


def check_round_trip(state: State[Any], document: Document) -> None:
    """A dump, written out and read again, is the same position."""
    check_reading(state, written_and_read(document))


def check_reading(state: State[Any], document: Document) -> None:
    """The position that a dump of ``state`` describes is the same, with the same legal actions."""
    again = state.game.position(document)
    if all_fields(again) == all_fields(state):
        return  # equal down to the last field, so they give the same answer to everything
    assert again.dump() == document
    assert again.to_act == state.to_act
    for seat in state.to_act:
        assert set(again.actions(seat)) == set(state.actions(seat))


_READERS: dict[type[State[Any]], Callable[[State[Any]], tuple[Any, ...]]] = {}
"""By kind of position: reads all its fields."""


def all_fields(state: State[Any]) -> tuple[Any, ...]:
    """Everything that a position consists of, in a fraction of the time that a dump takes."""
    kind = type(state)
    if kind not in _READERS:
        assert not hasattr(state, "__dict__"), "something would be overlooked outside the slots"
        _READERS[kind] = attrgetter(*_slots(state))
    return _READERS[kind](state)


def _slots(part: Any) -> list[str]:
    """The names of the slots, and in place of one whose object equals only itself those of its own slots."""
    names: list[str] = []
    for kind in type(part).__mro__:
        for name in kind.__dict__.get("__slots__", ()):
            value = getattr(part, name)
            inner = _slots(value) if type(value).__eq__ is object.__eq__ else []
            names += [f"{name}.{field}" for field in inner] or [name]
    return names


def check_views(state: State[Any], document: Document, seats: Iterable[int | None], chance: Random) -> None:
    """A view offers what the state allows, and stays the same when cards that it may not show change places."""
    adapter = ADAPTERS[state.game.key]
    for seat in seats:
        view = state.view(seat)
        assert view.seat == seat
        assert view.to_act == state.to_act
        allowed = [] if seat is None else state.actions(seat)
        assert view.actions() == allowed
        assert bool(allowed) == (seat in state.to_act)
        assert (state.game.ending(view) is None) == (state.outcome is None)
        check_scene(state.game.scene(view), state)
        other = written_and_read(document)
        exchange(adapter, other, seat, chance)
        # All that a view shows follows from its fields, so none of it can differ between equal ones.
        assert state.game.position(other).view(seat) == view


def check_scene(scene: Scene, state: State[Any]) -> None:
    """A scene is consistent in itself and names who may act."""
    for zone in scene.zones:
        assert len(zone.cards) <= zone.count
        assert zone.spread is not Spread.HIDDEN or not zone.cards
    assert tuple(place.seat for place in scene.places if place.to_act) == tuple(sorted(state.to_act))
    assert (scene.waiting is None) == (state.outcome is not None)


def check_offers(state: State[Any], chance: Random) -> None:
    """Labels, refusals, fallback and forced actions are what the contract says."""
    for seat in state.to_act:
        view, actions = state.view(seat), state.actions(seat)
        assert state.game.fallback(view) in actions
        for action in chance.sample(actions, min(5, len(actions))):
            assert 0 < len(str(state.game.label(view, action))) <= LABEL_LIMIT
            assert state.game.parse(str(action)) == action
        for card, reason in state.game.refusals(view):
            assert 0 <= card < len(CARD_TEXTS)
            assert str(reason)
    forced = state.forced()
    assert forced is None or forced[1] in state.actions(forced[0])


def check_questions(state: State[Any], chance: Random) -> None:
    """Random answers to what a seat is asked come to actions that can be played."""
    for seat in state.to_act:
        decision = answer(state.game, state.view(seat), chance)
        trial = state.clone()
        for action in decision.actions:
            assert action in trial.actions(seat)
            trial.act(seat, action)


def answer(game: Game[Any], view: View[Any], chance: Random) -> Decision[Any]:
    """Answer at random until the picks come to a decision."""
    path: tuple[str, ...] = ()
    asked = game.ask(view, path)
    while isinstance(asked, Question):
        keys = [choice.key for choice in asked.choices]
        assert keys
        assert len(set(keys)) == len(keys)
        assert 0 <= asked.least <= asked.most <= len(keys)
        for choice in asked.choices:
            assert KEY.fullmatch(choice.key)
            assert 0 < len(str(choice.label)) <= LABEL_LIMIT
        path, asked = _pick(game, view, asked, path, chance)
        assert len(".".join(path)) < PATH_LIMIT
    assert asked.actions
    return asked


def _pick(
    game: Game[Any], view: View[Any], asked: Question, path: tuple[str, ...], chance: Random
) -> tuple[tuple[str, ...], Question | Decision[Any]]:
    """Pick at random; a set of several picks may be refused as a whole, then another is tried."""
    for _ in range(100):
        count = chance.randint(max(1, asked.least), min(asked.most, max(4, asked.least)))
        picked = sorted(chance.sample(range(len(asked.choices)), count))
        longer = (*path, *(asked.choices[place].key for place in picked))
        try:
            return longer, game.ask(view, longer)
        except IllegalAction:
            assert asked.most > 1, f"{longer} was offered"
    raise AssertionError(f"no answer to {asked.text} leads anywhere")


def check_refused(state: State[Any], document: Document, seat: int, action: Any) -> None:
    """An action that is not legal is refused with a reason and changes nothing."""
    with pytest.raises(IllegalAction) as refusal:
        state.act(seat, action)
    assert str(refusal.value.text)
    assert state.dump() == document


def check_events(before: State[Any], events: Sequence[Event], after: State[Any], seats: Iterable[int | None]) -> None:
    """A seat is told full sentences, and they name only cards that it could see before or after the action."""
    assert events, "every action should be told"
    for seat in seats:
        told = [after.game.tell(event, seat) for event in events if event.visible_to(seat)]
        assert all(str(text).endswith(".") for text in told)
        heard = {card for text in told for card in cards_in(text)}
        if heard:
            assert heard <= {*written_cards(before.view(seat).dump()), *written_cards(after.view(seat).dump())}


def cards_in(text: Text) -> Iterator[str]:
    """The cards that a text shows."""
    for _, value in text.values:
        if isinstance(value, Cards):
            yield from write_cards(value.cards)
        elif isinstance(value, Text):
            yield from cards_in(value)


def check_result(state: State[Any], seats: int) -> None:
    """A finished game ranks every seat once and names winners among the best."""
    outcome = state.outcome
    assert outcome is not None
    assert sorted(seat for group in outcome.places for seat in group) == list(range(seats))
    assert len(outcome.points) == seats
    assert outcome.reason
    assert outcome.winners
    assert set(outcome.winners) <= set(outcome.places[0])
    assert state.view(None).actions() == []
    endings = {str(state.game.ending(state.view(seat))) for seat in (None, *range(seats))}
    assert len(endings) == 1
    assert endings.pop().endswith(".")
    assert all(str(state.game.score(state.view(None), points)) for points in outcome.points)

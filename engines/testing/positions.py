"""Checks what must hold in every position: no card is lost, the dump is complete, and copies are independent."""

from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from operator import attrgetter
from typing import Any, NamedTuple

from pydantic_core import PydanticSerializationError, from_json, to_json

from engines.cards import write_cards
from engines.contract import IllegalAction, State
from engines.testing.adapter import Adapter, Document, written_cards
from engines.testing.play import Moves


def check_cards(adapter: Adapter, document: Document) -> None:
    """No card is lost or duplicated."""
    missing = [place for place in adapter.places if place not in document]
    assert not missing, f"the adapter names places that the dump does not have: {', '.join(missing)}"
    found = Counter(written_cards([document[place] for place in adapter.places]))
    packs = adapter.packs(document)
    wanted = Counter(write_cards([*adapter.cards] * packs))
    lost, doubled = wanted - found, found - wanted
    told = f"in {', '.join(adapter.places)}, where {packs} whole pack(s) should lie"
    assert not lost, f"cards are lost: {' '.join(lost.elements())} not found {told}"
    assert not doubled, f"cards lie twice: {' '.join(doubled.elements())} too many {told}"


def check_voids(adapter: Adapter, document: Document) -> None:
    """No hand holds a suit that it has shown not to hold."""
    for hand, suits in adapter.voids(document) if adapter.voids is not None else ():
        found = [card for card in hand if card[-1] in suits]
        assert not found, f"a hand holds {' '.join(found)}, but has shown that it holds none of {suits}"


def written_and_read(document: Document) -> Document:
    """Round-trip a document through JSON; it must come back equal, because it may contain nothing else."""
    try:
        read = from_json(to_json(document), cache_strings="keys")
    except PydanticSerializationError as error:
        raise AssertionError(f"the dump cannot be written as JSON: {error}") from error
    assert read == document, f"JSON does not keep the dump as it is: {first_difference(document, read)}"
    return read


def check_round_trip(state: State[Any], document: Document) -> None:
    """A dump that is written and loaded again is the same position."""
    check_reading(state, written_and_read(document))


def check_reading(state: State[Any], document: Document) -> None:
    """The position loaded from a dump of ``state`` is the same, with the same legal actions."""
    again = read_position(state, document)
    if all_fields(again) == all_fields(state):
        return  # equal in every field, so they behave identically
    check_same(document, again.dump(), "the position read from a dump has another dump")
    assert again.to_act == state.to_act, (
        f"in the position read from its dump seats {again.to_act} may act, not {state.to_act}; {_lost(state, again)}"
    )
    for seat in state.to_act:
        changed = set(map(str, again.actions(seat))) ^ set(map(str, state.actions(seat)))
        assert not changed, (
            f"in the position read from its dump seat {seat} has other legal actions: {', '.join(sorted(changed))} "
            f"only here or only there; {_lost(state, again)}"
        )


def read_position(state: State[Any], document: Document) -> State[Any]:
    """Call ``Game.position``, which must accept every dump."""
    try:
        return state.game.position(document)
    except ValueError as error:
        raise AssertionError(f"position() refuses what dump() wrote: {error}") from error


def check_plays_on(state: State[Any], moves: Moves, last: State[Any]) -> None:
    """The same moves lead from a loaded dump to the same end, so the dump is complete."""
    again = read_position(state, written_and_read(state.dump()))
    lost = _lost(state, again)
    for seat, text in moves:
        try:
            again.act(seat, text)
        except IllegalAction as refusal:
            raise AssertionError(
                f"after its dump was read the game goes on in another way: seat {seat} cannot play {text!r} "
                f"({refusal}); {lost}"
            ) from refusal
    difference = first_difference(last.dump(), again.dump())
    assert difference is None, f"after its dump was read the game ends in another way: {difference}; {lost}"


_READERS: dict[type[State[Any]], tuple[list[str], Callable[[State[Any]], tuple[Any, ...]]]] = {}
"""The names of all fields and a function that reads them, by type of state."""


def all_fields(state: State[Any]) -> tuple[Any, ...]:
    """The values of all of a position's fields, in a fraction of the time that a dump takes."""
    return _reader(state)[1](state)


def _reader(state: State[Any]) -> tuple[list[str], Callable[[State[Any]], tuple[Any, ...]]]:
    kind = type(state)
    if kind not in _READERS:
        assert not hasattr(state, "__dict__"), (
            f"{kind.__name__} has attributes outside its __slots__: clone() copies only slots"
        )
        names = _slots(state)
        _READERS[kind] = names, attrgetter(*names)
    return _READERS[kind]


def _slots(part: Any) -> list[str]:
    """The names of the slots; an object that compares by identity is replaced by its own slots."""
    names: list[str] = []
    for kind in type(part).__mro__:
        for name in kind.__dict__.get("__slots__", ()):
            value = getattr(part, name)
            inner = _slots(value) if type(value).__eq__ is object.__eq__ else []
            names += [f"{name}.{field}" for field in inner] or [name]
    return names


def _lost(state: State[Any], again: State[Any]) -> str:
    """Which fields of a position its dump loses."""
    fields = zip(_reader(state)[0], all_fields(state), all_fields(again), strict=True)
    names = [name for name, one, other in fields if one != other]
    return f"fields that the dump does not keep: {', '.join(names) or 'none'}"


def check_copy(state: State[Any], seat: int, action: Any) -> None:
    """Playing in a copy leaves the original unchanged."""
    before = written_and_read(state.dump())
    copy = state.clone()
    check_same(before, copy.dump(), "clone() makes no equal position")
    copy.apply(seat, action)
    difference = first_difference(before, state.dump())
    assert difference is None, (
        f"a copy shares {difference.path.partition('[')[0]} with its original: after {str(action)!r} of seat {seat} in "
        f"the copy {difference.change} in the original"
    )


def check_refused(state: State[Any], document: Document, seat: int, action: Any) -> None:
    """An illegal action is refused with a reason and changes nothing. ``document`` is the state's dump."""
    attempt = f"{str(action)!r} of seat {seat}, which is not legal,"
    try:
        state.act(seat, action)
    except IllegalAction as refusal:
        reason = str(refusal.text)
    except Exception as error:
        raise AssertionError(f"{attempt} raises {error!r} in place of IllegalAction") from error
    else:
        raise AssertionError(f"{attempt} is played")
    assert reason, f"{attempt} is refused without a reason"
    check_same(document, state.dump(), f"{attempt} is refused but changes the position")


_NOTHING = object()
_LONGEST = 60
"""The most characters of a value to show."""


class Difference(NamedTuple):
    """A path, such as ``hands[1][3]``, and the value there in each of the documents."""

    path: str
    one: Any
    other: Any

    def __str__(self) -> str:
        return f"{self.path} is {_shown(self.one)} in one and {_shown(self.other)} in the other"

    @property
    def change(self) -> str:
        """The difference as a change from before to after."""
        return f"{self.path} was {_shown(self.one)} and is now {_shown(self.other)}"


def check_same(one: Any, other: Any, told: str) -> None:
    """Two documents are equal; otherwise it says ``told`` and how the first has changed into the other."""
    difference = first_difference(one, other)
    assert difference is None, f"{told}: {difference.change}"


def first_difference(one: Any, other: Any, path: str = "") -> Difference | None:
    """The first place where the documents differ; ``None`` if they are equal."""
    if one == other:
        return None
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *other]:
            found = first_difference(one.get(key, _NOTHING), other.get(key, _NOTHING), f"{path}.{key}" if path else key)
            if found is not None:
                return found
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, parts in enumerate(zip_longest(one, other)):
            found = first_difference(*parts, f"{path}[{place}]")
            if found is not None:
                return found
    return Difference(path or "the whole", one, other)


def who(seat: int | None) -> str:
    """A viewer in words."""
    return "a spectator" if seat is None else f"seat {seat}"


def _shown(value: Any) -> str:
    if value is _NOTHING:
        return "missing"
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"

"""From the written form of a position to the position, with everything checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.contract import Game
from engines.knotweed.actions import Action
from engines.knotweed.document import PositionDocument
from engines.knotweed.state import KnotweedState
from engines.knotweed.turns import Laid, Phase


def read(game: Game[Action], document: Mapping[str, Any]) -> KnotweedState:
    """The position that ``document`` describes.

    Raises ``ValueError`` for unknown keys, malformed values and positions that contradict themselves.
    """
    given = PositionDocument.model_validate(dict(document))
    seats = len(given.hands)
    _check_seats(given, seats)
    state = KnotweedState(game, given.options, seats, given.seed, given.starter)
    state.hands = [sorted(hand) for hand in given.hands]
    state.piles = [given.piles.get(number, []) for number in range(1, max(given.piles, default=0) + 1)]
    state.draw = given.draw[::-1]
    state.discard = given.discard
    state.phase = Phase(given.phase)
    state.turn, state.turns, state.passes = given.turn, given.turns, given.passes
    state.out = _out(given)
    state.laid = [Laid(laid.pile, laid.on, tuple(laid.cards), tuple(laid.opened)) for laid in given.plays]
    state.closed = {number for laid in state.laid for number in (laid.pile, *laid.opened)}
    state.taken = _per_seat("taken", given.taken, seats)
    state.points = [float(points) for points in _per_seat("points", given.points, seats)]
    state.wins = _per_seat("wins", given.wins, seats)
    state.to_prune = given.to_prune
    state.answers = {seat: word == "challenge" for seat, word in given.answers.items()}
    state.round, state.chance, state.ending = given.round, given.chance, given.ending
    _check_phase(state)
    _check_plays(state, given)
    return state


def _per_seat(name: str, numbers: list[Any] | None, seats: int) -> list[Any]:
    if numbers is None:
        return [0] * seats
    if len(numbers) != seats:
        raise ValueError(f"{name} must have a number for each of the {seats} players")
    return numbers


def _check_seats(given: PositionDocument, seats: int) -> None:
    """Every seat that is named must be there."""
    named = [given.turn, given.starter, *(given.out or ()), *given.answers]
    strange = next((seat for seat in named if seat >= seats), None)
    if strange is not None:
        raise ValueError(f"there is no seat {strange} among {seats} players")


def _out(given: PositionDocument) -> list[int]:
    """Who has gone out: those without cards, but for the player whose last turn is still being judged (11.3)."""
    judged = given.turn if given.phase == Phase.CHALLENGE else None
    empty = [seat for seat, hand in enumerate(given.hands) if not hand and seat != judged]
    if given.out is None:
        return empty
    if sorted(given.out) != empty:
        raise ValueError(f"out must name the seats without cards, {empty}, each once")
    return list(given.out)


def _check_phase(state: KnotweedState) -> None:
    """What each phase needs."""
    left = sum(bool(hand) for hand in state.hands)
    piles = len(state.pile_numbers)
    match state.phase:
        case Phase.PLAY:
            fine = left >= 2 and bool(state.hands[state.turn])
        case Phase.CHALLENGE:
            judges = state.judges()
            fine = state.options.cheating and set(state.answers) < set(judges)
        case Phase.PRUNE:
            fine = left >= 2 and state.out[-1:] == [state.turn] and 0 < state.to_prune < piles
        case Phase.OVER:
            fine = state.ending is not None
    if not fine:
        raise ValueError(f"the phase “{state.phase}” does not go with the rest of the position")
    if state.phase is not Phase.OVER and state.ending is not None:
        raise ValueError("a game that has an ending must be in the phase “over”")
    if state.phase is not Phase.CHALLENGE and state.answers:
        raise ValueError("there are answers only in the phase “challenge”")
    if state.phase is not Phase.PRUNE and state.to_prune:
        raise ValueError("to_prune is for the phase “prune” only")


def _check_plays(state: KnotweedState, given: PositionDocument) -> None:
    """The plays of the turn must lie on the piles, and what follows from them must agree with them."""
    if state.laid and state.phase not in (Phase.PLAY, Phase.CHALLENGE):
        raise ValueError("there are no plays of the turn once it is over")
    if sum([len(laid.cards) for laid in state.laid]) != len(state.closed):
        raise ValueError("a pile can be played on only once in a turn")
    for laid in state.laid:
        piles = [given.piles.get(number) for number in (laid.pile, *laid.opened)]
        if [pile and pile[-1] for pile in piles] != list(laid.cards):
            raise ValueError("the cards of a play must be the tops of its piles")
    if given.closed is not None and set(given.closed) != state.closed:
        raise ValueError("closed must name the piles of the plays")
    if given.due is not None and given.due != state.due:
        raise ValueError(f"due must be what the plays cost, {state.due}")

"""What the comparisons of Card Duel and of Counterweight share."""

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from engines.contract import State
from engines.testing.cases import plain
from tests.reference.matches import Match


def single_game(state: State[Any], **single: Any) -> State[Any]:
    """A copy of the position, made from its document, in which no other game of a match follows."""
    document = plain(state.dump())
    options = document["options"] | {name: value for name, value in single.items() if name in document["options"]}
    others = {name: value for name, value in single.items() if name not in options}
    return state.game.position(document | {"options": options, "game_no": 0} | others)


def play_match(
    state: State[Any],
    match: Match,
    starter: int,
    check_deal: Callable[[dict[str, Any], int], None],
    read_position: Callable[[dict[str, Any]], Any],
    play_out: Callable[[State[Any], Any], State[Any]],
    seen: Counter[str],
) -> State[Any]:
    """Play all games of a match in both readings; notes in ``seen`` what came up, and gives the last position."""
    while True:
        document = plain(state.dump())
        check_deal(document, (starter + match.played) % 2)
        reference = read_position(document)
        state = play_out(state, reference)
        seen.update(reference.seen)
        result = reference.result()
        assert result is not None
        match.add(result.points, result.winners)
        if match.over:
            return state
        seen["a match goes on"] += 1
        assert state.outcome is None


def check_outcome(state: State[Any], reference: Any) -> None:
    """A game ends in both alike."""
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.places, outcome.points, outcome.reason, outcome.winners) == reference.result()


def check_match(state: State[Any], match: Match) -> None:
    """A match ends in both alike."""
    outcome = state.outcome
    assert outcome is not None
    assert outcome.reason == "match"
    assert outcome.winners == outcome.places[0] == match.winners()
    assert list(outcome.points) == (match.wins if match.games is None else match.totals)


Played = Callable[[Random, Counter[str]], None]
"""Plays something at random in both readings, and notes what came up."""


def seen_in(numbers: Iterable[int], dealt: Played, made_up: Played, positions: int) -> Counter[str]:
    """What comes up for these numbers: for each a dealt game and so many made-up positions."""
    seen = Counter[str]()
    for number in numbers:
        chance = Random(number)
        dealt(chance, seen)
        for _ in range(positions):
            made_up(chance, seen)
    return seen

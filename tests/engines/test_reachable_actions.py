"""The questions of each game lead to its legal actions: nothing illegal is offered and nothing legal is missing."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engines import GAMES, Game, IllegalAction
from engines.contract import View
from engines.scenes import Decision

SAMPLE = 4
"""One position in this many is examined."""


def decisions(game: Game[Any], view: View[Any], path: tuple[str, ...] = ()) -> Iterator[Any]:
    """The first actions of all that the choices from ``path`` on lead to, except combinations that are refused."""
    asked = game.ask(view, path)
    if isinstance(asked, Decision):
        yield asked.actions[0]
        return
    keys = [choice.key for choice in asked.choices]
    assert len(set(keys)) == len(keys) > 0
    for number in range(asked.least, asked.most + 1):
        for picked in combinations(keys, number):
            try:
                yield from decisions(game, view, (*path, *picked))
            except IllegalAction:
                assert number > 1


@pytest.mark.parametrize(
    ("key", "seats", "rules"),
    [
        ("counter", 4, {"max_hands": 3}),
        ("counterweight", 2, {}),
        ("counterweight", 2, {"amendment": True}),
        ("counterweight", 2, {"free_new_pile": True}),
        ("knotweed", 2, {"turn_cap": 40}),
        ("knotweed", 4, {"decks": 4, "turn_cap": 40}),
        ("knotweed", 8, {"turn_cap": 40}),
        ("knotweed", 3, {"cheating": True, "turn_cap": 40}),
        ("knotweed", 2, {"cheating": True, "decks": 2, "turn_cap": 20}),
        ("three_piles", 2, {}),
    ],
)
def test_the_questions_lead_to_exactly_the_legal_actions(key: str, seats: int, rules: dict[str, Any]) -> None:
    """3 Piles offers only the first of a player's empty piles, since they are alike."""
    game, chance = GAMES[key], Random(5)
    state = game.deal(seats=seats, seed="reached", options=game.Options(**rules))
    examined = 0
    while state.to_act:
        seat = chance.choice(state.to_act)
        legal = state.actions(seat)
        if chance.randrange(SAMPLE) == 0 or getattr(state, "phase", None) in ("prune", "relocate"):
            examined += 1
            reached = set(decisions(game, state.view(seat)))
            piles = state.dump()["piles"][seat] if key == "three_piles" else []
            alike = [number for number, pile in enumerate(piles) if not pile][1:]
            assert reached == {action for action in legal if getattr(action, "pile", None) not in alike}
        state.act(seat, chance.choice(legal))
    assert examined > 5

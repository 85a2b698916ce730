"""OpenSpiel's own tests for every game, with its smallest and largest number of seats.

These are ``pyspiel.random_sim_test`` and, from ``open_spiel.integration_tests.api_test``, the checks of a partial tree
and of perfect recall. They are skipped where OpenSpiel is not installed, because some platforms have no wheel.
"""

from __future__ import annotations

import unittest
from collections.abc import Iterator
from functools import cache, cached_property
from random import Random
from typing import Any

import pytest

from engines import GAMES

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; some platforms have no wheel")
api_test: Any = pytest.importorskip("open_spiel.integration_tests.api_test")

from tests.openspiel import adapter  # noqa: E402

TABLES = [(key, seats) for key, game in GAMES.items() for seats in sorted({game.seats[0], game.seats[-1]})]
ROOTS = 4
"""How many positions of a random game get a small tree, in addition to those with simultaneous decisions."""
DEPTH = 5
BRANCHES = 3


@pytest.mark.thorough(samples=3)
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_random_sim_test(key: str, seats: int) -> None:
    pyspiel.random_sim_test(adapter.load(key, seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.thorough(samples=3)
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_partial_tree(key: str, seats: int) -> None:
    checks = type(
        f"PartialTree_{key}_{seats}",
        (api_test.EnforceAPIOnPartialTreeBase,),
        {"game": adapter.load(key, seats), "game_name": f"cardroom_{key}"},
    )
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(checks).run(result)
    assert result.testsRun >= 5
    assert [trace for _, trace in result.errors + result.failures] == []
    assert result.skipped == []


class Tree:
    """Part of a game's tree: limited in depth, and with only some of each position's actions.

    For OpenSpiel's check of perfect recall it acts as both the game and its state.
    """

    def __init__(self, state: Any, depth: int = DEPTH) -> None:
        self.state = state
        self.depth = depth

    def get_type(self) -> Any:
        return self.state.get_game().get_type()

    def new_initial_state(self) -> Tree:
        return self

    def is_terminal(self) -> bool:
        return self.depth == 0 or self.state.is_terminal()

    def legal_actions(self) -> list[int]:
        """Some of the actions, spread over the whole range."""
        actions = self.state.legal_actions()
        return sorted({actions[i * (len(actions) - 1) // (BRANCHES - 1)] for i in range(BRANCHES)})

    @cached_property
    def children(self) -> dict[int, Tree]:
        return {action: type(self)(self.state.child(action), self.depth - 1) for action in self.legal_actions()}

    def child(self, action: int) -> Tree:
        return self.children[action]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def walk(self) -> Iterator[Tree]:
        """All positions in which a seat decides."""
        if not self.is_terminal():
            if not self.state.is_chance_node():
                yield self
            for child in self.children.values():
                yield from child.walk()


@cache
def roots(key: str, seats: int) -> list[Tree]:
    """The deal, some positions of a random game, and some in which all seats decide simultaneously."""
    rng = Random(f"{key} {seats}")
    state = adapter.load(key, seats).new_initial_state()
    deal, seen, simultaneous = state.clone(), [], []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
            continue
        seen.append(state.clone())
        if len(state.position.state.to_act) == seats:
            simultaneous.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return [Tree(root) for root in (deal, *rng.sample(seen, ROOTS), *simultaneous[:3])]


@pytest.mark.thorough(samples=3)
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_perfect_recall(key: str, seats: int) -> None:
    """A seat that can tell two histories apart never forgets the difference."""
    for tree in roots(key, seats):
        information_sets = api_test._assert_is_perfect_recall(tree)
        assert 0 < len(information_sets) <= sum(1 for _ in tree.walk())


class ForgetfulTree(Tree):
    """The same tree, but a seat knows only what it sees now."""

    def information_state_string(self, player: int) -> str:
        return self.state.observation_string(player)


def test_missing_recall_is_noticed() -> None:
    """Card Duel 3.2: the same cards picked in another order look the same to a seat that forgets the order."""
    tree = next(tree for tree in roots("card_duel", 2)[1:] if len(tree.position.state.to_act) == 2)
    with pytest.raises(AssertionError, match="2 history leading to the same state"):
        api_test._assert_is_perfect_recall(ForgetfulTree(tree.state))


@pytest.mark.thorough(samples=3)
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_what_a_seat_knows_determines_its_actions(key: str, seats: int) -> None:
    """All positions of an information set look the same and offer the same actions."""
    for tree in roots(key, seats):
        known: dict[str, tuple[str, list[str]]] = {}
        for node in tree.walk():
            seat = node.current_player()
            offered = [node.action_to_string(seat, action) for action in node.state.legal_actions()]
            seen = (node.observation_string(seat), offered)
            assert known.setdefault(node.information_state_string(seat), seen) == seen


@pytest.mark.parametrize("key", ["counter", "card_duel"])
def test_simultaneous_choices_stay_hidden_until_all_have_chosen(key: str) -> None:
    seats = GAMES[key].seats[0]
    state = next(tree.state for tree in roots(key, seats)[1:] if len(tree.position.state.to_act) == seats)
    chosen = [state.child(action) for action in state.legal_actions()]
    # It is public which seats have chosen, so compare only positions that agree on that.
    after = [child for child in chosen if child.position.state.to_act == chosen[-1].position.state.to_act]
    assert len(after) > 1
    for seat in range(1, seats):
        assert len({child.observation_string(seat) for child in after}) == 1
        assert len({child.information_state_string(seat) for child in after}) == 1
    assert len({child.information_state_string(0) for child in after}) == len(after)

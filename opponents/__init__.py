"""Computer players, which choose an action from a view. Pure, with no I/O."""

from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from engines.contract import Game, State, View
from engines.texts import Advice, Text
from opponents.fortune import fortune
from opponents.ismcts import TreeSearch
from opponents.judges import JUDGES
from opponents.levels import Level
from opponents.lookahead import Lookahead
from opponents.policies import POLICIES, policy_of
from opponents.policies.base import escape, settled
from opponents.search import Explorer, search, weigh
from opponents.thoughts import Budget, Considered, Thought

A = TypeVar("A")

JUDGES_VERSION = 6
"""Raised whenever figures change, so that games are judged anew."""


def choose(game: Game[A], view: View[A], level: Level, rng: Random, budget: Budget | None = None) -> Thought[A]:
    """What a computer player of this level does in the viewer's place, with estimates if they are worth telling.

    It knows only the view: all positions that it examines are sampled from it. The same view, level and random source
    give the same choice, unless the ``budget`` (for levels with patience) has a clock. Raises ``ValueError`` if the
    viewer may not act.
    """
    if view.seat is None or not view.may_act:
        raise ValueError("only a seat that may act can choose an action")
    world = game.sample(view, rng)
    policy = policy_of(game.key)
    if level is Level.NORMAL and policy.lapses and rng.random() < policy.lapses:
        # The second-best move by its own judgement, like a player who does not look twice.
        return Thought(policy.candidates(world, view.seat, rng)[:2][-1])
    if level is Level.NORMAL and policy.glances:
        return search(game, view, TreeSearch(policy, view.seat, world.seats, rng), rng, Budget(policy.glances))
    if level.patience:
        thought = search(game, view, _explorer(world, view.seat, rng), rng, budget or Budget())
        return thought if policy.trusts_trees and not policy.is_won(world) else replace(thought, considered=())
    if level is Level.EASY and rng.random() < policy.oversights:
        return Thought(policy.overlook(world, view.seat, rng))
    return Thought(policy.prefer(world, view.seat, rng))


def offered(key: str) -> list[Level]:
    """The levels that are worth offering in the game with this key."""
    return [level for level in Level if level is not Level.MASTER or policy_of(key).rewards_patience]


def tip(game: Game[Any], view: View[Any]) -> Text | None:
    """What matters now, for a member's first games: it recommends no move that looks worse to a normal player."""

    def told() -> Text | None:
        text = game.beginner_help(view)
        if isinstance(text, Advice) and game.key in POLICIES:
            assert view.seat is not None
            best = policy_of(game.key).prefer(game.sample(view, Random(0)), view.seat, Random(0))
            while isinstance(text, Advice) and best not in text.moves:
                text = text.otherwise
        return text

    return view.remembered("tip", told)


def are_quoted(key: str) -> bool:
    """Whether the figures by which computers choose in this game are worth telling; some are good for choosing only."""
    return policy_of(key).trusts_trees


def judge(game: Game[A], view: View[A], seed: str, budget: Budget, played: A | None = None) -> Thought[A]:
    """What a decision is worth: the only source of figures that members are shown.

    All that a hard player would consider is compared, and what was ``played``. The same view and ``seed`` always give
    the same figures, unless the budget has a clock. The result's action is the best one: what was played unless another
    is better beyond doubt.
    """
    assert view.seat is not None
    luck = Random(seed)
    world = game.sample(view, luck)
    policy, known = policy_of(game.key), JUDGES.get(game.key)
    thought = weigh(game, view, _explorer(world, view.seat, luck, grows=policy.trusts_trees), seed, budget, played)
    lost, won = known.stakes(world, view.seat) if known is not None and known.knows(world) else (0.0, 1.0)
    return replace(thought, stake=won - lost, is_won=policy.is_won(world))


def _explorer(world: State[A], seat: int, rng: Random, *, grows: bool = True) -> Explorer[A]:
    """How a hard player looks ahead: with a judge, if there is one for this game."""
    key = world.game.key
    judge = JUDGES.get(key)
    policy = policy_of(key)
    if judge is None or not judge.knows(world):
        return TreeSearch(policy, seat, world.seats, rng, escape if policy.is_won(world) else settled, grows=grows)
    return Lookahead(judge, policy, seat, rng)


__all__ = ["JUDGES_VERSION", "Budget", "Considered", "Level", "Thought", "choose", "fortune", "judge", "offered", "tip"]

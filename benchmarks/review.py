"""How often *My costliest moves* names a silly move that was planted in a game; with options, other questions.

    python -m benchmarks.review                      25 games of each kind
    python -m benchmarks.review three_piles --games 50
    python -m benchmarks.review --reasons 40         how often reasons tell a move from the next best, in 40 decisions
    python -m benchmarks.review --figures 40         how many figures are within 5 points of a search of 3,000 games

Normal computers play. Once, from a random moment on, seat 0 plays the worst of its actions instead (by 60 games played
on), as soon as a long search says that this costs at least a fifth of a win. A game in which that never happens is
not counted. Prints a Markdown table.

With ``--reasons``, decisions are counted whose two best actions differ by more than 3 points; without a sentence that
is true of the better one alone, a decision counts as failed. With ``--figures``, hints are compared with a long search.
"""

import argparse
import asyncio
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

from benchmarks.simulated_time import compute
from engines import GAMES
from engines.contract import Game, State, View
from opponents import Budget, Level, choose, judge
from opponents.policies import policy_of
from opponents.policies.base import settled
from opponents.reasons import REASONS, telling
from opponents.reasons.base import CLOSE
from sessions.computers.thinking import MOST_TRIALS, PRECISION, Thinker
from sessions.replays.replays import PastDecision
from sessions.replays.reviews import JudgedGame, Reviews

SILLY = 0.2
"""The share of a win that a planted move costs at least."""
FIRST_LOOK, LONG_SEARCH = 60, 3000
"""How many games are played on to find the worst action, and to be sure of what it costs."""
SHORT_SEARCH, LEAST_KNOWN = 600, 300
"""How many games are played on to rank actions, and in how many of a long search an action is known well."""
A_GAME, WITHIN = 4, 0.05
"""How many decisions are taken from a game, and by how much figures may differ."""
MOST_ACTIONS = 40
"""Of more actions than this, so many are tried."""


def planted(game: Game[Any], deal: int) -> tuple[list[PastDecision], int | None, int]:
    """Seat 0's decisions in a game, the number of the silly one, if there is one, and how many deals there were."""
    rng = Random(f"plant {deal}")
    usual, *_ = _play(game, deal, None, rng)
    return _play(game, deal, rng.randrange(max(len(usual), 1)), rng)


def _play(game: Game[Any], deal: int, since: int | None, rng: Random) -> tuple[list[PastDecision], int | None, int]:
    """Play a game; from its decision ``since`` on, seat 0 plays a silly move as soon as it can."""
    state = game.deal(seats=game.seats[0], seed=f"planted {deal}", options=game.Options())
    player, decisions, silly, number = Random(f"play {deal}"), list[PastDecision](), None, 0
    deals = 0
    while state.to_act:
        seat, number = state.to_act[0], number + 1
        actions = state.actions(seat)
        action = actions[0]
        if len(actions) > 1:
            view = state.view(seat)
            worst = None
            if seat == 0 and silly is None and since is not None and len(decisions) >= since:
                worst = _worst(game, view, rng)
            if worst is not None:
                silly = number
            action = choose(game, view, Level.NORMAL, player).action if worst is None else worst
            if seat == 0:
                decisions.append(PastDecision(number, view, action))
        deals += sum(0 in game.scored(event) for event in state.act(seat, action))
    return decisions, silly, deals


def _worst(game: Game[Any], view: View[Any], rng: Random) -> Any:
    """The worst action; ``None`` if it is not silly."""
    actions = view.actions()
    actions = rng.sample(actions, min(len(actions), MOST_ACTIONS))
    value = _values(game, view, rng, FIRST_LOOK)
    ranked = sorted(actions, key=value)
    if value(ranked[-1]) - value(ranked[0]) < SILLY:
        return None
    estimates = {
        one.action: one.estimate for one in judge(game, view, "long", Budget(LONG_SEARCH), ranked[0]).considered
    }
    return ranked[0] if estimates and max(estimates.values()) - estimates[ranked[0]] >= SILLY else None


def _values(game: Game[Any], view: View[Any], rng: Random, count: int) -> Callable[[Any], float]:
    """What an action is worth to the viewer, in the same ``count`` positions for all actions."""
    worlds, seat, known = [game.sample(view, rng) for _ in range(count)], view.seat, dict[str, float]()
    assert seat is not None

    def value(action: Any) -> float:
        if str(action) not in known:
            known[str(action)] = sum(_played_on(world, seat, action, n) for n, world in enumerate(worlds)) / count
        return known[str(action)]

    return value


def _played_on(world: State[Any], seat: int, action: Any, number: int) -> float:
    policy, rng, state = policy_of(world.game.key), Random(number), world.clone()
    state.apply(seat, action)
    chapter = policy.chapter(state)
    while state.to_act and policy.chapter(state) == chapter:
        state.apply(state.to_act[0], policy.prefer(state, state.to_act[0], rng))
    return settled(state, policy)[seat]


def _positions(game: Game[Any], count: int) -> Iterator[View[Any]]:
    """What those to act see at random moments of games of normal computers, a few of each game."""
    rng, found = Random("positions"), 0
    for deal in range(count):
        state = game.deal(seats=game.seats[0], seed=f"position {deal}", options=game.Options())
        luck, met = Random(deal), list[View[Any]]()
        while state.to_act:
            view = state.view(state.to_act[0])
            if len(view.actions()) > 1:
                met.append(view)
            state.act(state.to_act[0], choose(game, view, Level.NORMAL, luck).action)
        for view in rng.sample(met, min(A_GAME, len(met))):
            found += 1
            yield view
            if found == count:
                return


def told_apart(game: Game[Any], count: int) -> tuple[int, int]:
    """Of so many decisions, in how many the two best actions differ, and in how many of these a reason tells why."""
    differ = told = 0
    reasons = REASONS[game.key]
    for number, view in enumerate(_positions(game, count)):
        thought = judge(game, view, f"reasons {number}", Budget(SHORT_SEARCH))
        rival = reasons.rival(view, thought)
        worth = {one.action: one.estimate for one in thought.considered}
        if rival is None or worth[thought.action] - worth[rival] <= CLOSE:
            continue
        differ += 1
        told += bool(telling(game, view, thought.action, rival))
    return differ, told


def figures(game: Game[Any], count: int) -> tuple[int, int]:
    """Of so many decisions, how many figures are shown, and how many of these a long search confirms to 5 points."""
    shown = right = 0
    for number, view in enumerate(_positions(game, count)):
        thought = judge(game, view, f"hint {number}", Budget(MOST_TRIALS, time.process_time, _a_second(), PRECISION))
        long = judge(game, view, f"long {number}", Budget(LONG_SEARCH), thought.action)
        known = {one.action: one for one in long.considered}
        for one in thought.considered:
            if one.is_sure and one.action in known and known[one.action].visits >= LEAST_KNOWN:
                shown += 1
                right += abs(one.estimate - known[one.action].estimate) <= WITHIN
    return shown, right


def _a_second() -> float:
    return time.process_time() + 1.0


async def measure(game: Game[Any], games: int) -> tuple[int, int]:
    """In how many games a silly move was planted, and in how many of them it is named."""
    total = named = 0
    reviews = Reviews(None, None, Thinker(compute))  # type: ignore[arg-type]  # nothing is read from a table
    for deal in range(games):
        decisions, silly, deals = planted(game, deal)
        if silly is None:
            continue
        table: Any = SimpleNamespace(id=deal, seats=range(game.seats[0]), seed=f"planted {deal}", options={})
        record = await reviews._judged(game, table, 0, decisions, None)
        review = JudgedGame(game, game.seats[0], record, decisions, deals).review()
        total += 1
        named += silly in [move.number for move in review.moves]
    return total, named


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", choices=[*GAMES, []], metavar="game", help="which games")
    parser.add_argument("--games", type=int, default=25, help="games of each kind (25)")
    parser.add_argument("--reasons", type=int, default=0, help="count reasons in so many decisions of each game")
    parser.add_argument("--figures", type=int, default=0, help="compare figures of so many decisions of each game")
    arguments = parser.parse_args()
    measures = {
        "decisions that differ | told apart": arguments.reasons and partial(told_apart, count=arguments.reasons),
        "figures | within 5 points": arguments.figures and partial(figures, count=arguments.figures),
    }
    for heading, measure_of in measures.items():
        if measure_of:
            print(f"| game | {heading} |\n|---|--:|--:|")
            for key in arguments.games_named or GAMES:
                print(f"| {GAMES[key].name} | {' | '.join(map(str, measure_of(GAMES[key])))} |", flush=True)
    if any(measures.values()):
        return
    print("| game | silly moves | named |\n|---|--:|--:|")
    for key in arguments.games_named or GAMES:
        total, named = asyncio.run(measure(GAMES[key], arguments.games))
        print(f"| {GAMES[key].name} | {total} | {named} |", flush=True)


if __name__ == "__main__":
    main()

"""How often *My costliest moves* names a silly move that was planted in a game; with ``--reasons``, another question.

    python -m benchmarks.review                      25 games of each kind
    python -m benchmarks.review three_piles --games 50
    python -m benchmarks.review --reasons 40         how often reasons tell a move from the next best, in 40 decisions

Normal computers play. Once, from a random moment on, seat 0 plays the worst of its actions instead (by 60 games played
on), as soon as a long search says that this costs at least a fifth of a win. A game in which that never happens is
not counted. Prints a Markdown table.

With ``--reasons``, decisions are counted whose two best actions differ by more than 3 points; without a sentence that
is true of the better one alone, a decision counts as failed.
"""

import argparse
import asyncio
from collections.abc import Iterator
from itertools import count, islice
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
from opponents.thoughts import CLOSE
from sessions.computers.thinking import Thinker
from sessions.replays.replays import PastDecision
from sessions.replays.reviews import JudgedGame, Reviews

SILLY = 0.2
"""The share of a win that a planted move costs at least."""
FIRST_LOOK, LONG_SEARCH = 60, 3000
"""How many games are played on to find the worst action, and to be sure of what it costs."""
SHORT_SEARCH = 600
"""How many games are played on to rank actions."""
A_GAME = 4
"""How many decisions are taken from a game."""
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
    actions, seat = view.actions(), view.seat
    assert seat is not None
    actions = rng.sample(actions, min(len(actions), MOST_ACTIONS))
    worlds = [game.sample(view, rng) for _ in range(FIRST_LOOK)]
    values = {
        action: sum(_played_on(world, seat, action, number) for number, world in enumerate(worlds)) / FIRST_LOOK
        for action in actions
    }
    worst = min(values, key=values.__getitem__)
    if max(values.values()) - values[worst] < SILLY:
        return None
    found = {one.action: one.estimate for one in judge(game, view, "long", Budget(LONG_SEARCH), worst).considered}
    return worst if found and max(found.values()) - found[worst] >= SILLY else None


def _played_on(world: State[Any], seat: int, action: Any, number: int) -> float:
    policy, rng, state = policy_of(world.game.key), Random(number), world.clone()
    state.apply(seat, action)
    chapter = policy.chapter(state)
    while state.to_act and policy.chapter(state) == chapter:
        state.apply(state.to_act[0], policy.prefer(state, state.to_act[0], rng))
    return settled(state, policy)[seat]


def _positions(game: Game[Any]) -> Iterator[View[Any]]:
    """What those to act see at random moments of games of normal computers, a few of each game."""
    rng = Random("positions")
    for deal in count():
        state = game.deal(seats=game.seats[0], seed=f"position {deal}", options=game.Options())
        luck, met = Random(deal), list[View[Any]]()
        while state.to_act:
            view = state.view(state.to_act[0])
            if len(view.actions()) > 1:
                met.append(view)
            state.act(state.to_act[0], choose(game, view, Level.NORMAL, luck).action)
        yield from rng.sample(met, min(A_GAME, len(met)))


def told_apart(game: Game[Any], decisions: int) -> tuple[int, int]:
    """Of so many decisions, in how many the two best actions differ, and in how many of these a reason tells why."""
    differ = told = 0
    reasons = REASONS[game.key]
    for number, view in enumerate(islice(_positions(game), decisions)):
        thought = judge(game, view, f"reasons {number}", Budget(SHORT_SEARCH))
        rival = reasons.rival(view, thought)
        worth = {one.action: one.estimate for one in thought.considered}
        if rival is None or worth[thought.action] - worth[rival] <= CLOSE:
            continue
        differ += 1
        told += bool(telling(game, view, thought.action, rival))
    return differ, told


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
    arguments = parser.parse_args()
    headings = "decisions that differ | told apart" if arguments.reasons else "silly moves | named"
    print(f"| game | {headings} |\n|---|--:|--:|")
    for key in arguments.games_named or GAMES:
        game = GAMES[key]
        if arguments.reasons:
            total, found = told_apart(game, arguments.reasons)
        else:
            total, found = asyncio.run(measure(game, arguments.games))
        print(f"| {game.name} | {total} | {found} |", flush=True)


if __name__ == "__main__":
    main()

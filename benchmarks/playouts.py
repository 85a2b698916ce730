"""How fast the engines play: random games in a loop, without Discord, database or views.

    python -m benchmarks.playouts            every game
    python -m benchmarks.playouts knotweed   only this one

Prints a Markdown table of the median over several runs. A move is one decision: all legal actions are
listed, one is chosen at random and played.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # also when run as a file

from engines import GAMES, Game


@dataclass(frozen=True, slots=True)
class Contest:
    """Something to measure: ``play(number)`` plays the game with this number to its end and counts its moves."""

    engine: str
    game: str
    seats: int
    play: Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Speed:
    """Moves and games per second."""

    moves: float
    games: float


def playout(game: Game[Any], seats: int) -> Callable[[int], int]:
    """Random games by our own engine."""
    options = game.Options()

    def play(number: int) -> int:
        choose = Random(number).random
        state = game.deal(seats=seats, seed=str(number), options=options)
        moves = 0
        while to_act := state.to_act:
            seat = to_act[0]
            actions = state.actions(seat)
            state.apply(seat, actions[int(choose() * len(actions))])
            moves += 1
        return moves

    return play


def contests(keys: list[str]) -> Iterator[Contest]:
    """Every game with its smallest and its largest number of players."""
    for key in keys:
        game = GAMES[key]
        for seats in sorted({game.seats[0], game.seats[-1]}):
            yield Contest("Cardroom", game.name, seats, playout(game, seats))


def run(contest: Contest, seconds: float) -> Speed:
    """Play for about so many seconds."""
    moves = games = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        moves += contest.play(games)
        games += 1
    return Speed(moves / spent, games / spent)


def measure(contest: Contest, runs: int, seconds: float) -> Speed:
    """The median of several runs, after one that only warms up."""
    run(contest, seconds / 4)
    speeds = [run(contest, seconds) for _ in range(runs)]
    return Speed(median(speed.moves for speed in speeds), median(speed.games for speed in speeds))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help=f"keys of games: {', '.join(GAMES)}")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median is taken (5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a run (2)")
    arguments = parser.parse_args()
    if unknown := set(arguments.games).difference(GAMES):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    print("| engine | game | seats | moves/s | games/s |")
    print("|---|---|--:|--:|--:|")
    for contest in contests(arguments.games or list(GAMES)):
        speed = measure(contest, arguments.runs, arguments.seconds)
        print(f"| {contest.engine} | {contest.game} | {contest.seats} | {speed.moves:,.0f} | {speed.games:,.0f} |")


if __name__ == "__main__":
    main()

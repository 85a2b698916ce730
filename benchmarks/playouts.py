"""How fast the engines play: random games in a loop, without Discord, database or views.

    python -m benchmarks.playouts            every game
    python -m benchmarks.playouts knotweed   only this one

Prints a Markdown table of medians over several runs. A move is one decision: list all legal actions, choose one at
random and play it. For comparison, three card games of OpenSpiel, written in C++, are driven from Python in the same
way. They deal card by card, which does not count as moves. Seconds are processor time and the runs of the games
alternate, so that other work on the machine has little influence.
"""

import argparse
import importlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

from engines import GAMES, Game

OPEN_SPIEL = ("oh_hell", "hearts", "crazy_eights")
"""Card games of OpenSpiel, played with their default parameters."""
BASELINE = "hearts"
"""The game that the others are compared with."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A game to measure. ``play(number)`` plays the random game with this number and returns how many moves it had."""

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
    """Random games on our own engine."""
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


def open_spiel_playout(game: Any) -> Callable[[int], int]:
    """Random games on OpenSpiel."""

    def play(number: int) -> int:
        choose = Random(number).random
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            actions = state.legal_actions()
            state.apply_action(actions[int(choose() * len(actions))])
        return moves

    return play


def own_benchmarks(keys: list[str]) -> Iterator[Benchmark]:
    """Every game with its smallest and largest number of players."""
    for key in keys:
        game = GAMES[key]
        for seats in sorted({game.seats[0], game.seats[-1]}):
            yield Benchmark("Cardroom", game.name, seats, playout(game, seats))


def open_spiel_benchmarks() -> Iterator[Benchmark]:
    """The games of OpenSpiel; none if it is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed, so there is no comparison.\n")
        return
    for name in OPEN_SPIEL:
        game = pyspiel.load_game(name)
        yield Benchmark("OpenSpiel", name, game.num_players(), open_spiel_playout(game))


def run(benchmark: Benchmark, seconds: float) -> Speed:
    """Play for about this many seconds."""
    moves = games = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        moves += benchmark.play(games)
        games += 1
    return Speed(moves / spent, games / spent)


def measure(entries: Iterable[Benchmark], runs: int, seconds: float) -> dict[Benchmark, Speed]:
    """The median speed of each benchmark over several runs, after a warm-up run."""
    speeds: dict[Benchmark, list[Speed]] = {benchmark: [] for benchmark in entries}
    for benchmark in speeds:
        run(benchmark, seconds / 4)
    for _ in range(runs):
        for benchmark, results in speeds.items():
            results.append(run(benchmark, seconds))
    return {
        benchmark: Speed(median(speed.moves for speed in results), median(speed.games for speed in results))
        for benchmark, results in speeds.items()
    }


def write(speeds: dict[Benchmark, Speed]) -> None:
    """Print the table."""
    base = next((speed.moves for benchmark, speed in speeds.items() if benchmark.game == BASELINE), None)
    print(f"| engine | game | seats | moves/s | games/s | moves/s, {BASELINE} = 1 |")
    print("|---|---|--:|--:|--:|--:|")
    for benchmark, speed in speeds.items():
        ratio = "" if base is None else f"{speed.moves / base:.2f}"
        print(
            f"| {benchmark.engine} | {benchmark.game} | {benchmark.seats} "
            f"| {speed.moves:,.0f} | {speed.games:,.0f} | {ratio} |"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help=f"which games: {', '.join(GAMES)}")
    parser.add_argument("--runs", type=int, default=5, help="number of runs (5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds of a run (2)")
    arguments = parser.parse_args()
    if unknown := set(arguments.games).difference(GAMES):
        parser.error(f"unknown game: {', '.join(sorted(unknown))}")
    entries = [*own_benchmarks(arguments.games or list(GAMES)), *open_spiel_benchmarks()]
    write(measure(entries, arguments.runs, arguments.seconds))


if __name__ == "__main__":
    main()

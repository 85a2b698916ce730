"""How fast the engines play: random games in a loop, without Discord, database or views.

    python -m benchmarks.playouts            every game
    python -m benchmarks.playouts knotweed   only this one

Prints a Markdown table of the median over several runs. A move is one decision: all legal actions are
listed, one is chosen at random and played. Beside ours there are three card games of OpenSpiel, which are
written in C++ and are driven from Python in the same way; they deal card by card, which are no moves.
Seconds are of processor time, and the runs take turns, so that other work on the machine disturbs little.
"""

from __future__ import annotations

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

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # also when run as a file

from engines import GAMES, Game

OPEN_SPIEL = ("oh_hell", "hearts", "crazy_eights")
"""Card games of OpenSpiel, played with their default parameters."""
MEASURE = "hearts"
"""The one that the others are compared with."""


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


def open_spiel_playout(game: Any) -> Callable[[int], int]:
    """Random games by OpenSpiel."""

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


def contests(keys: list[str]) -> Iterator[Contest]:
    """Every game with its smallest and its largest number of players."""
    for key in keys:
        game = GAMES[key]
        for seats in sorted({game.seats[0], game.seats[-1]}):
            yield Contest("Cardroom", game.name, seats, playout(game, seats))


def open_spiel_contests() -> Iterator[Contest]:
    """The games of OpenSpiel, none if it is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed: there is nothing to compare with.\n")
        return
    for name in OPEN_SPIEL:
        game = pyspiel.load_game(name)
        yield Contest("OpenSpiel", name, game.num_players(), open_spiel_playout(game))


def run(contest: Contest, seconds: float) -> Speed:
    """Play for about so many seconds."""
    moves = games = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        moves += contest.play(games)
        games += 1
    return Speed(moves / spent, games / spent)


def measure(entries: Iterable[Contest], runs: int, seconds: float) -> dict[Contest, Speed]:
    """For each contest the median of several runs, after one that only warms up."""
    speeds: dict[Contest, list[Speed]] = {contest: [] for contest in entries}
    for contest in speeds:
        run(contest, seconds / 4)
    for _ in range(runs):
        for contest, results in speeds.items():
            results.append(run(contest, seconds))
    return {
        contest: Speed(median(speed.moves for speed in results), median(speed.games for speed in results))
        for contest, results in speeds.items()
    }


def write(speeds: dict[Contest, Speed]) -> None:
    """Print the table."""
    base = next((speed.moves for contest, speed in speeds.items() if contest.game == MEASURE), None)
    print(f"| engine | game | seats | moves/s | games/s | moves/s, {MEASURE} = 1 |")
    print("|---|---|--:|--:|--:|--:|")
    for contest, speed in speeds.items():
        ratio = "" if base is None else f"{speed.moves / base:.2f}"
        print(
            f"| {contest.engine} | {contest.game} | {contest.seats} "
            f"| {speed.moves:,.0f} | {speed.games:,.0f} | {ratio} |"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help=f"keys of games: {', '.join(GAMES)}")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median is taken (5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a run (2)")
    arguments = parser.parse_args()
    if unknown := set(arguments.games).difference(GAMES):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    entries = [*contests(arguments.games or list(GAMES)), *open_spiel_contests()]
    write(measure(entries, arguments.runs, arguments.seconds))


if __name__ == "__main__":
    main()

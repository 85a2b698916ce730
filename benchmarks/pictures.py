"""How long the picture of a table takes to draw, and how large its file is.

    python -m benchmarks.pictures            every game
    python -m benchmarks.pictures knotweed   only this one

Draws positions from all phases of random games at the largest table of each game and prints a Markdown table. Seconds
are processor time, so that other work on the machine has little influence. "First" is the first round of pictures of
a game, while cards and words are drawn for the first time; the other columns are the second round.
"""

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

from engines import GAMES, Game
from engines.scenes import Scene
from engines.texts import PLAIN
from pictures.table import changes, draw_table

SHARE = 0.1
"""The share of a game's positions that are drawn."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The seconds and bytes of each picture of a round."""

    seconds: list[float]
    sizes: list[int]


def scenes(game: Game[Any], count: int) -> list[Scene]:
    """What everybody sees in positions of random games, in the order in which they were played."""
    found: list[Scene] = []
    chance, number = Random(game.key), 0
    while len(found) < count:
        state = game.deal(seats=game.seats[-1], seed=str(number), options=game.Options())
        while to_act := state.to_act:
            seat = chance.choice(to_act)
            state.apply(seat, chance.choice(state.actions(seat)))
            if chance.random() < SHARE:
                found.append(game.scene(state.view(None)))
        number += 1
    return found[:count]


def draw(game: Game[Any], shown: list[Scene]) -> Cost:
    """Draw each scene, with what changed since the one before it."""
    cost = Cost([], [])
    for before, scene in zip([None, *shown], shown, strict=False):
        start = time.process_time()
        picture = draw_table(game.name, scene, changes(before, scene), PLAIN)
        cost.seconds.append(time.process_time() - start)
        cost.sizes.append(len(picture))
    return cost


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help=f"which games: {', '.join(GAMES)}")
    parser.add_argument("--pictures", type=int, default=100, help="pictures of each game (100)")
    arguments = parser.parse_args()
    if unknown := set(arguments.games).difference(GAMES):
        parser.error(f"unknown game: {', '.join(sorted(unknown))}")
    print("| game | players | first, median | median | longest | size, median | largest |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for key in arguments.games or list(GAMES):
        game = GAMES[key]
        shown = scenes(game, arguments.pictures)
        first, second = draw(game, shown), draw(game, shown)
        times = median(first.seconds), median(second.seconds), max(second.seconds)
        sizes = median(second.sizes), max(second.sizes)
        cells = [*(f"{1000 * value:.0f} ms" for value in times), *(f"{value / 1000:.0f} kB" for value in sizes)]
        print(f"| {game.name} | {game.seats[-1]} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()

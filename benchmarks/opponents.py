"""How well the computer players play: contests between two levels on the same deals from every seat.

    python -m benchmarks.opponents                                   every game: easy, normal and hard
    python -m benchmarks.opponents counter --games 400 --pairs normal-easy
    python -m benchmarks.opponents --pairs hard-hard@9609fcc --seconds 0.1   against an earlier revision

Prints a Markdown table. One player of the first kind plays against a field of the second, and every deal is played
once with that player in each seat. A win shared by n players counts 1/n. An equal player would get the fair share,
1 / seats. The error is twice the standard error over deals.

``beginner`` plays by a rule of thumb (``benchmarks.beginners``); ``master`` has five times as long as ``hard``.
``level@revision`` is a player of another git revision. Seconds are processor time, so that a busy machine is fair to
both players.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, variance
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import beginners
from benchmarks.rival import Rival, check_out
from engines import GAMES
from engines.contract import State
from opponents import Budget, Level, choose

RANDOM = "random"
BEGINNER = "beginner"
UNLIMITED = 10**9
"""More simulations than any player makes, so only the clock counts."""
PAIRS = ("easy-random", "normal-easy", "normal-random", "hard-normal")
PSEUDO_SHARES = 2
"""Deals added to those played when their variance is estimated, so that a few equal results prove nothing."""

Chooser = Callable[[State[Any], int], Any]


def thinks(*kinds: str) -> bool:
    """Whether players of one of these kinds have a budget for each decision."""
    return any(kind.startswith((Level.HARD, Level.MASTER)) for kind in kinds)


@dataclass(frozen=True, slots=True)
class Contest:
    """One player of the kind ``one`` against players of the kind ``field``.

    Thinkers have ``seconds`` for each decision or, if that is ``None``, a number of ``simulations``. ``trees`` is the
    folder with the earlier revisions.
    """

    key: str
    seats: int
    one: str
    field: str
    deals: int
    simulations: int
    seconds: float | None
    trees: Path

    @property
    def budget(self) -> str:
        """The budget for each decision, in words; empty if neither player thinks."""
        if not thinks(self.one, self.field):
            return ""
        return f"{self.simulations} simulations" if self.seconds is None else f"{self.seconds:g} s each"


@dataclass(frozen=True, slots=True)
class Result:
    """The share of wins for each deal so far, over all ``seats``."""

    shares: list[float]
    seats: int

    @property
    def share(self) -> float:
        """The mean share of wins."""
        return mean(self.shares)

    @property
    def fair(self) -> float:
        """The share of an equal player."""
        return 1 / self.seats

    @property
    def error(self) -> float:
        """Twice the standard error of the share."""
        extremes = [0.0, 1.0] * (PSEUDO_SHARES // 2)
        return 2 * sqrt(variance([*self.shares, *extremes]) / len(self.shares))


def play(contest: Contest, deal: int) -> float:
    """The share of wins with one deal, played once from each seat."""
    return mean(_game(contest, deal, seat) for seat in range(contest.seats))


def _game(contest: Contest, deal: int, champion: int) -> float:
    game, seed = GAMES[contest.key], f"contest {deal}"
    state = game.deal(seats=contest.seats, seed=seed, options=game.Options())
    rng = Random(f"{deal} {champion} {contest.one} {contest.field}")
    moves: list[tuple[int, str]] = []
    told = {"game": contest.key, "seats": contest.seats, "deal": seed, "moves": moves, "rng": f"{deal} {champion}"}
    choosers = {kind: _chooser(kind, contest, rng, told) for kind in {contest.one, contest.field}}
    while to_act := state.to_act:
        seat = to_act[0]
        options = state.actions(seat)
        kind = contest.one if seat == champion else contest.field
        action = choosers[kind](state, seat) if len(options) > 1 else options[0]
        state.apply(seat, action)
        moves.append((seat, str(action)))
    outcome = state.outcome
    assert outcome is not None
    return (champion in outcome.winners) / len(outcome.winners)


@cache
def _rival(tree: Path) -> Rival:
    return Rival(tree)


def _chooser(kind: str, contest: Contest, rng: Random, told: Mapping[str, Any]) -> Chooser:
    """How a player of this kind chooses an action; another revision's is ``told`` of the game so far.

    Every kind has to build a view first.
    """
    seconds, clock = contest.seconds, time.process_time
    if kind == RANDOM:
        return lambda state, seat: rng.choice(state.view(seat).actions())
    if kind == BEGINNER:
        return lambda state, seat: beginners.choose(state, seat, rng)
    level, _, revision = kind.partition("@")
    patience = max(Level(level).patience, 1)
    simulations, limit = contest.simulations * patience, None if seconds is None else seconds * patience
    if revision:
        asked = partial(_rival(contest.trees / revision).choose, level=level, simulations=simulations, seconds=limit)
        return lambda state, seat: state.game.parse(asked(**told, seat=seat))

    def budget() -> Budget:
        return Budget(simulations) if limit is None else Budget(UNLIMITED, clock, clock() + limit)

    return lambda state, seat: choose(state.game, state.view(seat), Level(level), rng, budget()).action


def contests(arguments: argparse.Namespace, trees: Path) -> Iterator[Contest]:
    """The contests that the command line asks for."""
    for key in arguments.games_named or GAMES:
        seats = arguments.seats or GAMES[key].seats[0]
        for pair in arguments.pairs:
            one, field = pair.split("-")
            games = arguments.hard_games if thinks(one, field) else arguments.games
            deals = max(games // seats, 1)
            yield Contest(key, seats, one, field, deals, arguments.simulations, arguments.seconds, trees)


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="game", help=f"which games: {', '.join(GAMES)}")
    parser.add_argument("--pairs", nargs="+", default=PAIRS, help=f"who plays against whom ({' '.join(PAIRS)})")
    parser.add_argument("--games", type=int, default=400, help="games in each contest (400)")
    parser.add_argument("--hard-games", type=int, default=100, help="games in each contest with hard (100)")
    parser.add_argument("--seats", type=int, help="number of players (the smallest that the game allows)")
    parser.add_argument("--simulations", type=int, default=300, help="simulations for each decision of hard (300)")
    parser.add_argument("--seconds", type=float, help="seconds for each decision, instead of simulations")
    parser.add_argument("--processes", type=int, default=1, help="processes that play in parallel (1)")
    arguments = parser.parse_args()
    if unknown := set(arguments.games_named).difference(GAMES):
        parser.error(f"unknown game: {', '.join(sorted(unknown))}")
    return arguments


def main() -> None:
    """Measure and print."""
    arguments = parse()
    print("| game | seats | contest | budget per decision | games | wins | fair share |")
    print("|---|--:|---|--:|--:|--:|--:|")
    with TemporaryDirectory() as folder, ProcessPoolExecutor(arguments.processes) as pool:
        trees = Path(folder)
        kinds = {kind for pair in arguments.pairs for kind in pair.split("-")}
        for revision in {kind.partition("@")[2] for kind in kinds if "@" in kind}:
            check_out(revision, trees)
        for contest in contests(arguments, trees):
            result = Result(list(pool.map(partial(play, contest), range(contest.deals))), contest.seats)
            print(
                f"| {GAMES[contest.key].name} | {contest.seats} | {contest.one} against {contest.field} "
                f"| {contest.budget} | {len(result.shares) * contest.seats} | {result.share:.1%} ± {result.error:.1%} "
                f"| {result.fair:.1%} |",
                flush=True,
            )


if __name__ == "__main__":
    main()

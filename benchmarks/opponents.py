"""How well the computer players play: contests between two levels on the same deals from every seat.

    python -m benchmarks.opponents                                   every game: easy, normal and hard
    python -m benchmarks.opponents counter --games 400 --pairs normal-easy
    python -m benchmarks.opponents knotweed --growth 100 300 1000    how simulations improve hard
    python -m benchmarks.opponents --pairs hard-ismcts --seconds 0.1  against OpenSpiel's search

Prints a Markdown table. One player of the first kind plays against a field of the second, and every deal is played
once with that player in each seat. A win shared by n players counts 1/n. An equal player would get the fair share,
1 / seats. The interval is the 95 % bootstrap interval over deals.

``ismcts`` is OpenSpiel's Python ISMCTSBot with random playouts on the same engines. It needs the package open_spiel
and ``--seconds``, the time that both players have for each decision. Seconds are processor time, so that a busy machine
is fair to both players.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

from engines import GAMES
from engines.contract import State
from opponents import Budget, Level, choose

RANDOM = "random"
ISMCTS = "ismcts"
THINKERS = {Level.HARD, ISMCTS}
"""The kinds of players that have a budget for each decision."""
UNLIMITED = 10**9
"""More simulations than any player makes, so only the clock counts."""
PAIRS = ("easy-random", "normal-easy", "normal-random", "hard-normal")
RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Contest:
    """One player of the kind ``one`` against players of the kind ``field``.

    Thinkers have ``seconds`` for each decision or, if that is ``None``, a number of ``simulations``.
    """

    key: str
    seats: int
    one: str
    field: str
    deals: int
    simulations: int
    seconds: float | None

    @property
    def budget(self) -> str:
        """The budget for each decision, in words; empty if neither player thinks."""
        if not THINKERS.intersection((self.one, self.field)):
            return ""
        return f"{self.simulations} simulations" if self.seconds is None else f"{self.seconds:g} s each"


@dataclass(frozen=True, slots=True)
class Result:
    """The mean share of wins with its interval, and the number of games."""

    share: float
    low: float
    high: float
    games: int


def play(contest: Contest, deal: int) -> float:
    """The share of wins with one deal, played once from each seat."""
    return mean(_game(contest, deal, seat) for seat in range(contest.seats))


def _game(contest: Contest, deal: int, champion: int) -> float:
    game = GAMES[contest.key]
    state = game.deal(seats=contest.seats, seed=f"contest {deal}", options=game.Options())
    rng = Random(f"{deal} {champion} {contest.one} {contest.field}")
    choosers = {kind: _chooser(kind, contest, rng) for kind in (contest.one, contest.field)}
    while to_act := state.to_act:
        seat = to_act[0]
        kind = contest.one if seat == champion else contest.field
        state.apply(seat, choosers[kind](state, seat))
    outcome = state.outcome
    assert outcome is not None
    return (champion in outcome.winners) / len(outcome.winners)


def _chooser(kind: str, contest: Contest, rng: Random) -> Callable[[State[Any], int], Any]:
    """How a player of this kind chooses an action. Every kind has to build a view first."""
    seconds, clock = contest.seconds, time.process_time
    if kind == RANDOM:
        return lambda state, seat: rng.choice(state.view(seat).actions())
    if kind == ISMCTS:
        from benchmarks.openspiel_bot import Opponent  # imported here because few machines have it

        assert seconds is not None
        opponent = Opponent(contest.key, contest.seats, rng.randrange(2**32), clock)
        return lambda state, seat: opponent.choose(state, clock() + seconds)
    level = Level(kind)
    if seconds is None:
        return lambda state, seat: choose(state.game, state.view(seat), level, rng, Budget(contest.simulations)).action
    return lambda state, seat: (
        choose(state.game, state.view(seat), level, rng, Budget(UNLIMITED, clock, clock() + seconds)).action
    )


def measure(contest: Contest, pool: ProcessPoolExecutor) -> Result:
    """Play all deals and compute the interval."""
    shares = list(pool.map(play, [contest] * contest.deals, range(contest.deals), chunksize=2))
    rng = Random(0)
    means = sorted(mean(rng.choices(shares, k=len(shares))) for _ in range(RESAMPLES))
    low, high = means[RESAMPLES // 40], means[-RESAMPLES // 40]
    return Result(mean(shares), low, high, contest.deals * contest.seats)


def contests(arguments: argparse.Namespace) -> Iterator[Contest]:
    """The contests that the command line asks for."""
    for key in arguments.games_named or GAMES:
        seats = arguments.seats or GAMES[key].seats[0]
        deals = max(arguments.games // seats, 1)
        for pair in arguments.pairs:
            one, field = pair.split("-")
            contest = Contest(key, seats, one, field, deals, arguments.simulations, arguments.seconds)
            if THINKERS.isdisjoint((one, field)):
                yield contest
                continue
            contest = replace(contest, deals=max(arguments.hard_games // seats, 1))
            for simulations in arguments.growth or [arguments.simulations]:
                yield replace(contest, simulations=simulations)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="game", help=f"which games: {', '.join(GAMES)}")
    parser.add_argument("--pairs", nargs="+", default=PAIRS, help=f"who plays against whom ({' '.join(PAIRS)})")
    parser.add_argument("--games", type=int, default=400, help="games in each contest (400)")
    parser.add_argument("--hard-games", type=int, default=100, help="games in each contest with hard (100)")
    parser.add_argument("--seats", type=int, help="number of players (the smallest that the game allows)")
    parser.add_argument("--simulations", type=int, default=300, help="simulations for each decision of hard (300)")
    parser.add_argument("--growth", nargs="+", type=int, help="numbers of simulations to compare")
    parser.add_argument("--seconds", type=float, help="seconds for each decision, instead of simulations")
    parser.add_argument("--processes", type=int, default=1, help="processes that play in parallel (1)")
    arguments = parser.parse_args()
    if unknown := set(arguments.games_named).difference(GAMES):
        parser.error(f"unknown game: {', '.join(sorted(unknown))}")
    if arguments.seconds and arguments.growth:
        parser.error("--seconds and --growth exclude each other")
    if any(ISMCTS in pair for pair in arguments.pairs):
        if not arguments.seconds:
            parser.error(f"{ISMCTS} needs --seconds")
        if find_spec("open_spiel") is None:
            parser.error(f"{ISMCTS} needs OpenSpiel: pip install open-spiel")
    print("| game | seats | contest | budget per decision | games | wins | 95 % interval | fair share |")
    print("|---|--:|---|--:|--:|--:|---|--:|")
    with ProcessPoolExecutor(arguments.processes) as pool:
        for contest in contests(arguments):
            result = measure(contest, pool)
            print(
                f"| {GAMES[contest.key].name} | {contest.seats} | {contest.one} against {contest.field} "
                f"| {contest.budget} | {result.games} | {result.share:.1%} | {result.low:.1%} to {result.high:.1%} "
                f"| {1 / contest.seats:.1%} |",
                flush=True,
            )


if __name__ == "__main__":
    main()

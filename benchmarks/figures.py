"""The measurements of ``benchmarks.thinking``, and how they are printed."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median, quantiles

from engines import GAMES

HAND = "My hand, at one of these tables"
AMONG_MEMBERS = "a pick or move among members"
PRACTICE = "a pick or move against a hard computer"
KINDS = (HAND, AMONG_MEMBERS, PRACTICE)


@dataclass(frozen=True, slots=True)
class Decision:
    """How long a hard computer took for a decision. ``simulations`` is 0 if there was only one choice."""

    game: str
    seconds: float
    simulations: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured during a number of ``seconds``.

    ``waits`` are the seconds until each answer, by kind of click. ``late`` are the seconds by which the event loop was
    late. ``busy`` is the share of a core that the bot's process used, including the simulated Discord.
    """

    waits: dict[str, list[float]]
    decisions: list[Decision]
    late: list[float]
    seconds: float
    busy: float

    @property
    def all_waits(self) -> list[float]:
        """The seconds until each answer, for all kinds of clicks."""
        return [wait for waits in self.waits.values() for wait in waits]

    @property
    def thinking(self) -> float:
        """The average number of tables at which a computer was thinking."""
        return sum(decision.seconds for decision in self.decisions) / self.seconds


def report(tables: int, loaded: Figures, *idle: Figures) -> None:
    """Print the results."""
    print("| click while computers think | clicks | median | 99th percentile | longest | nobody thinks = 1 |")
    print("|---|--:|--:|--:|--:|--:|")
    for kind in KINDS:
        idle_waits = [wait for figures in idle for wait in figures.waits[kind]]
        print(f"| {kind} | {spread(loaded.waits[kind])} | {ratio(loaded.waits[kind], idle_waits)} |")
    idle_waits = [wait for figures in idle for wait in figures.all_waits]
    print(f"| all of them | {spread(loaded.all_waits)} | {ratio(loaded.all_waits, idle_waits)} |")
    print(f"| the same, nobody thinks | {spread(idle_waits)} | 1.0 |")
    print()
    print("| decisions of hard computers | decisions | median | 99th percentile | longest | simulations, median |")
    print("|---|--:|--:|--:|--:|--:|")
    for game in GAMES.values():
        decision_row(game.name, [decision for decision in loaded.decisions if decision.game == game.key])
    decision_row("all games", loaded.decisions)
    decision_row("one table thinks, two players", [decision for figures in idle for decision in figures.decisions])
    late = [1000 * lag for lag in loaded.late]
    longest_idle_lag = 1000 * max(max(figures.late) for figures in idle)
    print(
        f"\nComputers were thinking at {loaded.thinking:.1f} of {tables} tables on average, "
        f"{len(loaded.decisions) / loaded.seconds:.1f} decisions a second.\n"
        f"The event loop was late by {mean(late):.1f} ms on average, 99th percentile {percentile_99(late):.0f} ms, "
        f"at most {max(late):.0f} ms (when nobody thinks: at most {longest_idle_lag:.0f} ms).\n"
        f"The bot's process used {loaded.busy:.0%} of a core, including the simulated Discord. {os.cpu_count()} cores, "
        f"load average at the end {os.getloadavg()[0]:.1f}."
    )


def decision_row(name: str, decisions: Sequence[Decision]) -> None:
    """Print a row of the table of decisions if there were any."""
    simulations = [decision.simulations for decision in decisions if decision.simulations]
    if simulations:
        print(f"| {name} | {spread([decision.seconds for decision in decisions])} | {median(simulations):.0f} |")


def spread(seconds: Sequence[float]) -> str:
    """Their number, median, 99th percentile and maximum as cells of a table."""
    milliseconds = [1000 * value for value in seconds]
    cells = median(milliseconds), percentile_99(milliseconds), max(milliseconds)
    return " | ".join([f"{len(seconds):,}", *(f"{cell:,.{1 if cell < 100 else 0}f} ms" for cell in cells)])


def percentile_99(values: Sequence[float]) -> float:
    """The value that 99 % of the values do not exceed."""
    return quantiles(values, n=100, method="inclusive")[98]


def ratio(loaded: Sequence[float], idle: Sequence[float]) -> str:
    """The median under load divided by the median when idle."""
    return f"{median(loaded) / median(idle):.1f}"

"""What is measured while computers think, and how it is printed."""

from __future__ import annotations

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
    """What a hard computer took for a decision, in seconds; ``simulations`` is 0 where there was nothing to weigh."""

    game: str
    seconds: float
    simulations: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured in so many ``seconds``.

    ``waits`` are the seconds until answers by kind of click, ``late`` those by which the event loop was late, ``busy``
    is the share of a core that the bot's process used, the simulated Discord included.
    """

    waits: dict[str, list[float]]
    decisions: list[Decision]
    late: list[float]
    seconds: float
    busy: float

    @property
    def all_waits(self) -> list[float]:
        """The waits for answers to clicks of all kinds."""
        return [wait for waits in self.waits.values() for wait in waits]

    @property
    def thinking(self) -> float:
        """At how many tables somebody was thinking on average."""
        return sum(decision.seconds for decision in self.decisions) / self.seconds


def report(tables: int, loaded: Figures, *peace: Figures) -> None:
    """Print what came out."""
    print("| answer to a click while computers think | clicks | median | 99 % within | longest | nobody thinks = 1 |")
    print("|---|--:|--:|--:|--:|--:|")
    for kind in KINDS:
        quiet = [wait for figures in peace for wait in figures.waits[kind]]
        print(f"| {kind} | {spread(loaded.waits[kind])} | {ratio(loaded.waits[kind], quiet)} |")
    quiet = [wait for figures in peace for wait in figures.all_waits]
    print(f"| all of them | {spread(loaded.all_waits)} | {ratio(loaded.all_waits, quiet)} |")
    print(f"| the same, nobody thinks | {spread(quiet)} | 1.0 |")
    print()
    print("| decisions of hard computers | decisions | median | 99 % within | longest | simulations, median |")
    print("|---|--:|--:|--:|--:|--:|")
    for game in GAMES.values():
        decision_row(game.name, [decision for decision in loaded.decisions if decision.game == game.key])
    decision_row("all games", loaded.decisions)
    decision_row("one table thinks, two players", [decision for figures in peace for decision in figures.decisions])
    late = [1000 * lag for lag in loaded.late]
    latest_in_peace = 1000 * max(max(figures.late) for figures in peace)
    print(
        f"\nAt {tables} tables: somebody thinks at {loaded.thinking:.1f} of them on average, "
        f"{len(loaded.decisions) / loaded.seconds:.1f} decisions a second.\n"
        f"Event loop late by {mean(late):.1f} ms on average, 99 % within {percent_99(late):.0f} ms, "
        f"at most {max(late):.0f} ms (nobody thinks: at most {latest_in_peace:.0f} ms).\n"
        f"The bot's process used {loaded.busy:.0%} of a core, simulated Discord included. {os.cpu_count()} cores, "
        f"load average at the end {os.getloadavg()[0]:.1f}."
    )


def decision_row(name: str, decisions: Sequence[Decision]) -> None:
    """Print a line of the table of decisions, if there were any."""
    simulations = [decision.simulations for decision in decisions if decision.simulations]
    if simulations:
        print(f"| {name} | {spread([decision.seconds for decision in decisions])} | {median(simulations):.0f} |")


def spread(seconds: Sequence[float]) -> str:
    """How many, their median, 99th percentile and longest, as cells of a table."""
    milliseconds = [1000 * value for value in seconds]
    cells = median(milliseconds), percent_99(milliseconds), max(milliseconds)
    return " | ".join([f"{len(seconds):,}", *(f"{cell:,.{1 if cell < 100 else 0}f} ms" for cell in cells)])


def percent_99(values: Sequence[float]) -> float:
    """What 99 % of the values do not exceed."""
    return quantiles(values, n=100, method="inclusive")[98]


def ratio(loaded: Sequence[float], quiet: Sequence[float]) -> str:
    """How many times the median of the one is that of the other."""
    return f"{median(loaded) / median(quiet):.1f}"

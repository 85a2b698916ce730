"""What a field test has found, as a page in Markdown that can be attached to an issue."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

import discord

from cogs.version import VERSION
from operation.field_test.limits import Limits
from operation.field_test.truths import Observation, Truth, Verdict

_ID = re.compile(r"\d{15,}")


def report(found: Mapping[Truth, Observation], limits: Limits, left: Sequence[str], day: date) -> str:
    """The page. It has neither ids nor tokens; numbers as long as ids are left out in any case."""
    counted = ", ".join(f"{sum(one.verdict is verdict for one in found.values())} {verdict}" for verdict in Verdict)
    lines = [
        f"# Field test of Cardroom {VERSION}",
        "",
        f"{day:%Y-%m-%d}, discord.py {discord.__version__}. {counted}.",
        "",
        "| | what Cardroom relies on | what was seen |",
        "|---|---|---|",
        *(f"| {one.verdict} | {truth} | {one.seen} |" for truth, one in sorted(found.items(), key=_by_verdict)),
        "",
        "## Limits that Discord told",
        "",
        "| request | at first | longest wait |",
        "|---|---|--:|",
        *(
            f"| {kind} | {limits.allowed.get(kind, '')} | {_seconds(limits.waits.get(kind))} |"
            for kind in sorted({*limits.allowed, *limits.waits})
        ),
        "",
        f"Left behind: {', '.join(sorted(set(left))) or 'nothing'}.",
    ]
    return _ID.sub("…", "\n".join(lines)) + "\n"


def _by_verdict(entry: tuple[Truth, Observation]) -> int:
    return [Verdict.CONTRADICTED, Verdict.OPEN, Verdict.CONFIRMED].index(entry[1].verdict)


def _seconds(wait: float | None) -> str:
    return "" if wait is None else f"{wait:.0f} s"

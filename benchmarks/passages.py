"""How large the project and a host's environment are, and how many modules something passes.

    python -m benchmarks.passages
    python -m benchmarks.passages --list tap

A module is passed if one of its functions is called, in the thread of the database, too. *Until stored* counts those
that are passed before anybody is told that the table has changed. Pictures are drawn, and computers think, in the same
process. Prints Markdown.
"""

import argparse
import asyncio
import re
import subprocess
import sys
import threading
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from random import Random
from types import FrameType

from playground.testing.people import press, slash
from playground.testing.robot import Robot
from playground.testing.room import Room, room_of_its_own

ROOT = Path(__file__).parent.parent
PARTS = frozenset({"cogs", "db", "engines", "operation", "opponents", "pictures", "sessions"})
PUBLISHED = ("sessions.shared.events", "publish")
"""The module and the function that tell of a change when it has been stored."""
GAME, COMMAND = "knotweed", "knotweed"
LONG = 2 * 86_400.0
"""Seconds after which a player's time at the usual pace has run out."""


@dataclass
class Passage:
    """The calls in each module that was passed so far, and of which functions, in this order.

    ``stored``: how many modules were passed before the first change was published.
    """

    modules: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    stored: int | None = None


class Watcher:
    """Notes the modules whose functions are called, in all threads that begin after it."""

    def __init__(self) -> None:
        self._passage: Passage | None = None
        self._names: dict[str, str | None] = {}

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Python tells it of every call in the block."""
        before = sys.getprofile()
        threading.setprofile(self._on_call)
        sys.setprofile(self._on_call)
        try:
            yield
        finally:
            threading.setprofile(None)
            sys.setprofile(before)

    @contextmanager
    def passing(self) -> Iterator[Passage]:
        """What is passed in the block."""
        self._passage = passage = Passage()
        try:
            yield passage
        finally:
            self._passage = None

    def _on_call(self, frame: FrameType, event: str, _argument: object) -> None:
        passage, code = self._passage, frame.f_code
        if passage is None or event != "call" or code.co_name == "<module>":
            return
        if code.co_filename not in self._names:
            self._names[code.co_filename] = _module(code.co_filename)
        module = self._names[code.co_filename]
        if module is None:
            return
        if (module, code.co_name) == PUBLISHED and passage.stored is None:
            passage.stored = len(passage.modules)
        passage.modules[module][code.co_name] += 1


def _module(file: str) -> str | None:
    """The dotted name of a module of the bot."""
    path = Path(file)
    if not path.is_relative_to(ROOT):
        return None
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts) if parts[0] in PARTS else None


async def _tap(room: Room, watcher: Watcher) -> Passage:
    """The first tap that plays a move between two members who look at their hands."""
    robots = [Robot(room, person, Random(1)) for person in await room.deal(COMMAND, 2)]
    before = (await room.table()).rev
    while True:
        robot = next(robot for robot in robots if robot.is_asked)
        with watcher.passing() as passage:
            await robot.step()
        if (await room.table()).rev > before:
            return passage


async def _daily(room: Room, watcher: Watcher) -> Passage:
    """*Begin* below the offer of ``/daily``."""
    (ann,) = room.people(1)
    offer = await slash(ann, room.channel, "daily")
    with watcher.passing() as passage:
        await press(ann, offer, "Begin")
    return passage


async def _computer(room: Room, watcher: Watcher) -> Passage:
    """A computer's move at a table of the channel."""
    (ann,) = await room.open(COMMAND, 1, opponents="easy")
    await press(ann, room.shown, "Start")
    await room.hand(ann)
    robot = Robot(room, ann, Random(1))
    while not (await room.seen()).thinking:
        await robot.step()
    with watcher.passing() as passage:
        await room.computers()
    return passage


async def _time_out(room: Room, watcher: Watcher) -> Passage:
    """A player's time runs out."""
    await room.deal(COMMAND, 2)
    with watcher.passing() as passage:
        await room.env.advance_time(LONG)
    return passage


async def _league(room: Room, watcher: Watcher) -> Passage:
    """*Start* below the post of a league of four."""
    people = room.people(4)
    await slash(people[0], room.channel, "league create", name="Autumn", game=GAME, players=4, weeks=2)
    for person in people:
        await press(person, room.shown, "Sign up")
    with watcher.passing() as passage:
        await press(people[0], room.shown, "Start")
    return passage


WAYS = {"tap": _tap, "daily": _daily, "computer": _computer, "time-out": _time_out, "league": _league}


async def measure(way: str) -> Passage:
    """What is passed on this way, by a bot that has just started."""
    watcher = Watcher()
    with watcher.installed():
        async with room_of_its_own() as room:
            return await WAYS[way](room, watcher)


def sizes() -> Iterator[tuple[str, int, int]]:
    """The product, the tests and the examples: how many files each has, and lines."""
    found = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines: dict[str, list[int]] = {"product": [], "tests": [], "examples": []}
    for name in found.stdout.split():
        part = Path(name).parts[0]
        own = lines[part if part in lines else "product"]
        own.append(len((ROOT / name).read_text(encoding="utf-8").splitlines()))
    for part, own in lines.items():
        yield part, len(own), sum(own)


def environment() -> float:
    """The megabytes of what a host installs: the packages that the bot requires, and those that these require."""
    found: dict[str, int] = {}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    left: list[str] = [*project["dependencies"]]
    while left:
        requirement, _, marker = left.pop().partition(";")
        name = re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")
        if name in found or "extra" in marker:
            continue
        with suppress(PackageNotFoundError):  # it is for another system
            package = distribution(name)
            files = [Path(str(file.locate())) for file in package.files or ()]
            found[name] = sum(file.stat().st_size for file in files if file.exists())
            left += package.requires or ()
    return sum(found.values()) / 1_000_000


def main(ways: Sequence[str], *, lists: bool) -> None:
    """Print both tables, and the modules in the order in which they are passed."""
    print("| part | files | lines |\n|---|---:|---:|")
    for part, files, lines in sizes():
        print(f"| {part} | {files:,} | {lines:,} |")
    print(f"| README | 1 | {len((ROOT / 'README.md').read_text(encoding='utf-8').splitlines())} |")
    print(f"\nWhat a host installs takes {environment():.0f} MB.")
    passages = {way: asyncio.run(measure(way)) for way in ways}
    print("\n| way | until stored | whole |\n|---|---:|---:|")
    for way, passage in passages.items():
        print(f"| {way} | {passage.stored or '–'} | {len(passage.modules)} |")
    for way, passage in passages.items() if lists else ():
        print(f"\n{way}")
        for module, calls in passage.modules.items():
            print(f"{calls.total():6} {module}: {', '.join(calls)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ways", nargs="*", choices=[[], *WAYS], metavar="WAY", help=f"one of {', '.join(WAYS)}")
    parser.add_argument("--list", action="store_true", help="print the modules and their functions, too")
    arguments = parser.parse_args()
    main(arguments.ways or list(WAYS), lists=arguments.list)

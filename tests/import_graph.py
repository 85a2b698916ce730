"""Which module imports which, and where that leads in a circle or upwards."""

import ast
from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from tests.import_rules import Source, imported

Graph = Mapping[str, frozenset[str]]

ROOMS = (
    ("game",),
    ("scene", "questions", "narration", "refusals", "first_game"),
    ("words", "fallback"),
    ("sampling", "positions"),
    ("state",),
    ("view", "events", "document"),
    ("rules", "scoring"),
    ("lesson",),
    ("actions", "options"),
    ("rulebook",),
)
"""The modules of every game, from the front door down; imports between them run downwards, or within a line."""
FOR_BEGINNERS = frozenset({"lesson", "first_game"})
"""Rooms that a game can do without."""
LEVELS = {room: level for level, rooms in enumerate(ROOMS) for room in rooms}


def import_graph(sources: Iterable[Source]) -> Graph:
    """For each module the others that it imports anywhere: inside functions and for typing too."""
    sources = list(sources)
    names = {source.module for source in sources}
    return {source.module: frozenset(_known(source, names)) - {source.module} for source in sources}


def _known(source: Source, names: set[str]) -> Iterator[str]:
    for _, name in imported(ast.parse(source.text)):
        # "from db import records" names a module, "from db.store import Store" something in one.
        module = name if name in names else name.rpartition(".")[0]
        if module in names:
            yield module


def package_graph(graph: Graph, part: str) -> Graph:
    """The imports between the packages of a part of the bot; a module beside them counts as a package of its own."""
    packages: dict[str, set[str]] = {}
    for module, imports in graph.items():
        if _package(module) != part and module.startswith(f"{part}."):
            others = {_package(other) for other in imports if other.startswith(f"{part}.")}
            packages.setdefault(_package(module), set()).update(others - {_package(module), part})
    return {package: frozenset(others) for package, others in packages.items()}


def _package(module: str) -> str:
    return ".".join(module.split(".")[:2])


def cycles(graph: Graph) -> list[str]:
    """The shortest circle of imports through each module that lies on one, each told once."""
    found = {_from_smallest(path) for module in graph if (path := _way_back(graph, module))}
    return [" imports ".join([*path, path[0]]) for path in sorted(found, key=lambda path: (len(path), path))]


def _way_back(graph: Graph, start: str) -> list[str]:
    """The shortest path of imports from a module back to itself, the module first; empty if there is none."""
    paths = deque([[start]])
    seen: set[str] = set()
    while paths:
        path = paths.popleft()
        for module in sorted(graph[path[-1]]):
            if module == start:
                return path
            if module not in seen:
                seen.add(module)
                paths.append([*path, module])
    return []


def _from_smallest(path: list[str]) -> tuple[str, ...]:
    first = path.index(min(path))
    return (*path[first:], *path[:first])


def rooms_of(graph: Graph, game: str) -> dict[str, list[str]]:
    """The modules of a game's package by their rooms, of which one may be a package itself."""
    rooms: dict[str, list[str]] = {}
    for module in graph:
        if module.startswith(f"{game}."):
            rooms.setdefault(module.removeprefix(f"{game}.").partition(".")[0], []).append(module)
    return rooms


def upward_imports(graph: Graph, game: str) -> list[str]:
    """Imports inside a game that run from a room to one above it."""
    level_of = {
        module: LEVELS[room] for room, modules in rooms_of(graph, game).items() if room in LEVELS for module in modules
    }
    return [
        f"{module} imports {other}, which lies above it"
        for module, level in level_of.items()
        for other in sorted(graph[module])
        if level_of.get(other, level) < level
    ]

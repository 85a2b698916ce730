"""Which module imports which, and where the imports form cycles or point upwards."""

from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from tests.import_rules import Source, imported
from tests.syntax import parse

Graph = Mapping[str, frozenset[str]]

GAME_MODULES = (
    ("game",),
    ("scene", "questions", "refusals", "first_game", "plans"),
    ("words",),
    ("positions",),
    ("state",),
    ("view", "events", "document"),
    ("rules",),
    ("lesson",),
    ("actions", "options"),
    ("rulebook",),
)
"""The modules of every game, from the entry point down; each imports only modules on its own line or below."""
FOR_BEGINNERS = frozenset({"lesson", "first_game"})
"""Modules that a game can do without."""
LEVELS = {name: level for level, names in enumerate(GAME_MODULES) for name in names}


def import_graph(sources: Iterable[Source]) -> Graph:
    """For each module, the others that it imports anywhere, including inside functions and for typing."""
    sources = list(sources)
    names = {source.module for source in sources}
    return {source.module: frozenset(_known(source, names)) - {source.module} for source in sources}


def _known(source: Source, names: set[str]) -> Iterator[str]:
    for _, name in imported(parse(source.text)):
        # "from db import records" names a module, "from db.store import Store" something inside one.
        module = name if name in names else name.rpartition(".")[0]
        if module in names:
            yield module


def package_graph(graph: Graph, part: str) -> Graph:
    """The imports between the packages of a part of the bot; a module next to them counts as its own package."""
    packages: dict[str, set[str]] = {}
    for module, imports in graph.items():
        if _package(module) != part and module.startswith(f"{part}."):
            others = {_package(other) for other in imports if other.startswith(f"{part}.")}
            packages.setdefault(_package(module), set()).update(others - {_package(module), part})
    return {package: frozenset(others) for package, others in packages.items()}


def _package(module: str) -> str:
    return ".".join(module.split(".")[:2])


def cycles(graph: Graph) -> list[str]:
    """A cycle of imports, if there is one."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return [" imports ".join(reversed(found.args[1]))]
    return []


def game_modules(graph: Graph, game: str) -> dict[str, list[str]]:
    """A game's Python modules by the name of the game module, which may be a package, that they belong to."""
    found: dict[str, list[str]] = {}
    for module in graph:
        if module.startswith(f"{game}."):
            found.setdefault(module.removeprefix(f"{game}.").partition(".")[0], []).append(module)
    return found


def upward_imports(graph: Graph, game: str) -> list[str]:
    """Imports inside a game from a module to one above it."""
    level_of = {
        module: LEVELS[name]
        for name, modules in game_modules(graph, game).items()
        if name in LEVELS
        for module in modules
    }
    return [
        f"{module} imports {other}, which lies above it"
        for module, level in level_of.items()
        for other in sorted(graph[module])
        if level_of.get(other, level) < level
    ]

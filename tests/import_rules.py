"""Reads source files and says what breaks the architecture: imports that point upwards, impure engines, named games."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.syntax import parse

MOST_LINES = 400

PARTS = ("bot", "cogs", "db", "engines", "operation", "opponents", "pictures", "playground", "sessions")

MAY_IMPORT: Mapping[str, frozenset[str]] = {
    "bot": frozenset({"cogs", "db", "operation", "playground", "sessions"}),
    "operation": frozenset({"cogs", "db", "engines", "pictures", "sessions"}),
    "playground": frozenset({"cogs", "db", "sessions", "engines"}),
    "cogs": frozenset({"sessions", "opponents", "pictures", "engines", "db"}),
    "sessions": frozenset({"opponents", "engines", "db"}),
    "opponents": frozenset({"engines"}),
    "pictures": frozenset({"engines"}),
    "engines": frozenset(),
    "db": frozenset(),
}
"""Which other parts each part of the bot may import."""

PLAIN = frozenset({"dataclass", "Enum", "IntEnum", "StrEnum", "NamedTuple"})
"""What makes a class one of plain values."""
HOLDS_STORE = frozenset({"cogs.client"})
STORES = frozenset({"store", "_store"})
"""Attributes that no module of the cogs reads: what it needs is a method of a session."""

PURE = frozenset({"engines", "opponents", "pictures"})
"""The parts that know neither Discord nor a database, neither a clock nor chance."""
PURE_MODULES = frozenset(
    {"__future__", "abc", "bisect", "collections", "contextlib", "copy", "dataclasses", "datetime", "enum", "fractions"}
    | {"fnmatch", "functools", "heapq", "itertools", "math", "operator", "pydantic", "random", "re", "string", "types"}
    | {"array", "typing", "typing_extensions", "unicodedata"}
)
"""What they may import beside the parts below them."""
DRAWING_MODULES = frozenset({"PIL", "io", "pathlib"})
"""What pictures need besides: Pillow, and the file of the font."""
NETWORK_MODULES = frozenset({"importlib", "numpy"})
"""What a network needs besides: arrays, and the file of its weights."""
MAY_BE_IMPURE = ("engines.plugins.", "engines.testing.")
"""The loader of plugins, and the tests that games bring along."""
TESTING = ("engines.testing", "playground.testing")
"""What nothing of the bot may import: it needs the extra ``testing``."""
IMPURE_NAMES = frozenset({"open", "input", "print", "exec", "eval", "__import__"})
CLOCK_READERS = frozenset({"now", "utcnow", "today"})

DISCORD = frozenset({"discord", "simcord"})
DISCORD_PARTS = frozenset({"bot", "cogs", "operation", "playground"})

GAME_WORDS = re.compile(r"counterweight|knotweed|card[ _]?duel|(three|3)[ _]?piles", re.IGNORECASE)
"""The names of the games; "counter" alone is a common word, so it counts only as a whole."""
WHOLE_GAME_WORDS = frozenset({"counter"})
OTHER_COUNTERS = frozenset(
    {("operation.metrics", "Counter"), ("playground.testing.robot", "Counter")}
    | {(f"sessions.leagues.{module}", "Counter") for module in ("plan", "pods", "schedule", "swiss")}
)
"""Prometheus' class for numbers that only grow, and Python's own."""
NAMES_NO_GAME = frozenset({"cogs", "sessions", "db", "operation", "opponents", "pictures", "playground"})
KNOWS_GAMES = ("opponents.judges.", "opponents.policies.", "opponents.reasons.")
"""Quick judgement and the reasons for a move are about one game: the packages in which modules may name theirs."""


@dataclass(frozen=True)
class Source:
    """A module by its dotted name, with its text."""

    module: str
    text: str

    @property
    def part(self) -> str:
        """The part of the bot that it belongs to."""
        return self.module.partition(".")[0]


def sources(root: Path) -> list[Source]:
    """All modules of the bot below ``root``."""
    files = [root / "bot.py", *(file for part in PARTS for file in sorted((root / part).rglob("*.py")))]
    return [Source(_module(file.relative_to(root)), file.read_text(encoding="utf-8")) for file in files]


def _module(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def complaints(source: Source) -> list[str]:
    """What in this module is against the rules, each as one line with its place."""
    tree = parse(source.text)
    found = [
        *_imports(source, tree),
        *(_stores(tree) if source.part == "cogs" else ()),
        *(_impure(source, tree) if _must_be_pure(source) else ()),
        *(_games(source, tree) if _names_no_game(source) else ()),
    ]
    lines = len(source.text.splitlines())
    if lines > MOST_LINES:
        found.append((1, f"has {lines} lines, more than {MOST_LINES}"))
    return [f"{source.module}:{line} {what}" for line, what in sorted(set(found))]


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every module that is imported anywhere in the file, with its line; relative imports begin with a dot."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            # "from db import records" imports db.records as much as "import db.records" does.
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def _imports(source: Source, tree: ast.AST) -> Iterator[tuple[int, str]]:
    for line, name in imported(tree):
        part = name.partition(".")[0]
        if name.startswith("."):
            yield line, "imports relatively: say the whole name"
        elif part in PARTS and part != source.part and part not in MAY_IMPORT[source.part]:
            yield line, f"imports {part}"
        elif _is_testing(name) and not _is_testing(source.module):
            yield line, f"imports {name}, which only tests may import"
        elif source.part == "cogs" and part == "db" and not _is_record(name) and not _is_held_store(source, name):
            yield line, f"imports {name} where only records are allowed"
        elif part in DISCORD and source.part not in DISCORD_PARTS:
            yield line, f"imports {part}"
        elif part == "sqlalchemy" and source.part != "db":
            yield line, "imports sqlalchemy"


def _is_testing(name: str) -> bool:
    return any(_is_in(name, package) for package in TESTING)


def _is_in(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")


def _is_record(name: str) -> bool:
    return re.match(r"db\.(\w+_)?records\b", name) is not None or name in _records()


@cache
def _records() -> frozenset[str]:
    """What the cogs know of the store beside modules of records: classes that hold plain values, and constants."""
    return frozenset(
        f"{source.module}.{name}"
        for source in sources(Path(__file__).parent.parent)
        if source.part == "db"
        for node in parse(source.text).body
        for name in _plain(node)
    )


def _plain(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.ClassDef(name=name, decorator_list=decorators, bases=bases):
            parts = (part for whole in (*decorators, *bases) for part in ast.walk(whole))
            if any(isinstance(part, ast.Name) and part.id in PLAIN for part in parts):
                yield name
        case ast.Assign(targets=[ast.Name(id=name)]) if name.isupper() and not name.startswith("_"):
            yield name


def _is_held_store(source: Source, name: str) -> bool:
    return source.module in HOLDS_STORE and name in ("db.store", "db.store.Store")


def _stores(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load()) if name in STORES:
                yield node.lineno, f"reads {name}, past the sessions"


def _must_be_pure(source: Source) -> bool:
    return source.part in PURE and not f"{source.module}.".startswith(MAY_BE_IMPURE)


def _impure(source: Source, tree: ast.AST) -> Iterator[tuple[int, str]]:
    extra = {"pictures": DRAWING_MODULES, "opponents": NETWORK_MODULES}
    allowed = PURE_MODULES | set(PARTS) | extra.get(source.part, frozenset())
    for line, name in imported(tree):
        top = name.partition(".")[0]
        if top not in allowed or (top == "random" and name not in ("random", "random.Random")):
            yield line, f"imports {name}, which is not known to be pure"
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_NAMES:
                yield node.lineno, f"calls {name}()"
            case ast.Attribute(value=ast.Name(id="random"), attr=name) if name != "Random":
                yield node.lineno, f"uses random.{name}, which everybody shares"
            case ast.Call(func=ast.Name(id="Random") | ast.Attribute(attr="Random"), args=[], keywords=[]):
                yield node.lineno, "calls Random() without a seed"
            case ast.Attribute(value=ast.Name(id=owner) | ast.Attribute(attr=owner), attr=name):
                if owner in ("date", "datetime") and name in CLOCK_READERS:
                    yield node.lineno, f"reads the clock with {name}"


def _names_no_game(source: Source) -> bool:
    return source.part in NAMES_NO_GAME and not f"{source.module}.".startswith(KNOWS_GAMES)


def _games(source: Source, tree: ast.AST) -> Iterator[tuple[int, str]]:
    prose = set(_docstrings(tree))
    for node in ast.walk(tree):
        if node in prose:
            continue
        for word in _words(node):
            if (source.module, word) in OTHER_COUNTERS:
                continue
            if GAME_WORDS.search(word) or word.lower() in WHOLE_GAME_WORDS:
                yield getattr(node, "lineno", 1), f"names a game: {word!r}"


def _docstrings(tree: ast.AST) -> Iterable[ast.AST]:
    """Strings that stand alone as statements: explanations, which may give an example."""
    statements = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return (value for value in statements if isinstance(value, ast.Constant))


def _words(node: ast.AST) -> Iterator[str]:
    """The strings and identifiers of one node."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            yield from (name for alias in aliases for name in (alias.name, alias.asname or ""))
            if isinstance(node, ast.ImportFrom):
                yield node.module or ""

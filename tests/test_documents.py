"""What the documents name exists, and the sessions at the prompt in docstrings show what really happens."""

import ast
import doctest
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.import_rules import sources
from tests.syntax import parse

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "locales/README.md", *sorted(ROOT.glob("docs/*.md"))]
CODE = (
    "benchmarks",
    "cogs",
    "db",
    "engines",
    "examples",
    "operation",
    "opponents",
    "pictures",
    "playground",
    "sessions",
)
ELSEWHERE = frozenset({"None", "max_connections"})
"""A word of Python, and a setting of PostgreSQL."""

SPAN = re.compile(r"`([^`\n]+)`")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"[\w.<>-]+(/[\w.<>-]+)*/?")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
CLASS = re.compile(r"(?P<owner>[A-Z][a-z]+\w*)(?:\.(?P<member>[a-z_]\w*))?(?:\(.*\))?")
NAME = re.compile(r"_?[a-z]+(?:_[a-z0-9]+)+(?:\(.*\))?")
SUFFIXES = (".py", ".md", ".po", ".toml", ".txt", ".yaml", ".yml", ".service", ".example", ".jsonl", ".sql")


def spans(text: str) -> list[str]:
    """Everything in backticks that is not a block of its own."""
    return SPAN.findall(FENCED.sub("", text))


@cache
def members() -> dict[str, set[str]]:
    """Each class of the code, with the names of what it and the classes that it inherits from have."""
    own: dict[str, set[str]] = {}
    bases: dict[str, set[str]] = {}
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                own.setdefault(node.name, set()).update(_members(node))
                bases.setdefault(node.name, set()).update(base.id for base in node.bases if isinstance(base, ast.Name))
    for name, found in own.items():
        for base in bases[name]:
            found |= own.get(base, set())
    return own


def _members(node: ast.ClassDef) -> Iterator[str]:
    for inner in ast.walk(node):
        match inner:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


@cache
def trees() -> tuple[ast.Module, ...]:
    """All modules."""
    files = [ROOT / "bot.py", *(file for part in CODE for file in sorted((ROOT / part).rglob("*.py")))]
    return tuple(parse(file.read_text(encoding="utf-8")) for file in files)


@cache
def names() -> set[str]:
    """Every name that the code gives or uses, and the values of its short texts."""
    found: set[str] = set()
    for tree in trees():
        for node in ast.walk(tree):
            match node:
                case (
                    ast.Name(id=name)
                    | ast.Attribute(attr=name)
                    | ast.arg(arg=name)
                    | ast.keyword(arg=str(name))
                    | ast.FunctionDef(name=name)
                    | ast.AsyncFunctionDef(name=name)
                    | ast.Constant(value=str(name))
                ):
                    found.add(name)
    return found | ELSEWHERE | {file.stem for part in CODE for file in (ROOT / part).rglob("*.py")}


def missing(text: str, folder: Path) -> list[str]:
    """What the text names and nobody finds."""
    return [span for span in spans(text) if not _is_there(span)] + [
        link for link in LINK.findall(FENCED.sub("", text)) if not (folder / link).exists()
    ]


def _is_there(span: str) -> bool:
    if PATH.fullmatch(span) and "<" not in span and (span.endswith(("/", *SUFFIXES))):
        return _is_file(span)
    if found := CLASS.fullmatch(span):
        owner, member = found["owner"], found["member"]
        if owner not in members():
            return member is None and owner in names()
        return member is None or member in members()[owner]
    if NAME.fullmatch(span):
        return span.partition("(")[0] in names()
    return True


def _is_file(path: str) -> bool:
    if "/" in path.rstrip("/"):
        return (ROOT / path).exists()
    return (ROOT / path).exists() or any(ROOT.glob(f"*/**/{path.rstrip('/')}"))


def test_what_documents_name_exists() -> None:
    """In one test, because reading all modules takes long."""
    assert [
        (document.name, name)
        for document in DOCUMENTS
        for name in missing(document.read_text(encoding="utf-8"), document.parent)
    ] == []


def test_what_does_not_exist_is_found() -> None:
    text = (
        "`sessions/nowhere.py`, `cogs/nothing/`, `Cardroom`, `Cardroom.drain`, `Cardroom.fly()`, `Unicorn`, "
        "`no_such_function`, `setup_hook`, `Join`, [map](nowhere.md), [here](test_documents.py)"
    )
    assert missing(text, ROOT / "tests") == [
        "sessions/nowhere.py",
        "cogs/nothing/",
        "Cardroom.fly()",
        "Unicorn",
        "no_such_function",
        "nowhere.md",
    ]


MODULES = [
    source.module for source in sources(Path(__file__).parents[1]) if re.search("^ *>>> ", source.text, re.MULTILINE)
]


def test_there_are_sessions() -> None:
    assert {"engines.cards", "engines.contract", "engines.shuffling", "sessions.tables.pace"} <= set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_a_session_shows_what_happens(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed

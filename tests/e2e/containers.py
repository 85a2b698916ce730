"""How much the bot keeps in memory: the sizes of all collections in its own objects."""

from collections import deque
from collections.abc import Iterator, Sized
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

from cachetools import Cache

from cogs.client import Cardroom

OWN = ("cogs.", "sessions.", "db.")
COLLECTIONS = (dict, set, list, deque, WeakValueDictionary, Cache)


@dataclass
class Sizes:
    """The sizes of collections by name, with a limit and without one."""

    bounded: dict[str, int] = field(default_factory=dict)
    unbounded: dict[str, int] = field(default_factory=dict)


def sizes(bot: Cardroom) -> Sizes:
    """The sizes of the collections in the bot's own objects, and in what discord.py keeps of views and messages."""
    found = Sizes()
    for name, value in _collections(bot):
        (found.bounded if isinstance(value, Cache) else found.unbounded)[name] = len(value)
    views = bot._connection._view_store
    found.unbounded["discord.views"] = len(views._views) + len(views._synced_message_views)
    return found


def _collections(bot: Cardroom) -> Iterator[tuple[str, Sized]]:
    """The collections in objects that can be reached from the bot without going through a collection, and its cogs."""
    seen: set[int] = set()
    waiting = deque[tuple[str, Any]]((name, value) for name, value in vars(bot).items() if _is_own(value))
    waiting.extend(bot.cogs.items())
    while waiting:
        name, thing = waiting.popleft()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        for attribute, value in vars(thing).items():
            path = f"{name}.{attribute}"
            if _is_own(value):
                waiting.append((path, value))
            elif isinstance(value, COLLECTIONS) and id(value) not in seen:
                seen.add(id(value))
                yield path, value


def _is_own(value: Any) -> bool:
    return type(value).__module__.startswith(OWN) and hasattr(value, "__dict__") and not isinstance(value, type)

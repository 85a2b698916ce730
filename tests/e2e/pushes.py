"""What phones show of the bot's pings, which has to be read without Discord: plain words, and nothing else.

With ``CARDROOM_PUSHES`` every push of these tests is written to that file, each once, to be read by somebody.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from playground.testing.truths.backend import Push

_RAW = re.compile(r"<(?!@\d+>)|\*\*|__|\|\||`|\\|\]\(|https?://")
"""What a push shows as it is written: timestamps, links, emojis of the application, bold, escaped names."""
_MENTION = re.compile(r"<@\d+>")


def unreadable(content: str) -> bool:
    """Whether a phone shows raw Markdown, or nobody learns why it has buzzed."""
    return bool(_RAW.search(content)) or not _MENTION.sub("", content).strip()


def read_all(pushes: Iterable[Push]) -> None:
    """Raise ``AssertionError`` for a push that is no plain words."""
    contents = {push.content for push in pushes}
    if (file := os.environ.get("CARDROOM_PUSHES")) is not None:
        said = sorted(_MENTION.sub("@", content).replace("\n", " / ") for content in contents)
        with Path(file).open("a", encoding="utf-8") as list_of_pushes:
            list_of_pushes.writelines(f"{line}\n" for line in said)
    assert [content for content in contents if unreadable(content)] == []

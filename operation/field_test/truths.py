"""What Cardroom takes to be true of Discord, and what a field test has seen of it."""

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import discord


class Truth(StrEnum):
    """A sentence that Cardroom relies on. Its value is the sentence."""

    WORDS = "A message of components can be posted and edited in words."
    PICTURES = "An edit can put another picture into a message."
    CONTENT = "A message of components takes no plain text (400, code 50035 or 50008)."
    CONVERTED = "An edit turns a plain message into one of components."
    NO_WAY_BACK = "No edit turns it back (400)."
    NONCE = "A message that is sent twice with one nonce is posted once."
    DELETED = "An edit of a deleted message answers 404, code 10008."
    ARCHIVED_EDIT = "An edit in an archived thread answers 400, code 50083."
    ARCHIVED_POST = "A new message in an archived thread answers 400, code 50083."
    REOPENED = "A reopened thread takes edits again, with pictures and in words."
    ADDED = "Who is added to a thread is announced there by a message of Discord's."
    THREAD_LIMIT = "After a few threads Discord has the bot wait before it starts another."
    EMOJIS = "An application can upload emojis and delete them."
    LANGUAGE = "A server without Community is in American English for Discord."
    PING = "A mention inside a message of components pings."
    PUSH = "A push says nothing of a ping inside a message of components."
    REPEATED = "A second answer to an interaction gets 400, code 40060."
    EPHEMERAL = "An ephemeral message can be edited through the token of its own interaction."
    ARCHIVED_TAP = "A tap in an archived thread comes after the app has reopened the thread."
    TOKEN = "15 minutes after a tap its token edits nothing any more."
    LATE_TAP = "15 minutes after an ephemeral message its buttons still work, and can edit it."


class Verdict(StrEnum):
    """What has become of a truth."""

    CONFIRMED = "confirmed"
    CONTRADICTED = "CONTRADICTED"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Answer:
    """Discord's answer to a request: a status with the code of its error, and the seconds that it asks to wait."""

    status: int = 200
    code: int = 0
    wait: float = 0.0

    @property
    def is_trouble(self) -> bool:
        """Whether the answer says nothing about what was asked."""
        return self.status >= 429

    def __str__(self) -> str:
        if self.wait:
            return f"wait {self.wait:.0f} s"
        return f"{self.status}, code {self.code}" if self.status >= 400 else "done"


async def answer_to(request: Awaitable[Any]) -> Answer:
    """Discord's answer to a request that may be refused."""
    try:
        await request
    except (discord.HTTPException, discord.RateLimited) as error:
        if isinstance(error, discord.RateLimited):
            return Answer(429, wait=error.retry_after)
        return Answer(error.status, error.code)
    return Answer()


@dataclass(frozen=True, slots=True)
class Observation:
    """What was seen of a truth."""

    verdict: Verdict
    seen: str


@dataclass(slots=True)
class Notebook:
    """The observations of a field test. What was not seen is open."""

    found: dict[Truth, Observation] = field(default_factory=dict)

    def note(self, truth: Truth, holds: bool | None, seen: str) -> None:
        """Note that a truth holds, or does not; ``None`` if it stays open."""
        verdict = Verdict.OPEN if holds is None else Verdict.CONFIRMED if holds else Verdict.CONTRADICTED
        self.found[truth] = Observation(verdict, seen)

    def note_answer(self, truth: Truth, answer: Answer, *expected: Answer) -> None:
        """Compare Discord's answer with those of which one is expected; by default, that it is done."""
        holds = answer in (expected or (Answer(),))
        self.note(truth, None if answer.is_trouble else holds, f"Discord's answer: {answer}.")

    def complete(self, reason: str) -> Mapping[Truth, Observation]:
        """All truths; those not seen are open for this ``reason``."""
        return {truth: self.found.get(truth, Observation(Verdict.OPEN, reason)) for truth in Truth}

"""What the doctor finds: one line for each thing that it checks."""

from dataclasses import dataclass
from enum import Enum


class Health(Enum):
    """The state of a thing, with which its line begins."""

    GOOD = "ok"
    FAULTY = "FAULT"
    UNKNOWN = "?"


@dataclass(frozen=True)
class Finding:
    """The state of one thing. The text of a fault ends with what to do."""

    health: Health
    subject: str
    text: str

    def __str__(self) -> str:
        return f"{self.health.value:<6} {self.subject}: {self.text}"


def good(subject: str, text: str) -> Finding:
    """Nothing has to be done."""
    return Finding(Health.GOOD, subject, text)


def fault(subject: str, text: str) -> Finding:
    """Something has to be done."""
    return Finding(Health.FAULTY, subject, text)


def unknown(subject: str, text: str) -> Finding:
    """This could not be checked."""
    return Finding(Health.UNKNOWN, subject, text)

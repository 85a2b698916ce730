"""Reading until when a member is away."""

import re
from datetime import UTC, date, datetime, time, timedelta

from engines.texts import say
from sessions.shared.refusals import Refused

_DAYS = re.compile(r"(-?\d{1,4})\s*(?:days?)?", re.IGNORECASE)


def read_until(text: str, now: datetime) -> datetime:
    """Read the end of a vacation: a number of days from now (0: back), or its last day (in UTC).

    Raises ``Refused`` for anything else.
    """
    typed = text.strip()
    if match := _DAYS.fullmatch(typed):
        return now + timedelta(days=int(match[1]))
    try:
        return datetime.combine(date.fromisoformat(typed), time(), UTC) + timedelta(days=1)
    except (ValueError, OverflowError):
        raise Refused(
            say("I can't read that as a date. Give a number of days, such as 5, or the last day, such as 2030-12-24.")
        ) from None

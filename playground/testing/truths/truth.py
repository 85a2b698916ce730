"""The names of the truths, and which of them hold."""

from enum import IntEnum


class Truth(IntEnum):
    """What can be suspended, by its row in the table of ``docs/reliability.md``."""

    ARCHIVED = 1
    """Nothing is posted, edited or deleted in an archived thread: 400, 50083 (undiscord #399, twilight #971)."""
    UPLOADS = 5
    """Uploads need *Attach Files*: 403, 50013 (Discord documentation, "Permissions")."""
    THREAD_LIMIT = 6
    """Starting threads is limited for each channel, whoever starts them (discord-api-docs #7816)."""
    EMOJI_LIMIT = 8
    """Emoji uploads are limited to about 50 an hour (discord-api-docs #2250; for applications unpublished)."""
    OLD_EDITS = 9
    """Messages older than an hour can be edited three times in 20 s: 429, 30046 (aikaterna-cogs #302)."""
    ROLE_LIMIT = 10
    """Giving and taking roles is limited for each server (discord-api-docs #7680, hikari 2.0.0.dev90)."""
    INVALID_REQUESTS = 11
    """10,000 answers of 401, 403 or 429 in ten minutes block the address (Discord documentation, "Rate Limits")."""
    MEMBER_LIMIT = 12
    """Fetching members is limited for each server (discord-api-docs #1135)."""
    FOLLOW_UPS = 13
    """Where only a member has installed the app: five followups an interaction, then 40094 (Discord documentation)."""
    CLOSED_TAPS = 17
    """A tap in an archived thread reopens it, or is never heard of (discord-api-docs #8474)."""
    AUTO_ARCHIVE = 18
    """A thread is archived when nobody has posted for its duration; 1,000 are open at most (Discord documentation)."""
    ADDED_MEMBERS = 19
    """Whoever is added to a thread is announced and notified there (TripBot #276, needle #52)."""
    LOCALE = 22
    """Without *Community* every server is en-US (hikari #967, discord-api-docs #4265)."""


class Truths:
    """Which truths hold: all, unless a test says otherwise."""

    def __init__(self) -> None:
        self.suspended: dict[Truth, str] = {}
        """Those that do not hold, each with the reason."""

    def suspend(self, truth: Truth, *, because: str) -> None:
        """From now on this truth does not hold."""
        assert because, "a truth is suspended for a reason"
        self.suspended[truth] = because

    def restore(self, truth: Truth) -> None:
        """From now on it holds again."""
        self.suspended.pop(truth, None)

    def holds(self, truth: Truth) -> bool:
        """Whether it holds."""
        return truth not in self.suspended

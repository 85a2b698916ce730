"""What Discord knows about a request besides its body, as far as a limit depends on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag


class InteractionType(IntEnum):
    """What a person did (Discord: "Interaction Type")."""

    PING = 1
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class MessageFlag(IntFlag):
    """The flags that a bot may set on a message (Discord: "Message Flags")."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The surroundings of one request. What is ``None`` is not known, and not checked.

    ``uploads``: names and sizes in bytes of the files that go with the body, in their order.
    ``kept``: ids and names of the attachments that the edited message has already.
    ``flags``: those of the edited message. ``interaction``: what the person did that is answered.
    """

    uploads: tuple[tuple[str, int], ...] | None = None
    kept: Mapping[str, str] | None = None
    flags: MessageFlag = field(default=MessageFlag(0))
    interaction: InteractionType | None = None


UNKNOWN = Circumstances()

"""What Discord knows about a request in addition to its body, as far as limits depend on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag


class InteractionType(IntEnum):
    """What a user did (Discord: "Interaction Type")."""

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
    """The context of a request. Whatever is ``None`` is unknown and not checked.

    ``uploads``: names and sizes in bytes of the uploaded files, in order. ``kept``: ids and names of the attachments
    that the edited message already has. ``flags``: the flags of the edited message. ``interaction``: the kind of
    interaction that the request answers.
    """

    uploads: tuple[tuple[str, int], ...] | None = None
    kept: Mapping[str, str] | None = None
    flags: MessageFlag = field(default=MessageFlag(0))
    interaction: InteractionType | None = None


UNKNOWN = Circumstances()

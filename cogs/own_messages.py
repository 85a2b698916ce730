"""Which messages at the bottom of a channel are the bot's own."""


class OwnMessages:
    """The newest message of the bot in each channel: what is newer was written by somebody else.

    Private answers count: they lie below the table too, but nobody else's words do.
    """

    def __init__(self) -> None:
        self._newest: dict[int, int] = {}

    def note(self, channel_id: int | None, message_id: int | None) -> None:
        """A message that the bot has just sent."""
        if channel_id is not None and message_id is not None:
            self._newest[channel_id] = max(message_id, self._newest.get(channel_id, 0))

    def newest(self, channel_id: int) -> int:
        """Its id, 0 if the bot knows of none."""
        return self._newest.get(channel_id, 0)

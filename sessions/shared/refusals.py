"""The errors that members are told about."""

from db.store import DatabaseError
from engines.texts import Text, say


class Refused(Exception):
    """A request is refused and nothing has changed; ``text`` says why and what to do instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


StorageError = DatabaseError
"""The database has failed, so perhaps nothing was stored. The cogs use this name."""

STALE_BUTTON = say("That button is out of date. /hand shows what you can do now.")

"""The error for a request that is refused, with a sentence for the member who asked."""

from engines.texts import Text


class Refused(Exception):
    """Raised when a request is refused and nothing has changed; ``text`` says why and what to do instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text

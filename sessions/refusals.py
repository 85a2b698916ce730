"""What a session says no to, in a sentence for the member who asked."""

from engines.texts import Text


class Refused(Exception):
    """A request that changes nothing; ``text`` says why and what to do instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text

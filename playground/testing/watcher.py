"""What is watched while robots play a whole game."""


class Watcher:
    """Looks on after every step of a robot and at the end; raises ``AssertionError`` if something is wrong."""

    async def after_step(self) -> None:
        """A robot has answered a question, and the bot is done with it."""

    async def at_the_end(self) -> None:
        """The game is over."""

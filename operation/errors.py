"""The error of commands that fail."""


class OperationError(Exception):
    """A command has failed. The message is one line for the person who gave it."""

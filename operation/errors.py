"""The error of a command that fails."""


class OperationError(Exception):
    """A command failed. The message is one line for whoever ran it."""

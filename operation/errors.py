"""Why a command cannot do what it is asked to do."""


class OperationError(Exception):
    """A command has failed. The message is one line for the person who gave it."""

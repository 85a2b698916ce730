"""The cells that are known to be wrong, each with the reason; whoever mends one removes it."""

_KNOWN: dict[tuple[str, str], tuple[str, ...]] = {}

WRONG = {(post, trouble): reason for (post, reason), troubles in _KNOWN.items() for trouble in troubles}

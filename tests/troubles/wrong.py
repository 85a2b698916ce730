"""The cells that are known to be wrong, each with the reason; whoever mends one removes it."""

UNEXPECTED = "a refusal of a command's post that nobody expects is logged as a fault"
NOT_KEPT = "it is sent once, and lost if Discord does not take it"

_KNOWN: dict[tuple[str, str], tuple[str, ...]] = {
    ("new table", UNEXPECTED): ("text refused",),
    ("invitation", NOT_KEPT): (
        "text refused",
        "closed for a minute",
        "killed before sending",
        "killed before noting",
    ),
}

WRONG = {(post, trouble): reason for (post, reason), troubles in _KNOWN.items() for trouble in troubles}

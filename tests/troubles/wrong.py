"""The cells that are known to be wrong, each with the reason; whoever mends one removes it."""

LANGUAGE = "nobody has opened it, so it is in English, whatever its readers speak"
NAMES = "what was shown without a name is not shown again when the name is known"
TABLES = "tables have not moved to the keeper of posts: their nonces are forgotten with the process"
UNEXPECTED = "a refusal of a command's post that nobody expects is logged as a fault"
NOT_KEPT = "it is sent once, and lost if Discord does not take it"

_KNOWN: dict[tuple[str, str], tuple[str, ...]] = {
    ("table", NAMES): ("names unknown",),
    ("table in a thread", NAMES): ("names unknown",),
    ("new table", UNEXPECTED): ("text refused",),
    ("new table", TABLES): ("killed before noting",),
    ("new table", LANGUAGE): ("language unknown",),
    ("invitation", NOT_KEPT): (
        "text refused",
        "closed for a minute",
        "killed before sending",
        "killed before noting",
    ),
    ("match", LANGUAGE): ("language unknown",),
    ("news for followers", LANGUAGE): ("language unknown",),
    ("list of a league", NAMES): ("names unknown",),
    ("week", LANGUAGE): ("language unknown",),
    ("welcome", LANGUAGE): ("language unknown",),
}

WRONG = {(post, trouble): reason for (post, reason), troubles in _KNOWN.items() for trouble in troubles}

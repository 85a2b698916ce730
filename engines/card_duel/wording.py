"""Small pieces of wording that menus, refusals and the table share."""

from engines.texts import Text, say, say_count


def deck_source(deck: int, discards: int) -> Text:
    """The deck as a source of a card, and what it takes to use it (7.2, Annex C)."""
    if deck:
        return say_count("Deck ({count} card left)", "Deck ({count} cards left)", deck)
    return say_count(
        "Reshuffle discard pile ({count} card) and play the top card",
        "Reshuffle discard pile ({count} cards) and play the top card",
        discards,
    )


def used_up(total: int, limit: int) -> Text:
    """A running total, such as the value of a hand or a player's damage."""
    return say("{total} of {limit}", total=total, limit=limit)

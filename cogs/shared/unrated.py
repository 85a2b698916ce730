"""Why a game changes no ratings, in words."""

from cogs.shared.rendering import Renderer
from db.purpose_records import Unrated
from engines.texts import Text, say, say_count
from sessions.snapshots import Snapshot


def unrated_line(snapshot: Snapshot, renderer: Renderer) -> str:
    """A small line that says why the game changes no ratings; nothing if it may."""
    reason = _reason(snapshot, renderer)
    return f"-# ⚖️ {renderer.render(reason)}" if reason else ""


def _reason(snapshot: Snapshot, renderer: Renderer) -> Text | None:
    match snapshot.unrated:
        case Unrated.ENOUGH if len(snapshot.table.users) == 2:
            return say("Ratings stay as they are: only three games in 24 hours between the same two players count.")
        case Unrated.ENOUGH:
            return say("Ratings stay as they are: the same players had already begun three games together in 24 hours.")
        case Unrated.FIRST:
            return say("This game isn't rated: your first one against computers is just practice.")
        case Unrated.KNOWN:
            return say("This game does not count: its cards were already known.")
        case Unrated.LEFT_EARLY:
            early = [seat.seat for seat in snapshot.table.seats if seat.left_early]
            return say_count(
                "Ratings stay as they are: {players} left before their third decision.",
                "Ratings stay as they are: {players} left before their third decision.",
                len(early),
                players=", ".join(map(renderer.player, early)),
            )
        case None:
            return None

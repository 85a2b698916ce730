"""The table in a picture next to a player's own cards."""

from dataclasses import dataclass, replace
from typing import Any

from cogs.shared.pictures import Drawable
from db.records import Phase
from engines.contract import Game, View
from engines.scenes import Scene, without_hand
from sessions.snapshots import Snapshot


@dataclass(frozen=True, slots=True)
class Board:
    """A table to draw. What the latest turn has changed follows from ``before`` and ``view``, seen by the same."""

    game: Game[Any]
    scene: Scene
    view: View[Any]
    before: View[Any] | None


def own_board(game: Game[Any], scene: Scene, view: View[Any], before: View[Any] | None, seat: int) -> Board:
    """The table as only this player sees it, but for the hand."""
    return Board(game, replace(without_hand(scene, seat), viewer=seat), view, before)


def board_of(snapshot: Snapshot) -> Drawable:
    """While the game goes on, the table from the player's own side; after it the open hands."""
    game, view, seat, public = snapshot.game, snapshot.view, snapshot.seat, snapshot.public
    if snapshot.table.phase is not Phase.PLAYING or view is None or seat is None or public is None:
        return snapshot
    scene = replace(game.scene(view), told=snapshot.news)
    if snapshot.table.purpose.is_private:
        return own_board(game, scene, view, snapshot.before, seat)
    if without_hand(scene, seat) is scene:  # the player chooses from cards that nobody else sees
        return own_board(game, scene, view, None, seat)
    return own_board(game, scene, public, snapshot.before, seat)

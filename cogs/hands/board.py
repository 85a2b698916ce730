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
    """A table to draw. What the latest turn has changed follows from ``before`` and ``view``."""

    game: Game[Any]
    scene: Scene
    view: View[Any]
    before: View[Any] | None


def own_board(game: Game[Any], scene: Scene, view: View[Any], before: View[Any] | None, seat: int) -> Board:
    """The table as only this player sees it, but for the hand."""
    return Board(game, without_hand(scene, seat), view, before)


def told(scene: Scene, snapshot: Snapshot) -> Scene:
    """The scene with what the player is told, and with what happened for whoever shares its picture."""
    return replace(scene, told=snapshot.news, stage=snapshot.stage)


def board_of(snapshot: Snapshot) -> Drawable:
    """At a table in a channel what everybody sees, so that it is drawn once for all; after a game the open hands."""
    game, view, seat, public = snapshot.game, snapshot.view, snapshot.seat, snapshot.public
    if snapshot.table.phase is not Phase.PLAYING or view is None or seat is None or public is None:
        return snapshot
    if snapshot.table.purpose.is_private:
        return own_board(game, told(game.scene(view), snapshot), view, snapshot.before, seat)
    scene = told(game.scene(view), snapshot)
    if without_hand(scene, seat) is scene:  # the player chooses from cards that nobody else sees
        return Board(game, scene, view, None)
    return Board(game, told(game.scene(public), snapshot), public, snapshot.before)

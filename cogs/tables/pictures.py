"""The picture in a table's message: when there is one."""

from cogs.shared.drawing import Need
from cogs.shared.pictures import Picture, Pictures
from cogs.shared.rendering import Renderer
from cogs.tables.lobby_scene import lobby_scene, readiness
from db.records import Phase
from sessions.settings.server import ServerSettings
from sessions.snapshots import Snapshot


class TablePictures:
    """Decides whether a table is shown as a picture, and draws it."""

    def __init__(self, pictures: Pictures, settings: ServerSettings) -> None:
        self._pictures = pictures
        self._settings = settings

    async def draw(self, snapshot: Snapshot, renderer: Renderer, need: Need) -> Picture | None:
        """The picture for the table's message; ``None``: the table is shown in words, or is closed."""
        table = snapshot.table
        if table.phase is Phase.CLOSED:
            return None
        if not await self._settings.has_pictures(table.guild_id):
            return None
        if table.phase is Phase.LOBBY:
            return await self._pictures.draw_scene(
                snapshot.game.name, lobby_scene(snapshot), renderer, readiness(snapshot), need=need
            )
        if table.phase is Phase.FINISHED:
            return await self._pictures.draw_result(snapshot, renderer, need)
        return await self._pictures.draw(snapshot, renderer, need=need)

"""Keeps a new version from changing the layout of a database under processes of an older one."""

from db.cluster.live_leases import live_holders
from db.cluster.processes import is_known_to_have_ended
from db.databases import lacking
from db.drivers.engine import database_url
from operation.errors import OperationError


def require_no_older_processes(address: str) -> None:
    """Raise ``OperationError`` if this version would change the database in ways that running processes do not expect.

    A migration that says that it ``ADDS_ONLY`` leaves alone all that older processes read and write. Nobody else may
    start meanwhile. This blocks.
    """
    url = database_url(address)
    if all(migration.adds_only for migration in lacking(url)):
        return
    running = [holder for holder in live_holders(url) if not is_known_to_have_ended(holder)]
    if running:
        names = ", ".join(sorted({f"process {holder.process} on {holder.host}" for holder in running}))
        raise OperationError(
            f"This version changes the layout of the database, and older ones could not use it. Stop first: {names}."
        )

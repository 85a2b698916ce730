"""Which process this is, which ones serve shards of a database, and whether one on this machine has ended."""

import os
import socket
import sys
import uuid
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from sqlalchemy import URL, select

from db.cluster.cluster import Holder
from db.databases import read_beside_the_bot
from db.drivers.statements import rows
from db.errors import DatabaseError
from db.schema.upkeep import shard_leases

_PROC = Path("/proc")


@cache
def machine_name() -> str:
    """What identifies this machine until its next reboot, as far as the system tells."""
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return f"{socket.gethostname()} {uuid.getnode():x}"


def this_process() -> Holder:
    """This process as the holder of leases."""
    return process_here(os.getpid())


def process_here(number: int) -> Holder:
    """The process of this machine with this number as a holder of leases."""
    return Holder(uuid.uuid4().hex, socket.gethostname(), _namespace(), number, _began(number) or "")


def is_known_to_have_ended(holder: Holder) -> bool:
    """Whether a process has certainly ended.

    Only a process on this machine can be judged, and only in the same container.
    """
    if not holder.began or holder.machine != _namespace():
        return False
    return _began(holder.process) != holder.began


def is_known_to_run(holder: Holder) -> bool:
    """Whether a process is certainly running. Again, only a process on this machine can be judged."""
    return bool(holder.began) and holder.machine == _namespace() and _began(holder.process) == holder.began


def _namespace() -> str:
    """This machine and the namespace in which its processes are numbered: containers have their own."""
    try:
        return f"{machine_name()} {os.readlink(_PROC / 'self/ns/pid')}"
    except OSError:
        return machine_name()


def _began(number: int) -> str | None:
    """When a process began, in the system's own words; ``None`` if it does not exist or the system does not tell."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        status = (_PROC / str(number) / "stat").read_text()
    except OSError:
        return None
    # The name of the program comes before, in brackets, and may contain anything. "Z": ended, but not yet collected.
    state, *fields = status.rpartition(")")[2].split()
    return None if state == "Z" else fields[18]


def live_holders(url: URL) -> list[Holder]:
    """The processes whose leases have not run out; none if the database is damaged or older than shards.

    This blocks for as long as the database does.
    """
    leases = shard_leases.c
    live = select(leases.token, leases.host, leases.machine, leases.process, leases.began)
    live = live.where(leases.until > datetime.now(UTC))
    try:
        return [Holder(*row) for row in read_beside_the_bot(url, lambda connection: rows(connection, live))]
    except DatabaseError:
        return []

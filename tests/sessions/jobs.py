"""What the workers of the tests are given to do. It is imported in every worker, so it imports little."""

from __future__ import annotations

import os
import socket
import sys

CRASH = "crash"


def call(port: int, name: str) -> tuple[str, int]:
    """Tell the test which job runs in which process, and do as it says: crash, or return that."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(f"{name} {os.getpid()}\n".encode())
        order = line.makefile().readline().strip()
    if order == CRASH:
        crash()
    return order, os.getpid()


def crash() -> None:
    """Die as no exception handler can prevent."""
    os._exit(1)


def has_imported(module: str) -> bool:
    return module in sys.modules

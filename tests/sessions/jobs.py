"""Jobs for the workers of the tests. Every worker imports this module, so it imports little."""

import os
import socket
import sys
import threading
import time

CRASH = "crash"
SHORT_TIME = 0.3


def run(port: int, name: str) -> tuple[str, int]:
    """Tell the test which job runs in which process, then crash or return its answer, as the test orders."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(f"{name} {os.getpid()}\n".encode())
        order = line.makefile().readline().strip()
    if order == CRASH:
        crash()
    return order, os.getpid()


def crash() -> None:
    """Exit in a way that no exception handler can prevent."""
    os._exit(1)


def has_imported(module: str) -> bool:
    return module in sys.modules


def think_for_a_short_time() -> None:
    print("busy", flush=True)
    end = time.perf_counter() + SHORT_TIME
    while time.perf_counter() < end:
        pass


def think_forever() -> None:
    print("busy", flush=True)
    threading.Event().wait()

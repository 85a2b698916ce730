"""A bot that keeps a worker busy and never closes its workers: run with what it then does, ``end`` or ``wait``."""

from __future__ import annotations

import asyncio
import sys
import threading
import time

from sessions.workers import Workers

A_WHILE = 0.3


def think_a_while() -> None:
    print("busy", flush=True)
    end = time.perf_counter() + A_WHILE
    while time.perf_counter() < end:
        pass


def think_for_ever() -> None:
    print("busy", flush=True)
    threading.Event().wait()


async def keep_busy(then: str) -> None:
    workers = Workers(2)
    workers.warm_up()
    job = asyncio.ensure_future(workers(think_a_while if then == "end" else think_for_ever))
    # The test answers when the worker has spoken.
    await asyncio.to_thread(sys.stdin.readline)
    if then == "wait":
        await job


if __name__ == "__main__":
    asyncio.run(keep_busy(sys.argv[1]))

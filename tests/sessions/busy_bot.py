"""A bot that keeps a worker busy and never closes its workers. Its argument tells it to ``end`` or ``wait`` then."""

import asyncio
import sys
import threading
import time

from sessions.computers.workers import Workers

SHORT_TIME = 0.3


def think_for_a_short_time() -> None:
    print("busy", flush=True)
    end = time.perf_counter() + SHORT_TIME
    while time.perf_counter() < end:
        pass


def think_forever() -> None:
    print("busy", flush=True)
    threading.Event().wait()


async def keep_busy(then: str) -> None:
    workers = Workers(2)
    workers.warm_up()
    job = asyncio.ensure_future(workers(think_for_a_short_time if then == "end" else think_forever))
    # The test answers when it has read the worker's output.
    await asyncio.to_thread(sys.stdin.readline)
    if then == "wait":
        await job


if __name__ == "__main__":
    asyncio.run(keep_busy(sys.argv[1]))

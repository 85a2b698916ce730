"""A bot that keeps a worker busy and never closes its workers. Its argument tells it to ``end`` or ``wait`` then."""

import asyncio
import sys

import jobs

from sessions.computers.workers import Workers


async def keep_busy(then: str) -> None:
    workers = Workers(2)
    workers.warm_up()
    job = asyncio.ensure_future(workers(jobs.think_for_a_short_time if then == "end" else jobs.think_forever))
    # The test answers when it has read the worker's output.
    await asyncio.to_thread(sys.stdin.readline)
    if then == "wait":
        await job


if __name__ == "__main__":
    asyncio.run(keep_busy(sys.argv[1]))

"""Checks everything that the bot needs, and says in one line for each thing whether it is fine or what to do."""

import asyncio

from db.cluster.shards import EVERYTHING, Shards
from operation.discord_checks import check_discord
from operation.findings import Health
from operation.local_checks import check_here


async def diagnose(address: str, token: str | None, channel_id: int | None, shards: Shards = EVERYTHING) -> int:
    """Print all findings and return how many of them are faults."""
    findings = [*await asyncio.to_thread(check_here, address, shards), *await check_discord(token, channel_id)]
    for finding in findings:
        print(finding)
    return sum(finding.health is Health.FAULTY for finding in findings)

"""A client that talks to a page of the playground the way its JavaScript does."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import aiohttp

PATIENCE_SECONDS = 30
"""How long to wait for something before the test fails."""

State = dict[str, Any]


def objects(state: Any) -> Iterator[State]:
    """Every JSON object in a state."""
    if isinstance(state, dict):
        yield state
        state = list(state.values())
    if isinstance(state, list):
        for part in state:
            yield from objects(part)


def texts(state: State) -> str:
    """The text of all messages on a page."""
    return "\n".join(part["content"] for part in objects(state["messages"]) if isinstance(part.get("content"), str))


def control(state: State, label: str) -> str:
    """The key of the button with this label, or of the menu with this placeholder."""
    for part in objects(state["messages"]):
        if "control_key" in part and label in (part.get("label"), part.get("placeholder")):
            return part["control_key"]
    raise AssertionError(f"the page has no control {label!r}")


class PageClient:
    """An open page. ``state`` is what it shows; it changes only when the page polls."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self._session = session
        self._address = address
        self._headers = {"X-Simcord-Capability": "any value"}
        self._sequence = 0
        self.state: State = {}

    async def request(self, method: str, path: str, **options: Any) -> State:
        async with self._session.request(method, self._address + path, headers=self._headers, **options) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def picture(self, asset: str) -> bytes:
        async with self._session.get(f"{self._address}/api/assets/{asset}", headers=self._headers) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.read()

    async def open(self) -> None:
        self.state = await self.request("POST", "/api/pages", json={})
        self._headers["X-Simcord-Context"] = self.state["context"]["id"]

    async def poll(self) -> State:
        self.state = await self.request("GET", "/api/state")
        return self.state

    async def until(self, condition: Callable[[State], bool]) -> State:
        """Poll until the condition holds, as the page does, without pressing Refresh."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not condition(await self.poll()):
                pass
        return self.state

    async def act(self, kind: str, **fields: Any) -> State:
        """Send an action based on what the page shows now and return the receipt."""
        self._sequence += 1
        receipt = await self.request(
            "POST",
            "/api/action",
            json={
                "kind": kind,
                "protocol_version": 3,
                "request_id": f"{kind}-{self._sequence}",
                "sequence": self._sequence,
                "generation": self.state["context"]["generation"],
                "bot_generation": self.state["botGeneration"],
                "published_revision": self.state["publishedRevision"],
                **fields,
            },
        )
        self._sequence = receipt["expectedSequence"]
        return receipt

    async def click(self, label: str) -> State:
        key = control(self.state, label)
        return await self.act("click", control_key=key, target_id=key.split(":")[1])

    async def choose(self, placeholder: str, *values: str) -> State:
        key = control(self.state, placeholder)
        return await self.act("select", control_key=key, target_id=key.split(":")[1], values=list(values))

    async def slash(self, name: str) -> State:
        catalogue = await self.request("GET", "/api/commands")
        command = next(entry for entry in catalogue["entries"] if entry["invocation"] == name)
        return await self.act(
            "run_command",
            command_id=command["commandId"],
            path=command["path"],
            schema_fingerprint=command["schemaFingerprint"],
            options={},
        )

"""One page for each member: a small proxy in front of SimCord Preview, on its own port.

Preview serves one page to all viewers, at an address that changes with every run. The proxy gives every member a fixed
address where you always act as that member. The actions of all pages take turns (see ``sequencer``).

Every action names the revision that its page shows, and Preview accepts only the newest revision. In a playground that
changes while people look at it, about half of all clicks would be rejected. On Discord a click counts as long as the
button is still there. So the proxy repeats a rejected action with the newest revision if the control still looks the
same.
"""

import asyncio
import html
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

import aiohttp
from aiohttp import web
from cachetools import LRUCache
from multidict import CIMultiDict

from cogs.shared.pictures import blank
from playground.sequencer import Sequencer
from playground.settings import HOST

Json = dict[str, Any]
Appearances = dict[str, tuple[Any, ...]]

STRING_SELECT = 3
"""The type of a menu (Discord documentation, "Component types")."""

CONTROL_ACTIONS = ("click", "select")
"""Actions on a control of a message, which may have changed. Preview itself checks the target of all other actions."""


def is_stale(receipt: Json) -> bool:
    """Whether Preview rejected an action only because its page was out of date."""
    return bool(receipt.get("rejected")) and any(
        diagnostic.get("code") == "stale-revision" for diagnostic in receipt.get("diagnostics", ())
    )


def with_newest_revision(action: Json, shown: Json, newest: Json) -> Json | None:
    """The same action for the newest revision; ``shown`` is the state that the page showed when it sent it.

    ``None`` if its control has gone or looks different now: the button may stand for another card.
    """
    again = {**action, "published_revision": newest["publishedRevision"]}
    if action.get("kind") in CONTROL_ACTIONS:
        key = _same_control(str(action.get("control_key")), _appearances(shown), _appearances(newest))
        if key is None:
            return None
        again["control_key"] = key
    return again


def _same_control(key: str, shown: Appearances, newest: Appearances) -> str | None:
    """The newest key of a control that still looks the same.

    A menu gets a new key whenever it is drawn, so it is found by its looks within the same message.
    """
    if key not in shown:
        return None
    if key in newest:
        return key if newest[key] == shown[key] else None
    message = key.partition(":component:")[0]
    alike = [other for other in newest if other.startswith(f"{message}:") and newest[other] == shown[key]]
    return alike[0] if len(alike) == 1 and shown[key][0] == STRING_SELECT else None


def _appearances(state: Json) -> Appearances:
    """What a person can see of every control, by the control's key."""
    return {
        component["control_key"]: _appearance(component)
        for component in _objects(state.get("messages"))
        if isinstance(component.get("control_key"), str)
    }


def _appearance(component: Json) -> tuple[Any, ...]:
    emoji = component.get("emoji") or {}
    options = component.get("options") or ()
    return (
        component.get("type"),
        component.get("label"),
        emoji.get("id"),
        emoji.get("name"),
        component.get("placeholder"),
        bool(component.get("disabled")),
        tuple(option.get("label") for option in options),
    )


def _objects(value: Any) -> Iterator[Json]:
    """Every JSON object inside a JSON value."""
    if isinstance(value, dict):
        yield value
        value = value.values()
    elif not isinstance(value, list):
        return
    for inner in value:
        yield from _objects(inner)


UPLOAD_LIMIT = 32 * 1024 * 1024
"""The largest request in bytes. Preview itself allows 25 MiB of files."""

CLOSING_SECONDS = 1.0
"""How long to wait for running requests when the playground closes."""

MOST_PAGES = 16
"""The most pages that Preview keeps open at a time."""

CAPABILITY = "X-Simcord-Capability"
CONTEXT = "X-Simcord-Context"

FORWARDED_HEADERS = (CONTEXT, "Content-Type")
"""Request headers that Preview needs. The proxy checks Host and Origin itself, against the member's own address."""

DROPPED_HEADERS = ("Connection", "Content-Length", "Date", "Keep-Alive", "Server", "Transfer-Encoding")

BLOCKED_ACTIONS = ("close", "viewer")
"""Closing the session would close it for everyone, and a member's page always stays that member's."""

STATIC_FILES = Path(__file__).with_name("static")

HEAD_END = "</head>"
ADDITIONS = """\
<link rel="stylesheet" href="/playground/playground.css">
<script src="/playground/playground.js"></script>
"""
"""What Preview's page loads in addition to its own files."""

EMPTY_CHANNEL = "No messages in this channel."
INVITATION = "There is no table here yet. Type /play below and choose a game, or /help to learn one in three minutes."

PICTURES_AT_A_TIME = 8
"""The most pictures that Preview decodes at a time. It refuses any others."""


@dataclass(frozen=True)
class PageResources:
    """What all pages share.

    ``client`` sends the requests to Preview, ``emojis`` are the images of the bot's emojis by file name, ``decoding``
    limits the pictures that Preview decodes at a time.
    """

    sequencer: Sequencer
    client: aiohttp.ClientSession
    emojis: Mapping[str, bytes]
    decoding: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(PICTURES_AT_A_TIME))


class MemberPage:
    """The page of the member with this name and user id."""

    def __init__(self, name: str, viewer_id: int, resources: PageResources) -> None:
        self._name = name
        self._viewer_id = viewer_id
        self._shared = resources
        address, self._capability = urldefrag(resources.sequencer.preview.url)
        self._preview_url = address.rstrip("/")
        self._shown_states: LRUCache[str, bytes] = LRUCache(MOST_PAGES)
        """What each open tab shows, by its context: this decides what its next click means."""

    def application(self) -> web.Application:
        """The web application to serve on the member's port."""
        app = web.Application(middlewares=[require_own_origin], client_max_size=UPLOAD_LIMIT)
        app.router.add_get("/", self._redirect)
        app.router.add_get("/page", self._page)
        app.router.add_static("/playground", STATIC_FILES)
        app.router.add_get("/api/assets/{id}", self._picture)
        app.router.add_post("/api/pages", self._open)
        app.router.add_get("/api/state", self._state)
        app.router.add_post("/api/action", self._action)
        app.router.add_route("*", "/{path:.*}", self._everything_else)
        return app

    async def _forward(self, request: web.Request, path: str, body: bytes | None = None) -> tuple[web.Response, bytes]:
        """Send the page's request on to Preview; its response, as the page gets it, and the body of that."""
        headers = {name: request.headers[name] for name in FORWARDED_HEADERS if name in request.headers}
        if CAPABILITY in request.headers:
            # Any value will do, so a tab that was open during a restart only has to be reloaded.
            headers[CAPABILITY] = self._capability
        method = "GET" if path == "/api/state" else request.method
        address, client = self._preview_url + path, self._shared.client
        async with client.request(method, address, data=body, headers=headers) as response:
            kept = CIMultiDict((name, value) for name, value in response.headers.items() if name not in DROPPED_HEADERS)
            answer = await response.read()
            return web.Response(status=response.status, headers=kept, body=answer), answer

    async def _redirect(self, _request: web.Request) -> web.StreamResponse:
        # Preview's page expects a capability after the "#". The real one never leaves this process.
        raise web.HTTPFound(f"/page#{self._name}")

    async def _page(self, request: web.Request) -> web.Response:
        response, body = await self._forward(request, "/")
        name = html.escape(self._name)
        page = body.decode().replace("<title>SimCord Preview</title>", f"<title>{name} – Cardroom playground</title>")
        page = page.replace("<strong>SimCord</strong>", f"<strong>You are {name}</strong>")
        page = page.replace(EMPTY_CHANNEL, INVITATION)
        response.body = page.replace(HEAD_END, ADDITIONS + HEAD_END).encode()
        return response

    async def _picture(self, request: web.Request) -> web.Response:
        """A picture in a message.

        Preview starts a process to decode a picture, and does so again for every page. The bot's own emojis need no
        decoding, and there are dozens of them in a game of cards, so they are sent as they are. A picture that has just
        been replaced is gone: until the page shows the new one, a blank table of that size keeps its place.
        """
        shown = _json_object(self._shown_states.get(request.headers.get(CONTEXT, ""), b""))
        asset = shown.get("assets", {}).get(request.match_info["id"], {})
        image = self._shared.emojis.get(asset.get("filename"))
        if image is not None:
            return _picture(image)
        async with self._shared.decoding:
            response, _ = await self._forward(request, request.path_qs)
        return _picture(blank("Cardroom", "")) if response.status == web.HTTPNotFound.status_code else response

    async def _everything_else(self, request: web.Request) -> web.Response:
        return (await self._forward(request, request.path_qs, await request.read()))[0]

    async def _open(self, request: web.Request) -> web.Response:
        async with self._shared.sequencer.turn():
            viewer = json.dumps({"viewer_id": self._viewer_id}).encode()
            response, body = await self._forward(request, request.path, viewer)
        if response.status == web.HTTPOk.status_code:
            self._shown_states[json.loads(body)["context"]["id"]] = body
        return response

    async def _state(self, request: web.Request) -> web.Response:
        response, body = await self._forward(request, request.path_qs)
        context = request.headers.get(CONTEXT)
        if context is not None and response.status == web.HTTPOk.status_code:
            self._shown_states[context] = body
        return response

    async def _action(self, request: web.Request) -> web.Response:
        body = await request.read()
        action = _json_object(body) if request.content_type == "application/json" else {}
        if action.get("kind") in BLOCKED_ACTIONS:
            raise web.HTTPForbidden(text="This is not available in the playground.")
        shown = self._shown_states.get(request.headers.get(CONTEXT, ""))
        async with self._shared.sequencer.turn():
            response, receipt = await self._forward(request, request.path, body)
            if action and shown is not None and is_stale(_json_object(receipt)):
                _, newest = await self._forward(request, "/api/state")
                again = with_newest_revision(action, json.loads(shown), _json_object(newest))
                if again is not None:
                    response, _ = await self._forward(request, request.path, json.dumps(again).encode())
        return response


def _picture(image: bytes) -> web.Response:
    return web.Response(body=image, content_type="image/png", headers={"Cache-Control": "no-store"})


def _json_object(body: bytes) -> Json:
    """The JSON object in a body; empty if there is none."""
    try:
        value: Any = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


@web.middleware
async def require_own_origin(request: web.Request, handler: Any) -> web.StreamResponse:
    """Reject requests that the page itself did not send.

    Another web site can make your browser send requests to this computer, which the Origin header shows. It can also
    give its own name this computer's address (DNS rebinding), which the Host header shows.
    """
    port = request.transport.get_extra_info("sockname")[1] if request.transport is not None else None
    own = (f"{HOST}:{port}", f"localhost:{port}")
    origin = request.headers.get("Origin")
    if request.host not in own or (origin is not None and origin.removeprefix("http://") not in own):
        raise web.HTTPForbidden(text=f"Open this page at http://{HOST}:{port}.")
    return await handler(request)

"""One page for each member: a small proxy in front of SimCord Preview, on a port of its own.

Preview serves one page for all its viewers, at an address that is new in every run. Here every member has a fixed
address and is always the same person there; actions of all pages take turns (see ``stage``).
"""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urldefrag

import aiohttp
from aiohttp import web
from multidict import CIMultiDict

from playground.receipts import Json, is_stale, renewed
from playground.settings import HOST
from playground.stage import Stage

UPLOAD_LIMIT = 32 * 1024 * 1024
"""Bytes of one request; Preview itself allows 25 MiB of files."""

CLOSING_SECONDS = 1.0
"""How long requests under way may take when the playground closes."""

REMEMBERED_PAGES = 16
"""Preview keeps at most so many pages open at a time."""

CAPABILITY = "X-Simcord-Capability"
CONTEXT = "X-Simcord-Context"

PASSED_ON = (CONTEXT, "Content-Type")
"""Request headers that Preview needs. Its Host and Origin checks are made here, against the member's own address."""

NOT_PASSED_BACK = ("Connection", "Content-Length", "Date", "Keep-Alive", "Server", "Transfer-Encoding")

WITHDRAWN_ACTIONS = ("close", "viewer")
"""Ending the session would end it for everybody, and every member has a page of their own."""

WITHDRAWN_CONTROLS = b"\n.viewer-control, .session-menu, #refresh, #capture-open { display: none !important; }\n"


@dataclass(frozen=True)
class Answer:
    """What Preview answered."""

    status: int
    headers: CIMultiDict[str]
    body: bytes

    def response(self, body: bytes | None = None) -> web.Response:
        """The answer for the page, with another body if one is given."""
        return web.Response(status=self.status, headers=self.headers, body=self.body if body is None else body)


class MemberPage:
    """The page of one member.

    Args:
        name: the member's name.
        viewer_id: the member's user id.
        stage: where actions take their turns.
        client: makes the requests to Preview.
    """

    def __init__(self, name: str, viewer_id: int, stage: Stage, client: aiohttp.ClientSession) -> None:
        self.name = name
        self._viewer_id = viewer_id
        self._stage = stage
        self._client = client
        address, self._capability = urldefrag(stage.preview.url)
        self._preview = address.rstrip("/")
        self._seen: dict[str, bytes] = {}

    def application(self) -> web.Application:
        """The web application to serve on the member's port."""
        app = web.Application(middlewares=[refuse_strangers], client_max_size=UPLOAD_LIMIT)
        app.router.add_get("/", self._enter)
        app.router.add_get("/page", self._page)
        app.router.add_get("/preview.css", self._style)
        app.router.add_post("/api/pages", self._open)
        app.router.add_get("/api/state", self._state)
        app.router.add_post("/api/action", self._action)
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        return app

    async def _ask(self, request: web.Request, path: str, body: bytes | None = None) -> Answer:
        """Ask Preview in the name of the page."""
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        if CAPABILITY in request.headers:
            # Whatever word the page holds: so a tab that was open during a restart only has to be reloaded.
            headers[CAPABILITY] = self._capability
        method = "GET" if path == "/api/state" else request.method
        async with self._client.request(method, self._preview + path, data=body, headers=headers) as answer:
            passed_back = CIMultiDict((k, v) for k, v in answer.headers.items() if k not in NOT_PASSED_BACK)
            return Answer(answer.status, passed_back, await answer.read())

    async def _enter(self, _request: web.Request) -> web.StreamResponse:
        # Preview's page wants a capability after the "#" and keeps it to itself; the true one stays in this process.
        raise web.HTTPFound(f"/page#{self.name}")

    async def _page(self, request: web.Request) -> web.Response:
        answer = await self._ask(request, "/")
        name = html.escape(self.name)
        page = answer.body.decode().replace(
            "<title>SimCord Preview</title>", f"<title>{name} – Cardroom playground</title>"
        )
        return answer.response(page.replace("<strong>SimCord</strong>", f"<strong>You are {name}</strong>").encode())

    async def _style(self, request: web.Request) -> web.Response:
        answer = await self._ask(request, request.path_qs)
        return answer.response(answer.body + WITHDRAWN_CONTROLS)

    async def _pass_on(self, request: web.Request) -> web.Response:
        return (await self._ask(request, request.path_qs, await request.read())).response()

    async def _open(self, request: web.Request) -> web.Response:
        async with self._stage.turn():
            answer = await self._ask(request, request.path, json.dumps({"viewer_id": self._viewer_id}).encode())
        if answer.status == web.HTTPOk.status_code:
            self._remember(json.loads(answer.body)["context"]["id"], answer.body)
        return answer.response()

    async def _state(self, request: web.Request) -> web.Response:
        answer = await self._ask(request, request.path_qs)
        context = request.headers.get(CONTEXT)
        if context is not None and answer.status == web.HTTPOk.status_code:
            self._remember(context, answer.body)
        return answer.response()

    def _remember(self, context: str, state: bytes) -> None:
        """Keep what a page shows now, to judge its next click by it."""
        self._seen.pop(context, None)
        self._seen[context] = state
        while len(self._seen) > REMEMBERED_PAGES:
            del self._seen[next(iter(self._seen))]

    async def _action(self, request: web.Request) -> web.Response:
        body = await request.read()
        action = _json_object(body) if request.content_type == "application/json" else {}
        if action.get("kind") in WITHDRAWN_ACTIONS:
            raise web.HTTPForbidden(text="The playground does not offer this.")
        seen = self._seen.get(request.headers.get(CONTEXT, ""))
        async with self._stage.turn():
            answer = await self._ask(request, request.path, body)
            if action and seen is not None and is_stale(_json_object(answer.body)):
                now = await self._ask(request, "/api/state")
                again = renewed(action, json.loads(seen), _json_object(now.body))
                if again is not None:
                    answer = await self._ask(request, request.path, json.dumps(again).encode())
        return answer.response()


def _json_object(body: bytes) -> Json:
    """The JSON object in a body; empty if there is none."""
    try:
        value: Any = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


@web.middleware
async def refuse_strangers(request: web.Request, handler: Any) -> web.StreamResponse:
    """Refuse requests that did not come from the page itself.

    A foreign web site can make a browser send requests to this computer, and can name itself so that they seem to be
    its own (DNS rebinding). The first shows in Origin, the second in Host.
    """
    port = request.transport.get_extra_info("sockname")[1] if request.transport is not None else None
    own = (f"{HOST}:{port}", f"localhost:{port}")
    origin = request.headers.get("Origin")
    if request.host not in own or (origin is not None and origin.removeprefix("http://") not in own):
        raise web.HTTPForbidden(text=f"Open this page at http://{HOST}:{port}")
    return await handler(request)

"""Would Discord take this request?

``check_request(method, path, body)`` answers with a list of complaints, empty when everything is fine. It checks

- that the endpoint is one that the bot is meant to use (``extract.py`` lists them);
- the body against Discord's own description (``requests.json``);
- the limits that the description leaves out and simulations do not know (the modules beside this one);
- two rules of the project: every message says whom it may mention, and it never mentions everyone.

What Discord knows besides the body (uploaded files, the message that is edited, what the person did) may be given
as ``Circumstances``; limits that need more than is known are not checked.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from tests.discord_api.circumstances import UNKNOWN, Circumstances
from tests.discord_api.commands import command_set_problems
from tests.discord_api.emojis import emoji_problems
from tests.discord_api.interactions import callback_problems
from tests.discord_api.messages import Sending, message_problems
from tests.discord_api.schema import endpoint_of, schema_problems

Limits: TypeAlias = Callable[[Any, Circumstances], Iterator[str]]


def _messages(sending: Sending) -> Limits:
    return lambda body, known: message_problems(body, sending, known)


_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"

LIMITS: Mapping[str, Limits] = {
    "POST /channels/{channel_id}/messages": _messages(Sending.NEW),
    "PATCH /channels/{channel_id}/messages/{message_id}": _messages(Sending.EDIT),
    f"POST {_WEBHOOK}": _messages(Sending.REPLY),
    f"PATCH {_WEBHOOK}/messages/@original": _messages(Sending.EDIT),
    f"PATCH {_WEBHOOK}/messages/{{message_id}}": _messages(Sending.EDIT),
    "POST /interactions/{interaction_id}/{interaction_token}/callback": callback_problems,
    "PUT /applications/{application_id}/commands": lambda body, _: command_set_problems(body),
    "PUT /applications/{application_id}/guilds/{guild_id}/commands": lambda body, _: command_set_problems(body),
    "POST /applications/{application_id}/emojis": lambda body, _: emoji_problems(body),
}
"""The limits beyond the description, for every endpoint that has some."""


def check_request(method: str, path: str, body: Any, known: Circumstances = UNKNOWN) -> list[str]:
    """What is wrong with a request, as lines "place: complaint"; an empty list if Discord would take it.

    ``path`` begins after the API version, ``body`` is the JSON document (``payload_json`` of a multipart form).
    """
    endpoint = endpoint_of(method, path)
    if endpoint is None:
        return [f"{method} {path}: not among the endpoints that the bot is meant to use (tests/discord_api/extract.py)"]
    problems = list(schema_problems(endpoint, body))
    if not problems and endpoint in LIMITS:
        problems += LIMITS[endpoint](body, known)
    return problems

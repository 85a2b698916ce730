"""Checks whether Discord would accept a request.

``check_request(method, path, body)`` returns a list of problems, which is empty if there are none. It checks

- that the bot may use the endpoint (``extract.py`` lists the endpoints);
- the body against Discord's own description (``requests.json``);
- the limits that neither the description nor the simulation knows (the other modules in this package);
- two rules of the project: every message says whom it may mention, and none mentions everyone.

``Circumstances`` can provide what Discord knows in addition to the body: uploaded files, the edited message, what the
user did. Limits that depend on something unknown are not checked.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from tests.discord_api.circumstances import UNKNOWN, Circumstances
from tests.discord_api.commands import command_set_problems, emoji_problems
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
"""The limits that the description omits, by endpoint."""


def check_request(method: str, path: str, body: Any, known: Circumstances = UNKNOWN) -> list[str]:
    """The problems of a request as lines "place: problem"; an empty list if Discord would accept it.

    ``path`` starts after the API version. ``body`` is the JSON document (``payload_json`` of a multipart form).
    """
    endpoint = endpoint_of(method, path)
    if endpoint is None:
        return [f"{method} {path}: not an endpoint that the bot may use (see tests/discord_api/extract.py)"]
    problems = list(schema_problems(endpoint, body))
    if not problems and endpoint in LIMITS:
        problems += LIMITS[endpoint](body, known)
    return problems

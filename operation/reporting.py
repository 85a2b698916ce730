"""Sends errors to Sentry, if the host wants that: what went wrong and where in the code, and nothing else.

Messages of exceptions, values of variables and the records before an error could name cards, seeds or members. So a
report is made anew of what may leave the machine.
"""

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from cogs.version import VERSION
from operation.errors import PermanentFault

_OF_FRAME = ("filename", "module", "function", "lineno", "in_app")
_OF_EVENT = ("event_id", "timestamp", "platform", "level", "logger", "release")


def report_errors(dsn: str | None) -> None:
    """Report what is logged as an error to the project of this address, if there is one.

    Raises ``PermanentFault`` without Sentry's package.
    """
    if dsn is None:
        return
    if importlib.util.find_spec("sentry_sdk") is None:
        raise PermanentFault('SENTRY_DSN needs the extra "sentry": pip install ".[sentry]"')
    importlib.import_module("sentry_sdk").init(
        dsn=dsn,
        release=VERSION,
        before_send=what_may_be_sent,
        send_default_pii=False,
        include_local_variables=False,
        max_breadcrumbs=0,
        server_name="cardroom",
    )


def what_may_be_sent(event: Mapping[str, Any], _hint: object = None) -> dict[str, Any]:
    """The parts of a report that cannot name a card, a seed or a member."""
    sent = {name: event[name] for name in _OF_EVENT if name in event}
    template = event.get("logentry", {}).get("message")
    if template is not None:
        sent["logentry"] = {"message": template, "params": []}  # with %s where the values were
    if "exception" in event:
        sent["exception"] = {"values": [_exception(each) for each in event["exception"].get("values", ())]}
    return sent


def _exception(said: Mapping[str, Any]) -> dict[str, Any]:
    frames = (said.get("stacktrace") or {}).get("frames", ())
    kept = [{name: frame[name] for name in _OF_FRAME if name in frame} for frame in frames]
    return {"type": said.get("type"), "module": said.get("module"), "value": "", "stacktrace": {"frames": kept}}

"""Which tests run: all of them with ``CARDROOM_ALL=1``, as ``.ci/run`` does, and otherwise a share that takes minutes.

Of the tests that are dear, one case or a few run always, so that every rule is tried every time.
"""

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence

import pytest

WHOLE_BOT = "tests/e2e/"
"""Each test here starts a bot and a server, so one of its cases is enough unless its marker says otherwise."""
RUNS_ALL = os.environ.get("CARDROOM_ALL") == "1"


def skip_slow(items: Sequence[pytest.Item]) -> None:
    """Skip the tests with browsers and processes of their own, and thorough ones, except for a sample of them."""
    thorough: dict[str, list[tuple[pytest.Item, Mapping[str, int]]]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sample"):
            continue
        if any(map(item.get_closest_marker, ("browser", "processes"))):
            item.add_marker(pytest.mark.skip(reason="CARDROOM_ALL=1 runs all tests with browsers and processes"))
        elif (marker := item.get_closest_marker("thorough")) is not None:
            thorough[item.nodeid.partition("[")[0]].append((item, marker.kwargs))
        elif item.nodeid.startswith(WHOLE_BOT):
            thorough[item.nodeid.partition("[")[0]].append((item, {"samples": 1}))
    for cases in thorough.values():
        for number, (item, share) in enumerate(cases):
            samples = share.get("samples", 0)
            # Spread evenly, beginning with the first.
            if number * samples % len(cases) >= samples:
                item.add_marker(pytest.mark.skip(reason="CARDROOM_ALL=1 runs all thorough tests"))

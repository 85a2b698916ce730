"""What Discord tells the bot, with order and language in the hand of the test.

Simulated people act one after the other: SimCord waits after every action until the bot is done. Real people collide.
``Gateway.together`` lets two act at the same moment: both interactions are withheld, then delivered in one breath, so
that the bot works on them at the same time, with its real locks and its real database. ``delay`` and ``deliver`` do it
in steps: a tap that arrives when the table has moved on.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from simcord import Env, InteractionResult, MemberActor

Action = Callable[[], Awaitable[InteractionResult]]


class Gateway:
    """Stands between the simulated Discord and the bot; ``emit`` replaces that of ``env.backend``."""

    def __init__(self, env: Env) -> None:
        self._env = env
        self._emit = env.backend.emit
        self._withheld: list[tuple[str, Mapping[str, Any]]] = []
        self._withholding = False
        self._locales: dict[int, str] = {}
        self._late: list[InteractionResult] = []
        self._forgery: tuple[str, str] | None = None

    def speak(self, person: MemberActor, locale: str) -> None:
        """From now on this person's Discord is in that language, e.g. "de"; without this it is "en-US"."""
        self._locales[person.id] = locale

    def forge(self, genuine: str, forged: str) -> None:
        """The next interaction arrives with other text in its JSON: what Discord's own apps would never send."""
        self._forgery = genuine, forged

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell the bot now, or keep it for later."""
        if event == "INTERACTION_CREATE":
            payload = self._forged(self._in_their_language(payload))
            if self._withholding:
                self._withheld.append((event, payload))
                return
        self._emit(event, payload)

    def _in_their_language(self, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        """SimCord says "en-US" for everybody, but knows a server's own language."""
        user = payload["member"]["user"] if "member" in payload else payload["user"]
        languages = {"locale": self._locales.get(int(user["id"]), payload["locale"])}
        if "guild_id" in payload:
            languages["guild_locale"] = self._env.backend.get_guild(int(payload["guild_id"])).preferred_locale
        return {**payload, **languages}

    def _forged(self, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        if self._forgery is None:
            return payload
        (genuine, forged), self._forgery = self._forgery, None
        written = json.dumps(payload)
        assert genuine in written, f"{genuine!r} is not in the interaction"
        return json.loads(written.replace(genuine, forged))

    async def delay(self, action: Action) -> InteractionResult:
        """Somebody acts, but the bot does not hear of it until ``deliver``. ``action`` must not check the answer."""
        self._withholding = True
        try:
            result = await action()
        finally:
            self._withholding = False
        self._late.append(result)
        return result

    async def deliver(self) -> None:
        """Tell the bot at once everything that was delayed. Every interaction must be answered in the end."""
        withheld, self._withheld = self._withheld, []
        late, self._late = self._late, []
        for event, payload in withheld:
            self._emit(event, payload)
        await self._env.settle()
        unanswered = [result for result in late if not result.acknowledged]
        assert not unanswered, f"left without an answer: {unanswered}"

    async def together(self, *actions: Action) -> list[InteractionResult]:
        """Several people act at the same moment. Answered are their results, in the order of ``actions``.

        ``await gateway.together(lambda: tap(ann, table, "Join"), lambda: tap(bob, table, "Join"))``
        """
        results = [await self.delay(action) for action in actions]
        await self.deliver()
        return results

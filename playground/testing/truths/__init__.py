"""What the real Discord does and SimCord does not, for every test of the whole bot.

``TruthfulEnv`` is SimCord's environment with a ``TruthfulBackend`` and transports that wait as discord.py does. Each
``Truth`` holds in every test; one that a test has to do without is named there, with the reason::

    room.env.backend.truths.suspend(Truth.OLD_EDITS, because="the test is about something else")

What happens now and then only is provoked: ``backend.refuse`` (an upload, an emoji, ...), ``backend.lose_answers``
(a callback that arrives although its answer is an error), ``backend.limits.exhaust`` (others use up a limit).
``docs/reliability.md`` has the table of all truths and of the tests that show how the bot meets them.
"""

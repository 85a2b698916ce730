"""The figures of docs/performance.md, each a command: ``python -m benchmarks.load``, and so on.

How fast the bot is (``load``), for how long (``soak``), how much it asks of Discord (``requests``) and how well its
computers play (``opponents``). The other modules are what these commands share.
"""

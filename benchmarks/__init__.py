"""The figures of docs/performance.md, each a command: ``python -m benchmarks.load``, and so on.

How fast the bot is (``load``), how much it asks of Discord (``requests``), how leagues and weeks go (``club``,
``weeks``) and how well its computers play (``opponents``). The other modules are what these commands share.
"""

"""The figures of docs/performance.md, each a command: ``python -m benchmarks.load``, and so on.

How fast the bot is (``load``), how much it asks of Discord (``requests``), how leagues and weeks go (``club``,
``weeks``), how well its computers play (``opponents``) and judge (``review``), and how much a move runs through
(``passages``). The other modules are what these commands share.
"""

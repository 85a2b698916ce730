"""The version of Cardroom. The package, the log, ``--version``, ``/help`` and the metrics all take it from here."""

VERSION = "1.1.0.dev0"

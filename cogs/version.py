"""The version of Cardroom. The package, the log, ``--version`` and ``/help`` all take it from here."""

VERSION = "1.0.0"

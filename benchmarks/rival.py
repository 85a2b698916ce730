"""A computer player from another revision of the project, in a process of its own.

``Rival`` runs this file with the other revision's folder on the path in place of this one. Both processes keep the
position by replaying the moves; only texts pass between them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import time
from io import BytesIO
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()


def check_out(revision: str, folder: Path) -> Path:
    """Unpack a git revision into a folder of its own below ``folder``."""
    tree = folder / revision
    archive = subprocess.run(
        ["git", "archive", "--format=tar", revision], cwd=HERE.parent.parent, check=True, capture_output=True
    ).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as tar:
        tar.extractall(tree, filter="data")
    return tree


class Rival:
    """Another revision's computer players, which follow one game at a time."""

    def __init__(self, tree: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(HERE)],
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, **message: Any) -> None:
        """Send it a deal or a move."""
        assert self._process.stdin is not None
        print(json.dumps(message), file=self._process.stdin, flush=True)

    def choose(self, seat: int, level: str, simulations: int, seconds: float | None) -> str:
        """The action of this seat, as text."""
        assert self._process.stdout is not None
        self.tell(seat=seat, level=level, simulations=simulations, seconds=seconds)
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the other revision's process has ended; see its error above")
        return json.loads(answer)


def serve() -> None:
    """Answer the messages on standard input: a deal, a move, or a question."""
    from random import Random

    from engines import GAMES
    from opponents import Budget, Level, choose

    clock, state, rng = time.process_time, None, Random()
    for line in sys.stdin:
        message = json.loads(line)
        if "deal" in message:
            game, rng = GAMES[message["game"]], Random(message["rng"])
            state = game.deal(seats=message["seats"], seed=message["deal"], options=game.Options())
            continue
        assert state is not None
        if "move" in message:
            state.apply(message["seat"], state.game.parse(message["move"]))
            continue
        budget, seconds = Budget(message["simulations"]), message["seconds"]
        view = state.view(message["seat"])
        if seconds is not None:
            budget = Budget(10**9, clock, clock() + seconds)
        action = choose(state.game, view, Level(message["level"]), rng, budget).action
        print(json.dumps(str(action)), flush=True)


if __name__ == "__main__":
    serve()

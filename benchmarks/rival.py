"""A computer player from another revision of the project, in a process of its own.

``Rival`` runs this file with the other revision's folder on the path in place of this one. Only texts pass between the
processes: the moves of the game so far, and an action.
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
    """Another revision's computer players."""

    def __init__(self, tree: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(HERE)],
            env={**os.environ, "PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def choose(self, **asked: Any) -> str:
        """The action, as text, of a seat in the position after these moves; see ``serve`` for what is asked."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the other revision's process has ended; see its error above")
        return json.loads(answer)


def serve() -> None:
    """Answer each line of standard input: a game, its seats, deal and moves, whose turn it is, and how they choose."""
    from random import Random

    from engines import GAMES
    from opponents import Budget, Level, choose

    clock = time.process_time
    for line in sys.stdin:
        asked = json.loads(line)
        game, moves, seconds = GAMES[asked["game"]], asked["moves"], asked["seconds"]
        state = game.deal(seats=asked["seats"], seed=asked["deal"], options=game.Options())
        for seat, move in moves:
            state.apply(seat, game.parse(move))
        view, rng = state.view(asked["seat"]), Random(f"{asked['rng']} {len(moves)}")
        budget = Budget(asked["simulations"]) if seconds is None else Budget(10**9, clock, clock() + seconds)
        print(json.dumps(str(choose(game, view, Level(asked["level"]), rng, budget).action)), flush=True)


if __name__ == "__main__":
    serve()

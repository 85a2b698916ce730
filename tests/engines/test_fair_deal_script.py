"""The script in ``docs/fair-deal.md`` reproduces every shuffle of real games."""

import importlib
import re
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.cards import CARD_TEXTS

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-deal.md"
OWN_GAMES = ("counterweight", "counter", "knotweed", "card_duel", "three_piles")
SEED = "7d3f0b6c1e9a48d25b7c0f1e2d3a4b5c"
MOST_MOVES = 600


def script() -> str:
    """The program in the document."""
    (found,) = re.findall(r"<!-- script -->\n```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    return found


def run(*arguments: str) -> list[str]:
    """The lines that the script prints; it runs without this project, since it needs nothing from it."""
    command = [sys.executable, "-I", "-c", script(), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def written(cards: list[int]) -> list[str]:
    return [CARD_TEXTS[card] for card in cards]


@pytest.mark.parametrize("key", OWN_GAMES)
def test_the_script_reproduces_every_chance_event_of_a_game(key: str, monkeypatch: pytest.MonkeyPatch):
    namespace: dict[str, Any] = {"__name__": "fair_deal"}
    exec(script(), namespace)
    numbers: list[int] = []

    def checked_shuffle(real: Callable[..., None]) -> Callable[..., None]:
        def shuffle(cards: list[int], seed: str, number: int) -> None:
            repeated = written(cards)
            real(cards, seed, number)
            if seed == SEED:  # not in positions that are only tried out
                namespace["shuffle"](repeated, seed, number)
                assert repeated == written(cards)
                numbers.append(number)

        return shuffle

    def checked_pick(real: Callable[..., int]) -> Callable[..., int]:
        def pick(count: int, seed: str, number: int) -> int:
            picked = real(count, seed, number)
            assert namespace["pick"](count, seed, number) == picked
            numbers.append(number)
            return picked

        return pick

    state_module, game_module = (
        importlib.import_module(f"engines.{key}.state"),
        importlib.import_module(f"engines.{key}.game"),
    )
    monkeypatch.setattr(state_module, "shuffle", checked_shuffle(state_module.shuffle))
    monkeypatch.setattr(game_module, "pick", checked_pick(game_module.pick))
    game, chance = GAMES[key], Random(key)
    state = game.deal(seats=game.seats[-1], seed=SEED, options=game.Options())
    for _ in range(MOST_MOVES):
        if not state.to_act:
            break
        seat = chance.choice(state.to_act)
        state.act(seat, chance.choice(state.actions(seat)))
    assert numbers[:2] == [0, 1], "the draw for the first start, then the first shuffle"
    assert numbers == list(range(len(numbers))), "numbered in the order in which they happen"


def test_the_script_prints_the_hash_and_a_shuffle():
    deck = written(list(range(52)))
    printed = run(SEED, "1")
    assert printed[0] == f"SHA-256 of the seed: {sha256(SEED.encode()).hexdigest()}"
    label, _, shuffled = printed[1].partition(": ")
    assert label == "After the shuffle"
    assert sorted(shuffled.split()) == sorted(deck)
    assert shuffled.split() != deck
    assert sorted(run(SEED, "7", "AC", "KS", "TD")[1].partition(": ")[2].split()) == ["AC", "KS", "TD"]


def test_the_script_is_short():
    assert len([line for line in script().splitlines() if line.strip()]) <= 30

"""Benchmarks of leagues and of computer players still run: each prints its figures, for as little as it can measure."""

import sys
from importlib import import_module

import pytest

from benchmarks import club

CALLS = [
    ("club", "card_duel --clubs 1 --weeks 1"),
    ("opponents", "three_piles --games 2 --pairs easy-random"),
]


@pytest.mark.parametrize(("name", "arguments"), CALLS)
def test_a_benchmark_prints_figures(
    name: str, arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(club, "MIXED", club.MIXED[2:6])
    monkeypatch.setattr(sys, "argv", [name, *arguments.split()])
    import_module(f"benchmarks.{name}").main()
    heading, ruler, *rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert rows
    assert {line.count("|") for line in (heading, ruler, *rows)} == {heading.count("|")}

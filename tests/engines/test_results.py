"""What a finished game says and reveals, compared with the rules in another way than it was worked out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.cards import CARD_TEXTS, Card
from engines.contract import Event, State
from engines.result_scenes import ResultScene
from engines.scenes import Scene, Spread, Zone, hand_zone, with_open_hands
from engines.testing.play import positions
from engines.texts import say
from opponents.policies import policy_of
from tests.engines.adapters import tables
from tests.optional import present

SEEDS = range(4)
VALUES = {rank: value for value, rank in enumerate("A23456789TJQK", 1)}


@dataclass(frozen=True)
class Finished:
    """A game that was played to its end, and how it is shown."""

    state: State[Any]
    events: tuple[Event, ...]
    scene: ResultScene

    @property
    def points(self) -> tuple[float, ...]:
        return present(self.state.outcome).points


def finished(key: str, seats: int, seed: object, **options: Any) -> Finished:
    """A game by quick judgement, with some moves at random."""
    game, rng = GAMES[key], Random(f"{key} {seats} {seed}")
    state = game.deal(seats=seats, seed=str(seed), options=game.Options(**options))
    events: list[Event] = []
    while state.outcome is None:
        seat = state.to_act[0]
        action = policy_of(key).prefer(state, seat, rng) if rng.random() < 0.8 else rng.choice(state.actions(seat))
        events += state.act(seat, action)
    views = [state.view(seat) for seat in range(seats)]
    public = tuple(event for event in events if event.visible_to(None))
    scene = present(game.result(views, public))
    assert [account.seat for account in scene.accounts] == list(range(seats))
    return Finished(state, public, scene)


def ranks(cards: Sequence[Card]) -> list[int]:
    return [VALUES[CARD_TEXTS[card][0]] for card in cards]


@pytest.mark.parametrize("seed", SEEDS)
def test_bids_tricks_and_points(seed: int) -> None:
    seats = 3 + seed % 3
    over = finished("counter", seats, seed)
    assert over.scene.trick is not None
    totals: list[list[float]] = []
    for account, points in zip(over.scene.accounts, over.points, strict=True):
        assert sum(cell.points for cell in account.cells) == points
        assert len(account.cells) == len(over.scene.columns) <= 7
        for cell in account.cells:
            if cell.text is not None:
                bid, won = map(int, str(cell.text).split("/"))
                assert cell.is_best == (bid == won)
        sums = [sum(cell.points for cell in account.cells[:end]) for end in range(1, len(account.cells) + 1)]
        totals.append(sums)
    if over.scene.decisive is not None:
        best = over.points.index(max(over.points))
        for number in range(len(over.scene.columns)):
            others = max(own[number] for seat, own in enumerate(totals) if seat != best)
            if number >= over.scene.decisive:
                assert totals[best][number] > others
            if number == over.scene.decisive - 1:
                assert totals[best][number] <= others


@pytest.mark.parametrize("seed", SEEDS)
def test_piles_and_cards_left(seed: int) -> None:
    over = finished("counterweight", 2, seed)
    for account, points in zip(over.scene.accounts, over.points, strict=True):
        heights = [height for line in account.lines for height in line.heights]
        held = sum(len(line.cards) for line in account.lines if not line.heights)
        assert account.bar is not None
        assert account.bar.value == points == len(heights) * sum(heights) + held
        assert account.bar.most == max(over.points)
        told = str(account.bar.text)
        assert told.endswith(f"= {points:g}") if heights else str(held) in told or "no cards" in told


@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_out_and_with_what(seed: int) -> None:
    seats = (2, 3, 5, 8)[seed]
    over = finished("knotweed", seats, seed)
    for account in over.scene.accounts:
        (line,) = account.lines
        held = over.state.view(account.seat).dump()["hand"]
        assert line.is_done == (not held)
        if held:
            assert sorted("".join(CARD_TEXTS[card]) for card in line.cards) == sorted(held)
        else:
            assert line.cards
    if over.scene.remark is not None:
        (winner,) = present(over.state.outcome).winners
        assert over.scene.accounts[winner].lines[0].is_done


@pytest.mark.parametrize("seed", SEEDS)
def test_damage_and_the_last_exchange(seed: int) -> None:
    over = finished("card_duel", 2, seed)
    for account, points in zip(over.scene.accounts, over.points, strict=True):
        hurt = sum(11 if rank == 1 else min(rank, 10) for line in account.lines for rank in ranks(line.cards))
        assert present(account.bar).value == points == hurt
    trick = over.scene.trick
    if trick is not None and len(trick.cards) == 3:
        attack, defence, damage = trick.cards
        assert present(attack.worth) > present(defence.worth)
        assert damage.is_best
        assert damage.seat == attack.seat != defence.seat
        (line,) = over.scene.accounts[defence.seat].lines
        assert damage.card == line.cards[-1]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_each_pile_is_worth(seed: int) -> None:
    over = finished("three_piles", 2, seed)
    for account, points in zip(over.scene.accounts, over.points, strict=True):
        lying = [card for line in account.lines for card in line.cards]
        diamonds = sum(CARD_TEXTS[card][1] == "D" for card in lying)
        assert account.total == points == sum(line.score or 0 for line in account.lines) + diamonds
        assert str(account.foot).endswith(f"♦ {diamonds}")
        assert [line.note is not None for line in account.lines] == [
            {1, 13} <= set(ranks(line.cards)) for line in account.lines
        ]


@pytest.mark.parametrize(
    ("key", "seats", "rules"),
    [
        ("knotweed", 4, {"wins": 2}),
        ("knotweed", 4, {"rounds": 2}),
        ("counter", 4, {}),
        ("card_duel", 2, {}),
        ("counterweight", 2, {"games": 2}),
        ("three_piles", 2, {"target": 30}),
    ],
)
def test_whoever_wins_by_a_lead_has_it(key: str, seats: int, rules: dict[str, Any]) -> None:
    """Points rise or fall with the places. Where they do neither, as in Knotweed for rounds won, no lead is told."""
    has_lead: list[bool] = []
    for seed in range(12):
        over = finished(key, seats, seed, **rules)
        by_place = [over.points[group[0]] for group in present(over.state.outcome).places]
        steps = [after - before for before, after in pairwise(by_place)]
        if over.state.game.lead(over.state.view(None), 1) is not None:
            assert all(step < 0 for step in steps) or all(step > 0 for step in steps), by_place
        has_lead.append(over.state.game.lead(over.state.view(None), 1) is not None)
    assert set(has_lead) == {"wins" not in rules}


@pytest.mark.parametrize(
    ("key", "seats", "numbers"),
    [
        ("card_duel", 2, lambda over: over.points),
        ("counter", 4, lambda over: (*over.points, 1, 2, 3, 4)),
        ("counterweight", 2, lambda over: over.points),
        ("knotweed", 2, lambda over: [len(line.cards) for account in over.scene.accounts for line in account.lines]),
        ("three_piles", 2, lambda over: (*over.points, abs(over.points[0] - over.points[1]))),
    ],
)
def test_the_verdict_tells_each_reader_the_truth(key: str, seats: int, numbers: Any) -> None:
    """Who won stands first, and every number up to the deciding kind of points is one of the result."""
    for seed in SEEDS:
        over = finished(key, seats, seed)
        outcome = present(over.state.outcome)
        won, *others = outcome.winners
        for reader in (None, *range(seats)):
            told = over.state.game.verdict(over.state.view(reader), outcome, reader)
            if told is None or others:
                continue
            sentence = str(told)
            subject = "You lost" if "You lost" in sentence else "You" if reader == won else f"player {won + 1}"
            assert sentence.startswith(subject)
            assert ("You lost" in sentence) <= (reader not in (None, won))
            amounts = re.findall(
                r"\d+", re.sub(r"player \d+", "", sentence.partition(": longest")[0].partition(": diam")[0])
            )
            if "for ace and king" not in sentence:
                assert set(map(int, amounts)) <= set(numbers(over)), sentence


@pytest.mark.parametrize(
    ("key", "rules"), [("card_duel", {"best_of": 3}), ("counterweight", {"best_of": 3}), ("knotweed", {"wins": 2})]
)
def test_a_match_of_two_tells_its_wins(key: str, rules: dict[str, int]) -> None:
    over = finished(key, 2, "wins", **rules)
    outcome, game = present(over.state.outcome), over.state.game
    (won,) = outcome.winners
    most, least = sorted(map(int, outcome.points), reverse=True)
    told = [str(game.verdict(over.state.view(reader), outcome, reader)) for reader in (None, won, 1 - won)]
    score = f"won the match {most}–{least}."
    assert told == [f"player {won + 1} {score}", f"You {score}", f"You lost the match {least}–{most}."]


def test_a_match_shows_its_last_game() -> None:
    over = finished("three_piles", 2, "match", target=40)
    assert sum(over.points) > sum(account.total or 0 for account in over.scene.accounts)
    long = finished("counter", 3, "long", target=30)
    assert str(long.scene.columns[0]).startswith("1–")
    assert len(long.scene.columns) == 7


@pytest.mark.parametrize(("key", "seats"), list(tables()))
def test_exactly_the_hands_are_revealed(key: str, seats: int):
    game = GAMES[key]
    found = positions(game, seats, 1, "open hands")
    for state in Random(1).sample(found, min(10, len(found))):
        closed = game.scene(state.view(None))
        own = [game.scene(state.view(seat)) for seat in range(seats)]
        opened = with_open_hands(closed, own)
        assert replace(opened, zones=closed.zones) == closed
        for before, after in zip(closed.zones, opened.zones, strict=True):
            if before == after:
                continue
            assert before.owner is not None
            hand = present(hand_zone(own[before.owner], before.owner))
            assert after == replace(before, spread=Spread.ROW, cards=hand.cards)
            assert len(after.cards) == after.count
        for seat in range(seats):
            zone = hand_zone(opened, seat)
            assert zone is None or zone.spread is Spread.ROW or zone.count == 0


def test_a_partly_known_hand_stays_hidden():
    closed = Scene(say("A table"), (Zone(say("Hand"), Spread.HIDDEN, 3, owner=0),), (), None)
    own = replace(closed, zones=(Zone(say("Your hand"), Spread.ROW, 3, (1, 2), owner=0),))
    assert with_open_hands(closed, [own]) == closed
    assert with_open_hands(closed, []) == closed

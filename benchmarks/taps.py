"""How many taps a decision takes.

    python -m benchmarks.taps                  every game, 20 games each
    python -m benchmarks.taps knotweed --games 100

Plays games at each game's smallest and largest table. *Random* players tap any choice; *sensible* ones are computers of
the level normal, and their moves are looked for among the choices. A button is one tap. A menu is two, opening it and
choosing, and one more for each further choice; turning to another of its pages is one. In Card Duel sensible players
take their lowest cards, random ones change the hand in two places. Prints a Markdown table.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from statistics import mean
from typing import Any

from cogs.hands.paths import pages
from cogs.hands.question import Buttons
from cogs.shared.limits import MENU_LIMIT
from cogs.shared.rendering import Renderer
from engines import GAMES
from engines.card_duel.actions import BUILD
from engines.card_duel.questions.starting_hand import EMPTY, FINISH, LOWEST
from engines.card_duel.view import CardDuelView
from engines.contract import Game, IllegalAction, View
from engines.kit.questions import advance
from engines.scenes import Choice, Decision, Question
from opponents import Level, choose

READER = Renderer("en-US", {seat: f"player {seat + 1}" for seat in range(8)})


@dataclass(frozen=True, slots=True)
class Taps:
    """The taps of each decision, and of each turn: the decisions that a player makes in a row."""

    decisions: list[int]
    turns: list[int]


def taps_for(question: Question, chosen: Sequence[Choice]) -> int:
    """How many taps it takes to make these choices."""
    if question.most > 1:
        return 1 + len(chosen) + (pages(question) if pages(question) > 1 else 0)
    (choice,) = chosen
    shown = Buttons.of(question, READER)
    if choice in chain.from_iterable(shown.rows):
        return 1
    return 2 + shown.listed.index(choice) // MENU_LIMIT


def tap_at_random(game: Game[Any], view: View[Any], chance: Random) -> tuple[Decision[Any], int]:
    """A decision made by choosing anything, and its taps."""
    if is_building(view):
        return choose_hand(game, view, chance, changes=2)
    path: tuple[str, ...] = ()
    taps = 0
    while True:
        path, asked = advance(game, view, path)
        if isinstance(asked, Decision):
            return asked, taps
        chosen = chance.sample(asked.choices, chance.randint(max(1, asked.least), asked.most))
        chosen.sort(key=asked.choices.index)
        try:
            game.ask(view, (*path, *(choice.key for choice in chosen)))
        except IllegalAction:
            continue  # cards that do not go together
        taps += taps_for(asked, chosen)
        path = (*path, *(choice.key for choice in chosen))


def is_building(view: View[Any]) -> bool:
    """Whether this seat chooses its hand in Card Duel."""
    return isinstance(view, CardDuelView) and view.phase == BUILD


def choose_hand(game: Game[Any], view: View[Any], chance: Random, changes: int) -> tuple[Decision[Any], int]:
    """The first hand of Card Duel, changed in some places at random, or else the lowest cards, and its taps."""
    path: tuple[str, ...] = ()
    taps = 0
    while True:
        asked = game.ask(view, path)
        if isinstance(asked, Decision):
            return asked, taps
        if len(path) < 2 and not changes:
            key = (EMPTY, LOWEST)[len(path)]
        elif len(path) < changes:
            key = chance.choice([choice.key for choice in asked.choices if choice.key != FINISH])
        else:
            key = FINISH
        taps += taps_for(asked, [choice for choice in asked.choices if choice.key == key])
        path = (*path, key)


def look_for(game: Game[Any], view: View[Any], action: Any, path: tuple[str, ...] = ()) -> int | None:
    """The fewest taps from ``path`` on that play this action, ``None`` if none do."""
    path, asked = advance(game, view, path)
    if isinstance(asked, Decision):
        return 0 if asked.actions[0] == action else None
    found: list[int] = []
    for chosen in _answers(asked, str(action)):
        try:
            rest = look_for(game, view, action, (*path, *(choice.key for choice in chosen)))
        except IllegalAction:
            continue
        if rest is not None:
            found.append(taps_for(asked, chosen) + rest)
            if found[-1] == 1:
                break
    return min(found, default=None)


def _answers(question: Question, action: str) -> list[list[Choice]]:
    """What may be chosen on the way to an action: single choices, or all those that it names."""
    if question.most == 1:
        return [[choice] for choice in question.choices]
    named = [choice for choice in question.choices if choice.key.partition("-")[0] in action.split()]
    first = list(question.choices[: question.least])
    return [[choice, *(other for other in first if other != choice)][: max(1, question.least)] for choice in first] + (
        [named] if question.least <= len(named) <= question.most else []
    )


def decide(game: Game[Any], view: View[Any], chance: Random, *, sensible: bool) -> tuple[Decision[Any], int]:
    """What a player decides, and the taps that it takes."""
    if sensible and is_building(view):
        return choose_hand(game, view, chance, changes=0)
    if sensible:
        action = choose(game, view, Level.NORMAL, chance).action
        count = look_for(game, view, action)
        if count is not None:
            return Decision((action,)), count
    # A random player, or an action that is not offered because it equals another.
    return tap_at_random(game, view, chance)


def play(game: Game[Any], seats: int, seed: str, *, sensible: bool) -> Taps:
    """Play one game and count."""
    state, chance = game.deal(seats=seats, seed=seed, options=game.Options()), Random(seed)
    taps = Taps([], [])
    mover = None
    while state.to_act:
        seat = chance.choice(state.to_act)
        view = state.view(seat)
        decision, count = decide(game, view, chance, sensible=sensible)
        for action in decision.actions:
            state.act(seat, action)
        taps.decisions.append(count)
        if seat == mover:
            taps.turns[-1] += count
        else:
            taps.turns.append(count)
        mover = seat
    return taps


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="taps.py", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", help=f"which games: {', '.join(GAMES)}")
    parser.add_argument("--games", dest="count", type=int, default=20, help="how many of each (20)")
    arguments = parser.parse_args()
    print("| game | seats | players | decisions | taps, mean | taps, most | taps of a turn, mean | most |")
    print("|---|--:|---|--:|--:|--:|--:|--:|")
    for key in arguments.games or GAMES:
        game = GAMES[key]
        for seats in sorted({game.seats[0], game.seats[-1]}):
            for sensible in (False, True):
                played = [play(game, seats, f"taps {number}", sensible=sensible) for number in range(arguments.count)]
                decisions = [taps for each in played for taps in each.decisions]
                turns = [taps for each in played for taps in each.turns]
                print(
                    f"| {game.name} | {seats} | {'sensible' if sensible else 'random'} | {len(decisions):,} "
                    f"| {mean(decisions):.2f} | {max(decisions)} | {mean(turns):.2f} | {max(turns)} |"
                )


if __name__ == "__main__":
    main()

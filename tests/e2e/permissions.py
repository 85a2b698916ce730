"""How tables of permissions are read and checked, and the sentences of refusals in them."""

from collections.abc import Iterable, Iterator, Sequence

from tests.e2e.stages import ROLES, Stage
from tests.e2e.trials import Trials
from tests.selection import RUNS_ALL

REFUSALS = {
    # Who you are
    "no-seat": "You have no seat at this table.",
    "no-seat-yet": "You have no seat here yet. Tap Join and wait for the deal.",
    "watching": "You are not in this game. The table shows what everybody may see.",
    "away": "A computer is playing for you. Tap “I'm back” in your hand to take your seat back.",
    "given-up": "You have given up this game; a computer plays in your place.",
    "elsewhere": "That table is on another server.",
    "join-first": "Only players at the table can do that. Tap Join first.",
    "seated": "You already have a seat at this table.",
    "a-player": "You have a seat at this table, so you will see how the game ends.",
    "playing": "You're already playing your own seat.",
    "host-only": "Only the host of the table",
    "all-only": "The other players have to agree. Tap More to ask them.",
    "players": "Only all the players here together",
    "deciders": "Only the players at this table can decide that.",
    "strangers": "Only those who played can ask for a rematch. /play opens a new table for everybody.",
    "managers": "Only members who may manage this server can choose",
    "private": "That is another member's practice game, which only they can see.",
    "alone": "Nobody else is playing here, so there is no hurry: the game waits a week for you.",
    "not-member": "You can name only members of this server, and ",
    "self-challenged": "You can't challenge yourself. /play opens a table that others can join.",
    # What there is
    "no-table": "There is no table in this channel yet. /play opens one.",
    "none-over": "No game has been finished in this channel yet. /play opens a table.",
    "none-dealt": "No cards have been dealt at this table yet.",
    "not-here": "That member does not play at this table.",
    # When
    "not-yet": "The game has not started yet",
    "no-cards": "There are no cards yet. Start the game when everybody is here.",
    "started": "The game has already started.",
    "lobby-only": "You can only invite members to a table that has not started.",
    "on": "The game is still in progress; a replay would show hidden cards.",
    "turn": "It is not your turn.",
    "own-turn": "It is your turn now, so there is nothing to plan.",
    "stale": "That button is out of date; your hand has been refreshed.",
    "nothing": "There is nothing you can take back now.",
    "no-request": "That request is no longer open.",
    "nobody-late": "There is nothing left to decide: nobody is late any more.",
    "at-once": "A computer now takes over as soon as somebody's time runs out, so there is nothing to choose.",
    "one-vote": "Another vote is still open. It has to end first.",
    "no-vote": "This vote is over.",
    "in-private": "Only you can see your practice games. /hand shows them.",
    "no-hint": "Hints are for practice against computers only. Here they would be unfair.",
    "no-short": "This game has no short form.",
    "no-partner": "In this game everybody plays alone, so there is no need to change seats.",
    "no-page": "There is nothing on that page to post.",
    "no-puzzle": "No move of this game makes a puzzle for others.",
    "solved": "This puzzle is over: the solution is out.",
    "past-day": "That day is over. /daily has today's game.",
    "no-cup": "This cup is not known here.",
    "no-name": "The league needs a name of at most 32 characters.",
    "no-reason": "Say in a few words why, please.",
    "no-league": "That league is no longer known here.",
    "not-daily": "That is not a game of the day.",
    "not-over": "This game is not over yet. When it is, its cards can be dealt to others.",
    "for-practice": "That is for practice games.",
    "has-played": "You played this game, so you know its cards.",
    "other-server": "That game was played on another server.",
    "no-film": "Nobody played a card in this game",
    "none-seen": "A film shows what everybody could see, so this game has none.",
    "no-rematch": "A rematch needs a finished game.",
    "over": "This game is over.",
    "closed": "This table is closed. Open a new one with /play.",
    "ended": "This table is already closed. Open a new one with /play.",
}
"""How the sentences begin."""


def cells(table: str, others: str = "") -> dict[str, dict[str, str]]:
    """What a table expects, by action and role. In the lobby nobody has been replaced or has resigned yet.

    ``others``: what comes of the actions of a row ``word: actions`` for all roles but the first.
    """
    heading, *lines = table.strip("\n").splitlines()
    roles = heading.split()
    assert set(roles) <= set(ROLES)
    expected: dict[str, dict[str, str]] = {}
    words: list[str] = []
    for line in lines:
        first, _, rest = line.partition(": ")
        word = first.removeprefix("all ")
        if line.startswith(" "):
            actions = line.strip()
        elif " " in word:
            *words, actions = line.split(maxsplit=len(roles))
        else:
            own = [word] * (1 if others else len(roles) - (word == first))
            words, actions = own + [others or "elsewhere"] * (len(roles) - len(own)), rest
        for action in actions.rstrip(",").split(", "):
            assert action not in expected, f"{action} stands in two rows"
            expected[action] = dict(zip(roles, words, strict=True))
    return expected


def attempts(actions: Iterable[str], roles: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Who tries what: everybody everything, but without ``CARDROOM_ALL=1`` only two try each action, in turn."""
    for number, action in enumerate(actions):
        first, half = number % len(roles), max(1, len(roles) // 2)
        in_turn = [*roles[first:], *roles[:first]]
        yield from ((action, role) for role in (in_turn if RUNS_ALL else in_turn[: half + 1 : half]))


async def check(trials: Trials, stage: Stage, expected: dict[str, dict[str, str]]) -> None:
    """Let the members of a stage try every action of a table (``attempts``)."""
    trials.save()
    wrong = [
        f"{action} by {role}: {expected[action][role]} is expected, but {came}"
        for action, role in attempts(expected, list(stage.people))
        if (came := await _differs(trials, stage, role, action, expected[action][role]))
    ]
    assert not wrong, "\n".join(wrong)


async def _differs(trials: Trials, stage: Stage, role: str, action: str, expected: str) -> str:
    """What happens in a trial, if it is not what the table expects."""
    told, changed = await trials.attempt(stage, role, action)
    came = f"they read {told!r}, and {'something' if changed else 'nothing'} changes"
    if expected in REFUSALS:
        return "" if told.startswith(REFUSALS[expected]) and not changed else came
    is_refusal = trials.refused or told.startswith(tuple(REFUSALS.values()))
    return came if is_refusal or changed != (expected == "yes") else ""

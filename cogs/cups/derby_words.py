"""A derby in words: against whom, and how it has ended."""

from cogs.shared.rendering import safe_name
from engines.texts import Text, say, say_count
from sessions.cups.cups import CupOverview
from sessions.cups.derby import Score


def derby_notice(shown: CupOverview) -> list[Text]:
    """What the message of a cup says about its rival while both are open; nothing if it has never had one."""
    if shown.derby is not None:
        return [
            say(
                "⚔️ A derby against **{server}**: its members get the same cards over there. You see their results when "
                "the time is over.",
                server=safe_name(shown.derby.server),
            )
        ]
    if shown.cup.derby_is_off:
        return [say("⚔️ The derby is off: the other server no longer takes part. This cup goes on alone.")]
    return []


def derby_result(shown: CupOverview) -> list[Text]:
    """Which server has won, in a sentence; nothing if it is no derby or not over."""
    if shown.derby is None or shown.derby.score is None:
        return []
    own, rival, score = shown.cup.server_name or "?", shown.derby.server, shown.derby.score
    winner, loser = (safe_name(name) for name in ((own, rival) if score.margin >= 0 else (rival, own)))
    means = [score.own, score.rival] if score.margin >= 0 else [score.rival, score.own]
    if means == [None, None]:
        return [say("⚔️ The derby between {one} and {other} is a draw.", one=winner, other=loser)]
    if means[1] is None or means[0] is None:
        return [
            say("⚔️ **{winner}** wins the derby: nobody on {loser} has finished a deal.", winner=winner, loser=loser)
        ]
    if score.margin == 0:
        return [_draw(winner, loser, means[0], score)]
    return [_win(winner, loser, means[0], means[1], score)]


def _draw(one: str, other: str, points: float, score: Score) -> Text:
    return say_count(
        "⚔️ The derby between {one} and {other} is a draw: {points} matchpoints each, counting each server's best "
        "member.",
        "⚔️ The derby between {one} and {other} is a draw: {points} matchpoints each on average, counting each "
        "server's best {count} members.",
        score.best,
        one=one,
        other=other,
        points=points,
    )


def _win(winner: str, loser: str, points: float, others: float, score: Score) -> Text:
    return say_count(
        "⚔️ **{winner}** wins the derby against {loser}: {points} to {others} matchpoints, counting each server's best "
        "member.",
        "⚔️ **{winner}** wins the derby against {loser}: {points} to {others} matchpoints on average, counting each "
        "server's best {count} members.",
        score.best,
        winner=winner,
        loser=loser,
        points=points,
        others=others,
    )

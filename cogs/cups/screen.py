"""A cup in words: its message in the channel, its result, and the results that a member may see."""

from collections.abc import Iterable, Sequence

import discord
from discord import ui

from cogs.shared.layout import CLOSED_COLOUR, LEADERBOARD_COLOUR, finish, layout, row
from cogs.shared.matchpoints import matchpoint_lines, seal_line
from cogs.shared.pictures import Picture, below_each_other
from cogs.shared.rendering import Renderer, safe_name
from cogs.shared.same_cards import CupVerb, cup_button
from db.cups import CupRecord
from engines.texts import Player, Text, say, say_count
from sessions.cups import CupOverview

MOST_LINES = 24
"""How many members a message names. The file has all of them."""
MOST_WINNERS = 5
_ALONE = say("⚔️ The derby is off: the other server no longer takes part. This cup goes on alone.")


def open_screen(shown: CupOverview, renderer: Renderer) -> ui.LayoutView:
    """The message of a cup: what it is, how far everybody is, and the button to play."""
    cup = shown.cup
    told = say(
        "Everybody gets the same cards. Tap **Play** until {when}: you play each deal once, alone against the same "
        "computers, without hints.",
        when=discord.utils.format_dt(cup.ends_at, "f"),
    )
    scored = say(
        "A deal gives 2 matchpoints for each member whom you beat and 1 for each tie. You see its results when you "
        "have played it, and all of them at the end. Ratings stay as they are."
    )
    members = list(enumerate(zip(shown.played, shown.members, strict=True)))
    members.sort(key=lambda one: -one[1][0])
    so_far = [f"{renderer.player(number)} {played}/{len(cup.deals)}" for number, (played, _) in members]
    alone = [renderer.render(_ALONE)] if cup.was_derby else []
    return finish(
        layout(
            LEADERBOARD_COLOUR,
            _heading(shown, renderer),
            renderer.render(told),
            *alone,
            _listed(so_far, " · ") or renderer.render(say("Nobody has begun yet.")),
            f"-# {renderer.render(scored)}\n{seal_line(cup.key, renderer)}",
            row(
                cup_button(cup.id, CupVerb.PLAY, say("Play"), renderer, discord.ButtonStyle.success),
                cup_button(cup.id, CupVerb.RESULTS, say("Results"), renderer),
                cup_button(cup.id, CupVerb.ASK_CANCEL, say("Cancel"), renderer),
            ),
        )
    )


def closed_screen(shown: CupOverview, renderer: Renderer) -> ui.LayoutView:
    """What becomes of that message when the cup has ended. The hash stays where it was published."""
    told = say("Cancelled by the organiser.") if shown.cup.is_cancelled else say("This cup is over.")
    return finish(
        layout(
            CLOSED_COLOUR,
            _heading(shown, renderer),
            renderer.render(told),
            seal_line(shown.cup.key, renderer, with_key=shown.cup.is_unsealed),
        )
    )


def result_screen(
    shown: CupOverview, winners: Sequence[int], pictures: Sequence[Picture], renderer: Renderer
) -> ui.LayoutView:
    """The result of a cup for everybody, with its pictures or in words; ``winners`` are members who are there."""
    cup = shown.cup
    names = [renderer.player(shown.members.index(user)) for user in winners]
    if not names:
        told = say("This cup is over.") if shown.lines else say("Nobody has finished a deal.")
    elif len(names) == 1:
        told = say("👑 {player} wins!", player=Player(shown.members.index(winners[0])))
    else:
        told = say("👑 First place is shared by {players}.", players=_listed(names, ", ", MOST_WINNERS))
    galleries = below_each_other(*pictures) if pictures else []
    return finish(
        layout(
            LEADERBOARD_COLOUR,
            _heading(shown, renderer),
            renderer.render(told),
            *(galleries or [_listed(matchpoint_lines(shown.lines, shown.members.index, renderer), "\n")]),
            seal_line(cup.key, renderer, with_key=True),
            row(
                cup_button(cup.id, CupVerb.RESULTS, say("In words"), renderer),
                cup_button(cup.id, CupVerb.FILE, say("All results"), renderer),
            ),
        )
    )


def words_screen(shown: CupOverview, renderer: Renderer) -> ui.LayoutView:
    """The results that one member may see."""
    deals = ", ".join(map(str, shown.shown))
    title = say_count("Results of deal {deals}", "Results of deals {deals}", len(shown.shown), deals=deals)
    lines = _listed(matchpoint_lines(shown.lines, shown.members.index, renderer), "\n")
    nobody = renderer.render(say("Nobody has finished a deal."))
    how = say("Matchpoints: 2 for each member beaten on a deal, 1 for each tie.")
    return finish(
        layout(
            LEADERBOARD_COLOUR,
            f"{_heading(shown, renderer)}\n**{renderer.render(title)}**",
            lines or nobody,
            f"-# {renderer.render(how)}",
            row(cup_button(shown.cup.id, CupVerb.FILE, say("All results"), renderer)),
        )
    )


def about(shown: CupOverview) -> Text:
    """What is played."""
    return say("{game} · {deals}", game=_game(shown), deals=_deals(shown.cup))


def _heading(shown: CupOverview, renderer: Renderer) -> str:
    # Of a cup that was cancelled before anybody had played, no deals are kept.
    what = renderer.render(about(shown)) if shown.cup.deals else _game(shown)
    return f"## 🏆 {safe_name(shown.cup.name)}\n{what}"


def _game(shown: CupOverview) -> str:
    return shown.game.name if shown.game else shown.cup.game


def _deals(cup: CupRecord) -> Text:
    return say_count("1 deal", "{count} deals", len(cup.deals))


def _listed(parts: Iterable[str], separator: str, most: int = MOST_LINES) -> str:
    """As many parts as a message shows, and how many more there are."""
    found = list(parts)
    more = [f"+{len(found) - most}"] if len(found) > most else []
    return separator.join(found[:most] + more)

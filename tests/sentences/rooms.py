"""Sentences of rooms with a number, a time or a result that no test quotes, by hand and by module.

They only repeat what is stored, join parts that have tests of their own, or name a limit. Whoever writes a new one
gives it a test instead.
"""

NOT_QUOTED: dict[str, set[str]] = {
    "sessions/leagues/rounds.py": {
        "One more member has to sign up before it can start.",
        "Some matches are still being played. The time for them ends {when}.",
    },
    "sessions/playing/lobby.py": {
        "There is only one free seat. Add fewer computers.",
        "You already host {count} open tables on this server, and nobody can host more. Join another table or"
        " play alone with /practice.",
        "{game} needs one more player before it can start.",
    },
    "sessions/playing/practice.py": {
        "You have {count} practice games open, which is the most you can have. /games lists them; tap More "
        "below a hand to end one."
    },
    "cogs/cups/screen.py": {
        "{day}",
        "Everybody gets the same cards. Tap **Play** until {when}: you play each deal once, alone against the"
        " same computers, without hints.",
        "{game} · {deals}",
    },
    "cogs/shared/matchpoints.py": {
        "The cards are fixed. The SHA-256 of their key: {hash}",
        "The key of this cup: {key}. Its SHA-256 was published at the start: {hash}.",
        "{members} · 2 per member beaten on a deal, 1 per tie",
        "1 matchpoint",
        "{place}. {player}: {total}",
        "{total} ({cells})",
    },
    "cogs/daily.py": {
        "You have one try, without hints and without taking moves back. It starts when you tap Begin, "
        "and counts if you finish before the day ends, {when}.",
        "The day ends {when}; until then others can still play.",
        "You: place {rank} of {count} · streak {streak} 🔥",
    },
    "cogs/deals.py": {
        "You get the same cards against a computer, which replies to the same moves the same way for everyone."
    },
    "cogs/hands/question.py": {"{instruction} ({count} chosen so far)", "{instruction} ({first}–{last} of {count})"},
    "cogs/hands/screen.py": {
        "This includes your extra time, {minutes}:{seconds} minutes for the rest of the game.",
        "{where}: {cards}",
        "🗓️ Daily #{number}: you have one try, without hints and without taking moves back. The day ends "
        "{when}. A game that you give up or have not finished by then does not count.",
    },
    "cogs/insights.py": {
        "Begun and ended without a result: {count}",
        "Closed before the deal: {count}",
        "Nine tables out of ten: within {time}",
        "The last {days} days. Numbers only: nobody is named.",
    },
    "cogs/leaderboards/screen.py": {"The season ends {when}."},
    "cogs/shared/options.py": {"{least}–{most}", "{values}, {value}"},
    "cogs/leagues/followers.py": {"{league}: {round}"},
    "cogs/leagues/calls.py": {"{time} left for this match. Whoever has to move then loses it."},
    "cogs/leagues/organiser_screen.py": {"{match}: a draw", "{player} to group {group}", "{round}: {result}"},
    "cogs/leagues/pictures.py": {
        "{day}",
        "{game} · {members}",
        "{line}, {missing}",
        "{members} · {rounds} · {games}",
        "{line}, {played} of {due} played, {won} won",
        "{place}. {player}: {total}",
        "{won} of {games} won",
    },
    "cogs/leagues/screen.py": {"and one more match", "{game} · {weeks}"},
    "cogs/leagues/words.py": {
        "{round} · {match}",
        "more time, {match}",
        "match annulled, {match}",
        "walkover, {match}",
        "{member}: {deed}",
        "{one} – {other}",
        "{round}: you have a bye, which costs you nothing.",
        "{round} · {result}",
    },
    "cogs/lessons/screen.py": {"{title} · {step}"},
    "cogs/replays/screen.py": {
        "Your cards: equal computers would win {share}% of games with them; {even}% is average.",
        "Before move {number}",
        "This was a long game: {looked_at} of your {decisions} decisions were looked at.",
        "Your best move, {number}: {action} ({got}%, the next best {next}%)",
        "You had {got}%; this would have given you {best}%.",
        "{number} {player}: {action}",
    },
    "cogs/rules/commands.py": {"The rules say nothing about “{words}”. Did you mean “{instead}”?"},
    "cogs/settings/screen.py": {
        "Away for {days} days",
        "From {start} to {end} in {zone}, you are not pinged. Clocks keep running.",
        "While you are away, your clocks at day-by-day tables stand still, for up to {days} days a game.",
        "You are away until {when}. Your clocks at day-by-day tables stand still, for up to {days} days a game.",
        "From {start} to {end} in {zone}, nobody is pinged on this server.",
    },
    "cogs/shared/alt_text.py": {"{total} of {limit}"},
    "cogs/shared/responses.py": {
        "Something went wrong, and it is not your fault. Nothing is lost: the game goes on. If it happens "
        "again, give whoever runs this bot the reference {reference}."
    },
    "cogs/shared/pictures.py": {"{games} · {headline}", "{won} · {how}"},
    "cogs/shared/same_cards.py": {
        "The same cards for everybody, until {when}.",
        "You have one try, without hints and without taking moves back. It counts only for this comparison, and "
        "only if you finish it. Time runs out {when}.",
    },
    "cogs/shared/zones.py": {"{player} {card} → {worth}"},
    "cogs/sunday/screen.py": {
        "Biggest comeback: {name} won in {game} after a computer gave them {share}%.",
        "Every Sunday at 18:00 server time I post the week in review, if at least {least} games were played: "
        "upset, streak, comeback, the game of the day, and a puzzle that a member has offered. I ping nobody.",
        "In the game: {action}. A hard computer estimates that this wins {got}% instead of {best}%.",
        "Upset of the week: {winner} ({winner_rating}) finished ahead of {loser} ({loser_rating}) in {game}.",
        "{count} answer, and nobody found it.",
        "{played} (the week before: {before}).",
    },
    "cogs/tables/lobby_screen.py": {"Add a computer: {level}"},
    "cogs/tables/pings.py": {"{table}: {call}"},
    "cogs/take_backs.py": {"One player agrees."},
    "cogs/verify.py": {"Deal of game {number}: {game}"},
}

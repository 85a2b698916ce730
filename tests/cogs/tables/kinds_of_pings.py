"""Every kind of ping and what it says, in four languages: a phone shows nothing but the content.

python -m tests.cogs.tables.kinds_of_pings      prints them all
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from cogs.leagues.calls import said_of_meeting
from cogs.leagues.words import call, versus
from cogs.shared.rendering import Renderer
from cogs.tables.pings import Ping, mention, ping_of, request_ping, vote_ping, with_time
from db.league_records import MatchRecord, MatchSeatRecord, MatchStatus
from db.posts import MeetingCall
from db.records import PingRecord, SeatClock, TakeBackRecord, Vote
from engines.sides import Sides
from engines.texts import Player, Text, say
from playground.testing.screens import visible
from sessions.pings import PingPlan, WaitingTable
from sessions.snapshots import Snapshot
from sessions.tables.pace import Timing
from tests.cogs.fake_game import FakeGame, FakeView, fake_snapshot, fake_table
from tests.cogs.leagues.test_league_post import LEAGUE

NOW = datetime(2026, 11, 26, 20, tzinfo=UTC)
NAMES = {0: "ann", 1: "bob", 2: "cat", 3: "dan"}
HOURS, DAY = timedelta(hours=23), timedelta(days=1)
RUNNING = (SeatClock(0, since=NOW),)
REQUEST = TakeBackRecord(1, 0, 1, 2, until=NOW + timedelta(hours=12))
LANGUAGES = ("en-US", "de", "fr", "es-ES")


def waiting(players: int = 2, **changes: Any) -> Snapshot:
    """A game of a day a turn that waits."""
    table = fake_table(players=players, deadline=NOW + HOURS)
    return fake_snapshot(**({"view": FakeView(None, (), (), {}), "table": table, "game": Hearts()} | changes))


def plan(*users: int, reminded: bool = False, elsewhere: int = 0) -> PingPlan:
    rows = tuple(PingRecord(user, 0, NOW, NOW, reminded) for user in users)
    other = WaitingTable(fake_table(id=9, deadline=NOW + timedelta(hours=3)), Hearts(), rows)
    others = dict.fromkeys(users, (other,) * elsewhere) if elsewhere else {}
    return PingPlan(rows, frozenset(users), frozenset(users if reminded else ()), elsewhere=others)


class Hearts(FakeGame):
    name = "Hearts"


class Judged(Hearts):
    """A game that asks for more than a turn."""

    def call(self, view: FakeView) -> Text:
        return say("Accept or challenge {player}'s turn.", player=Player(1))


class Partners(Hearts):
    """Two against two."""

    def sides(self, seats: int) -> Sides:
        return ((0, 2), (1, 3))


def reader(language: str) -> Renderer:
    return Renderer(language, NAMES)


def turn(snapshot: Snapshot, planned: PingPlan) -> Callable[[str], Ping]:
    return lambda language: ping_of(planned, snapshot, NOW, reader(language))


def invited(language: str) -> Ping:
    invitation = say(
        "You are invited to a game of {game} with {player}: tap Join at the table.", player=Player(0), game="Hearts"
    )
    line = with_time(reader(language).render(invitation), waiting().table, NOW, reader(language))
    return mention([101], line)


VOTE = Vote(1, 0, NOW + timedelta(hours=24), (0,))
LATE = waiting(late={100: -1})
ENDING = waiting(timing=Timing(due=NOW + timedelta(hours=12), is_ending=True))


def told(text: Text, *users: int) -> Callable[[str], Ping]:
    """What is told to members who are at no table, or to the players of a match."""
    return lambda language: mention(users, reader(language).render(text))


def match(*numbers: int, status: MatchStatus = MatchStatus.OPEN, late: bool = True) -> MatchRecord:
    """A match of a league; the first player wins it, and the second may be ``late``."""
    seats = [MatchSeatRecord(number, 1 + (number > 0), forfeited=late and number > 0) for number in numbers]
    return MatchRecord(1, 2, 0, status, NOW + 7 * DAY, warned=False, seats=tuple(seats))


def evening_begins(*players: int) -> Callable[[str], Ping]:
    """A round of an evening: the first of these is told with whom they play, if with anybody."""

    def ping(language: str) -> Ping:
        told = call(LEAGUE, match(*players), players[0], reader(language).span(timedelta(hours=1)))
        return mention([100 + players[0]], reader(language).render(told))

    return ping


def match_begins(language: str) -> Ping:
    begun = replace(match(0, 1), ends_at=None)
    clock = reader(language).span(14 * DAY)
    told = say("{told} Your clock: {time}.", told=call(LEAGUE, begun, 0), time=clock)
    return mention([100], reader(language).render(told))


def of_match(told: Text, language: str) -> Ping:
    """What ann is told about a match."""
    said = say("{title}: {text}", title=versus([0, 1]), text=told)
    return mention([100], reader(language).render(said))


def match_ends(language: str) -> Ping:
    warning = say("{time} left for this match. Whoever has to move then loses it.", time=reader(language).span(DAY))
    return of_match(warning, language)


def match_waits(language: str) -> Ping:
    return of_match(say("The organiser reminds you: this match waits for you."), language)


def meeting(
    call: MeetingCall,
    before: timedelta = DAY,
    *,
    is_off: bool = False,
    is_set: bool = False,
    is_played: bool = False,
    is_paused: bool = False,
) -> Callable[[str], Ping]:
    """What the players of a match are told so long before their meeting, to which bob has not come yet."""
    seats = (MatchSeatRecord(0, offers=(NOW,), is_here=call >= MeetingCall.SOON, wants_later=True), MatchSeatRecord(1))
    if is_off:
        seats = (MatchSeatRecord(0, is_willing=True), MatchSeatRecord(1))
    to_meet = MatchRecord(1, 2, 0, MatchStatus.OPEN, NOW + 5 * DAY, False, seats, "together", NOW + 3 * DAY)
    if is_paused:
        to_meet = replace(to_meet, ends_at=to_meet.falls_back_at)
    if call in (MeetingCall.SOON, MeetingCall.NOW, MeetingCall.LATER) or is_set:
        to_meet = replace(to_meet, meets_at=NOW + before, ends_at=None if is_played else to_meet.ends_at)

    def ping(language: str) -> Ping:
        told = said_of_meeting(call, to_meet, NOW, reader(language), ZoneInfo("Europe/Berlin"))
        assert told is not None
        return mention([100 + number for number in told.numbers], reader(language).render(told.text))

    return ping


def cards_wait(language: str) -> Ping:
    left = reader(language).span(DAY)
    return of_match(say("{time} left to play your cards of this match.", time=left), language)


def daily_waits(language: str) -> Ping:
    reminder = say(
        "Daily #{number} is waiting for you: {game}. It ends in {time}. /daily",
        number="7",
        game="Hearts",
        time=reader(language).span(timedelta(hours=4)),
    )
    return mention([100], reader(language).render(reminder))


OVER = say("The {game} game that you follow is over.", game="Hearts")
CLOSED = say("The {game} game that you follow was closed without a result.", game="Hearts")
WANTED = say("A {game} table needs players, {player} is waiting.", game="Hearts", player=Player(0))

KINDS: dict[str, tuple[Callable[[str], Ping], tuple[str, str, str, str]]] = {
    "a turn": (
        turn(waiting(), plan(100)),
        (
            "@100 Your turn in Hearts against bob, 23 hours left.",
            "@100 Du bist dran in Hearts gegen bob, noch 23 Stunden.",
            "@100 À toi de jouer : Hearts contre bob. Il reste 23 heures.",
            "@100 Te toca en Hearts contra bob: tienes 23 horas.",
        ),
    ),
    "several at once": (
        turn(waiting(players=3), plan(100, 102)),
        (
            "@100 @102 Your turn in Hearts against bob, 23 hours left.",
            "@100 @102 Ihr seid dran in Hearts gegen bob, noch 23 Stunden.",
            "@100 @102 À vous de jouer : Hearts contre bob. Il reste 23 heures.",
            "@100 @102 Les toca en Hearts contra bob: tienen 23 horas.",
        ),
    ),
    "everybody": (
        turn(waiting(), plan(100, 101)),
        (
            "@100 @101 Your turn in Hearts, 23 hours left.",
            "@100 @101 Ihr seid dran in Hearts, noch 23 Stunden.",
            "@100 @101 À vous de jouer : Hearts. Il reste 23 heures.",
            "@100 @101 Les toca en Hearts: tienen 23 horas.",
        ),
    ),
    "with a partner": (
        turn(waiting(players=4, game=Partners()), plan(100)),
        (
            "@100 Your turn in Hearts with bob, cat and dan, 23 hours left.",
            "@100 Du bist dran in Hearts mit bob, cat und dan, noch 23 Stunden.",
            "@100 À toi de jouer : Hearts avec bob, cat et dan. Il reste 23 heures.",
            "@100 Te toca en Hearts con bob, cat y dan: tienes 23 horas.",
        ),
    ),
    "without a limit": (
        turn(waiting(table=fake_table(players=2, pace="no_limit")), plan(100)),
        (
            "@100 Your turn in Hearts against bob.",
            "@100 Du bist dran in Hearts gegen bob.",
            "@100 À toi de jouer : Hearts contre bob.",
            "@100 Te toca en Hearts contra bob.",
        ),
    ),
    "an own clock": (
        turn(waiting(table=fake_table(players=2, pace="match", budget=4 * DAY, clocks=RUNNING)), plan(100)),
        (
            "@100 Your turn in Hearts against bob. Your clock: 4 days.",
            "@100 Du bist dran in Hearts gegen bob. Deine Uhr: 4 Tage.",
            "@100 À toi de jouer : Hearts contre bob. Ta pendule : 4 jours.",
            "@100 Te toca en Hearts contra bob. Tu reloj: 4 días.",
        ),
    ),
    "sealed cards": (
        turn(waiting(view=None, is_sealed=True, game=Judged()), plan(100)),
        (
            "@100 Your turn in Hearts against bob, 23 hours left.",
            "@100 Du bist dran in Hearts gegen bob, noch 23 Stunden.",
            "@100 À toi de jouer : Hearts contre bob. Il reste 23 heures.",
            "@100 Te toca en Hearts contra bob: tienes 23 horas.",
        ),
    ),
    "a question of the game": (
        turn(waiting(game=Judged()), plan(100)),
        (
            "@100 Hearts against bob: Accept or challenge bob's turn. 23 hours left.",
            "@100 Hearts gegen bob: Akzeptiere den Zug von bob oder zweifle ihn an. Noch 23 Stunden.",
            "@100 Hearts contre bob : Accepte ou conteste le tour de bob. Il reste 23 heures.",
            "@100 Hearts contra bob: Acepta o impugna el turno de bob. Tienes 23 horas.",
        ),
    ),
    "a reminder": (
        turn(waiting(), plan(100, reminded=True)),
        (
            "@100 Still your turn in Hearts against bob, only 23 hours left.",
            "@100 Du bist noch dran in Hearts gegen bob, nur noch 23 Stunden.",
            "@100 C'est encore à toi de jouer : Hearts contre bob. Plus que 23 heures.",
            "@100 Todavía te toca en Hearts contra bob: solo tienes 23 horas.",
        ),
    ),
    "too late": (
        turn(LATE, plan(100)),
        (
            "@100 Your time ran out in Hearts against bob, so a computer plays for you. Tap “I'm back” to go on.",
            "@100 Deine Zeit in Hearts gegen bob ist abgelaufen, also spielt ein Computer für dich. Tippe auf „Ich "
            "bin zurück“, um weiterzuspielen.",
            "@100 Ton temps est écoulé (Hearts contre bob) : un ordinateur joue à ta place. Touche « Je suis de "
            "retour » pour continuer.",
            "@100 Se te acabó el tiempo en Hearts contra bob, así que un bot juega por ti. Toca «Ya volví» para "
            "seguir.",
        ),
    ),
    "the game may end": (
        turn(ENDING, plan(100)),
        (
            "@100 Time has run out in Hearts against bob. If nobody plays, the game ends in 12 hours.",
            "@100 Die Zeit in Hearts gegen bob ist abgelaufen. Noch 12 Stunden, dann endet das Spiel, wenn niemand "
            "spielt.",
            "@100 Le temps est écoulé (Hearts contre bob). Si personne ne joue, la partie se termine dans 12 heures.",
            "@100 Se acabó el tiempo en Hearts contra bob. Si nadie juega, la partida termina en 12 horas.",
        ),
    ),
    "several tables": (
        turn(waiting(), plan(100, elsewhere=1)),
        (
            "@100 Your turn in Hearts against bob, 23 hours left. 2 tables wait for you: this one, Hearts.",
            "@100 Du bist dran in Hearts gegen bob, noch 23 Stunden. 2 Tische warten auf dich: dieser, Hearts.",
            "@100 À toi de jouer : Hearts contre bob. Il reste 23 heures. 2 tables t'attendent : celle-ci, Hearts.",
            "@100 Te toca en Hearts contra bob: tienes 23 horas. 2 mesas te esperan: esta, Hearts.",
        ),
    ),
    "many tables, soon": (
        turn(waiting(), plan(100, reminded=True, elsewhere=9)),
        (
            "@100 Still your turn in Hearts against bob, only 23 hours left. 10 tables wait for you: this one, "
            + "Hearts (only 3 hours left), " * 7
            + "Hearts (only 3 hours left) and 1 more (/games).",
            "@100 Du bist noch dran in Hearts gegen bob, nur noch 23 Stunden. 10 Tische warten auf dich: dieser, "
            + "Hearts (nur noch 3 Stunden), " * 7
            + "Hearts (nur noch 3 Stunden) und 1 weitere (/games).",
            "@100 C'est encore à toi de jouer : Hearts contre bob. Plus que 23 heures. 10 tables t'attendent : "
            "celle-ci, " + "Hearts (plus que 3 heures), " * 7 + "Hearts (plus que 3 heures) et 1 de plus (/games).",
            "@100 Todavía te toca en Hearts contra bob: solo tienes 23 horas. 10 mesas te esperan: esta, "
            + "Hearts (solo 3 horas más), " * 7
            + "Hearts (solo 3 horas más) y 1 más (/games).",
        ),
    ),
    "a request to take back a move": (
        lambda language: request_ping([101], REQUEST, "Hearts", NOW, reader(language)),
        (
            "@101 ann asks to take back a move in Hearts. You have 12 hours to answer.",
            "@101 ann bittet darum, in Hearts einen Zug zurückzunehmen. Zeit für die Antwort: 12 Stunden.",
            "@101 ann demande à reprendre un coup à Hearts. Temps pour répondre : 12 heures.",
            "@101 ann pide deshacer una jugada en Hearts. Tiempo para responder: 12 horas.",
        ),
    ),
    "an invitation": (
        invited,
        (
            "@101 You are invited to a game of Hearts with ann: tap Join at the table. "
            "The table stays open for 23 hours.",
            "@101 ann lädt dich zu Hearts ein: Tippe am Tisch auf „Mitspielen“. Der Tisch ist noch 23 Stunden offen.",
            "@101 ann t'invite à une partie de Hearts : touche « Rejoindre » à la table. "
            "La table reste ouverte encore 23 heures.",
            "@101 ann te invita a una partida de Hearts: toca «Unirse» en la mesa. La mesa sigue abierta 23 horas más.",
        ),
    ),
    "a vote on a removal": (
        lambda language: vote_ping([102], VOTE, "Hearts", NOW, reader(language)),
        (
            "@102 ann asks to remove bob from your game of Hearts. You have 24 hours to answer.",
            "@102 ann möchte bob aus eurem Spiel Hearts entfernen. Zeit für die Antwort: 24 Stunden.",
            "@102 ann demande à exclure bob de votre partie de Hearts. Temps pour répondre : 24 heures.",
            "@102 ann pide expulsar a bob de la partida de Hearts. Tiempo para responder: 24 horas.",
        ),
    ),
    "a vote on the end": (
        lambda language: vote_ping([101], replace(VOTE, seat=None), "Hearts", NOW, reader(language)),
        (
            "@101 ann asks to end your game of Hearts without a result. You have 24 hours to answer.",
            "@101 ann möchte euer Spiel Hearts ohne Ergebnis beenden. Zeit für die Antwort: 24 Stunden.",
            "@101 ann demande à arrêter votre partie de Hearts sans résultat. Temps pour répondre : 24 heures.",
            "@101 ann pide terminar la partida de Hearts sin resultado. Tiempo para responder: 24 horas.",
        ),
    ),
    "a match begins": (
        match_begins,
        (
            "@100 Round 2: you play bob. Your clock: 14 days.",
            "@100 Runde 2: Du spielst gegen bob. Deine Uhr: 14 Tage.",
            "@100 Manche 2 : tu joues contre bob. Ta pendule : 14 jours.",
            "@100 Ronda 2: juegas contra bob. Tu reloj: 14 días.",
        ),
    ),
    "a round of an evening begins": (
        evening_begins(0, 1, 2),
        (
            "@100 Round 2: you play bob and cat, 60 minutes left.",
            "@100 Runde 2: Du spielst gegen bob und cat, noch 60 Minuten.",
            "@100 Manche 2 : tu joues contre bob et cat. Il reste 60 minutes.",
            "@100 Ronda 2: juegas contra bob y cat, tienes 60 minutos.",
        ),
    ),
    "a bye": (
        evening_begins(2),
        (
            "@102 Round 2: you have a bye, which costs you nothing.",
            "@102 Runde 2: Du hast spielfrei, das kostet dich nichts.",
            "@102 Manche 2 : tu es au repos, ce qui ne te coûte rien.",
            "@102 Ronda 2: descansas, y no te cuesta nada.",
        ),
    ),
    "a match ends soon": (
        match_ends,
        (
            "@100 ann – bob: 24 hours left for this match. Whoever has to move then loses it.",
            "@100 ann – bob: Noch 24 Stunden für diese Begegnung. Wer dann am Zug ist, verliert sie.",
            "@100 ann – bob : Plus que 24 heures pour cette rencontre. Qui doit jouer à ce moment-là la perd.",
            "@100 ann – bob: Tiempo para este enfrentamiento: 24 horas. Lo pierde quien tenga el turno cuando se "
            "acabe.",
        ),
    ),
    "an organiser reminds of a match": (
        match_waits,
        (
            "@100 ann – bob: The organiser reminds you: this match waits for you.",
            "@100 ann – bob: Die Spielleitung erinnert dich: Diese Begegnung wartet auf dich.",
            "@100 ann – bob : L'organisation te rappelle que cette rencontre t'attend.",
            "@100 ann – bob: La organización te recuerda que este enfrentamiento te espera.",
        ),
    ),
    "a time to find": (
        meeting(MeetingCall.FIND),
        (
            "@100 @101 ann – bob: agree on a time to play together, 3 days left.",
            "@100 @101 ann – bob: Einigt euch auf eine Zeit, um zusammen zu spielen. Noch 3 Tage.",
            "@100 @101 ann – bob : convenez d'une heure pour jouer ensemble. Il reste 3 jours.",
            "@100 @101 ann – bob: acuerden una hora para jugar juntos. Tienen 3 días.",
        ),
    ),
    "a meeting is off": (
        meeting(MeetingCall.FIND, is_off=True),
        (
            "@100 @101 ann – bob: that meeting is off. Agree on another time, 3 days left.",
            "@100 @101 ann – bob: Aus diesem Treffen wird nichts. Einigt euch auf eine andere Zeit. Noch 3 Tage.",
            "@100 @101 ann – bob : ce rendez-vous n'a pas lieu. Convenez d'une autre heure. Il reste 3 jours.",
            "@100 @101 ann – bob: esa cita queda anulada. Acuerden otra hora. Tienen 3 días.",
        ),
    ),
    "a match pauses": (
        meeting(MeetingCall.FIND, is_paused=True),
        (
            "@100 @101 ann – bob: the game pauses. Agree on a time to go on with it, 3 days left. If you find none, "
            "whoever has named no times loses; if all have, it is a draw.",
            "@100 @101 ann – bob: Das Spiel ist unterbrochen. Einigt euch auf eine Zeit, um weiterzuspielen. Noch 3 "
            "Tage. Findet ihr keine, verliert, wer keine Zeiten genannt hat; haben alle welche genannt, ist es ein "
            "Unentschieden.",
            "@100 @101 ann – bob : la partie est en pause. Convenez d'une heure pour la reprendre. Il reste 3 jours. "
            "Si vous n'en trouvez pas, celui qui n'a proposé aucune heure perd ; si tous en ont proposé, c'est une "
            "égalité.",
            "@100 @101 ann – bob: la partida está en pausa. Acuerden una hora para seguir con ella. Tienen 3 días. Si "
            "no encuentran ninguna, pierde quien no propuso horas; si todos propusieron alguna, es un empate.",
        ),
    ),
    "a time is offered": (
        meeting(MeetingCall.OFFERED),
        (
            "@101 ann named times to play. Choose those that suit you.",
            "@101 Vorgeschlagene Spielzeiten von ann: Wähle alle, die dir passen.",
            "@101 Horaires proposés par ann : choisis ceux qui te conviennent.",
            "@101 Horas para jugar propuestas por ann: elige las que te vengan bien.",
        ),
    ),
    "another time shortly before": (
        meeting(MeetingCall.LATER),
        (
            "@101 ann would like to meet at another time. Tap “Another day” to agree.",
            "@101 Wunsch von ann: ein anderer Termin. Tippe auf „Anderer Tag“, um zuzustimmen.",
            "@101 Demande de ann : une autre heure. Touche « Un autre jour » pour accepter.",
            "@101 Petición de ann: otra hora. Toca «Otro día» para aceptar.",
        ),
    ),
    "a pause of a live match": (
        meeting(MeetingCall.LATER, is_played=True),
        (
            "@101 ann would like to go on another day. Tap “Pause” to agree.",
            "@101 Wunsch von ann: an einem anderen Tag weiterspielen. Tippe auf „Pause“, um zuzustimmen.",
            "@101 Demande de ann : continuer un autre jour. Touche « Pause » pour accepter.",
            "@101 Petición de ann: seguir otro día. Toca «Pausa» para aceptar.",
        ),
    ),
    "a time that the organiser has set": (
        meeting(MeetingCall.FIND, is_set=True),
        (
            "@100 @101 ann – bob: your meeting is in 24 hours, on Fri, Nov 27, 9:00 PM (Europe/Berlin).",
            "@100 @101 ann – bob: euer Treffen ist in 24 Stunden, am Fr., 27. Nov., 21:00 (Europe/Berlin).",
            "@100 @101 ann – bob : votre rendez-vous est dans 24 heures, le ven. 27 nov., 21:00 (Europe/Berlin).",
            "@100 @101 ann – bob: se encuentran dentro de 24 horas, el vie, 27 nov, 21:00 (Europe/Berlin).",
        ),
    ),
    "somebody would play at once": (
        meeting(MeetingCall.HERE),
        (
            "@101 Ready to play: ann. Tap “I'm here” within 15 minutes.",
            "@101 Spielbereit: ann. Tippe innerhalb von 15 Minuten auf „Ich bin da“.",
            "@101 D'accord pour jouer tout de suite : ann. Touche « Je suis là » d'ici 15 minutes.",
            "@101 De acuerdo en jugar ahora mismo: ann. Toca «Estoy aquí» antes de 15 minutos.",
        ),
    ),
    "a last day to find a time": (
        meeting(MeetingCall.LAST),
        (
            "@101 ann – bob: One day left to agree on a time. After that, each plays the same cards alone.",
            "@101 ann – bob: Noch ein Tag, um euch auf eine Zeit zu einigen. Danach spielt jeder die gleichen Karten "
            "allein.",
            "@101 ann – bob : Il reste un jour pour convenir d'une heure. Ensuite, chacun joue les mêmes cartes en "
            "solo.",
            "@101 ann – bob: Queda un día para acordar una hora. Después, cada uno juega las mismas cartas a solas.",
        ),
    ),
    "a meeting is near": (
        meeting(MeetingCall.SOON, before=timedelta(minutes=29, seconds=50)),
        (
            "@101 ann – bob: Your match begins in 30 minutes. Tap “I'm here” when you are ready.",
            "@101 ann – bob: Deine Begegnung beginnt in 30 Minuten. Tippe auf „Ich bin da“, sobald du so weit bist.",
            "@101 ann – bob : Ta rencontre commence dans 30 minutes. Touche « Je suis là » dès que tu es là.",
            "@101 ann – bob: Tu enfrentamiento empieza en 30 minutos. Toca «Estoy aquí» cuando llegues.",
        ),
    ),
    "a meeting begins": (
        meeting(MeetingCall.NOW, before=timedelta()),
        (
            "@101 ann – bob: Your match begins now. Whoever is not here in 15 minutes loses it.",
            "@101 ann – bob: Deine Begegnung beginnt jetzt. Wer in 15 Minuten nicht da ist, verliert sie.",
            "@101 ann – bob : Ta rencontre commence maintenant. Qui n'est pas là d'ici 15 minutes la perd.",
            "@101 ann – bob: Tu enfrentamiento empieza ahora. Lo pierde quien no llegue en 15 minutos.",
        ),
    ),
    "the same cards wait": (
        cards_wait,
        (
            "@100 ann – bob: 24 hours left to play your cards of this match.",
            "@100 ann – bob: Noch 24 Stunden, um die Karten dieser Begegnung zu spielen.",
            "@100 ann – bob : Temps restant pour jouer les cartes de cette rencontre : 24 heures.",
            "@100 ann – bob: Tiempo para jugar las cartas de este enfrentamiento: 24 horas.",
        ),
    ),
    "a followed game ends": (
        told(OVER, 100),
        (
            "@100 The Hearts game that you follow is over.",
            "@100 Das Spiel Hearts, dem du folgst, ist zu Ende.",
            "@100 La partie de Hearts que tu suis est terminée.",
            "@100 La partida de Hearts que sigues ya terminó.",
        ),
    ),
    "a followed game is closed": (
        told(CLOSED, 100),
        (
            "@100 The Hearts game that you follow was closed without a result.",
            "@100 Das Spiel Hearts, dem du folgst, wurde ohne Ergebnis geschlossen.",
            "@100 La partie de Hearts que tu suis a été fermée sans résultat.",
            "@100 La partida de Hearts que sigues se cerró sin resultado.",
        ),
    ),
    "players are wanted": (
        told(WANTED, 100),
        (
            "@100 A Hearts table needs players, ann is waiting.",
            "@100 An einem Tisch für Hearts fehlen Spieler, ann wartet.",
            "@100 Une table de Hearts cherche des joueurs, ann attend.",
            "@100 Una mesa de Hearts necesita jugadores, ann espera.",
        ),
    ),
    "the game of the day": (
        daily_waits,
        (
            "@100 Daily #7 is waiting for you: Hearts. It ends in 4 hours. /daily",
            "@100 Spiel des Tages #7 wartet auf dich: Hearts. Noch 4 Stunden. /daily",
            "@100 La partie du jour #7 t'attend : Hearts. Fin dans 4 heures. /daily",
            "@100 La partida del día #7 te espera: Hearts. Termina en 4 horas. /daily",
        ),
    ),
}


def said(line: str) -> str:
    """A line as it is read, with short mentions and plain spaces."""
    return re.sub(r"<@(\d+)>", r"@\1", visible(line)).replace("\u202f", " ")


if __name__ == "__main__":
    for name, (made, _) in KINDS.items():
        print(f"\n{name}")
        print("\n".join(f"  {language:6}{said(made(language).line)}" for language in LANGUAGES))

"""Looking back at the moves of a finished game that cost a player most."""

import pickle
import sys
from collections.abc import AsyncIterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from card_room import ANNA, BEN, CARD_DUEL, CLARA, KNOTWEED, PILES, Room, refuses

from db.records import JudgedMove, ReviewRecord, TableRecord
from db.store import Store
from engines import GAMES
from engines.card_duel.actions import DONE, Done, Pick
from engines.card_duel.view import CardDuelView
from engines.knotweed.actions import Play
from engines.lessons import Step
from opponents import JUDGES_VERSION, Budget, Considered, Thought, judge
from opponents.thoughts import FEW_TRIALS, SURE
from sessions.computers.thinking import Thinker
from sessions.replays import replays, reviews
from sessions.replays.key_moments import Estimates
from sessions.replays.mistakes import MOST_ASKED
from sessions.replays.replays import PastDecision
from sessions.replays.reviews import LEAST_COST, MOST, JudgedGame, Judgement, Review, _costliest, _stored
from tests.optional import present

search = sys.modules["opponents.search"]


JUDGED = dict[bytes, Any]()
"""What was judged in this process. Most tests here play the same game, and it costs seconds to judge one."""


async def judged_before(function: Any, *arguments: Any) -> Any:
    """A ``compute`` that remembers."""
    question = pickle.dumps((function, arguments))
    if question not in JUDGED:
        JUDGED[question] = function(*arguments)
    return JUDGED[question]


@pytest.fixture
async def room(store: Store) -> AsyncIterator[Room]:
    room = Room(store, compute=judged_before)
    yield room
    await room.service.close()


@pytest.fixture(autouse=True)
def few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this room computers have no time, so some decisions are judged, each action as often as it must be."""
    monkeypatch.setattr(reviews, "DECISIONS", 12)
    monkeypatch.setattr(search, "ENOUGH", 8)
    monkeypatch.setattr(reviews, "is_sure", lambda one: True)
    monkeypatch.setattr(reviews, "FEW_TRIALS", 1)


async def played_at_random(room: Room, game: str = PILES, options: dict[str, Any] | None = None) -> TableRecord:
    """A game in which both players take any legal action, and name the cards of a group in any order."""
    table, chance = await room.started(game, options=options or {}), Random(3)
    while True:
        for user in (ANNA, BEN):
            view = (await room.snapshot(table, user)).view
            if view is not None and view.may_act:
                action = chance.choice(view.actions())
                await room.play.act(table.id, user, [_turned_around(action) if isinstance(action, Play) else action])
        snapshot = await room.snapshot(table, ANNA)
        if not snapshot.table.phase.is_open:
            return snapshot.table


def _turned_around(play: Play) -> Play:
    return Play(play.pile, play.cards[::-1])


async def test_the_costliest_moves_come_first(room: Room) -> None:
    table = await played_at_random(room)
    found = (await room.service.reviews.costliest(table.id, ANNA)).moves
    moves = await room.store.games.moves(table.id)
    assert 0 < len(found) <= MOST, "of moves at random some are bad"
    costs = [move.cost for move in found]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] > 0
    assert all(moves[move.number - 1].seat == 0 for move in found), "they are anna's own"
    assert all(move.better != move.played for move in found)
    assert not any("I think" in text.template for move in found for text in move.reasons), "figures stand once"
    numbers = {move.number for move in (await room.service.reviews.costliest(table.id, BEN)).moves}
    assert numbers.isdisjoint(move.number for move in found)


async def test_a_game_is_judged_once_and_says_the_same_everywhere(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """All screens have their figures from what is stored, also after a restart."""
    monkeypatch.setattr(Considered, "is_sure", True)
    table, told = await played_at_random(room), list[tuple[int, int]]()

    async def progress(done: int, of: int) -> None:
        told.append((done, of))

    first = await room.service.reviews.costliest(table.id, ANNA, progress)
    assert told == [(number, first.looked_at) for number in range(1, first.looked_at + 1)]
    again = reviews.Reviews(room.service.reviews._cache, room.service.replays, Thinker(failing, seconds=0, workers=1))
    assert await again.costliest(table.id, ANNA) == first, "nobody thinks twice"
    key = {one.number: one for one in (await room.service.replays.moment(table.id, 0, 0)).key_moments}
    for move in first.moves:
        replayed = (await room.service.replays.moves(table.id, [move.number]))[move.number]
        figures = {one.action: one.estimate for one in replayed.considered}
        assert (figures[move.played], figures[move.better]) == (move.got, move.best)
        assert replayed.considered[0].estimate == max(worth for worth in figures.values() if worth is not None)
        assert key[move.number].estimates == Estimates(0, move.best, move.got)
    listed = {move.number: move for move in first.moves}
    for place in (await room.service.mistakes.of(table.id, ANNA)).waiting or ():
        asked = await room.service.mistakes.step(table.id, ANNA, place)
        if move := listed.get(number := _number(asked.lesson.steps[place])):
            played = asked.game.parse((await room.store.games.moves(table.id))[number - 1].text)
            told_then = dict((await room.service.mistakes.answer(table.id, ANNA, place, [played])).remark.values)
            assert (told_then["got"], told_then["best"]) == (round(100 * move.got), round(100 * move.best))
    assert await room.service.puzzles.offer(table.id, ANNA)
    puzzle = present(await room.store.puzzles.of(table.id, 0))
    assert (puzzle.best, puzzle.got) == (listed[puzzle.number].best, listed[puzzle.number].got)


async def test_other_judges_judge_anew(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await played_at_random(room)
    await room.service.reviews.costliest(table.id, ANNA)
    for module in (reviews, replays):
        monkeypatch.setattr(module, "JUDGES_VERSION", JUDGES_VERSION + 1)
    assert await room.service.replays.reviewed(table.id, 0) is None
    await room.service.reviews.costliest(table.id, ANNA)
    record = present(await room.service.replays.reviewed(table.id, 0))
    assert record.version == JUDGES_VERSION + 1


async def failing(*_: Any) -> Any:
    raise AssertionError("this was judged before")


async def test_cards_of_a_group_may_have_been_named_in_any_order(room: Room) -> None:
    """Knotweed 4.4: moves are listed in pack order only."""
    table = await played_at_random(room, KNOTWEED, {"turn_cap": 20})
    typed = [GAMES[KNOTWEED].parse(move.text) for move in await room.store.games.moves(table.id)]
    assert any(isinstance(play, Play) and play.cards != tuple(sorted(play.cards)) for play in typed)
    for user in (ANNA, BEN):
        assert (await room.service.reviews.costliest(table.id, user)).looked_at


async def test_every_decision_is_looked_at_up_to_a_limit_that_the_review_tells(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await played_at_random(room)
    _, decisions = await room.service.replays.decisions(table.id, 1)
    review = await room.service.reviews.costliest(table.id, ANNA)
    assert review.looked_at <= 12 < review.decisions
    monkeypatch.setattr(reviews, "DECISIONS", len(decisions))
    review = await room.service.reviews.costliest(table.id, BEN)
    assert (review.looked_at, review.decisions) == (len(decisions), len(decisions))


async def test_only_players_of_finished_games_look_back(room: Room) -> None:
    table = await room.started(PILES)
    await refuses("still in progress", room.service.reviews.check(table.id, ANNA))
    await refuses("no seat", room.service.reviews.check(table.id, CLARA))
    await room.seats.resign(table.id, BEN)
    await room.service.reviews.check(table.id, ANNA)
    review = await room.service.reviews.costliest(table.id, ANNA)
    assert review == Review((), 0, 0, luck=review.luck, even=0.5), "anna has not moved"


async def test_luck_play_and_the_best_move(room: Room) -> None:
    table = await played_at_random(room)
    own, other = [await room.service.reviews.costliest(table.id, user) for user in (ANNA, BEN)]
    assert own.luck + other.luck == pytest.approx(1)
    assert own.even == other.even == 0.5
    assert present(own.lost) >= sum(move.cost for move in own.moves) > 0
    moves = await room.store.games.moves(table.id)
    for review, seat in ((own, 0), (other, 1)):
        if review.best is not None:
            assert moves[review.best.number - 1].seat == seat
            assert review.best.got >= review.best.next_best + LEAST_COST
            assert review.best.number not in [move.number for move in review.moves]


async def test_all_decisions_count_for_what_was_lost(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await played_at_random(room)
    monkeypatch.setattr(Judgement, "loss", 0.05)
    review = await room.service.reviews.costliest(table.id, ANNA)
    assert review.lost == pytest.approx(0.05 * review.looked_at)


@pytest.mark.parametrize(
    ("costs", "lost", "listed"),
    [
        ([0.05, 0.3, 0.1], 0.5, [0.3, 0.1]),
        # In a match of several hands no decision costs much of the whole, but it can be a good part of what was lost.
        ([0.05, 0.07, 0.02], 0.2, [0.07, 0.05]),
        ([0.01, 0.02], 0.03, []),
    ],
)
def test_a_move_is_listed_for_its_cost_or_its_share(costs: list[float], lost: float, listed: list[float]) -> None:
    judged: Any = [SimpleNamespace(cost=cost, is_sure=True) for cost in costs]
    assert [one.cost for one in _costliest(judged, lost)] == listed


@pytest.mark.parametrize(("worth", "is_listed"), [(0.3, True), (0.9, False)])
def test_a_move_that_clearly_cost_much_is_listed_though_nobody_knows_how_much(
    worth: float, is_listed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "is_sure", lambda one: False)
    considered = (("better", 1.0, 24, 0.02), ("worse", worth, 24, 0.08))
    view: Any = SimpleNamespace()
    judged = Judgement(PastDecision(1, view, "worse"), JudgedMove(1, 1.0, considered))
    assert _costliest([judged], judged.loss) == [judged] * is_listed


@pytest.mark.parametrize(("trials", "is_known"), [(24, True), (8, False)])
def test_who_was_hardly_looked_at_is_not_praised(
    trials: int, monkeypatch: pytest.MonkeyPatch, *, is_known: bool
) -> None:
    """On a slow host the judge tries each action a few times only, so that no loss is beyond doubt."""
    monkeypatch.setattr(reviews, "is_sure", lambda one: False)
    monkeypatch.setattr(reviews, "FEW_TRIALS", FEW_TRIALS)
    considered = (("better", 0.6, trials, 0.2), ("played", 0.5, trials, 0.2))
    view: Any = SimpleNamespace()
    decisions = [PastDecision(number, view, "played") for number in (1, 2)]
    record = ReviewRecord(
        1, 0, JUDGES_VERSION, 0.5, tuple(JudgedMove(one.number, 1.0, considered) for one in decisions)
    )
    assert (JudgedGame(GAMES["card_duel"], 2, record, decisions, 1).review().lost is not None) == is_known


async def test_a_mistake_is_asked_until_it_is_found(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table, mistakes = await played_at_random(room), room.service.mistakes
    first, *others = list((await mistakes.of(table.id, ANNA)).waiting or ())
    assert 0 < 1 + len(others) <= MOST_ASKED
    asked = await mistakes.step(table.id, ANNA, first)
    step, view = asked.lesson.steps[first], asked.reached.state.view(0)
    moves = {str(action): action for action in view.actions()}
    played = (await room.store.games.moves(table.id))[_number(step) - 1].text
    wrong = await mistakes.answer(table.id, ANNA, first, [moves[played]])
    assert not wrong.is_right
    assert wrong.more, "what it lets happen"
    assert (await mistakes.answer(table.id, ANNA, first, [moves[step.accepted[0]]])).is_right
    assert (await mistakes.of(table.id, ANNA)).waiting == others
    room.pass_time(days=3)
    assert (await mistakes.of(table.id, ANNA)).waiting == [first, *others], "it was missed first"
    right = await mistakes.answer(table.id, ANNA, first, [moves[step.accepted[0]]])
    assert right.is_right
    assert right.remark
    await mistakes.note(table.id, ANNA, first, missed=True)  # *Show me*, afterwards
    room.pass_time(days=300)
    assert (await mistakes.of(table.id, ANNA)).waiting == others, "what was found stays found"
    monkeypatch.setattr(Judgement, "thought", lambda one, game: Thought(moves[step.accepted[0]]))
    unknown = [action for text, action in moves.items() if text != step.accepted[0]]
    answers = [await mistakes.answer(table.id, ANNA, first, [action]) for action in unknown[:MOST_ASKED]]
    assert not all(answer.is_right for answer in answers), "what was not compared is judged now"


async def test_actions_of_one_tap_are_judged_together(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand of Card Duel is not right only because its first card is."""
    table, mistakes = await played_at_random(room, CARD_DUEL), room.service.mistakes
    assert (await mistakes.of(table.id, ANNA)).waiting
    asked = await mistakes.step(table.id, ANNA, 0)
    best = asked.lesson.steps[0].accepted[0]
    first = next(action for action in asked.reached.state.view(0).actions() if str(action) == best)
    assert isinstance(first, Pick)
    judged = list[CardDuelView]()

    async def judge_badly(game: object, view: CardDuelView, action: Done, patience: float = 1.0, **_: Any) -> Any:
        judged.append(view)
        return Thought(action, (Considered(action, 0.0, 100),)), 0.0

    monkeypatch.setattr(room.service.mistakes._thinker, "judge", judge_badly)
    assert not (await mistakes.answer(table.id, ANNA, 0, [first, DONE])).is_right
    assert [first.card in view.hand for view in judged] == [True], "where the last of them is played"
    assert (await mistakes.answer(table.id, ANNA, 0, [first])).is_right


async def test_the_latest_games_of_a_member_are_asked_about(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table, mistakes = await played_at_random(room), room.service.mistakes
    assert [own.waiting for own in await mistakes.latest(ANNA)] == [None], "nobody has judged it yet"
    own = await mistakes.of(table.id, ANNA)
    assert await mistakes.latest(ANNA) == [own]
    assert await mistakes.latest(CLARA) == []
    await refuses("no seat", mistakes.of(table.id, CLARA))
    await refuses("no longer have these positions", mistakes.step(table.id, ANNA, MOST_ASKED))
    monkeypatch.setattr(reviews, "JUDGES_VERSION", JUDGES_VERSION + 1)
    monkeypatch.setattr(replays, "JUDGES_VERSION", JUDGES_VERSION + 1)
    await refuses("no longer have these positions", mistakes.step(table.id, ANNA, 0))


def _number(step: Step) -> int:
    """The number of the move that a step asks about."""
    return int(str(dict(step.words.values)["number"]))


@pytest.mark.thorough(samples=5)
@pytest.mark.parametrize("deal", range(4))
@pytest.mark.parametrize("key", GAMES)
def test_a_random_player_is_never_praised(key: str, deal: int) -> None:
    """The more decisions are looked at, the more they cost, so it is enough to look until they cost too much."""
    game, luck, deals = GAMES[key], Random(deal), 0
    state = game.deal(seats=game.seats[0], seed=f"random {deal}", options=game.Options())
    made = list[tuple[Any, Any]]()
    while state.to_act:
        seat = state.to_act[0]
        action = luck.choice(state.actions(seat))
        if seat == 0 and len(state.actions(0)) > 1:
            made.append((state.view(0), action))
        deals += sum(0 in game.scored(event) for event in state.act(seat, action))
    lost = 0.0
    for view, action in made:
        decision = PastDecision(0, view, action)
        thought = judge(game, view, f"{deal}", Budget(100, error=SURE), action)
        lost += Judgement(decision, _stored(decision, thought)).cost / max(deals, 1)
        if lost >= LEAST_COST:
            break
    assert lost >= LEAST_COST

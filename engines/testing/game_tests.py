"""The tests themselves, as a class to derive from."""

from contextlib import suppress
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from engines import plugins
from engines.contract import Game, IllegalAction, State
from engines.replay import replay
from engines.testing.adapter import NO_SEED, Adapter
from engines.testing.declared import check_daily, check_example, house_rules
from engines.testing.lessons import check_lessons
from engines.testing.play import COUNT, LONGEST, Visit, chunks, play, positions
from engines.testing.positions import (
    check_cards,
    check_copy,
    check_plays_on,
    check_reading,
    check_refused,
    check_round_trip,
    check_same,
    check_voids,
    first_difference,
)
from engines.testing.questions import Plans, check_offers, check_plan_offers, check_questions
from engines.testing.steps import check_events, check_forced, check_result
from engines.testing.views import check_views, viewers

SECTION_LIMIT = 900
"""The most characters in a section of the rules, so that several fit in a message."""
SAMPLED = 40
"""About how many positions of each table are resampled from what their viewers know."""
FULLY_LOOKED_AT = 2000
"""With more random games per table than this, examinations become rarer, because they take longer than playing."""
RARER = max(1, COUNT // FULLY_LOOKED_AT)
THOROUGH = 400 * RARER
"""In one of this many games, every position is examined in every way, as every seat sees it; ..."""
LOOKS = 1 if COUNT >= 100 else 3
"""... with few random games, only one of this many of its positions; ..."""
SAMPLE = 48 * RARER
"""... in the others, one of this many positions, as two viewers see it."""
READ = 8
"""One of this many positions is also loaded from its dump, which takes ten times as long as a move."""

_EVERY_GAME = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.differing_executors]
some_examples = settings(max_examples=min(5, max(1, COUNT // 2)), deadline=None, suppress_health_check=_EVERY_GAME)
many_examples = settings(max_examples=min(200, max(1, 10 * COUNT)), deadline=None, suppress_health_check=_EVERY_GAME)


class GameTests:
    """What every game must provide, whatever its rules; ``CARDROOM_GAMES`` is the number of random games."""

    game: ClassVar[Game[Any]]
    adapter: ClassVar[Adapter]
    longest: ClassVar[int] = LONGEST
    """After this many random actions, a game is considered endless."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run tests with every number of seats, and the random games in chunks."""
        if "seats" in metafunc.fixturenames:
            metafunc.parametrize("seats", self.game.seats, ids=lambda seats: f"{seats} seats")
        if "numbers" in metafunc.fixturenames:
            metafunc.parametrize("numbers", chunks(), ids=lambda numbers: f"from {numbers.start}")

    def random_game(self, seats: int, seed: str, options: Any = None, visit: Visit | None = None) -> Any:
        """Play a random game to its end; return the final position and the moves."""
        return play(self.game, seats, seed, options or self.game.Options(), visit, longest=self.longest)

    def test_the_bot_can_offer_it(self) -> None:
        plugins.check_game(self.game.key, self.game)
        assert self.game.credit.line, "the credit has no line"
        assert self.game.credit.url.startswith("https://"), f"the credit links to no page: {self.game.credit.url!r}"

    def test_sections_of_the_rules_fit_in_a_message(self) -> None:
        for section in self.game.rules:
            assert str(section.heading), f"a section of the rules has no heading: “{str(section.text)[:40]}…”"
            length = len(str(section.text))
            assert 0 < length <= SECTION_LIMIT, (
                f"the section “{section.heading}” of the rules has {length} characters, not 1 to {SECTION_LIMIT}"
            )

    def test_examples_in_the_rules_can_be_drawn(self) -> None:
        for section in self.game.rules:
            unknown = set(section.options) - self.game.Options.model_fields.keys()
            assert not unknown, f"the section “{section.heading}” names house rules that there are not: {unknown}"
            if section.example is not None:
                check_example(self.game, section.example)

    def test_its_lessons_can_be_followed(self) -> None:
        """Every step plays as described, and every other decision has a remark."""
        check_lessons(self.game)

    def test_it_can_be_the_game_of_the_day(self) -> None:
        """If it can be the game of the day, it can be dealt that way, and its points tell who did better."""
        check_daily(self.game, self.longest)

    def test_the_short_form_is_shorter(self) -> None:
        """If it has a short form, its house rules are allowed, and it is known to be shorter than the usual game."""
        usual, short = self.game.Options(), self.game.Options(**self.game.short_form)
        for seats in self.game.seats if self.game.short_form else ():
            lengths = [self.game.expected_handovers(seats, options) for options in (short, usual)]
            assert None not in lengths, "it is not known how long the short form or the usual game takes"
            assert lengths[0] < lengths[1], "the short form is not shorter"  # pyright: ignore[reportOperatorIssue]

    def test_a_match_of_a_league_can_be_dealt(self) -> None:
        """Each table size has a way of playing a match, each way once, with house rules that are allowed."""
        for seats in self.game.seats:
            formats = self.game.match_formats(seats)
            assert formats, f"no match of {seats} can be played"
            assert len({one.way for one in formats}) == len(formats), "a way is there twice"
            for one in formats:
                assert one.minutes > 0, "a match takes no time"
                assert one.deals > 0, "a match has no deals"
                self.game.deal(seats=seats, seed="a", options=self.game.Options(**one.options))

    def test_unknown_house_rules_and_positions_are_rejected(self) -> None:
        with pytest.raises(ValueError, match="surprise"):
            self.game.Options.model_validate({"surprise": 1})
        document = self.game.deal(seats=self.game.seats[0], seed="a", options=self.game.Options()).dump()
        with pytest.raises(ValueError, match="surprise"):
            self.game.position({**document, "surprise": 1})
        place = self.adapter.places[0]
        with pytest.raises(ValueError, match="1X"):
            self.game.position({**document, place: [["1X"], *document[place][1:]]})

    def test_the_wrong_number_of_players_is_rejected(self) -> None:
        for seats in {0, self.game.seats[0] - 1, self.game.seats[-1] + 1, 60}:
            with pytest.raises(ValueError, match=r"."):
                self.game.deal(seats=seats, seed="a", options=self.game.Options())

    def test_the_seed_determines_the_deal(self, seats: int) -> None:
        deals = [self.game.deal(seats=seats, seed=seed, options=self.game.Options()).dump() for seed in ("a", "a", "b")]
        difference = first_difference(deals[0], deals[1])
        assert difference is None, f"dealt twice from the same seed the game differs: {difference}"
        assert any(deals[0][place] != deals[2][place] for place in self.adapter.places), "another seed deals the same"

    @some_examples
    @given(data=st.data())
    def test_games_end_under_any_house_rules(self, seats: int, data: st.DataObject) -> None:
        options = data.draw(house_rules(self.game.Options))
        seed = data.draw(st.text(max_size=8))
        try:
            self.game.deal(seats=seats, seed=seed, options=options)
        except ValueError:
            reject()  # these options do not work with this number of players
        chance, seen = Random(seed), 0

        def look(state: State[Any], seat: int, action: Any) -> None:
            nonlocal seen
            seen += 1
            if chance.random() < 8 / seen:  # examine a match of many rounds about as often as a short game
                document = state.dump()
                check_cards(self.adapter, document)
                check_round_trip(state, document)
                check_views(self.adapter, state, document, viewers(state), chance)
                check_forced(self.adapter, state, chance)

        state, moves = self.random_game(seats, seed, options, look)
        check_result(state, seats)
        difference = first_difference(state.dump(), replay(self.game, seats, seed, options, moves)[0].dump())
        assert difference is None, f"its moves do not lead to the same end again: {difference}"

    def test_what_is_forced_follows_from_what_everybody_sees(self, seats: int) -> None:
        """Otherwise an action that is played without asking tells the others what somebody holds."""
        chance = Random(self.game.key)

        def look(state: State[Any], seat: int, action: Any) -> None:
            check_forced(self.adapter, state, chance)

        for number in range(min(COUNT, 20)):
            self.random_game(seats, f"forced {number}", visit=look)

    def test_a_copy_is_independent(self, seats: int) -> None:
        state, _ = self.random_game(seats, "copies", visit=check_copy)
        assert state.clone().outcome == state.outcome, "a copy of a finished game has another outcome"

    def test_a_loaded_position_plays_on_identically(self, seats: int) -> None:
        kept: list[State[Any]] = []

        def keep(state: State[Any], seat: int, action: Any) -> None:
            kept.append(state.clone())

        last, moves = self.random_game(seats, "dumps", visit=keep)
        for number in {place * len(kept) // 8 for place in range(8)}:
            check_plays_on(kept[number], moves[number:], last)

    def test_illegal_actions_are_refused(self, seats: int) -> None:
        chance = Random(1)
        known: set[Any] = set()
        refused = 0

        def look(state: State[Any], seat: int, action: Any) -> None:
            nonlocal refused
            document, legal = state.dump(), state.actions(seat)
            known.update(legal)
            illegal = sorted(known.difference(legal), key=str)
            for attempt in chance.sample(illegal, min(3, len(illegal))):
                check_refused(state, document, seat, attempt)
                check_refused(state, document, seat, str(attempt))
                refused += 1
            for other in set(range(seats)).difference(state.to_act):
                check_refused(state, document, other, action)

        state, _ = self.random_game(seats, "refusals", visit=look)
        assert refused > 0, "in a whole game every known action was legal at all times"
        for seat in range(seats):
            check_refused(state, state.dump(), seat, next(iter(known)))

    @many_examples
    @given(data=st.data())
    def test_mangled_moves_change_nothing_unless_they_are_legal(self, data: st.DataObject) -> None:
        state = self.game.deal(seats=self.game.seats[0], seed="mutilated", options=self.game.Options())
        seat = state.to_act[0]
        words = str(data.draw(st.sampled_from(state.actions(seat)))).split()
        place = data.draw(st.integers(0, len(words)))
        words[place : place + data.draw(st.integers(0, 1))] = data.draw(st.lists(st.text(max_size=4), max_size=2))
        text = " ".join(words)
        before = state.dump()
        with suppress(IllegalAction):
            chosen = self.game.parse(text)
            again = self.game.parse(str(chosen))
            assert again == chosen, f"{text!r} is read as {str(chosen)!r}, and that as {str(again)!r}"
            state.check(seat, chosen)
            return
        check_refused(state, before, seat, text)

    def test_case_and_spacing_of_moves_do_not_matter(self, seats: int) -> None:
        state = self.game.deal(seats=seats, seed="sloppy", options=self.game.Options())
        for action in state.actions(state.to_act[0]):
            sloppy = f"  {str(action).upper()} ".replace(" ", "  ")
            assert self.game.parse(sloppy) == action, f"{sloppy!r} is not read as {str(action)!r}"

    def test_random_games_end_and_can_be_replayed(self, seats: int, numbers: range) -> None:
        everybody: list[int | None] = [None, *range(seats)]
        for number in numbers:
            seed = f"random game {number}"
            chance = Random(f"{seed} of {self.game.key} for {seats}")
            thorough = number % THOROUGH == 0

            def look(
                state: State[Any], seat: int, action: Any, chance: Random = chance, thorough: bool = thorough
            ) -> None:
                if chance.randrange(LOOKS if thorough else SAMPLE) == 0:
                    watching = everybody if thorough else chance.sample(everybody, 2)
                    self.examine(state, watching, chance)
                    after = state.clone()
                    check_events(seat, action, state, after.act(seat, action), after, watching)
                elif chance.randrange(READ) == 0:
                    check_reading(state, state.dump())

            state, moves = self.random_game(seats, seed, visit=look)
            check_result(state, seats)
            if number % RARER == 0:
                self.examine(state, everybody, chance)
            else:
                document = state.dump()
                check_cards(self.adapter, document)
                check_round_trip(state, document)
            again = replay(self.game, seats, seed, self.game.Options(), moves)[0].dump()
            difference = first_difference(state.dump(), again)
            assert difference is None, f"its moves do not lead to the same end again: {difference}"

    def test_plans_play_what_is_legal(self, seats: int, numbers: range) -> None:
        applied: set[str] = set()
        for number in numbers[:: RARER if COUNT < 100 else 3 * RARER]:  # they take as long as all the others
            plans = Plans(self.game, Random(f"plans {number} of {self.game.key} for {seats}"))
            state, _ = self.random_game(seats, f"plans {number}", visit=plans.look)
            assert not any(self.game.plans(state.view(seat)) for seat in range(seats)), "plans are offered at the end"
            applied |= plans.applied
        state = self.game.deal(seats=seats, seed="plans", options=self.game.Options())
        offered = [check_plan_offers(self.game, state.view(seat)) for seat in (None, *range(seats))]
        assert applied or not any(offered), "no plan was ever carried out"
        for key in ("", "7", "1/oak/never written", "a/b/c/d"):
            assert not self.game.planned(state.view(state.to_act[0]), key), f"something is played for the plan {key!r}"

    def examine(self, state: State[Any], seats: list[int | None], chance: Random) -> None:
        """Check everything that must hold in a position, from the view of these ``seats``."""
        document = state.dump()
        check_cards(self.adapter, document)
        check_voids(self.adapter, document)
        check_round_trip(state, document)
        check_views(self.adapter, state, document, seats, chance)
        check_offers(state, chance)
        check_questions(state, chance)
        check_same(document, state.dump(), "looking at a position changes it")

    def test_a_sampled_position_looks_the_same_to_its_viewer(self, seats: int) -> None:
        chance = Random(self.game.key)
        for state in positions(self.game, seats, SAMPLED, "same"):
            for seat in viewers(state):
                view = state.view(seat)
                sampled = self.game.sample(view, chance)
                told = f"seat {seat} sees a difference in a sampled position"
                check_same(view.dump(), sampled.view(seat).dump(), told)
                assert sampled.view(seat) == view, f"seat {seat} has another view of a sampled position"
                assert sampled.to_act == state.to_act, f"in a sampled position seats {sampled.to_act} may act"
                document = sampled.dump()
                check_cards(self.adapter, document)
                check_voids(self.adapter, document)
                check_round_trip(sampled, document)
                if seat is not None:
                    assert sampled.actions(seat) == state.actions(seat), f"seat {seat} has other actions when sampled"

    def test_sampled_positions_differ_and_depend_on_the_given_source(self, seats: int) -> None:
        view = self.game.deal(seats=seats, seed="differ", options=self.game.Options()).view(None)
        dumps = [self.game.sample(view, Random(number)).dump() for number in (1, 1, 2, 3)]
        difference = first_difference(dumps[0], dumps[1])
        assert difference is None, f"sampled twice with the same random numbers a position differs: {difference}"
        cards = [[dump[place] for place in dump if place != "seed"] for dump in dumps]
        assert cards[0] != cards[2] != cards[3], "sampled with other random numbers a position is the same"
        assert "seed" in dumps[0], NO_SEED
        seeds = {dump["seed"] for dump in dumps}
        assert len(seeds) == 3, f"sampled positions need seeds of their own for later shuffles: {seeds}"

    def test_a_sampled_position_can_be_played_to_the_end(self, seats: int) -> None:
        chance = Random(self.game.key)
        for state in positions(self.game, seats, SAMPLED // 8, "end"):
            sampled = self.game.sample(state.view(chance.randrange(seats)), chance)
            while to_act := sampled.to_act:
                seat = chance.choice(to_act)
                sampled.act(seat, chance.choice(sampled.actions(seat)))
            assert sampled.outcome is not None, "a game played on from a sampled position ends without an outcome"

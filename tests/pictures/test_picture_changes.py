"""What the last turn changed is found by comparing two public scenes."""

from engines.scenes import Place, Scene, Spread, Trick, TrickCard, Zone
from engines.texts import say
from pictures.table import Changes, changes
from tests.pictures.samples import group, played


def zone(cards: str, name: str = "Pile", owner: int | None = None, count: int | None = None) -> Zone:
    held = group(cards)
    return Zone(say("{name}", name=name), Spread.STACK, len(held) if count is None else count, held, owner)


def scene(*zones: Zone, tricks: tuple[Trick, ...] = ()) -> Scene:
    return Scene(say("A scene"), zones, (Place(0, False),), None, tricks)


def trick(*cards: TrickCard, name: str = "Trick", is_over: bool = False) -> Trick:
    return Trick(say("{name}", name=name), cards, is_over=is_over)


def new_in(before: Zone, after: Zone) -> set[int]:
    return {card for _, card in changes(scene(before), scene(after)).zones}


def test_without_an_earlier_scene_nothing_is_new():
    assert changes(None, scene(zone("2C"), tricks=(trick(played(0, "3C")),))) == Changes()


def test_an_unchanged_scene_has_no_changes():
    same = scene(zone("2C 3C"), tricks=(trick(played(0, "3C"), played(1)),))
    assert changes(same, same) == Changes()


def test_cards_added_to_a_zone_are_new():
    assert new_in(zone("2C 3C"), zone("2C 3C 9H TH")) == {2, 3}
    assert new_in(zone("2C 9C"), zone("2C 3C 9C")) == {1}


def test_cards_taken_away_are_not_marked():
    assert new_in(zone("2C 3C 4C"), zone("2C 4C")) == set()


def test_among_equal_cards_the_last_is_new():
    assert new_in(zone("2C"), zone("2C 2C")) == {1}


def test_zones_are_matched_by_name_and_owner():
    before = scene(zone("2C", "1", 0), zone("3C", "1", 1), zone("4C", "2", 0))
    after = scene(zone("4C", "2", 0), zone("3C 5C", "1", 1), zone("2C", "1", 0))
    assert changes(before, after) == Changes(frozenset({(1, 1)}))


def test_zones_with_the_same_name_are_matched_in_order():
    assert changes(scene(zone("2C"), zone("3C")), scene(zone("2C"), zone("3C 4C"))).zones == {(1, 1)}


def test_everything_in_a_new_zone_is_new():
    assert changes(scene(), scene(zone("2C 3C"))).zones == {(0, 0), (0, 1)}


def test_the_top_of_a_partly_hidden_pile_is_new_when_it_grows():
    assert new_in(zone("2C", count=3), zone("9C", count=4)) == {0}
    assert new_in(zone("2C", count=3), zone("2C", count=4)) == {0}
    assert new_in(zone("2C", count=3), zone("9C", count=3)) == {0}


def test_the_top_of_a_partly_hidden_pile_is_old_when_it_only_shrinks():
    assert new_in(zone("2C", count=3), zone("9C", count=2)) == set()
    assert new_in(zone("2C", count=3), zone("2C", count=3)) == set()


def test_a_card_joins_a_trick():
    before = scene(tricks=(trick(played(1, "2C"), played(0)),))
    after = scene(tricks=(trick(played(1, "2C"), played(0, "5C")),))
    assert changes(before, after) == Changes(tricks=frozenset({(0, 1)}))


def test_the_last_card_of_a_trick_is_new_in_the_finished_trick():
    before = scene(tricks=(trick(played(1, "2C"), played(0), name="Trick 3"),))
    over = trick(played(1, "2C"), played(0, "5C"), name="Last trick", is_over=True)
    after = scene(tricks=(trick(played(0), played(1), name="Trick 4"), over))
    assert changes(before, after).tricks == {(1, 1)}

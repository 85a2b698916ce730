"""The pseudo-code of section 12 a second time, line by line over card texts, to check the engine against."""

from dataclasses import dataclass

Plays = list[tuple[str, bool]]
"""The cards of a trick in playing order, and whether another four was shown with each."""

BASIC = {rank: value for value, rank in enumerate("A23456789TJQK", 1)}
NO_SUIT = "*"


@dataclass(frozen=True)
class Result:
    values: list[float]
    suits: list[str]
    trumps: list[bool]
    winner: int | None
    lone_six: int | None


def trump_of_trick(cards: list[str], trump: str, king_rule: str) -> str:
    first = cards[0]
    if first[0] != "K":
        return trump
    lead = first[1]
    for card in cards[1:]:
        if card[0] == "2" or (card[0] == "T" and card[1] != lead):
            continue
        if card[1] not in {trump, first[1]}:
            return card[1]
    return trump if king_rule == "keep" else NO_SUIT


def effective_suit(card: str, lead: str, trick_trump: str) -> str:
    if card[0] == "2":
        return trick_trump
    if card[0] == "T" and card[1] != lead:
        return lead
    if card[0] == "8" and card[1] != trick_trump:
        return lead
    return card[1]


def final_values(cards: list[str], lead: str, mult: int) -> list[float]:
    ranks = [card[0] for card in cards]
    places = range(len(cards))
    value: list[float] = [BASIC[rank] for rank in ranks]
    for i in places:
        if ranks[i] == "T" and cards[i][1] != lead:
            value[i] = 15
        if ranks[i] == "A" and {"J" + cards[i][1], "Q" + cards[i][1], "K" + cards[i][1]} & set(cards):
            value[i] = 14
    if "5" in ranks:
        value[ranks.index("5")] += 6 * ranks.count("6")
        value = [0 if ranks[i] == "6" else value[i] for i in places]
    if any(ranks[i] != "Q" and value[i] * (mult if i == 0 else 1) == 11 for i in places):
        value = [15 if ranks[i] == "Q" else value[i] for i in places]
    if "3" in ranks:
        value[ranks.index("3")] += sum(value[i] for i in places if ranks[i] in "4Q")
        value = [0 if ranks[i] in "4Q" else value[i] for i in places]
    if ranks[0] != "9":
        value[0] *= mult
    above = len([i for i in places if ranks[i] != "9" and value[i] > 9])
    below = len([i for i in places if ranks[i] != "9" and value[i] < 9])
    nine = 15 if above > below else 0.5 if below > above else 9
    value = [nine if ranks[i] == "9" else value[i] for i in places]
    if ranks[0] == "9":
        value[0] *= mult
    return value


def decide(plays: Plays, trump: str, mult: int, king_rule: str) -> Result:
    cards = [card for card, _ in plays]
    ranks = [card[0] for card in cards]
    lead = trump if ranks[0] == "2" else cards[0][1]
    trick_trump = trump_of_trick(cards, trump, king_rule)
    suits = [effective_suit(card, lead, trick_trump) for card in cards]
    trumps = [card[0] == "2" or suit == trick_trump for card, suit in zip(cards, suits, strict=True)]
    values = final_values(cards, lead, mult)
    bottom = [place for place, value in enumerate(values) if value == min(values)]
    lone_six = bottom[0] if len(bottom) == 1 and ranks[bottom[0]] == "6" else None
    return Result(values, suits, trumps, _winner(plays, suits, trumps, values, lead), lone_six)


def _winner(plays: Plays, suits: list[str], trumps: list[bool], values: list[float], lead: str) -> int | None:
    ranks = [card[0] for card, _ in plays]
    candidates = list(range(len(plays)))
    if "Q" not in ranks:
        victors = [place for place, (_, shown) in enumerate(plays) if shown]
        if victors:
            return victors[0]
        candidates = [place for place in candidates if ranks[place] != "4"]
    pool = [place for place in candidates if trumps[place]] or [place for place in candidates if suits[place] == lead]
    lowest = ranks.count("7") % 2 == 1 and ranks[0] != "K"
    best = None
    for place in pool:
        if best is None or (values[place] < values[best] if lowest else values[place] > values[best]):
            best = place
    return best


def may_play(hand: list[str], lead: str | None) -> set[str]:
    """The cards of a hand that may be played to a led suit (5.1 to 5.6)."""
    suited = {card for card in hand if card[1] == lead}
    return suited if suited and suited != {f"8{lead}"} else set(hand)

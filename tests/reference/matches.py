"""Matches of two players a second time: rule 10 of Counterweight, rule 11 of Card Duel."""

from dataclasses import dataclass, field


@dataclass
class Match:
    """``games``: the lowest total after so many games wins; without it the best of ``best_of`` games."""

    best_of: int = 1
    games: int | None = None
    wins: list[float] = field(default_factory=lambda: [0.0, 0.0])
    totals: list[int] = field(default_factory=lambda: [0, 0])
    played: int = 0

    def add(self, points: tuple[int, ...], winners: tuple[int, ...]) -> None:
        """Count a finished game; a draw counts half a win to each."""
        self.played += 1
        for seat in (0, 1):
            self.totals[seat] += points[seat]
            if seat in winners:
                self.wins[seat] += 1 / len(winners)

    @property
    def over(self) -> bool:
        """All games are played, or the other cannot even come level any more."""
        if self.games is not None:
            return self.played == self.games
        return self.played == self.best_of or max(self.wins) > self.best_of / 2

    def winners(self) -> tuple[int, ...]:
        """The seats that won the match; both: a draw."""
        marks = [-total for total in self.totals] if self.games is not None else self.wins
        return tuple(seat for seat in (0, 1) if marks[seat] == max(marks))

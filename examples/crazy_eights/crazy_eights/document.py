"""The written form of a position (Annex B)."""

from typing import Annotated

from pydantic import BaseModel, Field

from crazy_eights.options import Options
from engines.cards import Card
from engines.documents import Count, DrawPile


class Document(BaseModel, extra="forbid"):
    """A position. What is left out is empty, zero or the default."""

    hands: Annotated[list[list[Card]], Field(min_length=2, max_length=5)]
    draw: DrawPile = []
    discard: Annotated[list[Card], Field(min_length=1)]
    suit: Annotated[int, Field(ge=0, le=3)] | None = None
    turn: Count = 0
    drew: bool = False
    starter: Count = 0
    totals: list[Count] = []
    shuffles: Count = 0
    options: Options = Options()
    seed: str = ""

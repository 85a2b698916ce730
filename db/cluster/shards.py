"""Which servers a process serves, as a part of a SQL condition."""

from dataclasses import dataclass

from sqlalchemy import Column, ColumnElement, literal_column

GUILD_SHIFT = 22
"""Discord finds the shard of a server from its id without the lowest 22 bits (Discord documentation, "Sharding")."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that a process serves, of ``count`` in total. The processes of a bot have disjoint ones."""

    ids: frozenset[int]
    count: int
    is_advised: bool = False
    """Whether Discord says at the start how many shards there are. ``count`` is 1 then."""

    def __str__(self) -> str:
        numbers = ", ".join(map(str, sorted(self.ids)))
        return f"{'shard' if len(self.ids) == 1 else 'shards'} {numbers} of {self.count}"

    @property
    def is_everything(self) -> bool:
        """Whether there is no other process: this one serves all servers."""
        return len(self.ids) == self.count

    @property
    def has_first(self) -> bool:
        """Whether this is the process that does what has to be done once for the whole bot."""
        return 0 in self.ids

    @property
    def others(self) -> tuple[int, ...]:
        """The shards of other processes."""
        return tuple(shard for shard in range(self.count) if shard not in self.ids)

    def of(self, guild_id: int) -> int:
        """The shard of a server."""
        return (guild_id >> GUILD_SHIFT) % self.count

    def serves(self, guild_id: int) -> bool:
        """Whether a server belongs to one of these shards."""
        return self.of(guild_id) in self.ids

    def conditions(self, guild_id: Column[int]) -> tuple[ColumnElement[bool], ...]:
        """The conditions for a row of a server of these shards; none if they are all."""
        if self.is_everything:
            return ()
        # Written out, because PostgreSQL shifts a bigint by nothing but an integer, and a parameter would be a bigint.
        shard = guild_id.op(">>")(literal_column(str(GUILD_SHIFT))) % self.count
        return (shard.in_(sorted(self.ids)),)


EVERYTHING = Shards(frozenset({0}), 1, is_advised=True)
"""A bot of one process."""

"""Which process serves which servers, and what one asks of another."""

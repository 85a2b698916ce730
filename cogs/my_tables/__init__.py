"""Where a member is playing, and news about tables at which they do not play."""

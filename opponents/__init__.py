"""Players that are not people: they choose an action from a view. Pure, no input or output."""

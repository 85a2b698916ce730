"""The rules read a second time, and games in which both readings are compared after every action."""

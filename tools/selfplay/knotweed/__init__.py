"""A simulator of Knotweed for training: rules and learning."""

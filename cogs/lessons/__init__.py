"""Lessons: a game explained step by step, in a message that only the learner sees."""

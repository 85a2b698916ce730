"""The Counter lessons: the basics, and the powers of all ranks."""

from engines.counter.lesson.basics import BASICS
from engines.counter.lesson.powers import POWERS

LESSONS = (BASICS, *POWERS)

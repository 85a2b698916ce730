"""The lessons of Counter: the first one, and one about the powers of all ranks."""

from engines.counter.lesson.basics import BASICS
from engines.counter.lesson.powers import POWERS

LESSONS = (BASICS, POWERS)

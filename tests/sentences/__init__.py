"""Every sentence that states a fact is compared with the fact, computed from the raw position in another way.

``walk`` plays games and gathers what is said in them. A module for each game has its ``FACTS``: for each template, how
to tell whether it is true. ``judgements`` lists by hand the templates that state nothing: advice, questions, names.
"""

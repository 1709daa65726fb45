"""Makes what `saltus/data/` holds: self-play, training, tests of strength. Not shipped; may use numpy.

Teachers are the project's own search and nothing else. Every data file tells the command and the seed that made it.
"""

"""Collections of games: an index of each game, the query language, search, training; a collection in one file."""

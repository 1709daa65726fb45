"""The commands on collections of games: `saltus games import`, `find`, `explore` …"""

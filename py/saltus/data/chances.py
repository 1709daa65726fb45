"""At which score a side gets 73 of 100 points: see `saltus.analysis.chances`. Made, not written, by

    python3 -m workshop.learn.chances --out saltus/data/chances.py

with seed 6; margins are 95 %.
The sources were chances.py, draughts.c, rock.c, saltus/data/rock.weights, saltus/data/rock-moves.weights,
saltus/data/english.weights, saltus/data/italian.weights, saltus/evaluation/roman.py, saltus/data/roman.weights,
saltus/engine/levels.py, saltus/engine/levels.txt and selfplay.py, together of SHA-256 ad2e9af78fa1e2b2….

- roman: 103 ± 27, from 5,442 positions of 600 games, searched at 1,500 nodes; 77 % were drawn, and are left out
- english: 105 ± 10, from 69,033 positions of 1,200 games, searched at 8,000 nodes; 27 % of them drawn
- rock: 50 ± 5, from 29,373 positions of 1,000 games, searched at 8,000 nodes; 3 % of them drawn
- gambit: 72 ± 7, from 4,032 positions of 600 games of level 5; 32 % of them drawn
- italian: 136 ± 11, from 69,305 positions of 1,200 games, searched at 8,000 nodes; 50 % of them drawn
"""

SCALES = {
    "roman": 103,
    "english": 105,
    "rock": 50,
    "gambit": 72,
    "italian": 136,
}

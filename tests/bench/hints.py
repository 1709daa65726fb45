"""How many hints have an idea, which ones, and how long it takes to find them.

    python3 build.py bench hints                            in the Python that runs it
    python3 build.py pyodide -- -m tests.bench.hints        in the pinned Pyodide

Standard library only, so that it runs in Pyodide as well. The positions are those of `tests/analysis/hints/`, 500 a
game from games of level 6; `tests/analysis/test_reasons.py` counts again whether each reason is true.
"""

import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    sys.path.insert(0, str(Path(__file__).parents[2] / "py"))

from saltus.analysis.explain import recommend
from saltus.games import keys, load

from tests.support.hints import GENERAL, hints


def main() -> None:
    for key in keys():
        game = load(key)
        times, ideas = [], Counter[str]()
        for position, lines in hints(game):
            began = perf_counter()
            text = recommend(game, position, lines)[1].text
            times.append(1000 * (perf_counter() - began))
            ideas[text.key.removeprefix("hint.")] += 1
        times.sort()
        general = sum(ideas[name.removeprefix("hint.")] for name in GENERAL)
        told = f"{1 - general / len(times):.1%} of {len(times)} with an idea"
        print(f"{key}: {told}; {times[len(times) // 2]:.1f} ms, at most {times[-1]:.0f}")
        print("   ", ", ".join(f"{name} {count}" for name, count in ideas.most_common()))


if __name__ == "__main__":
    main()

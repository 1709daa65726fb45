"""`python3 -m saltus`: the terminal."""

import sys

from saltus.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

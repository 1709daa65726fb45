"""The server of games, which waits for less long: `club(…, hasty=True)` runs it, to test what becomes of a wait."""

import sys

from saltus.cli.main import main
from saltus.server import presence, run

presence.GRACE_SECONDS = 2.0
run.PING_SECONDS = 2.0

sys.exit(main())

"""What holds for every test: no test passes or fails by the clock, and each run tries the same examples.

`HYPOTHESIS_PROFILE=explore` looks for new ones instead.
"""

import os
import signal

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# Who runs the tests in the background may have made interruptions unheard; every program that they start inherits it.
signal.signal(signal.SIGINT, signal.default_int_handler)

"""How Chromium is started: plainly for measurements and for the smoke tests, quickly for all other tests."""

import os

from bundle import toolchain

WITHOUT = (
    # Two pages behind the address bar, which Chromium loads anew in every profile: a quarter of the time of a visit.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright switches off. Of two such flags only the last counts, and this one is the last.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
)
"""Features of Chromium that are switched off."""

SCRIPT_FLAGS = ("--no-wasm-dynamic-tiering", "--no-wasm-tier-up", "--wasm-lazy-compilation")
"""For V8: a function of WebAssembly is compiled when it is first called, and not a second time for speed. A page of
the tests is gone before that has paid."""


def path() -> str:
    """Where Chromium is. Raises Stop where there is none."""
    return os.environ.get("SALTUS_CHROMIUM") or str(toolchain.chromium_for_tests())


def plain() -> list[str]:
    """The flags with which it works as people have it. As root it needs to do without its sandbox."""
    sandbox = [] if not hasattr(os, "geteuid") or os.geteuid() else ["--no-sandbox"]
    return [*toolchain.CHROMIUM_FLAGS, *sandbox]


def quick() -> list[str]:
    """The flags with which many pages open quickly."""
    return [*plain(), f"--disable-features={','.join(WITHOUT)}", f"--js-flags={' '.join(SCRIPT_FLAGS)}"]

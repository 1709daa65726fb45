"""In place of the runtime's import hooks: modules of JavaScript can be imported, packages are not looked for."""

import sys
from _frozen_importlib import ModuleSpec
from typing import Any

from ._core_docs import JsProxy


class JsFinder:
    """Finds what was registered, and what is an attribute of a module that was."""

    def __init__(self) -> None:
        self.jsproxies: dict[str, Any] = {}

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        parent, _, child = fullname.rpartition(".")
        if not parent:
            found = self.jsproxies.get(fullname)
        else:
            within = sys.modules.get(parent)
            found = getattr(within, child, None) if isinstance(within, JsProxy) else None
        return None if found is None else ModuleSpec(fullname, JsLoader(found), is_package=True)

    def register_js_module(self, name: str, jsproxy: Any) -> None:
        self.jsproxies[name] = jsproxy

    def unregister_js_module(self, name: str) -> None:
        del self.jsproxies[name]


class JsLoader:
    """The module is there already."""

    def __init__(self, jsproxy: Any) -> None:
        self.jsproxy = jsproxy

    def create_module(self, spec: ModuleSpec) -> Any:
        return self.jsproxy

    def exec_module(self, module: object) -> None:
        pass


jsfinder = JsFinder()
register_js_module = jsfinder.register_js_module
unregister_js_module = jsfinder.unregister_js_module


def register_js_finder() -> None:
    """Called by the runtime when JavaScript's objects can be had."""
    sys.meta_path.append(jsfinder)


def register_windows_finder() -> None:
    """Called by the runtime under Node on Windows; its paths are mounted by other names here."""


def register_module_not_found_hook(packages: object) -> None:
    """Called by the runtime with the packages that could be installed: none."""


def add_note_to_module_not_found_error(error: ModuleNotFoundError) -> None:
    """Called by the runtime; the error says enough."""

# What a type checker reads in place of `__init__.py`: the same names, imported at once.

__version__: str
__all__: list[str]

"""Records: whole games as PDN, SGF or JSON text."""

"""People and engines at a match, in front of any front end."""

"""Generated tables. The head of each names the command that made it; `py/workshop` has the commands."""

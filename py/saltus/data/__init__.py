"""Generated tables. Each tells the command that made it; `py/workshop` has the commands."""

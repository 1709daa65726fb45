"""In place of the package `asyncio`. Nothing here awaits: the rules are asked, and answer.

The runtime imports the package at its start whether it is used or not, and with it sockets, processes, threads and
logging: a seventh of the start.
"""

"""The protocol as types: what a request, a reply, an event and an error hold."""

"""The build, behind `build.py`. Each module imports only those before it: toolchain, site, server, checks."""

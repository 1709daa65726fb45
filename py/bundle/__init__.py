"""The build, behind `build.py`. A module imports only those before it: toolchain, runtime, site, count, checks."""

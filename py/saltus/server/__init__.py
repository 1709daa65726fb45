"""Games between people over a network: `saltus server`. Only its command and `saltus play --join` know of it."""

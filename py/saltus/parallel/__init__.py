"""Independent jobs on several processes, or on several machines."""

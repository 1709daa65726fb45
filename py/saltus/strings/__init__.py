"""What the rules and the terminal say: a catalogue of sentences by key for each language."""
